// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/sparse/products.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "relatile/kernel/reductions.hpp"
#include "relatile/kernel/sparse/rows.hpp"

namespace relatile::kernel {
namespace detail {

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
T row_times_vector(const SparseIndex* columns, const T* values, std::int64_t count,
                   const DenseRows<T>& x) {
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
  if (count >= 8) {
    std::array<T, 4> sums{sum, sum, sum, sum};
    for (; e + 4 <= count; e += 4) {
      for (std::int64_t i = 0; i < 4; ++i) {
        T& one = sums[static_cast<std::size_t>(i)];
        one = Reduce::combine(one, term(e + i));
      }
    }
    sum = Reduce::combine(Reduce::combine(sums[0], sums[1]), Reduce::combine(sums[2], sums[3]));
  }
  for (; e < count; ++e) sum = Reduce::combine(sum, term(e));
  return sum;
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

/// Calls visit(row, first, end) for the rows that are chosen and have entries; is_chosen(row) is
/// asked of all. What is chosen is often as good as random, and a branch for each row would be
/// foreseen wrongly as often as not: of 64 rows at a time it is found out, without any, which to
/// visit.
template <class IsChosen, class Visit>
void for_each_chosen(const CompressedRows& s, IsChosen&& is_chosen, Visit&& visit) {
  constexpr std::int64_t together = 64;
  std::array<std::int64_t, together> firsts;
  std::int64_t next = 0;
  for (std::int64_t begin = 0; begin < s.rows; begin += together) {
    const std::int64_t count = std::min(together, s.rows - begin);
    const SparseIndex* const counts = s.counts + begin;
    std::uint64_t visited = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      firsts[static_cast<std::size_t>(i)] = next;
      next += counts[i];
      const bool is_visited = is_chosen(begin + i) & (counts[i] > 0);
      visited |= std::uint64_t{is_visited} << i;
    }
    for (; visited != 0; visited &= visited - 1) {
      const int i = std::countr_zero(visited);
      const std::int64_t first = firsts[static_cast<std::size_t>(i)];
      visit(begin + i, first, first + counts[i]);
    }
  }
}

/// The same of a mask. Calls skip(row) for all before they are visited.
template <class Visit, class Skip>
void for_each_masked(const CompressedRows& s, const Piece& mask, Visit&& visit, Skip&& skip) {
  const bool* const chosen = mask.as<const bool>();
  const std::int64_t step = mask.strides[0];
  for (std::int64_t row = 0; row < s.rows; ++row) skip(row);
  for_each_chosen(
      s, [&](std::int64_t row) { return chosen[row * step]; }, visit);
}

/// A row's entries times a matrix of `width` columns. A function of its own, so that it is compiled
/// once and not for all ways to rows.
template <class Combine, class Reduce, class T>
[[gnu::noinline]] void row_times_matrix(T* to, std::int64_t next, std::int64_t width,
                                        const SparseIndex* columns, const T* values,
                                        std::int64_t count, const DenseRows<T>& x) {
  std::int64_t j = 0;
  if (x.next == 1 && next == 1) {
    for (; j + 16 <= width; j += 16) {
      row_times_columns<Combine, Reduce, 16>(to + j, columns, values, count, x, j);
    }
    for (; j + 4 <= width; j += 4) {
      row_times_columns<Combine, Reduce, 4>(to + j, columns, values, count, x, j);
    }
  }
  for (; j < width; ++j) {
    DenseRows<T> column = x;
    column.data += j * x.next;
    // In the order of entries, as of 16 columns.
    row_times_columns<Combine, Reduce, 1>(to + j * next, columns, values, count, column, 0);
  }
}

/// The numbers of stored rows in a piece that begins at `first_row`.
struct StoredRows {
  StoredRows(const Piece& of_numbers, std::int64_t first)
      : numbers(of_numbers.as<const SparseIndex>()), first_row(first) {}
  std::int64_t row(std::int64_t stored) const { return numbers[stored] - first_row; }

