// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <limits>
#include <random>

#include <relatile/papers.hpp>
#include <relatile/planner/search/contraction_orders.hpp>
#include <relatile/planner/search/exhaustive.hpp>
#include <relatile/planner/search/layout_order.hpp>
#include <relatile/planner/search/optimal.hpp>
#include <relatile/planner/space/objectives.hpp>
#include <relatile/rules/all_orders.hpp>
#include <relatile/rules/cheapest_order.hpp>
#include <relatile/rules/fuse_maps.hpp>
#include <relatile/tra/graph.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace contraction_orders_test {

using namespace graphs;
using namespace relatile::planner;
using relatile::rules::ContractionOrder;

namespace {

/// Seconds, roughly: work is not free, and sites may idle.
class WorkAndBytes : public Objective {
 public:
  explicit WorkAndBytes(double seconds_per_flop) : seconds_per_flop_(seconds_per_flop) {}
  std::string name() const override { return "work and bytes"; }
  double work(const Work& work) const override {
    return seconds_per_flop_ * static_cast<double>(work.busiest_flops);
  }
  double transport(const Transport& transport) const override {
    return static_cast<double>(transport.move.bytes);
  }
  Idling idling() const override { return Idling::allowed; }

 private:
  double seconds_per_flop_;
};

const BytesObjective bytes;
const WorkAndBytes balanced(1.0);
const WorkAndBytes mostly_work(100.0);

std::vector<NodePtr> fused(const std::vector<NodePtr>& roots) {
  const auto map = rt::rules::fuse_maps(roots);
  std::vector<NodePtr> result;
  for (const auto& root : roots) result.push_back(map.at(root.get()));
  return result;
}

double price_of(const std::vector<NodePtr>& roots, int sites, const Objective& objective) {
  return plan_optimal(Problem(fused(roots), sites, objective)).price.cost;
}

/// The cheapest plan over all orders of all einsums, each plan the best of all combinations of
/// candidates. Nothing if that takes too long.
std::optional<double> cheapest(const NodePtr& root, int sites, const Objective& objective) {
  std::vector<NodePtr> einsums;
  for (const auto& node : rt::tra::topological_order({root})) {
    if (!node->evaluated() && node->is_many()) einsums.push_back(node);
  }
  std::vector<std::vector<ContractionOrder>> orders;
  for (const auto& node : einsums) {
    orders.push_back(rt::rules::all_orders(rt::rules::contraction_labels(*node)));
    const double most = objective.idling() == Idling::balanced
                            ? order_slack * orders.back().front().flops
                            : std::numeric_limits<double>::infinity();
    std::erase_if(orders.back(), [&](const auto& order) { return order.flops > most; });
  }
  double best = std::numeric_limits<double>::infinity();
  std::vector<std::size_t> at(einsums.size(), 0);
  for (std::size_t e = 1; e > 0;) {
    const auto map = rt::rules::split_contractions({root}, [&](const rt::tra::Node& node) {
      std::size_t which = 0;
      while (einsums[which].get() != &node) ++which;
      return orders[which][at[which]];
    });
    const Problem problem(fused({map.at(root.get())}), sites, objective);
    const auto assignment = Exhaustive(problem, 2'000'000).solve();
    if (!assignment) return std::nullopt;
    best = std::min(best, assignment->price.cost);
    e = einsums.size();
    while (e > 0 && ++at[e - 1] == orders[e - 1].size()) at[--e] = 0;
  }
  return best;
}

/// Operands of a random einsum, stored somehow.
struct RandomPrograms {
  std::mt19937 random;
  int sites;

  int below(int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); }
  NodePtr operand(const Extents& shape) {
    switch (below(4)) {
      case 0: return stored(shape, {{sites, below(shape.rank())}}, sites);
      case 1: return stored(shape, {{sites, -1}}, sites);
      case 2: return source(shape);
      default: return input(shape);
    }
  }
  NodePtr einsum(int num_operands) {
    const char* texts[] = {"ab,bc,cd->ad", "ab,bc,ac->a", "ab,ac,ad->bcd", "ab,bc,cd,de->ae",
                           "ab,ac,bc,d->d"};
    const std::string text = texts[num_operands == 4 ? 3 + below(2) : below(3)];
    const auto labelling = labels_of(text);
    std::vector<std::int64_t> extents;
    for (std::size_t l = 0; l < labelling.names.size(); ++l) {
      extents.push_back(std::int64_t(16) << below(5));
    }
    std::vector<NodePtr> operands;
    for (const auto& labels : labelling.operands) {
      Extents shape;
      for (int label : labels) shape.push_back(extents[static_cast<std::size_t>(label)]);
      operands.push_back(operand(shape));
    }
    return einsum_of_many(text, operands);
  }
};

}  // namespace

