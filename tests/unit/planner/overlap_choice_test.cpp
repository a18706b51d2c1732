// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <map>
#include <relatile/cost/overlap.hpp>
#include <relatile/plan/text/write.hpp>
#include <relatile/planner/alternatives.hpp>
#include <relatile/planner/overlap_choice.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/planner/space/search_size.hpp>
#include <relatile/schedule/peak_memory.hpp>
#include <set>
#include <sstream>
#include <string>
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

namespace {

/// Products, each with a part of the sum of all before it: every value is read by many others, and
/// all are large enough to be cut along both axes.
std::vector<graphs::NodePtr> entangled(int products, std::int64_t n, int sites) {
  std::vector<graphs::NodePtr> values{graphs::stored({n, n}, {{sites, 0}}, sites)};
  for (int p = 0; p < products; ++p) {
    const graphs::NodePtr sum = graphs::elementwise(values, 2);
    values.push_back(graphs::matmul(graphs::transpose(sum), values.back()));
  }
  return {values.back()};
}

struct Searched {
  int searches = 0;
  double seconds_of_each = 0;  ///< as they are estimated
  double seconds = 0;          ///< of the cheapest sum, as it would run
};
/// How often is searched again for a plan that overlaps better.
Searched searched_for(const std::vector<graphs::NodePtr>& roots, int sites) {
  const PlanOptions options;
  const auto objective = rt::planner::objective_named("time", options.machine);
  const rt::planner::Problem problem(roots, sites, *objective);
  const auto first = rt::planner::plan_by_name("optimal", problem);
  const auto made = [&](const rt::planner::Assignment& chosen) {
    const auto limit = rt::plan::default_message_limit;
    return rt::pass::run_passes(rt::planner::Emitter(problem, chosen, limit).emit(roots),
                                rt::planner::pass_options(options, limit));
  };
  Searched found;
  const auto counted = [&](const rt::planner::Problem& other) {
    ++found.searches;
    return rt::planner::plan_by_name("optimal", other);
  };
  const Plan plan = made(first);
  found.seconds = seconds_of(plan, options);
  found.seconds_of_each = rt::planner::seconds_of_search(problem);
  const rt::planner::OverlapChoice overlap(problem, options.machine, 0, counted, made);
  static_cast<void>(overlap.fastest(first, plan));
  return found;
}

}  // namespace

TEST_CASE("what takes long to plan is not searched for longer than it could save") {
  int most = 0;
  for (const std::int64_t n : {2500, 3000, 12'000}) {
    const Searched found = searched_for(entangled(8, n, 16), 16);
    CAPTURE(n, found.searches, found.seconds_of_each, found.seconds);
    CHECK(found.searches * found.seconds_of_each <= 8 * found.seconds);
    most = std::max(most, found.searches);
  }
  CHECK(most > 0);
}

TEST_CASE("fewer alternatives are explained of a program that takes long to plan") {
  const std::vector<graphs::NodePtr> roots = entangled(12, 4000, 16);
  const PlanOptions options;
  const Plan plan = rt::planner::plan_for(roots, roots, 16, options);
  // Of one product all plans but its own, and one that such products do not have.
  std::map<std::string, std::set<std::string>> plans_of;
  for (const auto& [text, bytes, reason] : rt::planner::alternatives(roots, plan, options)) {
    const std::size_t by = text.find(" by ");
    plans_of[text.substr(0, by)].insert(text.substr(by + 4));
  }
  REQUIRE(plans_of.size() == 1);
  CHECK(plans_of.begin()->second.size() + 2 >= rt::planner::plan_names.size());
}

}  // namespace overlap_choice_test
