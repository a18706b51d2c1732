// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/sparse/estimates/chain_order.hpp"
#include "relatile/sparse/products.hpp"
#include "relatile/sparse/sparse_products.hpp"

// Chains of products in the order that is estimated to take the fewest flops.

namespace relatile {

namespace detail {

/// One line for the product of two matrices. Collective.
std::string explained_product(const SparsePattern& a, const SparsePattern& b);
/// One line for each product of a chain, with entries as estimated, as they are, and the quotient
/// of both. Collective.
std::string explained_chain(const std::vector<SparsePattern>& patterns,
                            const std::optional<Extents>& dense);

template <class T, class S>
SparseArray<T, 2> sparse_as(const SparseArray<S, 2>& s) {
  if constexpr (std::is_same_v<T, S>) {
    return s;
  } else {
    return astype<T>(s);
  }
}

/// A chain of matrices of one type, and the products that an order makes of them.
template <class Semiring, class T>
class SparseChain {
 public:
  explicit SparseChain(std::vector<SparseArray<T, 2>> operands) : operands_(std::move(operands)) {}

  ChainOrder order(const std::optional<Extents>& dense) const {
    return ChainOrder(sketches_of(patterns()), dense);
  }
  std::vector<SparsePattern> patterns() const {
    std::vector<SparsePattern> all;
    for (const auto& operand : operands_) all.push_back(operand.pattern());
    return all;
  }
  SparseArray<T, 2> product(const ChainOrder& order, std::monostate = {}) const {
    return part(order, 0, order.num_operands() - 1);
  }
  /// With a dense operand at the end.
  template <int N>
  Array<T, N> product(const ChainOrder& order, const Array<T, N>& x) const {
    return dense_part(order, 0, x);
  }

 private:
  SparseArray<T, 2> part(const ChainOrder& order, int first, int last) const {
    if (first == last) return nth(operands_, first);
    const int middle = order.middle(first, last);
    return sparse_product<Semiring>(part(order, first, middle), part(order, middle + 1, last),
                                    order.expected(first, last));
  }
  template <int N>
  Array<T, N> dense_part(const ChainOrder& order, int first, const Array<T, N>& x) const {
    const int last = order.num_operands() - 1;
    if (first == last) return x;
    const int middle = order.middle(first, last);
    return matmul<Semiring>(part(order, first, middle), dense_part(order, middle + 1, x));
  }

