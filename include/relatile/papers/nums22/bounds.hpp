// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>

#include "relatile/core/units.hpp"

// The communication bounds of [nums22]: times in an alpha-beta model extended by gamma, what it
// takes to dispatch one block operation. p workers on k nodes, r = p / k of them a node; blocks of
// n floats.
namespace relatile::papers::nums22 {

/// p = k r workers.
struct Cluster {
  double nodes = 1;             ///< k
  double workers_per_node = 1;  ///< r
  double workers() const { return nodes * workers_per_node; }
};

/// alpha + beta n: the time of n floats on one channel.
struct Channel {
  double alpha = 0;
  double beta = 0;
  Seconds seconds(double floats) const { return {alpha + beta * floats}; }
};

/// What an operation takes at least, on its critical path: operations dispatched, blocks sent
/// between nodes (C(n)), blocks passed between workers of a node (R(n)).
struct Bound {
  double dispatches = 0;
  double between_nodes = 0;
  double within_node = 0;

  Seconds seconds(Seconds gamma, const Channel& between, const Channel& within,
                  double block_floats) const {
    return dispatches * gamma + between_nodes * between.seconds(block_floats) +
           within_node * within.seconds(block_floats);
  }
};

/// -x, or x + y of arrays in equal blocks: nothing moves.
///
///   source  [nums22] A.1
inline Bound elementwise(const Cluster& c) { return {c.workers(), 0, 0}; }

/// The sum of p row blocks: a tree within every node, then one over the nodes.
///
///   source  [nums22] A.2
inline Bound reduction(const Cluster& c) {
  return {c.workers() - 1, std::log2(c.nodes), std::log2(c.workers_per_node)};
}

/// X^T Y of matrices in p row blocks: block products in place, passed on within the node, summed.
///
///   source  [nums22] A.3
inline Bound inner_product(const Cluster& c) {
  const Bound sum = reduction(c);
  return {c.workers() + sum.dispatches, sum.between_nodes, 1 + sum.within_node};
}

/// X Y^T of matrices in sqrt(p) row blocks: every node sends its blocks to the nodes of its row and
/// of its column in a sqrt(k) x sqrt(k) grid.
///
///   source  [nums22] A.4
inline Bound outer_product(const Cluster& c) {
  return {c.workers(), 2 * (std::sqrt(c.nodes) - 1) * c.workers_per_node, 0};
}

/// X Y of square matrices in sqrt(p) x sqrt(p) blocks.
///
///   source  [nums22] A.5, before its last simplification, with logarithms to base 2; dispatches
///           are the p^(3/2) products and the additions of their results
inline Bound matrix_product(const Cluster& c) {
  const double side = std::sqrt(c.nodes);
  const double blocks = std::sqrt(c.workers());
  return {c.workers() * (2 * blocks - 1),
          ((c.nodes - 1) / side + std::log2(side)) * c.workers_per_node,
          std::log2(std::sqrt(c.workers_per_node))};
}

/// The same by SUMMA: in each of sqrt(p) rounds two broadcasts along rows and columns of workers.
///
///   source  [nums22] A.5.1
inline Bound summa(const Cluster& c) {
  const double side = std::sqrt(c.workers());
  return {0, 2 * side * std::log2(side), 0};
}

}  // namespace relatile::papers::nums22
