// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <relatile/relatile.hpp>
#include <relatile/relations.hpp>

// A network as a program of relations, and as one of arrays.

namespace relatile::test {

using NetworkBlocks = Relation<Dense<double, 2>, 2>;

/// max(a, 0), with its derivative, which has one by g.
inline auto rectifier() {
  const auto where_positive = [](const auto& g, const auto& a) {
    return (a.array() > 0).select(g, 0.0);
  };
  return declare([](const auto& a) { return a.cwiseMax(0.0); })
      .named("relu")
      .derivatives(declare(where_positive).derivatives(where_positive, nullptr));
}

/// The product of two matrices of blocks.
inline auto product(const NetworkBlocks& a, const NetworkBlocks& b) {
  return aggregate(join(a, b, on<1>, on<0>, kernel::matmul), by<0, 2>, kernel::add);
}

/// The feed-forward network of the tensor relational algebra's paper, [tra21] 5.
inline NetworkBlocks network(const NetworkBlocks& x, const NetworkBlocks& w,
                             const NetworkBlocks& v) {
  return product(transform(product(x, w), rectifier()), v);
}
inline Array<double, 2> network(const Array<double, 2>& x, const Array<double, 2>& w,
                                const Array<double, 2>& v) {
  return matmul(maximum(matmul(x, w), 0.0), v);
}

}  // namespace relatile::test
