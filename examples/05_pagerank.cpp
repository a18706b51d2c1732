// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 05: PageRank of the Internet's autonomous systems, with sparse blocks of your own.
//
// A block can be any struct that Boost.Serialization can write. Here a relation of sparse blocks, of
// a type that the library has never heard of, is multiplied by a dense vector: the same join and
// aggregate as for dense blocks, with another kernel.
//
//   mpirun -n 4 ./05_pagerank

#include <algorithm>
#include <boost/serialization/vector.hpp>
#include <iostream>
#include <relatile/relatile.hpp>
#include <relatile/transport/packed.hpp>
#include <vector>

namespace rt = relatile;

/// The links from the nodes of one block to the nodes of another, both counted within their block.
struct Links {
  std::vector<std::int64_t> from;
  std::vector<std::int64_t> to;
  std::vector<double> weight;  ///< the share of its rank that the first node gives to the second

  template <class Archive>
  void serialize(Archive& archive, unsigned /*version*/) {
    archive& from& to& weight;
  }
};

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  std::ostream out(context.rank() == 0 ? std::cout.rdbuf() : nullptr);  // one rank prints

  // An edge a line. The numbers of the nodes have gaps: a node's index is its place among them.
  const auto edges = rt::to_eigen(
      rt::load_csv<std::int64_t>(RELATILE_EXAMPLE_DATA "/as20graph.txt", {.delimiter = '\t'}));
  std::vector<std::int64_t> nodes(edges.data(), edges.data() + edges.size());
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  const auto index_of = [&](std::int64_t node) {
    return std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin();
  };
  std::vector<double> degree(nodes.size());
  for (const auto from : edges.col(0)) degree[static_cast<std::size_t>(index_of(from))] += 1;

  // Block (i, j) holds the links from nodes of block j to nodes of block i: 13 x 13 blocks of
  // 498 x 498. Each rank makes its share of the blocks, and no other.
  const std::int64_t side = 498;
  const auto count = static_cast<std::int64_t>(nodes.size());
  const auto links = rt::relation_from_blocks<Links, 2>(
      {count / side, count / side}, [&](std::array<std::int64_t, 2> key) {
        Links block;
        for (const auto& edge : edges.rowwise()) {
          const auto from = index_of(edge(0));
          const auto to = index_of(edge(1));
          if (to / side != key[0] || from / side != key[1]) continue;
          block.from.push_back(from % side);
          block.to.push_back(to % side);
          block.weight.push_back(1 / degree[static_cast<std::size_t>(from)]);
        }
        return block;
      });

  // The kernel: what the nodes of one block receive from another. A struct tells the planner no
  // extents, so the kernel declares those of its result: as many nodes as in the block of ranks.
  const auto receive = rt::declare([](const Links& block, const auto& rank) {
                         Eigen::VectorXd received = Eigen::VectorXd::Zero(rank.size());
                         for (std::size_t l = 0; l < block.to.size(); ++l) {
                           received(block.to[l]) += block.weight[l] * rank(block.from[l]);
                         }
                         return received;
                       }).returns<rt::Dense<double, 1>>([](auto extents) { return extents[1]; });

  auto rank = rt::full<double>({count}, 1.0 / static_cast<double>(count));
  double change = 1;
  int iterations = 0;
  for (; change >= 1e-10; ++iterations) {
    const auto received = rt::to_array(rt::aggregate(
        rt::join(links, rt::blocks(rank, {side}), rt::on<1>, rt::on<0>, receive), rt::by<0>,
        rt::kernel::add));
    const rt::Array<double, 1> next = 0.15 / static_cast<double>(count) + 0.85 * received;
    change = rt::item(rt::sum(rt::abs(next - rank)));
    if (iterations == 0) out << "One iteration:\n" << rt::explain(next) << "\n";
    rank = next;
  }
  const double total = rt::item(rt::sum(rank));
  out << count << " nodes, " << edges.rows() << " edges, " << iterations << " iterations; the ranks sum to " << total << "\n";
  return 0;
}
