// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/passes/cache_limits.hpp"
#include "relatile/passes/tile_fusion.hpp"
#include "relatile/passes/tile_fusion_source.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::pass {

namespace detail {

/// How long rows, columns and sums of a product of two arrays are on a box of its labels.
class ProductSides {
 public:
  ProductSides(const tra::Node& product, const Box& box) : product_(product) {
    lengths_.fill(1);
    for (int l = 0; l < box.rank(); ++l) lengths_[part(l)] *= box.high[l] - box.low[l];
  }
  /// Of what the label is a part of; 0: it numbers products by themselves.
  std::int64_t length_with(int label) const {
    return part(label) == batch ? 0 : lengths_[part(label)];
  }
  /// Else each element of some operand is used once, and no part of the product is slower than it.
  bool is_of_matrices() const {
    return lengths_[rows] > 1 && lengths_[columns] > 1 && lengths_[sums] > 1;
  }

 private:
  // Axes: in the first operand, in the second one, in the result.
  static constexpr std::size_t rows = 0b101;
  static constexpr std::size_t columns = 0b011;
  static constexpr std::size_t sums = 0b110;
  static constexpr std::size_t batch = 0b111;

  std::size_t part(int label) const;

  const tra::Node& product_;
  std::array<std::int64_t, 8> lengths_;  ///< per part
};

/// Into how many slices a fusion's steps can be cut along one of its directions.
RELATILE_INLINE std::int64_t most_slices(const TileFusion& fusion, std::size_t direction,
                                         const CacheLimits& limits);

/// Per direction of a fusion, into how many slices it is best cut; none if so many could not be
/// written down that what passes between its steps would stay in a cache.
RELATILE_INLINE Extents best_slices(const TileFusion& fusion, const CacheLimits& limits,
                                    int num_sites);

/// A fusion, and into how many slices it is cut along each of its directions.
struct CutFusion {
  TileFusion fusion;
  std::int64_t bytes_between;
  Extents counts;
};

/// The fusion through a value that is most worth cutting: along as many of its dimensions as it
/// takes, but no longer ones if these let as much go by.
RELATILE_INLINE std::optional<CutFusion> best_fusion(const TileFusionSource& source, int value,
                                                     const CacheLimits& limits);

}  // namespace detail

/// The plan with products and what is done with their elements (a bias, an activation, a softmax,
/// sums, the next product) executed panel by panel, where what passes between these steps is larger
/// than a cache and memory is what takes the time: each step finds in cache what the one before it
/// has left there, and nothing between them is ever stored as a whole.
///
///   equation  f(A B) C  ==  for each panel of rows: f(A[rows, :] B) C
///             A^T f(A B)  ==  the sum over panels of rows: A[rows, :]^T f(A[rows, :] B)
///   source    rules R1-4 and R1-7 of [tra21], which put a map into the kernel of the join before
///             it; strip-mining and fusion of loops: M. Wolfe, Supercomputing 1989
RELATILE_INLINE plan::Plan with_cache_panels(plan::Plan plan, std::int64_t message_limit,
                                             const CacheLimits& limits);

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/cache_panels.hpp"
#endif
