// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/sparse/products.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "relatile/kernel/products/run_products.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/kernel/sparse/impl/row_products.hpp"
#include "relatile/kernel/sparse/rows.hpp"

namespace relatile::kernel {
namespace detail {

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
    T* const to = y.as<T>();
    if (mask != nullptr) {
      const auto skip = [&](std::int64_t row) { to[row * step] = nothing; };
      const auto multiply = [&]<bool Dense>(std::bool_constant<Dense>) {
        for_each_masked(
            s, *mask,
            [&](std::int64_t row, std::int64_t first, std::int64_t end) {
              to[row * step] = row_times_vector<Combine, Reduce, Dense>(
                  s.columns + first, from(first), end - first, x);
            },
            skip);
      };
      return x.step == 1 ? multiply(std::true_type{}) : multiply(std::false_type{});
    }
    if (x.step != 1) {
      return rows_times_vector<Combine, Reduce, false, false>(to, step, s, from(0), x);
    }
    return labels.inner >= 0
               ? rows_times_vector<Combine, Reduce, true, false>(to, step, s, from(0), x)
               : rows_times_vector<Combine, Reduce, true, true>(to, step, s, from(0), x);
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
      if constexpr (is_packed<Combine, Reduce, T>) {
        if (from_next == 1 && to_next == 1) {
          add_scaled<false>(values[e], from, width, to);
          continue;
        }
      }
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
  const bool in_order = u.strides[1] == 1;
  const auto row_of_u =
      std::make_unique_for_overwrite<T[]>(in_order ? 0 : static_cast<std::size_t>(count));
  const auto row_in_order = [&](const T* row) -> const T* {
    if (in_order) return row;
    for (std::int64_t r = 0; r < count; ++r) row_of_u[std::size_t(r)] = row[r * u.strides[1]];
    return row_of_u.get();
  };
  const auto product = [&](const T* left, const T* right, T sum) {
    if constexpr (is_packed<Combine, Reduce, T>) {
      if (v.strides[1] == 1) return sum + dot(left, right, count);
    }
    for (std::int64_t r = 0; r < count; ++r) {
      sum = Reduce::combine(sum, combined<Combine, Reduce, T>(left[r], right[r * v.strides[1]]));
    }
    return sum;
  };
  s.for_each([&](std::int64_t i, std::int64_t first, std::int64_t end) {
    if (first == end) return;
    const std::int64_t row = numbers == nullptr ? i : StoredRows(*numbers, u.cut.low).row(i);
    const T* const left = row_in_order(u.as<const T>() + row * u.strides[0]);
    T* const sums = call.output.as<T>();
    for (std::int64_t e = first; e < end; ++e) {
      sums[e] = product(left, v.as<const T>() + s.columns[e] * v.strides[2], sums[e]);
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
