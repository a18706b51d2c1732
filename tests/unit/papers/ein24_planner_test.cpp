// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <vector>

#include <relatile/papers/ein24/cost.hpp>
#include <relatile/papers/ein24/planner.hpp>
#include <relatile/planner/space/thinning.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace ein24_planner_test {

using namespace relatile::planner;
using namespace relatile::papers;
namespace ein = relatile::papers::ein24;
using graphs::NodePtr;

namespace {

const BytesObjective bytes;

/// The paper's cost of a program, every operator cut by its vector.
double cost_of(const Problem& problem, const std::map<int, PartitionVector>& vectors) {
  double total = 0;
  for (const auto& [v, d] : vectors) {
    const auto& node = *problem.member(v).node;
    const auto einsum = ein::labelling_of(node);
    total += ein::cost_join(einsum, node.labels, d) + ein::cost_agg(einsum, node.labels, d);
    for (int slot = 0; slot < problem.num_slots(v); ++slot) {
      const auto made = vectors.find(problem.operand(v, slot));
      if (made == vectors.end()) continue;
      const auto& producer = *problem.member(made->first).node;
      const auto& need = einsum.operands[static_cast<std::size_t>(slot)];
      total += ein::cost_repart(producer.type.extents,
                                ein::partition_of(ein::labelling_of(producer).output, made->second),
                                ein::partition_of(need, d));
    }
  }
  return total;
}

struct Found {
  double by_planner = 0;
  double least = std::numeric_limits<double>::infinity();
};

/// What EinDecomp finds for a program, and the least over all combinations of viable vectors.
Found decompose(const std::vector<NodePtr>& roots, int log2_sites) {
  const Problem problem(roots, 1 << log2_sites, bytes);
  const EinDecomp decomposition(problem);
  std::map<int, PartitionVector> chosen;
  std::map<int, std::vector<PartitionVector>> viable;
  for (int n = 0; n < problem.size(); ++n) {
    if (problem.member(n).role != Role::computed) continue;
    const auto& node = *problem.member(n).node;
    chosen[n] = decomposition.vector_of(n);
    viable[n] = ein::viable(ein::labelling_of(node), node.labels, log2_sites);
    const bool is_viable =
        std::find(viable[n].begin(), viable[n].end(), chosen[n]) != viable[n].end();
    CHECK(is_viable);
  }
  Found found;
  found.by_planner = cost_of(problem, chosen);
  std::map<int, PartitionVector> tried;
  const std::function<void(std::map<int, std::vector<PartitionVector>>::const_iterator)> extend =
      [&](auto next) {
        if (next == viable.end()) {
          found.least = std::min(found.least, cost_of(problem, tried));
          return;
        }
        for (const auto& d : next->second) {
          tried[next->first] = d;
          extend(std::next(next));
        }
      };
  extend(viable.begin());
  return found;
}

}  // namespace

TEST_CASE("the product of 8 x 8 matrices by 16 calls is cut 2, 2 and 4 ways") {
  const NodePtr product = graphs::matmul(graphs::input({8, 8}), graphs::input({8, 8}));
  const Problem problem({product}, 16, bytes);
  PartitionVector d = EinDecomp(problem).vector_of(problem.index_of(*product));
  // The four of the paper's Fig. 2 cost 512, 640, 256 + 192 and 384 + 64.
  CHECK(decompose({product}, 4).by_planner == 448);
  std::sort(d.begin(), d.end());
  CHECK(d == PartitionVector{2, 2, 4});
}

TEST_CASE("on trees no combination of viable vectors costs less") {
  for (int log2_sites : {1, 2, 3}) {
    for (std::int64_t n : {8, 16}) {
      for (std::int64_t narrow : {8, 2}) {
        const auto wide = [&] { return graphs::input({n, n}); };
        const auto tall = [&] { return graphs::input({n, narrow}); };
        const auto flat = [&] { return graphs::input({narrow, n}); };
        // (A B) + C (D E), the chain of the paper's Fig. 7, square and skewed
        const NodePtr chain =
            graphs::elementwise({graphs::matmul(tall(), flat()),
                                 graphs::matmul(tall(), graphs::matmul(flat(), wide()))});
        const Found found = decompose({chain}, log2_sites);
        CHECK(found.by_planner == found.least);
        const NodePtr summed = graphs::sum(graphs::matmul(wide(), wide()), {0});
        const Found sum = decompose({summed}, log2_sites);
        CHECK(sum.by_planner == sum.least);
      }
    }
  }
}

TEST_CASE("with several readers the paths' vectors are viable, and rarely much worse") {
  int optimal = 0;
  int programs = 0;
  for (int log2_sites : {1, 2, 3}) {
    for (const relatile::Extents& shape :
         {relatile::Extents{8, 32}, relatile::Extents{32, 8}, relatile::Extents{16, 16}}) {
      const NodePtr x = graphs::elementwise({graphs::input(shape)});
      const NodePtr gram = graphs::einsum("ij,kj->ik", {x, x});
      const NodePtr y = graphs::elementwise({graphs::matmul(gram, x), x});
      const Found found = decompose({y}, log2_sites);
      CHECK(found.by_planner >= found.least);
      CHECK(found.by_planner <= 2 * found.least);
      ++programs;
      optimal += found.by_planner == found.least ? 1 : 0;
    }
  }
  CHECK(2 * optimal >= programs);
}

TEST_CASE("any number of sites is decomposed, primes and ones included") {
  for (int sites : {1, 3, 5, 6, 7, 12}) {
    const NodePtr product = graphs::matmul(graphs::input({40, 30}), graphs::input({30, 20}));
    const NodePtr root = graphs::sum(graphs::elementwise({product, product}), {1});
    const Problem problem({root}, sites, bytes);
    const EinDecomp decomposition(problem);
    for (int n = 0; n < problem.size(); ++n) {
      if (problem.member(n).role != Role::computed) continue;
      CHECK(detail::product_of(decomposition.vector_of(n)) == sites);
    }
    CHECK(!plan_eindecomp(problem).price.is_impossible());
  }
}

}  // namespace ein24_planner_test