  const SparseIndex* numbers;
  std::int64_t first_row;
};

/// The product of a matrix of which some rows are stored: what the others give is known. Of those
/// that are, a mask may choose some.
template <class Combine, class Reduce, class T>
[[gnu::noinline]] void run_stored_rows_product(const PieceCall& call, const ProductLabels& labels) {
  const CompressedRows s(call.inputs[0], call.inputs[1]);
  const T* const values = call.inputs[2].as<const T>();
  const DenseRows<T> x(call.inputs[3], labels);
  const Piece& y = call.output;
  const Piece* const mask = labels.masked ? &call.inputs[4] : nullptr;
  const StoredRows stored(call.inputs[labels.masked ? 5 : 4], y.cut.low);
  const bool vector = labels.column < 0;
  const std::int64_t width =
      vector ? 1 : call.labels.high[labels.column] - call.labels.low[labels.column];
  const std::int64_t next = vector ? 1 : y.strides[labels.column];
  T* const to = y.as<T>();
  for (std::int64_t row = 0; row < y.count(); ++row) {
    T* const of_row = to + row * y.strides[0];
    for (std::int64_t j = 0; j < width; ++j) of_row[j * next] = Reduce::template identity<T>();
  }
  s.for_each([&](std::int64_t i, std::int64_t first, std::int64_t end) {
    const std::int64_t row = stored.row(i);
    if (mask != nullptr && !mask->as<const bool>()[row * mask->strides[0]]) return;
    T* const of_row = to + row * y.strides[0];
    const T* const from = reads_entries<Combine> ? values + first : nullptr;
    if (vector) {
      *of_row = row_times_vector<Combine, Reduce, false>(s.columns + first, from, end - first, x);
    } else {
      row_times_matrix<Combine, Reduce, T>(of_row, next, width, s.columns + first, from,
                                           end - first, x);
    }
  });
}

template <class Combine, class Reduce, class T>
void run_rows_product(const PieceCall& call, ProductLabels labels) {
  if (labels.numbered) return run_stored_rows_product<Combine, Reduce, T>(call, labels);
  const CompressedRows s(call.inputs[0], call.inputs[1]);
  const T* const values = call.inputs[2].as<const T>();
  const DenseRows<T> x(call.inputs[3], labels);
  const Piece* const mask = labels.masked ? &call.inputs[4] : nullptr;
  const Piece& y = call.output;
  const std::int64_t step = y.strides[0];
  const T nothing = Reduce::template identity<T>();
  const auto from = [&](std::int64_t first) {
    return reads_entries<Combine> ? values + first : nullptr;
  };
  if (labels.column < 0) {
    const auto skip = [&](std::int64_t row) { y.as<T>()[row * step] = nothing; };
    const auto multiply = [&]<bool Dense>(std::bool_constant<Dense>, std::int64_t row,
                                          std::int64_t first, std::int64_t end) {
      y.as<T>()[row * step] =
          row_times_vector<Combine, Reduce, Dense>(s.columns + first, from(first), end - first, x);
    };
    const auto strided = [&](std::int64_t row, std::int64_t first, std::int64_t end) {
      multiply(std::false_type{}, row, first, end);
    };
    const auto dense = [&](std::int64_t row, std::int64_t first, std::int64_t end) {
      multiply(std::true_type{}, row, first, end);
    };
    if (mask != nullptr) {
      return x.step == 1 ? for_each_masked(s, *mask, dense, skip)
                         : for_each_masked(s, *mask, strided, skip);
    }
    if (x.step != 1) return s.for_each(strided);
    if (labels.inner >= 0) return s.for_each(dense);
    return s.for_each([&](std::int64_t row, std::int64_t first, std::int64_t end) {
      ask_for_entries(s.columns + first, from(first));
      dense(row, first, end);
    });
  }
  const std::int64_t width = call.labels.high[labels.column] - call.labels.low[labels.column];
  const std::int64_t next = y.strides[labels.column];
  const auto skip = [&](std::int64_t row) {
    T* const to = y.as<T>() + row * step;
    for (std::int64_t j = 0; j < width; ++j) to[j * next] = nothing;
  };
  const auto visit = [&](std::int64_t row, std::int64_t first, std::int64_t end) {
    row_times_matrix<Combine, Reduce, T>(y.as<T>() + row * step, next, width, s.columns + first,
                                         from(first), end - first, x);
  };
  mask == nullptr ? s.for_each(visit) : for_each_masked(s, *mask, visit, skip);
}

/// Whether the identity of the reduction gives itself in every combination, whatever numbers there
/// are: of floating-point numbers 0 * inf does not.
template <class Combine, class Reduce, class T>
inline constexpr bool identity_is_exact = std::is_same_v<Combine, OtherAlone> ||
                                          (std::is_integral_v<T> &&
                                           !std::is_same_v<Combine, EntryAlone>);

template <class Combine, class Reduce, class T>
void run_columns_product(const PieceCall& call, ProductLabels labels) {
  const CompressedRows s(call.inputs[0], call.inputs[1]);
  const T* const values = call.inputs[2].as<const T>();
  const Piece& x = call.inputs[3];
  const Piece& y = call.output;
  const std::int64_t step = y.strides[labels.inner];
  const bool vector = labels.column < 0;
  const std::int64_t width =
      vector ? 1 : call.labels.high[labels.column] - call.labels.low[labels.column];
  const std::int64_t from_next = vector ? 0 : x.strides[labels.column];
  const std::int64_t to_next = vector ? 0 : y.strides[labels.column];
  const auto add_row = [&](std::int64_t row, std::int64_t first, std::int64_t end) {
    const T* const from = x.as<const T>() + row * x.strides[0];
    for (std::int64_t e = first; e < end; ++e) {
      T* const to = y.as<T>() + s.columns[e] * step;
      for (std::int64_t j = 0; j < width; ++j) {
        T& sum = to[j * to_next];
        sum = Reduce::combine(
            sum, combined<Combine, Reduce, T>(entry_of<Combine>(values, e), from[j * from_next]));
      }
    }
  };
  if (labels.numbered) {
    const StoredRows stored(call.inputs[4], x.cut.low);
    return s.for_each([&](std::int64_t i, std::int64_t first, std::int64_t end) {
      add_row(stored.row(i), first, end);
    });
  }
  if constexpr (identity_is_exact<Combine, Reduce, T>) {
    const T nothing = Reduce::template identity<T>();
    const T* const elements = x.as<const T>();
    const auto changes = [&](std::int64_t row) { return elements[row * x.strides[0]] != nothing; };
    if (vector) return for_each_chosen(s, changes, add_row);
  }
  s.for_each(add_row);
}

template <class Combine, class Reduce, class T>
void run_sampled_product(const PieceCall& call) {
  const CompressedRows s(call.inputs[0], call.inputs[1]);
  const Piece& u = call.inputs[2];
  const Piece& v = call.inputs[3];
  const Piece* const numbers = operand_after(call, 4);
  const std::int64_t count = call.labels.high[1] - call.labels.low[1];
  s.for_each([&](std::int64_t i, std::int64_t first, std::int64_t end) {
    const std::int64_t row = numbers == nullptr ? i : StoredRows(*numbers, u.cut.low).row(i);
    const T* const left = u.as<const T>() + row * u.strides[0];
    for (std::int64_t e = first; e < end; ++e) {
      const T* const right = v.as<const T>() + s.columns[e] * v.strides[2];
      T sum = call.output.as<T>()[e];
      if (u.strides[1] == 1 && v.strides[1] == 1) {
        for (std::int64_t r = 0; r < count; ++r) {
          sum = Reduce::combine(sum, combined<Combine, Reduce, T>(left[r], right[r]));
        }
      } else {
        for (std::int64_t r = 0; r < count; ++r) {
          sum = Reduce::combine(
              sum, combined<Combine, Reduce, T>(left[r * u.strides[1]], right[r * v.strides[1]]));
        }
      }
      call.output.as<T>()[e] = sum;
    }
  });
}

template <class Reduce, class T>
void run_rows_reduction(const PieceCall& call) {
  const CompressedRows s(call.inputs[0], call.inputs[1]);
  const T* const values = call.inputs[1].as<const T>();
  const Piece& y = call.output;
  const auto reduce = [&](std::int64_t row, std::int64_t first, std::int64_t end) {
    T sum = Reduce::template identity<T>();
    for (std::int64_t e = first; e < end; ++e) sum = Reduce::combine(sum, values[e]);
    y.as<T>()[row * y.strides[0]] = sum;
  };
  if (call.inputs.size() == 2) return s.for_each(reduce);
  const StoredRows stored(call.inputs[2], y.cut.low);
  for (std::int64_t row = 0; row < y.count(); ++row) reduce(row, 0, 0);
  s.for_each([&](std::int64_t i, std::int64_t first, std::int64_t end) {
    reduce(stored.row(i), first, end);
  });
}

[[gnu::noinline]] RELATILE_INLINE std::string sparse_name(std::string_view kind,
                                                          std::string_view reduce,
                                                          std::string_view combine) {
  return std::string(kind).append("(").append(reduce).append(", ").append(combine).append(")");
}

/// Kernels by the functions that run them: what is not the same for all types.
[[gnu::noinline]] RELATILE_INLINE PieceKernel
product_kernel(std::string_view kind, std::string_view reduce, std::string_view combine,
               void (*run)(const PieceCall&, ProductLabels), ProductLabels labels) {
  return {sparse_name(kind, reduce, combine),
          [run, labels](const PieceCall& call) { run(call, labels); }};
}
[[gnu::noinline]] RELATILE_INLINE PieceKernel named_kernel(std::string name,
                                                           void (*run)(const PieceCall&)) {
  return {std::move(name), run};
}

}  // namespace detail

template <class Combine, class Reduce, class T>
PieceKernel rows_product(ProductLabels labels) {
  const char* const kind = labels.masked ? "masked_sparse_matmul" : "sparse_matmul";
  PieceKernel kernel = detail::product_kernel(
      kind, Reduce::name, Combine::name, &detail::run_rows_product<Combine, Reduce, T>, labels);
  kernel.in_turns = true;  // equal numbers of entries take unequal times, as x is read anywhere
  return kernel;
}

template <class Combine, class Reduce, class T>
PieceKernel columns_product(ProductLabels labels) {
  return detail::product_kernel("sparse_transposed_matmul", Reduce::name, Combine::name,
                                &detail::run_columns_product<Combine, Reduce, T>, labels);
}

template <class Combine, class Reduce, class T>
PieceKernel sampled_product() {
  return detail::named_kernel(detail::sparse_name("sampled_matmul", Reduce::name, Combine::name),
                              &detail::run_sampled_product<Combine, Reduce, T>);
}

template <class Reduce, class T>
PieceKernel rows_reduction() {
  return detail::named_kernel(std::string("sparse_") + Reduce::name,
                              &detail::run_rows_reduction<Reduce, T>);
}

}  // namespace relatile::kernel
