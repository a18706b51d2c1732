// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/core/memory.hpp>
#include <relatile/plan/fingerprint.hpp>
#include <relatile/planner/plan_cache.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/planner/plan_history.hpp>
#include <relatile/relatile.hpp>
#include <relatile/schedule/known_programs.hpp>
#include <relatile/tra/graph.hpp>

#include "support/catch.hpp"
#include "support/stored.hpp"

namespace plan_cache_test {

namespace rt = relatile;
namespace tra = rt::tra;
using rt::planner::PlanHistory;
using rt::test::stored;

namespace {

std::string key_of(const tra::NodePtr& root, int sites = 4) {
  const auto graph = tra::topological_order({root});
  const auto key = rt::planner::plan_key(graph, {int(graph.size()) - 1}, sites, 1 << 30);
  return key.form + key.offsets;
}

/// How many evaluations in the current context ran by a plan that had run before.
std::int64_t num_known() {
  return rt::Context::current().plan_history().count(PlanHistory::How::known);
}

/// How many evaluations of `make()` after the first one find their plan.
template <class Make>
std::int64_t hits_in_loop(int rounds, Make&& make) {
  rt::evaluate(make());
  const auto before = num_known();
  for (int round = 1; round < rounds; ++round) rt::evaluate(make());
  return num_known() - before;
}

}  // namespace

TEST_CASE("a loop plans once, and every round gets the same steps") {
  auto context = rt::Context::loopback(4);
  const auto x = stored(64, 12, rt::split(0));
  rt::Array<double, 2> w = stored(12, 3, rt::everywhere);
  std::vector<std::uint64_t> fingerprints;
  for (int round = 0; round < 5; ++round) {
    rt::Array<double, 2> y = rt::exp(rt::matmul(x, w));
    w = rt::placed(w - 0.1 * rt::matmul(rt::transpose(x), y), rt::everywhere);
    y = {};
    rt::evaluate(w);
    fingerprints.push_back(rt::plan::fingerprint(rt::report(w).plan));
  }
  CHECK(num_known() == 4);
  for (auto fingerprint : fingerprints) CHECK(fingerprint == fingerprints.front());
}

TEST_CASE("what is remembered holds neither nodes nor data") {
  auto context = rt::Context::loopback(2);
  const std::int64_t before = rt::memory_meter().live_bytes;
  {
    const auto x = stored(64, 12, rt::split(0));
    rt::Array<double, 2> y = rt::matmul(rt::transpose(x), x);
    rt::evaluate(y);
  }
  CHECK(rt::memory_meter().live_bytes == before);
}

TEST_CASE("a site's program is lowered once for a plan that is run again") {
  auto context = rt::Context::loopback(3);
  const auto x = stored(9, 5, rt::split(0));
  const auto node = rt::matmul(rt::transpose(x), x).node();
  const auto plan = rt::planner::plan_for({node}, {node}, 3, {});
  rt::schedule::KnownPrograms known;
  const auto first = known.of(plan, 1, 1 << 30);
  CHECK(known.of(plan, 1, 1 << 30) == first);
  CHECK(known.of(plan, 2, 1 << 30)->site == 2);
}

TEST_CASE("a remembered plan reads values that lie in larger pieces, and such that do not") {
  auto context = rt::Context::loopback(3);
  const auto own = stored(12, 5, rt::split(0));
  rt::Array<double, 2> held = rt::placed(own + 0.0, rt::on_rank(0));
  rt::Array<double, 2> part = rt::placed(held, rt::split(0));
  rt::evaluate(held);
  rt::evaluate(part);
  REQUIRE(!part.node()->value->pieces.empty());
  REQUIRE(own.node()->value->pieces.empty());
  const auto expected = rt::to_vector(own);
  for (const auto& x : {own, part, own, part, part, own}) {
    CHECK(rt::to_vector(rt::placed(x, rt::everywhere) * 1.0) == expected);
  }
  CHECK(num_known() == 4);  // where they lie differs, so there are two plans
}

TEST_CASE("relations hit by their blocks' extents and their kernels' names and costs") {
  auto context = rt::Context::loopback(3);
  const auto x = stored(40, 12, rt::split(0));
  const auto product = [](const auto& a, const auto& b) { return a * b; };
  CHECK(hits_in_loop(4, [&] {
          const auto blocks = rt::blocks(x, {8, 12});
          const auto others = rt::blocks(rt::transpose(x), {12, 8});
          return rt::aggregate(rt::join(blocks, others, rt::on<1>, rt::on<0>, product),
                               rt::by<0, 2>, rt::kernel::add);
        }) == 3);
  const auto summed = [&](std::int64_t rows, rt::Flops cost) {
    const auto kernel = rt::declare([](const auto& block) {
                          return block;
                        }).costs([cost](std::span<const rt::Extents>) { return cost; });
    return rt::transform(rt::blocks(x, {rows, 12}), kernel).node();
  };
  CHECK(key_of(summed(8, rt::Flops{1})) == key_of(summed(8, rt::Flops{1})));
  CHECK(key_of(summed(8, rt::Flops{1})) != key_of(summed(8, rt::Flops{1 << 20})));
  CHECK(key_of(summed(8, rt::Flops{1})) != key_of(summed(9, rt::Flops{1})));
}

TEST_CASE("whatever a plan depends on is in the key, and nothing else") {
  auto context = rt::Context::loopback(4);
  const auto a = stored(16, 8, rt::split(0));
  const auto b = stored(8, 4, rt::split(0));
  const auto key = [&](const auto& x) { return key_of(rt::to_node(x)); };
  const std::string product = key(rt::matmul(a, b));
  CHECK(product == key(rt::matmul(a, b)));
  CHECK(product == key(rt::named(rt::matmul(a, b), "with a name")));
  CHECK(product == key(rt::matmul(stored(16, 8, rt::split(0)), b)));  // other data, same metadata
  CHECK(product != key(rt::matmul(stored(16, 8, rt::split(1)), b)));  // stored otherwise
  CHECK(product != key(rt::matmul(stored(17, 8, rt::split(0)), b)));  // another shape
  CHECK(product != key(rt::matmul(rt::astype<float>(a), rt::astype<float>(b))));
  CHECK(product != key(rt::with_plan(rt::matmul(a, b), "cross_product")));
  CHECK(product != key(rt::placed(rt::matmul(a, b), rt::everywhere)));
  CHECK(product != key(rt::einsum<"ij,jk->ik">(a, b)));  // another name for explain
  CHECK(product != key_of(rt::matmul(a, b).node(), 3));
  CHECK(key(rt::sum(a, 0)) != key(rt::max(a, 0)));
  CHECK(key(a(rt::slice(0, 4))) != key(a(rt::slice(4, 8))));
  CHECK(key(rt::matmul(a, rt::transpose(a))) != key(rt::matmul(a, rt::transpose(a + 0.0))));
}

TEST_CASE("the cache keeps what was asked for last") {
  auto context = rt::Context::loopback(1);
  rt::planner::PlanCache cache(2);
  int made = 0;
  const auto plan = [&](std::int64_t extent, const rt::planner::PlanOptions& options = {}) {
    const auto node = rt::Array<double, 1>(rt::arange(double(extent)) + 1.0).node();
    const auto graph = tra::topological_order({node});
    const auto key = rt::planner::plan_key(graph, {int(graph.size()) - 1}, 1, 1 << 30);
    const auto known = cache.plan(key, options, graph, [&] {
      ++made;
      return rt::planner::search_plan({node}, {node}, 1, options, 1 << 30);
    });
    return known->of(graph);
  };
  plan(1);
  plan(2);
  plan(1);
  plan(3);  // in place of the plan for 2
  CHECK(made == 3);
  CHECK(cache.size() == 2);
  const auto again = plan(1);
  CHECK(made == 3);
  CHECK(again.nodes.back()->type.extents == rt::Extents{1});
  plan(2);
  CHECK(made == 4);
  CHECK(cache.hits() == 2);
  CHECK(cache.misses() == 4);
  cache.clear();
  plan(2);
  CHECK(made == 5);
  rt::planner::PlanOptions bytes;
  bytes.objective = "bytes";
  rt::planner::PlanOptions faster;
  faster.machine.memory_bandwidth *= 2;
  CHECK(plan(2, bytes).objective == "bytes");
  CHECK(plan(2).objective == "time");
  CHECK(made == 6);
  plan(2, faster);  // in place of the plan by bytes
  CHECK(made == 7);
  plan(2);
  CHECK(made == 7);
  plan(2, bytes);
  CHECK(made == 8);
}

}  // namespace plan_cache_test
