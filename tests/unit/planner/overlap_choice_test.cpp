// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/cost/overlap.hpp>
#include <relatile/plan/text/write.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/schedule/peak_memory.hpp>
#include <sstream>
#include <vector>

#include "support/catch.hpp"
#include "support/cheapest_by_sum.hpp"
#include "support/programs_to_plan.hpp"

namespace overlap_choice_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::plan::Plan;
using rt::planner::PlanOptions;
using rt::test::cheapest_by_sum;

namespace {

/// The gradient of a layer whose weights are as large as its batch.
graphs::NodePtr gradient(int sites) {
  const auto rows = [&] { return graphs::stored({2000, 2000}, {{sites, 0}}, sites); };
  const auto x = rows();
  const auto error = graphs::elementwise({graphs::matmul(x, rows()), rows()}, 4);
  return graphs::matmul(graphs::transpose(x), error);
}

/// A network at that share of the default's speed.
PlanOptions at_speed(double share) {
  PlanOptions options;
  for (auto& links : options.machine.exchanges) {
    links.within_node.bytes_per_second *= share;
    links.between_nodes.bytes_per_second *= share;
  }
  return options;
}

double seconds_of(const Plan& plan, const PlanOptions& options) {
  return rt::cost::overlapped_seconds(options.machine, plan);
}

}  // namespace

TEST_CASE("a plan that overlaps better is taken, and said not to be the cheapest sum") {
  const std::vector<graphs::NodePtr> roots{gradient(8)};
  PlanOptions options = at_speed(1);
  const Plan by_sum = cheapest_by_sum(roots, 8, options);
  const Plan taken = rt::planner::plan_for(roots, roots, 8, options);
  CHECK(seconds_of(taken, options) < 0.99 * seconds_of(by_sum, options));
  CHECK(taken.price > by_sum.price);
  CHECK(taken.chosen_for_overlap);
  CHECK_FALSE(taken.optimal);
  std::ostringstream text;
  rt::plan::write(text, taken, {}, rt::plan::Format::table);
  CHECK_THAT(text.str(), ContainsSubstring("chosen for its overlap"));
  std::vector<std::string> told;
  rt::planner::plan_for(
      roots, roots, 8, options, rt::plan::default_message_limit,
      [&](std::string_view name, const Plan&, double) { told.emplace_back(name); });
  CHECK(told.back() == "overlap");

  options.memory_per_rank = rt::schedule::plan_peak(taken).peak.total() - 1;
  if (rt::schedule::plan_peak(by_sum).peak.total() <= options.memory_per_rank) {
    CHECK(rt::planner::plan_for(roots, roots, 8, options).price == by_sum.price);
  }
  options = at_speed(1);
  options.objective = "bytes";
  CHECK_FALSE(rt::planner::plan_for(roots, roots, 8, options).chosen_for_overlap);
}

TEST_CASE("no classical plan of a product is faster as it runs") {
  struct Shape {
    std::int64_t rows, sum, columns;
  };
  for (const Shape& shape : {Shape{6000, 300, 6000}, Shape{2000, 2000, 2000}, Shape{600, 9000, 600},
                             Shape{40'000, 128, 64}, Shape{64, 128, 40'000}}) {
    for (const double speed : {1.0, 0.1, 0.02}) {
      for (const int sites : {2, 4, 6}) {
        CAPTURE(shape.rows, shape.sum, shape.columns, speed, sites);
        const auto x = graphs::stored({shape.rows, shape.sum}, {{sites, 0}}, sites);
        const auto y = graphs::stored({shape.sum, shape.columns}, {{sites, 1}}, sites);
        const std::vector<graphs::NodePtr> roots{graphs::matmul(x, y)};
        PlanOptions options = at_speed(speed);
        const Plan taken = rt::planner::plan_for(roots, roots, sites, options);
        for (const char* other : {"broadcast_left", "broadcast_right", "cross_product", "replicate",
                                  "row", "column", "block"}) {
          CAPTURE(other);
          options.planner = other;
          const Plan plan = rt::planner::plan_for(roots, roots, sites, options);
          const double not_looked_for = 2e-3;  // seconds: the search would take as long
          CHECK(seconds_of(taken, options) <= 1.011 * seconds_of(plan, options) + not_looked_for);
        }
      }
    }
  }
}

TEST_CASE("no plan is slower as it runs than the cheapest sum") {
  for (const int sites : {2, 4, 7}) {
    for (const double speed : {1.0, 0.03}) {
      for (const auto& example : graphs::examples(sites)) {
        CAPTURE(example.text, sites, speed);
        const PlanOptions options = at_speed(speed);
        const Plan by_sum = cheapest_by_sum(example.roots, sites, options);
        const Plan taken = rt::planner::plan_for(example.roots, example.roots, sites, options);
        CHECK(seconds_of(taken, options) <= seconds_of(by_sum, options));
        CHECK(taken.price >= by_sum.price);
      }
    }
  }
}

}  // namespace overlap_choice_test
