// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <ostream>

#include "machines.hpp"
#include "table.hpp"
#include "tables.hpp"

namespace paper {

namespace {

std::string shape(std::int64_t rows, std::int64_t columns) {
  return "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
}

/// 64 GB of samples with 256 features, for every node.
constexpr std::int64_t samples_per_node = 31'250'000;

/// One iteration of Newton's method for logistic regression; `square` and `reciprocal` stand for
/// other functions of the same cost.
std::string newton(int nodes) {
  const std::int64_t n = samples_per_node * nodes;
  return "X = input" + shape(n, 256) + "\ny = input" + shape(n, 1) +
         "\n"
         "b = input(256, 1)\n"
         "z = einsum(\"nd,dk->nk\", X, b)\n"
         "mu = map(\"logistic\", z)\n"
         "r = zip(\"subtract\", mu, y)\n"
         "g = einsum(\"nd,nk->dk\", X, r)\n"
         "v = map(\"square\", mu)\n"
         "XW = zip(\"multiply\", X, v)\n"
         "H = einsum(\"nd,ne->de\", X, XW)\n"
         "Hi = map(\"reciprocal\", H)\n"
         "step = einsum(\"de,ek->dk\", Hi, g)\n"
         "next = zip(\"subtract\", b, step)\n"
         "output next\n";
}

/// Indirect QR: R from X^T X, Q = X R^-1; `reciprocal` stands for both small steps between.
std::string qr(int nodes) {
  return "X = input" + shape(samples_per_node * nodes, 256) +
         "\n"
         "G = einsum(\"nd,ne->de\", X, X)\n"
         "Ri = map(\"reciprocal\", G)\n"
         "Q = einsum(\"nd,de->ne\", X, Ri)\n"
         "output Q\n";
}

/// Square matrices of 2 GB for every node.
std::string product(int nodes) {
  const auto n = static_cast<std::int64_t>(std::sqrt(2.5e8 * nodes));
  return "A = input" + shape(n, n) + "\nB = input" + shape(n, n) +
         "\nC = einsum(\"ij,jk->ik\", A, B)\noutput C\n";
}

/// What every node does in a second, against one node alone.
void print_scaling(std::ostream& out, const std::string& title, std::string (*program)(int),
                   double growth, const std::vector<std::string>& planners,
                   const std::vector<std::string>& paper_says) {
  std::vector<std::string> names{title};
  for (const auto& planner : planners) names.push_back("`" + planner + "`");
  names.emplace_back("paper");
  out << header(names);
  std::vector<double> alone;
  std::size_t at = 0;
  for (const int nodes : {1, 2, 4, 8, 16}) {
    const auto machine = cluster(nodes, 1, machines::r5_16xlarge);
    std::vector<std::string> cells{std::to_string(nodes) + " nodes"};
    for (std::size_t p = 0; p < planners.size(); ++p) {
      const double seconds = measure(program(nodes), {planners[p], planners[p]}, machine).seconds();
      if (nodes == 1) alone.push_back(seconds);
      const double efficiency = alone[p] * std::pow(nodes, growth) / seconds;
      cells.push_back(seconds_text(seconds) + " s, " +
                      std::to_string(std::lround(100 * efficiency)) + " %");
    }
    cells.push_back(paper_says[at++]);
    out << row(cells);
  }
  out << '\n';
}

}  // namespace

void nums_weak_scaling(std::ostream& out) {
  // The paper prints curves, of which its text says what the last column has.
  const std::string perfect = "near perfect";
  out << "### NumS, Figure 12: weak scaling, and Figure 10: DGEMM\n\n";
  print_scaling(out, "Newton, 64 GB a node", newton, 0, {"lshs", "nums_grid", "optimal"},
                {perfect, perfect, perfect, perfect, "degrades"});
  print_scaling(out, "indirect QR, 64 GB a node", qr, 0, {"lshs", "nums_grid", "optimal"},
                {perfect, perfect, perfect, perfect, perfect});
  print_scaling(out, "DGEMM, 2 GB a node and matrix", product, 0.5,
                {"lshs", "nums_grid", "block", "optimal"},
                {"competitive", "competitive", "competitive", "competitive", "competitive"});
}

}  // namespace paper
