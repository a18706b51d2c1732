// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/function/list.hpp"

// Products of a sparse matrix s in compressed rows and a dense array, over a semiring: `Combine` is
// an elementwise functor, `Reduce` a reduction. What is not stored is the identity of `Reduce`, and
// changes nothing. Known for the types and semirings that src/sparse/sparse_products.cpp lists.

namespace relatile::kernel {

/// The combination of an entry and what stands beside it that is the entry.
struct EntryAlone {
  static constexpr std::string_view name = "entry";
  template <class C>
  static C apply(const C& entry, const C&) {
    return entry;
  }
};

/// The combination of an entry and what stands beside it that is what stands there.
struct OtherAlone {
  static constexpr std::string_view name = "other";
  template <class C>
  static C apply(const C&, const C& other) {
    return other;
  }
};
/// 1 for an entry and what stands beside it.
struct One {
  static constexpr std::string_view name = "pair";
  template <class C>
  static C apply(const C&, const C&) {
    return C(1);
  }
};

/// Whether a combination looks at the elements of entries. Those that do not are given anything in
/// the place of these.
template <class Combine>
inline constexpr bool reads_entries =
    !std::is_same_v<Combine, OtherAlone> && !std::is_same_v<Combine, One>;

/// The element of an entry, if it is looked at.
template <class Combine, class T>
T entry_of(const T* values, std::int64_t entry) {
  if constexpr (reads_entries<Combine>) {
    return values[entry];
  } else {
    return T{};
  }
}

/// Two elements combined as a semiring does. Of sums of integers the identity of the reduction, the
/// greatest or the least number, is an infinity, which would wrap.
template <class Combine, class Reduce, class T>
T combined(const T& a, const T& b) {
  if constexpr (std::is_integral_v<T> && std::is_same_v<Combine, function::Add>) {
    const T infinity = Reduce::template identity<T>();
    if (a == infinity || b == infinity) return infinity;
  }
  return static_cast<T>(Combine::template apply<T>(a, b));
}

/// Which labels of a product's node are what; -1: there is none.
struct ProductLabels {
  int inner = -1;   ///< along the dense operand's rows; none where blocks touch a range of these
  int column = -1;  ///< along the dense operand's columns; none of vectors
  /// Whether there is one more operand, a truth value for each row: where that is false, the result
  /// is the identity of the reduction, and entries are not looked at.
  bool masked = false;
  /// Whether only the rows of s are stored that have entries: then their numbers are the last
  /// operand.
  bool numbered = false;
  /// Of a dense operand whose rows come one after the other as a vector, how many elements they
  /// have; else 0.
  std::int64_t packed = 0;
};

/// Operands: counts, columns and values of s, x, and the mask if there is one. Result: y(i, j), the
/// reduction of s(i, k) x(k, j) over k.
template <class Combine, class Reduce, class T>
PieceKernel rows_product(ProductLabels labels);

/// The same operands. Adds to the result y(k, j) what s(i, k) x(i, j) gives for the rows i of a
/// piece; `inner` is the label along y's rows. Rows for which a vector x has what gives the
/// identity in every combination are not looked at.
template <class Combine, class Reduce, class T>
PieceKernel columns_product(ProductLabels labels);

/// Operands: counts and columns of s, u, v, and the numbers of s's rows if not all are stored;
/// labels: blocks, r, k. Adds to the result, one element
/// for each entry (i, k) of s, what u(i, r) v(r, k) gives for the r of a piece.
template <class Combine, class Reduce, class T>
PieceKernel sampled_product();

/// Operands: counts and values of s, and the numbers of its rows if not all are stored. Result:
/// y(i), the reduction of the entries of row i.
template <class Reduce, class T>
PieceKernel rows_reduction();

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/sparse/impl/products.hpp"
#endif
