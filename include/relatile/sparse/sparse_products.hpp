// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <utility>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/sparse/sparse_products.hpp"
#include "relatile/sparse/product_pattern.hpp"
#include "relatile/sparse/products.hpp"
#include "relatile/sparse/semirings.hpp"
#include "relatile/sparse/sparse_array.hpp"

// Products of two sparse matrices, over semirings of numbers.

namespace relatile {

namespace detail {

/// The product, of such elements, at these places.
tra::NodePtr product_at(const ProductPattern& at, ElementType element, const SparseNodes& a,
                        const SparseNodes& b, PieceKernel kernel);

/// Throws ShapeMismatch unless a mask has the shape of a product whose operands fit.
inline void require_mask_of_product(const Extents& a, const Extents& b, const Extents& mask) {
  require_inner_sparse("masked_matmul", a, 1, b, 0);
  require_inner_sparse("masked_matmul", a, 0, mask, 0);
  require_inner_sparse("masked_matmul", b, 1, mask, 1);
}

/// Tells gradients of a product at some places by what they are pulled back.
template <class T>
tra::NodePtr differentiable_at_places(tra::NodePtr product, const SparsePattern& places,
                                      const SparseNodes& a, const SparseNodes& b);

/// The product of two matrices at places that are known, which are all of them or some. Callers
/// have seen to it that the semiring is known and that extents fit.
template <class Semiring, class T, class TB>
SparseArray<T, 2> sparse_product_at(const ProductPattern& at, const SparseNodes& a,
                                    const SparseArray<TB, 2>& b, kernel::ProductPlaces places) {
  using Kernels = SparseKernels<Semiring, T, MultipliedBy::sparse>;
  const SparseNodes right = operand_nodes<Semiring, T>(b);
  tra::NodePtr product =
      product_at(at, element_type_of<T>(), a, right,
                 kernel::product_at_entries<typename Kernels::Combine, typename Kernels::Reduce, T>(
                     b.shape(1), places,
                     {!a.pattern->has_all_rows(), !right.pattern->has_all_rows(),
                      !at.places->has_all_rows()}));
  if constexpr (has_pullback<Semiring, T>) {
    product = differentiable_at_places<T>(std::move(product), at.places, a, right);
  }
  return {at.places, Array<T, 1>(std::move(product))};
}

/// The product of two matrices, of which somebody may know what to expect. Collective.
template <class Semiring, class TA, class TB>
auto sparse_product(const SparseArray<TA, 2>& a, const SparseArray<TB, 2>& b,
                    const std::optional<tra::SizeEstimate>& expected) {
  using T = canonical_t<sparse_combined_t<Semiring, TA, TB>>;
  require_inner_sparse("matmul", a.shape(), 1, b.shape(), 0);
  if constexpr (require_known_semiring<Semiring, T, MultipliedBy::sparse>()) {
    const auto by_rows = [&](const auto& x, const auto& y) {
      return sparse_product_at<Semiring, T>(pattern_of_product(x.pattern(), y.pattern(), expected),
                                            operand_nodes<Semiring, T>(x), y,
                                            kernel::ProductPlaces::all);
    };
    const SparseArray<TA, 2>* const of_a = a.held_by_columns();
    const SparseArray<TB, 2>* const of_b = b.held_by_columns();
    // Combinations of two entries are the same in the other order.
    return of_a != nullptr && of_b != nullptr ? by_columns(by_rows(*of_b, *of_a)) : by_rows(a, b);
  } else {
    return SparseArray<T, 2>();
  }
}

}  // namespace detail

/// The product of two sparse matrices, a sparse matrix. Where it has entries is computed at once,
/// and stored; sums that happen to be 0 are entries. `explain` says beside the plan how many
/// entries were expected, and how many there are. Gradients of products over + and * pass to the
/// entries of both. Collective.
///
///   errors  ShapeMismatch if the multiplied axes differ in extent
///   cost    a pass over the entries of a and two over the products of entries at once, one when
///           the values are needed
template <class Semiring = PlusTimes, class TA, class TB>
auto matmul(const SparseArray<TA, 2>& a, const SparseArray<TB, 2>& b,
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::sparse_product<Semiring>(a, b, std::nullopt);
}

/// The product of two sparse matrices at the entries of `mask` alone, which are those of the
/// result: masked_matmul<PlusPair>(l, l, l) of a graph's lower half counts the triangles over each
/// edge. Nothing else is computed or stored. Collective: pairs of entries are counted at once, so
/// that sites have equally many.
///
///   errors  ShapeMismatch if the multiplied axes differ in extent, or the mask has another shape
///   cost    a pass over the entries of a at once, one over the products of entries when the values
///           are needed
template <class Semiring = PlusTimes, class TA, class TB, class TM>
auto masked_matmul(const SparseArray<TA, 2>& a, const SparseArray<TB, 2>& b,
                   const SparseArray<TM, 2>& mask, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = canonical_t<detail::sparse_combined_t<Semiring, TA, TB>>;
  detail::require_mask_of_product(a.shape(), b.shape(), mask.shape());
  if constexpr (detail::require_known_semiring<Semiring, T, detail::MultipliedBy::sparse>()) {
    const detail::SparseNodes left =
        detail::in_blocks(detail::operand_nodes<Semiring, T>(a), mask.row_blocks());
    return detail::sparse_product_at<Semiring, T>(
        detail::places_of_mask(mask.pattern(), left.pattern, b.pattern()), left, b,
        kernel::ProductPlaces::of_mask);
  } else {
    return SparseArray<T, 2>();
  }
}

/// The places where a matrix has no entries: what masks of products may be, too.
template <class T>
struct Complement {
  SparseArray<T, 2> of;
};
template <class T>
Complement<T> complement(const SparseArray<T, 2>& s) {
  return {s};
}

/// The product of two sparse matrices where `mask` has no entries, GraphBLAS's complemented mask:
/// masked_matmul<PlusPair>(s, s, complement(s)) counts the common neighbours of vertices that are
/// none. What the mask has is neither stored nor computed. Collective, as matmul is.
///
///   errors  ShapeMismatch if the multiplied axes differ in extent, or the mask has another shape
///   cost    as of matmul, and a look at the entries of the mask in each pass
template <class Semiring = PlusTimes, class TA, class TB, class TM>
auto masked_matmul(const SparseArray<TA, 2>& a, const SparseArray<TB, 2>& b,
                   const Complement<TM>& mask, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = canonical_t<detail::sparse_combined_t<Semiring, TA, TB>>;
  detail::require_mask_of_product(a.shape(), b.shape(), mask.of.shape());
  if constexpr (detail::require_known_semiring<Semiring, T, detail::MultipliedBy::sparse>()) {
    return detail::sparse_product_at<Semiring, T>(
        detail::pattern_of_product(a.pattern(), b.pattern(), std::nullopt, mask.of.pattern()),
        detail::operand_nodes<Semiring, T>(a), b, kernel::ProductPlaces::of_mask);
  } else {
    return SparseArray<T, 2>();
  }
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/impl/sparse_products.hpp"
#endif
