// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/dense/triangular.hpp"

#include <utility>

#include "relatile/array/shapes/joining.hpp"
#include "relatile/core/error.hpp"
#include "relatile/linalg/dense/derivatives.hpp"
#include "relatile/linalg/dense/panels.hpp"
#include "relatile/linalg/dense/small_triangular.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"
#include "relatile/linalg/products.hpp"

namespace relatile::detail {

RELATILE_INLINE kernel::TriangularSystem system_of(const TriangularOptions& options) {
  kernel::TriangularSystem system;
  system.function = "solve_triangular";
  system.lower = options.lower;
  system.unit = options.unit_diagonal;
  if (options.trans == 'T') {
    system.applied = kernel::Applied::transposed;
  } else if (options.trans == 'C') {
    system.applied = kernel::Applied::adjoint;
  } else if (options.trans != 'N') {
    throw ShapeMismatch(std::string("relatile: solve_triangular: there is no trans '") +
                        options.trans + "'; there are N, T and C");
  }
  return system;
}

/// Solves by halves.
template <class T>
class TriangularByHalves {
 public:
  TriangularByHalves(tra::NodePtr a, const kernel::TriangularSystem& system, std::int64_t panel)
      : a_(std::move(a)), system_(system), panel_(panel) {}

  /// X of the unknowns in `range`, whose right-hand side is b.
  tra::NodePtr solve(const Range& range, const tra::NodePtr& b) const {
    const std::int64_t n = range.high - range.low;
    if (n <= panel_) {
      kernel::TriangularSystem part = system_;
      part.first += range.low;
      const Extents& shape = b->type.extents;
      return small_triangular_node<T>({a_, {}, range.low, range.low, n, n}, {b}, part, shape[0],
                                      shape[1]);
    }
    const std::int64_t half = (n / panel_ + 1) / 2 * panel_;
    const Range low{range.low, range.low + half};
    const Range high{low.high, range.high};
    const tra::NodePtr of_low = part(b, {0, half});
    const tra::NodePtr of_high = part(b, {half, n});
    if (low_comes_first()) {
      const tra::NodePtr x = solve(low, of_low);
      return joined_halves(x, solve(high, without(of_high, high, low, x)));
    }
    const tra::NodePtr x = solve(high, of_high);
    return joined_halves(solve(low, without(of_low, low, high, x)), x);
  }

 private:
  /// Whether the first unknowns are known before the last ones.
  bool low_comes_first() const {
    const bool lower = system_.lower == (system_.applied == kernel::Applied::plain);
    return lower != system_.from_right;
  }
  tra::NodePtr part(const tra::NodePtr& b, const Range& range) const {
    const Extents& shape = b->type.extents;
    return system_.from_right ? part_of_matrix(b, {0, shape[0]}, range)
                              : part_of_matrix(b, range, {0, shape[1]});
  }
  tra::NodePtr joined_halves(const tra::NodePtr& low, const tra::NodePtr& high) const {
    return concatenate_node("solve_triangular", {low, high}, system_.from_right ? 1 : 0);
  }
  /// The right-hand side of the unknowns `of` without what known ones contribute.
  tra::NodePtr without(const tra::NodePtr& b, const Range& of, const Range& known,
                       const tra::NodePtr& x) const {
    const bool as_it_is = system_.applied == kernel::Applied::plain;
    const Range& rows = (system_.from_right == as_it_is) ? known : of;
    const Range& columns = (system_.from_right == as_it_is) ? of : known;
    Array<T, 2> block(part_of_matrix(a_, rows, columns));
    if (!as_it_is) block = transpose(block);
    if constexpr (is_complex_v<T>) {
      if (system_.applied == kernel::Applied::adjoint) block = conj(block);
    }
    const Array<T, 2> right(b);
    const Array<T, 2> found(x);
    return to_node(system_.from_right ? Array<T, 2>(right - matmul(found, block))
                                      : Array<T, 2>(right - matmul(block, found)));
  }

  tra::NodePtr a_;
  kernel::TriangularSystem system_;
  std::int64_t panel_;
};

template <class T>
tra::NodePtr triangular_node(const tra::NodePtr& a, const tra::NodePtr& b,
                             const kernel::TriangularSystem& system, std::int64_t panel) {
  const Extents& of_a = a->type.extents;
  const Extents& of_b = b->type.extents;
  const std::int64_t n = of_a[of_a.rank() - 1];
  if (of_a.rank() > 2 || of_b.rank() > 2) {
    return differentiable_triangular<T>(
        small_triangular_node<T>({a}, {b}, system, of_b[of_b.rank() - 2], of_b[of_b.rank() - 1]), a,
        b, system, panel);
  }
  return differentiable_triangular<T>(TriangularByHalves<T>(a, system, panel).solve({0, n}, b), a,
                                      b, system, panel);
}

}  // namespace relatile::detail