TEST_CASE("no order has a cheaper plan than the one chosen, orders and plans tried one by one") {
  int compared = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const int sites = 1 + static_cast<int>(seed % 4);
    RandomPrograms programs{std::mt19937(seed), sites};
    const NodePtr root = programs.einsum(seed % 5 == 0 ? 4 : 3);
    for (const Objective* objective :
         std::initializer_list<const Objective*>{&bytes, &balanced, &mostly_work}) {
      const auto oracle = cheapest(root, sites, *objective);
      if (!oracle) continue;
      CAPTURE(seed, sites, root->name, objective->name());
      const ExpandedGraph graph = expand_contractions({root}, sites, *objective);
      CHECK(graph.exact);
      CHECK(price_of(graph.roots, sites, *objective) == *oracle);
      ++compared;
    }
  }
  CHECK(compared > 100);
}

TEST_CASE("einsums in one program are ordered together") {
  for (int sites : {2, 3}) {
    RandomPrograms programs{std::mt19937(5), sites};
    for (int round = 0; round < 4; ++round) {
      const NodePtr first = programs.einsum(3);
      const Extents shape = first->type.extents;
      const NodePtr again = sum(elementwise({first, programs.operand(shape)}), {0});
      const NodePtr root =
          shape.rank() == 2
              ? einsum_of_many("ab,a,b->", {first, programs.operand({shape[0]}), again})
              : again;
      const auto oracle = cheapest(root, sites, bytes);
      if (!oracle) continue;
      const ExpandedGraph graph = expand_contractions({root}, sites, bytes);
      CHECK(graph.exact);
      CHECK(price_of(graph.roots, sites, bytes) == *oracle);
    }
  }
}

TEST_CASE("an order of more operations is taken where it saves more than it costs") {
  // A (B C) takes fewer operations; but A is everywhere, and (A B) C moves less.
  const int sites = 4;
  const NodePtr a = stored({64, 512}, {{sites, -1}}, sites);
  const NodePtr b = stored({512, 512}, {{sites, 1}}, sites);
  const NodePtr c = stored({512, 48}, {{sites, 0}}, sites);
  const NodePtr root = einsum_of_many("ij,jk,kl->il", {a, b, c});
  const auto fewest = rt::rules::cheapest_order(rt::rules::contraction_labels(*root));
  const double by_flops =
      price_of({rt::rules::split_by_flops({root}).at(root.get())}, sites, bytes);
  const ExpandedGraph graph = expand_contractions({root}, sites, bytes);
  CHECK(graph.exact);
  CHECK(price_of(graph.roots, sites, bytes) < by_flops);
  // If computing is what costs, the fewest operations win.
  const WorkAndBytes work_only(1e6);
  const ExpandedGraph dear = expand_contractions({root}, sites, work_only);
  double flops = 0;
  for (const auto& node : rt::tra::topological_order(dear.roots)) {
    if (node->kind() != rt::tra::Kind::contract) continue;
    flops += 2 * static_cast<double>(rt::volume(node->labels));
  }
  CHECK(flops == fewest.flops);
}

TEST_CASE("when communication is free, steps take the fewest operations") {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    RandomPrograms programs{random, 1};
    const NodePtr root = programs.einsum(3 + round % 2);
    random.discard(10);
    const NodePtr split = rt::rules::split_by_flops({root}).at(root.get());
    double flops = 0;
    for (const auto& node : rt::tra::topological_order({split})) {
      if (node->kind() != rt::tra::Kind::contract) continue;
      CHECK(node->inputs.size() == 2);
      const bool sums = node->labels.rank() > node->type.rank();
      flops += (sums ? 2 : 1) * static_cast<double>(rt::volume(node->labels));
    }
    const auto labels = rt::rules::contraction_labels(*root);
    CHECK(flops == rt::rules::cheapest_order(labels).flops - labels.flops_before);
  }
}

