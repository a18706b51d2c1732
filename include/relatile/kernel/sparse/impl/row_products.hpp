// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "relatile/core/kernel.hpp"
#include "relatile/function/list.hpp"
#include "relatile/kernel/functions/vectors.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/kernel/sparse/products.hpp"
#include "relatile/kernel/sparse/rows.hpp"

// The products of one row: the inner loops of all products of a sparse matrix and what is dense.

namespace relatile::kernel::detail {

/// The dense operand of a product: rows by their numbers in the whole array.
template <class T>
struct DenseRows {
  DenseRows(const Piece& piece, const ProductLabels& labels)
      : data(piece.as<const T>()),
        first(labels.inner < 0 ? piece.cut.low : 0),
        step(piece.strides[labels.inner < 0 ? 0 : labels.inner]),
        next(labels.column < 0 ? 0 : piece.strides[labels.column]) {
    if (labels.packed == 0) return;
    first /= labels.packed;
    step = labels.packed;
    next = 1;
  }

  const T* row(std::int64_t number) const { return data + (number - first) * step; }

  const T* data;
  std::int64_t first;
  std::int64_t step;  ///< between rows
  std::int64_t next;  ///< between columns
};

/// Asks for the entries that are so many further on. Where what is read of x is in cache, as of
/// matrices with bands, these are what a product waits for, and a processor that finds out by
/// itself what is read next brings them at two thirds of the speed.
template <class T>
void ask_for_entries(const SparseIndex* columns, const T* values) {
  // As numbers: pointers must not leave their arrays, what is asked for may.
  constexpr std::uintptr_t ahead = 256;
  const auto column = reinterpret_cast<std::uintptr_t>(columns) + ahead * sizeof(SparseIndex);
  const auto value = reinterpret_cast<std::uintptr_t>(values) + ahead * sizeof(T);
  __builtin_prefetch(reinterpret_cast<const void*>(column));
  __builtin_prefetch(reinterpret_cast<const void*>(value));
}

/// The reduction of a row's entries times a vector, whose elements lie next to each other if it is
/// `Dense`. Long rows have four sums, so that one addition need not wait for the one before.
template <class Combine, class Reduce, bool Dense, class T>
[[gnu::always_inline]] inline T row_times_vector(const SparseIndex* columns, const T* values,
                                                 std::int64_t count, const DenseRows<T>& x) {
  const auto term = [&](std::int64_t e) {
    const T& element = Dense ? x.data[columns[e] - x.first] : *x.row(columns[e]);
    return combined<Combine, Reduce, T>(entry_of<Combine>(values, e), element);
  };
  T sum = Reduce::template identity<T>();
  std::int64_t e = 0;
  if constexpr (std::is_same_v<Reduce, Any>) {
    while (e < count && !sum) sum = term(e++);  // the first that is true ends it
    return sum;
  }
  if (count >= 8) {  // in names, since a compiler may leave an array in memory
    T second = sum;
    T third = sum;
    T fourth = sum;
    for (; e + 4 <= count; e += 4) {
      sum = Reduce::combine(sum, term(e));
      second = Reduce::combine(second, term(e + 1));
      third = Reduce::combine(third, term(e + 2));
      fourth = Reduce::combine(fourth, term(e + 3));
    }
    sum = Reduce::combine(Reduce::combine(sum, second), Reduce::combine(third, fourth));
  }
  for (; e < count; ++e) sum = Reduce::combine(sum, term(e));
  return sum;
}

/// The same of all rows. A loop of its own, since rows are often so short that a call for each is a
/// third of the time.
template <class Combine, class Reduce, bool Dense, bool Asks, class T>
[[gnu::noinline]] void rows_times_vector(T* to, std::int64_t step, const CompressedRows& s,
                                         const T* values, DenseRows<T> x) {
  const SparseIndex* columns = s.columns;
  for (std::int64_t row = 0; row < s.rows; ++row) {
    const std::int64_t count = s.counts[row];
    if constexpr (Asks) ask_for_entries(columns, values);
    to[row * step] = row_times_vector<Combine, Reduce, Dense>(columns, values, count, x);
    columns += count;
    if constexpr (reads_entries<Combine>) values += count;
  }
}

/// The same of `Width` columns of x, which are next to each other.
template <class Combine, class Reduce, std::size_t Width, class T>
void row_times_columns(T* to, const SparseIndex* columns, const T* values, std::int64_t count,
                       const DenseRows<T>& x, std::int64_t column) {
  std::array<T, Width> sums;
  sums.fill(Reduce::template identity<T>());
  for (std::int64_t e = 0; e < count; ++e) {
    const T* const row = x.row(columns[e]) + column;
    const T value = entry_of<Combine>(values, e);
    for (std::size_t j = 0; j < Width; ++j) {
      sums[j] = Reduce::combine(sums[j], combined<Combine, Reduce, T>(value, row[j]));
    }
  }
  for (std::size_t j = 0; j < Width; ++j) to[static_cast<std::ptrdiff_t>(j)] = sums[j];
}

/// The same of `Packs` registers of columns. Their sums have names, since a compiler leaves those
/// of an array that it counts through in memory, where each addition waits for the one before.
template <class T, std::size_t... I>
void row_times_packs(T* to, const SparseIndex* columns, const T* values, std::int64_t count,
                     const DenseRows<T>& x, std::int64_t column, std::index_sequence<I...>) {
  Pack<T> sums[sizeof...(I)] = {};
  for (std::int64_t e = 0; e < count; ++e) {
    const T* const row = x.row(columns[e]) + column;
    const Pack<T> value = values[e] - Pack<T>{};
    Pack<T> element;
    ((load<T>(element, row + std::int64_t{I} * lanes_of<T>), sums[I] += value * element), ...);
  }
  (store<T>(to + std::int64_t{I} * lanes_of<T>, sums[I]), ...);
}

/// Whether rows of x are multiplied and added a register at a time.
template <class Combine, class Reduce, class T>
inline constexpr bool is_packed = std::is_floating_point_v<T>&& std::is_same_v<Reduce, Sum>&&
    std::is_same_v<Combine, function::Multiply>;

/// A row's entries times a matrix of `width` columns. A function of its own, so that it is compiled
/// once and not for all ways to rows.
template <class Combine, class Reduce, class T>
[[gnu::noinline]] void row_times_matrix(T* to, std::int64_t next, std::int64_t width,
                                        const SparseIndex* columns, const T* values,
                                        std::int64_t count, const DenseRows<T>& x) {
  std::int64_t j = 0;
  if (x.next == 1 && next == 1) {
    if constexpr (is_packed<Combine, Reduce, T>) {
      const auto take = [&]<std::size_t Packs>(std::integral_constant<std::size_t, Packs>) {
        constexpr std::int64_t together = std::int64_t{Packs} * lanes_of<T>;
        for (; j + together <= width; j += together) {
          row_times_packs(to + j, columns, values, count, x, j, std::make_index_sequence<Packs>{});
        }
      };
      take(std::integral_constant<std::size_t, 8>{});
      take(std::integral_constant<std::size_t, 4>{});
      take(std::integral_constant<std::size_t, 2>{});
      take(std::integral_constant<std::size_t, 1>{});
    } else {
      for (; j + 16 <= width; j += 16) {
        row_times_columns<Combine, Reduce, 16>(to + j, columns, values, count, x, j);
      }
      for (; j + 4 <= width; j += 4) {
        row_times_columns<Combine, Reduce, 4>(to + j, columns, values, count, x, j);
      }
    }
  }
  for (; j < width; ++j) {
    DenseRows<T> column = x;
    column.data += j * x.next;
    // In the order of entries, as of 16 columns.
    row_times_columns<Combine, Reduce, 1>(to + j * next, columns, values, count, column, 0);
  }
}

}  // namespace relatile::kernel::detail