  std::vector<SparseArray<T, 2>> operands_;
};

template <class A>
struct ChainElement {
  using type = element_of<A>;
};
template <SparseLike A>
struct ChainElement<A> {
  using type = typename A::value_type;
};

/// The operands of a chain in one type: sparse matrices, and what is dense at the end, or nothing.
template <class Semiring, class... A>
auto chain_of(const A&... operands) {
  constexpr std::size_t count = sizeof...(A);
  constexpr bool sparse[] = {SparseLike<A>...};
  constexpr bool fits = count >= 2 && [&] {
    for (std::size_t i = 0; i + 1 < count; ++i) {
      if (!sparse[i]) return false;
    }
    return true;
  }();
  static_assert(fits,
                "relatile: multi_dot takes two sparse matrices or more, of which the last "
                "may be a dense vector or matrix instead");
  static_assert(
      !std::is_same_v<Semiring, PlusPair>,
      "relatile: multi_dot: what PlusPair makes of a chain depends on its order; multiply "
      "two matrices at a time");
  using T = canonical_t<
      einsum_detail::combined_t<Semiring, promote_t<typename ChainElement<A>::type...>>>;
  std::vector<SparseArray<T, 2>> matrices;
  const auto add = [&](const auto& x) {
    if constexpr (SparseLike<std::remove_cvref_t<decltype(x)>>) {
      matrices.push_back(sparse_as<T>(x));
    }
  };
  (add(operands), ...);
  const auto dense_end = [&] {
    if constexpr (!fits || sparse[count - 1]) {
      return std::monostate{};
    } else {
      return as_array(astype<T>(std::get<count - 1>(std::tie(operands...))));
    }
  };
  return std::pair(SparseChain<Semiring, T>(std::move(matrices)), dense_end());
}

/// The shape of what is dense at the end of a chain, a vector as a column.
inline std::optional<Extents> shape_of_end(std::monostate) { return std::nullopt; }
template <class T, int N>
std::optional<Extents> shape_of_end(const Array<T, N>& x) {
  return Extents{x.shape()[0], N == 1 ? 1 : x.shape()[N - 1]};
}

}  // namespace detail

/// How many entries matmul(a, b) will have, and how many pairs are multiplied for it, from counts
/// of entries alone. Collective.
///
///   errors  ShapeMismatch if the multiplied axes differ in extent
///   cost    four products of patterns with vectors
template <class TA, class TB>
ProductEstimate estimate_matmul(const SparseArray<TA, 2>& a, const SparseArray<TB, 2>& b,
                                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_inner_sparse("estimate_matmul", a.shape(), 1, b.shape(), 0);
  return detail::estimate_of_product(detail::sketch_of(a.pattern()),
                                     detail::sketch_of(b.pattern()));
}

/// What matmul(a, b) is estimated to have, and has: one line with entries and pairs as estimated,
/// with bounds, entries as they are, and the quotient of both, which is at least 1. Collective.
///
///   errors  ShapeMismatch if the multiplied axes differ in extent
///   cost    finds where the product has entries, but computes no elements
template <class TA, class TB>
std::string explain_matmul(const SparseArray<TA, 2>& a, const SparseArray<TB, 2>& b,
                           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_inner_sparse("explain_matmul", a.shape(), 1, b.shape(), 0);
  return detail::explained_product(a.pattern(), b.pattern());
}

/// numpy.linalg.multi_dot of sparse matrices of one type: their product, in the order that is
/// estimated to take the fewest flops. Where products have entries is computed at once. Collective.
///
///   errors  Error for an empty list, ShapeMismatch where neighbours do not fit
///   cost    besides the products, two of every pattern with vectors, and (n^3 - n) / 6 estimates
template <class Semiring = PlusTimes, class S>
auto multi_dot(const std::vector<SparseArray<S, 2>>& matrices,
               SourceLine line = SourceLine::current()) {
  using T = canonical_t<einsum_detail::combined_t<Semiring, S>>;
  const AskedFrom scope(line);
  if (matrices.empty()) throw Error("relatile: multi_dot: a list of no matrices");
  std::vector<SparseArray<T, 2>> operands;
  for (const auto& matrix : matrices) operands.push_back(detail::sparse_as<T>(matrix));
  if (operands.size() == 1) return operands.front();
  if (operands.size() == 2) return matmul<Semiring>(operands[0], operands[1], line);
  const detail::SparseChain<Semiring, T> chain(std::move(operands));
  return chain.product(chain.order({}));
}

/// The same of operands that may differ in type; the last may be a dense vector or matrix, and then
/// so is the result: multi_dot(a, a, x) is two products with vectors, not a a.
template <class Semiring = PlusTimes, detail::SparseLike First, class... More>
auto multi_dot(const First& first, const More&... more) {
  const auto [chain, dense] = detail::chain_of<Semiring>(first, more...);
  if constexpr (sizeof...(More) == 1) {
    return matmul<Semiring>(first, more...);  // there is nothing to choose
  } else {
    return chain.product(chain.order(detail::shape_of_end(dense)), dense);
  }
}

/// What multi_dot does of these operands: each product with its flops and its entries, as estimated
/// and as they are, and the quotient of both, which is at least 1. Collective.
///
///   errors  ShapeMismatch where neighbours do not fit
///   cost    finds where all products have entries, but computes no elements
template <class Semiring = PlusTimes, detail::SparseLike First, class... More>
std::string explain_multi_dot(const First& first, const More&... more) {
  const auto [chain, dense] = detail::chain_of<Semiring>(first, more...);
  return detail::explained_chain(chain.patterns(), detail::shape_of_end(dense));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/estimates/impl/chains.hpp"
#endif
