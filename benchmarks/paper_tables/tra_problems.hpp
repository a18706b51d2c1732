// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "measure.hpp"

// The three computations of [tra21] section 5 and its plans for them, in single precision as its
// PyTorch has it.

namespace paper::tra {

inline std::string matrix(const std::string& name, std::int64_t rows, std::int64_t columns,
                          const std::string& placed) {
  return name + " = input(" + std::to_string(rows) + ", " + std::to_string(columns) +
         ") [float32]" + (placed.empty() ? "" : " placed " + placed) + "\n";
}

struct Product {
  std::int64_t i = 0;
  std::int64_t k = 0;
  std::int64_t j = 0;

  std::string program(const std::string& a_placed, const std::string& b_placed) const {
    return matrix("A", i, k, a_placed) + matrix("B", k, j, b_placed) +
           "C = einsum(\"ik,kj->ij\", A, B)\noutput C\n";
  }
  Outcome bmm(const relatile::cost::Machine& machine) const {
    return measure(program("split(0)", "split(0)"), {"BMM", "broadcast_right"}, machine);
  }
  Outcome cmm(const relatile::cost::Machine& machine) const {
    return measure(program("split(1)", "split(0)"), {"CMM", "cross_product"}, machine);
  }
  Outcome rmm(const relatile::cost::Machine& machine) const {
    return measure(program("split(0)", "split(0)"), {"RMM", "replicate"}, machine);
  }
  Outcome optimal(const relatile::cost::Machine& machine) const {
    return measure(program("", ""), {"optimal", "optimal"}, machine);
  }
};

/// The candidate nearest to a query, in a metric A.
struct Nearest {
  std::int64_t candidates = 0;
  std::int64_t features = 0;

  std::string program(const std::string& x_placed, const std::string& a_placed) const {
    return matrix("Q", 1, features, "replicated") + matrix("X", candidates, features, x_placed) +
           matrix("A", features, features, a_placed) +
           "Diff = zip(\"subtract\", X, Q)\n"
           "Proj = einsum(\"nd,de->ne\", Diff, A)\n"
           "Both = zip(\"multiply\", Proj, Diff)\n"
           "Dist = sum(Both, axis=1)\n"
           "Min = min(Dist)\n"
           "output Min\n";
  }
  Outcome horizontal(const relatile::cost::Machine& machine) const {
    const int s = machine.num_ranks();
    return measure(program("split(0)", "split(0)"), {"horizontal", "", {{"Proj", {{"n", s}}}}},
                   machine);
  }
  Outcome vertical(const relatile::cost::Machine& machine) const {
    const int s = machine.num_ranks();
    return measure(program("split(1)", "split(0)"),
                   {"vertical", "", {{"Proj", {{"d", s}}, {1, s}}}}, machine);
  }
  Outcome optimal(const relatile::cost::Machine& machine) const {
    return measure(program("", ""), {"optimal", "optimal"}, machine);
  }
};

/// One step of stochastic gradient descent of a network with one hidden layer.
struct FactoredProblem {
  std::int64_t samples = 0;
  std::int64_t features = 0;
  std::int64_t hidden = 0;
  std::int64_t labels = 0;

  /// `data` and `first`, `second`: where X and Y, and the weights, are.
  std::string program(const std::string& data, const std::string& first,
                      const std::string& second) const {
    return matrix("X", samples, features, data) + matrix("Y", samples, labels, data) +
           matrix("U", features, hidden, first) + matrix("V", hidden, labels, second) +
           "Za = einsum(\"nd,dh->nh\", X, U)\n"
           "Ya = map(\"relu\", Za)\n"
           "Zb = einsum(\"nh,hl->nl\", Ya, V)\n"
           "Yb = map(\"logistic\", Zb)\n"
           "Gb = zip(\"subtract\", Yb, Y)\n"
           "GV = einsum(\"nh,nl->hl\", Ya, Gb)\n"
           "Ga = einsum(\"nl,hl->nh\", Gb, V)\n"
           "Mask = map(\"sign\", Ya)\n"
           "Gm = zip(\"multiply\", Mask, Ga)\n"
           "GU = einsum(\"nd,nh->dh\", X, Gm)\n"
           "Un = zip(\"subtract\", U, GU)\n"
           "Vn = zip(\"subtract\", V, GV)\n"
           "output Un, Vn\n";
  }
  Outcome data_parallel(const relatile::cost::Machine& machine) const {
    const int s = machine.num_ranks();
    return measure(program("split(0)", "split(0)", "split(0)"),
                   {"TRA-DP",
                    "",
                    {{"Za", {{"n", s}}},
                     {"Zb", {{"n", s}}},
                     {"Ga", {{"n", s}}},
                     {"GV", {{"n", s}}, {s, 1}},
                     {"GU", {{"n", s}}, {s, 1}}}},
                   machine);
  }
  Outcome model_parallel(const relatile::cost::Machine& machine) const {
    const int s = machine.num_ranks();
    return measure(program("split(1)", "split(0)", "split(1)"),
                   {"TRA-MP",
                    "",
                    {{"Za", {{"d", s}}},
                     {"Zb", {{"l", s}}},
                     {"GV", {{"l", s}}},
                     {"Ga", {{"l", s}}},
                     {"GU", {{"d", s}}}}},
                   machine);
  }
  Outcome optimal(const relatile::cost::Machine& machine) const {
    return measure(program("", "", ""), {"optimal", "optimal"}, machine);
  }
};

}  // namespace paper::tra
