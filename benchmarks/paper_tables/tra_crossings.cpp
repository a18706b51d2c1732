// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <ostream>

#include "machines.hpp"
#include "table.hpp"
#include "tables.hpp"
#include "tra_problems.hpp"

namespace paper {

namespace {

std::int64_t rounded(double value) { return std::llround(value); }

/// A crossing by the paper's cost, by our model's seconds, and in simulation.
void print_crossing(std::ostream& out, const std::string& what, const std::string& formula,
                    double by_cost, double low, double high,
                    const std::function<std::pair<Outcome, Outcome>(double)>& both) {
  const auto at = [&](auto&& measure_of) {
    const auto found = crossing(low, high, [&](double x) {
      const auto [first, second] = both(x);
      return measure_of(first) - measure_of(second);
    });
    return found ? count_text(*found) : "none from " + count_text(low) + " to " + count_text(high);
  };
  out << row({what, formula + " = " + count_text(by_cost),
              at([](const Outcome& o) { return o.tra_floats; }),
              at([](const Outcome& o) { return o.model; }),
              at([](const Outcome& o) { return o.seconds(); })});
}

}  // namespace

void tra_crossings(std::ostream& out) {
  out << "### TRA: where the plans cross\n\n"
      << header({"problem", "crossing by the paper's cost", "`tra_floats`", "model", "simulated"});
  const auto products = cluster(10, 1, machines::r5d_2xlarge);
  constexpr double operations = 6.4e13;  // as in all of Table 3: I J K
  print_crossing(out, "CMM beats BMM from K =, I = J = sqrt(6.4e13 / K), 10 nodes", "K = I",
                 std::cbrt(operations), 1e4, 6.4e5, [&](double k) {
                   const auto i = rounded(std::sqrt(operations / k));
                   const tra::Product product{i, rounded(k), i};
                   return std::pair{product.bmm(products), product.cmm(products)};
                 });
  const auto neighbours = cluster(8, 1, machines::r5d_2xlarge);
  constexpr double features = 2e4;
  print_crossing(out, "nearest neighbour: horizontal beats vertical from N =, D = 2e4, 8 nodes",
                 "N = D", features, 1e3, 1e6, [&](double n) {
                   const tra::Nearest problem{rounded(n), rounded(features)};
                   return std::pair{problem.horizontal(neighbours), problem.vertical(neighbours)};
                 });
  const auto workers = cluster(5, 1, machines::r5dn_2xlarge);
  const auto networks = [&](double samples, std::int64_t d, std::int64_t h, std::int64_t l) {
    const tra::FactoredProblem network{rounded(samples), d, h, l};
    return std::pair{network.data_parallel(workers), network.model_parallel(workers)};
  };
  print_crossing(out, "speech, 100k: DP beats MP from N =, 5 nodes", "N = (s + 1)(D + L) / 2 s",
                 6.0 * 1610 / 10, 50, 1e5,
                 [&](double n) { return networks(n, 1'600, 100'000, 10); });
  print_crossing(out, "extreme, 1k: DP beats MP from N =, 5 nodes", "N = (s + 1)(D + L) / 2 s",
                 6.0 * 612'128 / 10, 1e3, 4e6,
                 [&](double n) { return networks(n, 597'540, 1'000, 14'588); });
}

}  // namespace paper