TEST_CASE("with too many orders to try, the plan is no worse than that of the fewest operations") {
  for (int sites : {1, 3, 4, 16}) {
    for (const Objective* objective : std::initializer_list<const Objective*>{&bytes, &balanced}) {
      std::vector<NodePtr> operands;
      std::string text;
      for (int x = 0; x < 7; ++x) {
        const std::int64_t sizes[] = {96, 64, 128};
        operands.push_back(stored({sizes[x % 3], sizes[(x + 1) % 3]}, {{sites, x % 2}}, sites));
        text +=
            std::string(x > 0 ? "," : "") + static_cast<char>('a' + x) + static_cast<char>('b' + x);
      }
      const NodePtr root = einsum_of_many(text + "->ah", operands);
      const ExpandedGraph graph = expand_contractions({root}, sites, *objective);
      CHECK_FALSE(graph.exact);
      const NodePtr fewest = rt::rules::split_by_flops({root}).at(root.get());
      CHECK(price_of(graph.roots, sites, *objective) <= price_of({fewest}, sites, *objective));
    }
  }
}

TEST_CASE(
    "the rewritten graph keeps what is no einsum of many, and says what became of every node") {
  const NodePtr a = input({8, 8});
  const NodePtr product = matmul(a, a);
  const NodePtr chain = einsum_of_many("ab,bc,cd->ad", {product, a, product});
  chain->where = "program:7";
  const NodePtr root = elementwise({chain, a});
  const ExpandedGraph graph = expand_contractions({root, product}, 2, bytes);
  CHECK(graph.rewritten.at(a.get()) == a);
  CHECK(graph.rewritten.at(product.get()) == product);
  CHECK(graph.roots[1] == product);
  const NodePtr& last = graph.rewritten.at(chain.get());
  CHECK(last->inputs.size() == 2);
  CHECK(last->type.extents == Extents{8, 8});
  CHECK(graph.roots[0]->inputs[0] == last);
  int steps = 0;
  for (const auto& node : rt::tra::topological_order(graph.roots)) {
    CHECK_FALSE(node->is_many());
    steps += node->where == "program:7";
  }
  CHECK(steps == 2);
  CHECK(chain->is_many());
}

TEST_CASE("an einsum whose every order needs too many labels is refused") {
  const Extents cube{2, 2, 2, 2, 2, 2};
  const NodePtr root = einsum_of_many("abcdef,ghijkl,mnopqr->abcdefghijklmnop",
                                      {input(cube), input(cube), input(cube)});
  CHECK_THROWS_AS(expand_contractions({root}, 2, bytes), rt::LimitExceeded);
}

TEST_CASE("empty operands have an order and a price, however many they are and whatever counts") {
  const std::int64_t extents[][2] = {{0, 3}, {3, 0}, {0, 0}, {0, 1}, {1, 0}, {1, 1}};
  for (const auto& [name, make] : objectives()) {
    const auto objective = make({});
    for (std::size_t count = 2; count <= 14; ++count) {
      for (const auto& [rows, columns] : extents) {
        CAPTURE(name, count, rows, columns);
        std::string text = "ab";
        for (std::size_t x = 1; x < count; ++x) text += x % 3 == 1 ? ",ba" : ",ab";
        std::vector<NodePtr> operands;
        for (std::size_t x = 0; x < count; ++x) {
          operands.push_back(x % 3 == 1 ? input({columns, rows}) : input({rows, columns}));
        }
        const NodePtr root = einsum_of_many(text + "->a", operands);
        const ExpandedGraph graph = expand_contractions({root}, 3, *objective);
        REQUIRE(graph.orders.size() == 1);
        CHECK(graph.orders[0].steps.size() == count - 1);
        CHECK(graph.roots[0]->type.extents == Extents{rows});
        CHECK(std::isfinite(price_of(graph.roots, 3, *objective)));
      }
    }
  }
}

TEST_CASE("an order is found where some of the operands can't be combined first") {
  // The first two have 17 labels together, one more than an operator may. What would be left of
  // both fits beside the third.
  const Extents wide{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
  const NodePtr root = einsum_of_many("abcdefghijklmnop,abcdefghijklmnoq,p->q",
                                      {input(wide), input(wide), input({2})});
  const rt::rules::SplitContraction split(*root);
  LayoutOrder search(split, *root, {std::numeric_limits<double>::infinity(), 1e6}, 2, balanced,
                     std::make_shared<SharedSpaces>());
  const ContractionOrder order = search.best();
  REQUIRE(order.steps.size() == 2);
  CHECK(order.steps[0] == rt::rules::ContractionStep{0, 2});
  CHECK(std::isfinite(order.flops));
}

}  // namespace contraction_orders_test
