// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 05: PageRank of the Internet's autonomous systems, with sparse blocks of your own.
//
// A block may be any struct that Boost.Serialization can write; this one is of a sparse matrix.
//
//   mpirun -n 4 ./05_pagerank

#include <algorithm>
#include <boost/serialization/utility.hpp>
#include <boost/serialization/vector.hpp>
#include <relatile/relatile.hpp>
#include <relatile/transport/packed.hpp>
#include <set>

namespace rt = relatile;

/// The links from the nodes of one block to those of another: pairs of positions in the blocks.
struct Links {
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  template <class Archive>
  void serialize(Archive& archive, unsigned /*version*/) {
    archive& pairs;
  }
};

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);

  // A link a line: from, to. Node numbers have gaps; a node's index is its place among the numbers.
  const auto numbers = rt::to_eigen(
      rt::load_csv<std::int64_t>(RELATILE_EXAMPLE_DATA "/as20graph.txt", {.delimiter = '\t'}));
  const std::set<std::int64_t> sorted(numbers.data(), numbers.data() + numbers.size());
  const std::vector<std::int64_t> nodes(sorted.begin(), sorted.end());
  const Eigen::MatrixX2<std::int64_t> links = numbers.unaryExpr([&](auto number) {
    return std::lower_bound(nodes.begin(), nodes.end(), number) - nodes.begin();
  });
  Eigen::VectorXd degrees = Eigen::VectorXd::Zero(std::ssize(nodes));
  for (const auto from : links.col(0)) degrees(from) += 1;

  // 13 blocks of 498 nodes: key (i, j) has the links from j to i. A rank makes its share.
  const std::int64_t side = 498;
  const auto made = rt::relation_from_blocks<Links, 2>({13, 13}, [&](auto key) {
    Links block;
    for (const auto& link : links.rowwise()) {
      if (link(0) / side != key[1] || link(1) / side != key[0]) continue;
      block.pairs.emplace_back(link(0) % side, link(1) % side);
    }
    return block;
  });
  const auto graph = rt::placed(made, rt::split(0));  // now stored by rows of blocks

  // The kernel: what the nodes of one block receive from those of another.
  const auto receive = [](const Links& block, const auto& shares) {
    Eigen::VectorXd received = Eigen::VectorXd::Zero(shares.size());
    for (const auto& [from, to] : block.pairs) received(to) += shares(from);
    return received;
  };

  // A node gives 85 % of its rank away, in equal shares: a product of the graph and a vector.
  const auto degree = rt::from_eigen(degrees);
  const double n = static_cast<double>(nodes.size());
  rt::Array<double, 1> rank = rt::full_like(degree, 1 / n);
  int iterations = 0;
  for (double change = 1; change >= 1e-10; ++iterations) {
    const auto shares = rt::blocks(rank / degree, {side});
    const auto pairs = rt::join(graph, shares, rt::on<1>, rt::on<0>, receive);
    const auto received = rt::to_array(rt::aggregate(pairs, rt::by<0>, rt::kernel::add));
    const rt::Array<double, 1> next = 0.15 / n + 0.85 * received;
    change = rt::item(rt::sum(rt::abs(next - rank)));
    rank = next;
  }
  rt::print("The last of", iterations, "iterations:\n" + rt::explain(rank));
  std::vector<std::pair<double, std::int64_t>> top;
  for (const double value : rt::to_vector(rank)) top.emplace_back(value, nodes[top.size()]);
  std::sort(top.rbegin(), top.rend());
  for (std::size_t i = 0; i < 10; ++i) rt::print("node", top[i].second, "has rank", top[i].first);
}
