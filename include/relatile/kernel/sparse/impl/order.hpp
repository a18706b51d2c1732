// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/sparse/order.hpp"

#include <algorithm>
#include <numeric>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/kernel/sparse/impl/structure.hpp"
#include "relatile/kernel/sparse/rows.hpp"
#include "relatile/kernel/typed_lines.hpp"

namespace relatile::kernel {
namespace detail {

inline std::int64_t row_of(std::int64_t key) { return key >> 32; }

/// The part that a row belongs to: the last one that does not begin after it. Found without
/// branches, since rows come in any order, and a processor would guess every other one wrong.
inline std::int64_t part_with_row(const std::vector<std::int64_t>& rows, std::int64_t row) {
  const std::int64_t* first = rows.data();
  for (std::size_t left = rows.size() - 1; left > 1;) {
    const std::size_t half = left / 2;
    first += static_cast<std::size_t>(first[half] <= row) * half;
    left -= half;
  }
  return first - rows.data();
}

/// Calls visit(block, begin, end): where the blocks of a call begin and end in its pieces.
template <class Visit>
void for_each_block(const PieceCall& call, const std::vector<std::int64_t>& cuts, Visit&& visit) {
  const std::int64_t first = nth(cuts, call.labels.low[0]);
  for (std::int64_t block = call.labels.low[0]; block < call.labels.high[0]; ++block) {
    visit(block, nth(cuts, block) - first, nth(cuts, block + 1) - first);
  }
}

/// Stably: for each place in order of `number(i)`, which is from 0 to count - 1, the i that belongs
/// there.
template <class Number>
std::vector<std::int64_t> order_by(std::int64_t elements, std::int64_t count, Number&& number) {
  std::vector<std::int64_t> starts(static_cast<std::size_t>(count) + 1, 0);
  for (std::int64_t i = 0; i < elements; ++i) ++nth(starts, number(i) + 1);
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<std::int64_t> order(static_cast<std::size_t>(elements));
  for (std::int64_t i = 0; i < elements; ++i) nth(order, nth(starts, number(i))++) = i;
  return order;
}

/// The places of a part's keys in their order: by rows, and each row by columns, which are in order
/// where entries come from a matrix.
inline std::vector<std::int64_t> order_of_keys(const std::int64_t* keys, std::int64_t count,
                                               const Range& rows) {
  const auto less = [&](std::int64_t i, std::int64_t j) { return keys[i] < keys[j]; };
  if (rows.high - rows.low > 8 * count) {  // a place for each row would take longer than a sort
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    std::stable_sort(order.begin(), order.end(), less);
    return order;
  }
  std::vector<std::int64_t> order = order_by(
      count, rows.high - rows.low, [&](std::int64_t i) { return row_of(keys[i]) - rows.low; });
  for (std::int64_t first = 0; first < count;) {
    std::int64_t end = first + 1;
    const std::int64_t row = row_of(keys[nth(order, first)]);
    bool sorted = true;
    for (; end < count && row_of(keys[nth(order, end)]) == row; ++end) {
      sorted = sorted && !less(nth(order, end), nth(order, end - 1));
    }
    if (!sorted) std::stable_sort(order.begin() + first, order.begin() + end, less);
    first = end;
  }
  return order;
}

template <class Order>
void copy_in(const PieceCall& call, std::size_t size, std::int64_t begin, const Order& order) {
  with_element(size, [&](auto zero) {
    using E = decltype(zero);
    const E* const from = call.inputs[1].as<const E>() + begin;
    E* const to = call.output.as<E>() + begin;
    for (std::size_t i = 0; i < order.size(); ++i) to[i] = from[order[i]];
  });
}

}  // namespace detail

RELATILE_INLINE LineKernel count_of_parts(SharedCuts rows) {
  return {"sparse_parts", [rows](const Lines& lines) {
            const auto* const keys = reinterpret_cast<const std::int64_t*>(lines.from);
            auto* const counts = reinterpret_cast<std::int64_t*>(lines.to);
            for (std::int64_t p = 0; p < lines.to_count; ++p) counts[p * lines.to_step] = 0;
            for (std::int64_t i = 0; i < lines.count; ++i) {
              const std::int64_t row = detail::row_of(keys[i * lines.from_step]);
              ++counts[detail::part_with_row(*rows, row) * lines.to_step];
            }
          }};
}

RELATILE_INLINE PieceKernel by_part(SharedCuts blocks, SharedCuts rows, std::size_t size) {
  return {"sparse_by_part", [blocks, rows, size](const PieceCall& call) {
            detail::for_each_block(
                call, *blocks, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
                  const auto* const keys = call.inputs[0].as<const std::int64_t>() + begin;
                  const auto parts = static_cast<std::int64_t>(rows->size()) - 1;
                  detail::copy_in(call, size, begin,
                                  detail::order_by(end - begin, parts, [&](std::int64_t i) {
                                    return detail::part_with_row(*rows, detail::row_of(keys[i]));
                                  }));
                });
          }};
}

RELATILE_INLINE PieceKernel by_key(SharedCuts parts, SharedCuts rows, std::size_t size) {
  return {"sparse_by_key", [parts, rows, size](const PieceCall& call) {
            detail::for_each_block(
                call, *parts, [&](std::int64_t part, std::int64_t begin, std::int64_t end) {
                  const auto* const keys = call.inputs[0].as<const std::int64_t>() + begin;
                  const Range of_part{nth(*rows, part), nth(*rows, part + 1)};
                  detail::copy_in(call, size, begin,
                                  detail::order_of_keys(keys, end - begin, of_part));
                });
          }};
}

RELATILE_INLINE LineKernel count_distinct() {
  return {"sparse_distinct", [](const Lines& lines) {
            const auto* const keys = reinterpret_cast<const std::int64_t*>(lines.from);
            std::int64_t count = lines.count > 0 ? 1 : 0;
            for (std::int64_t i = 1; i < lines.count; ++i) count += keys[i] != keys[i - 1] ? 1 : 0;
            *reinterpret_cast<std::int64_t*>(lines.to) = count;
          }};
}

RELATILE_INLINE PieceKernel distinct_keys() {
  return {"sparse_distinct_keys", [](const PieceCall& call) {
            const auto* const keys = call.inputs[0].as<const std::int64_t>();
            std::unique_copy(keys, keys + call.inputs[0].count(), call.output.as<std::int64_t>());
          }};
}

template <class T>
PieceKernel sum_of_equal_keys() {
  return {"sparse_sum_duplicates", [](const PieceCall& call) {
            const auto* const keys = call.inputs[0].as<const std::int64_t>();
            const T* const values = call.inputs[1].as<const T>();
            T* to = call.output.as<T>() - 1;
            for (std::int64_t i = 0; i < call.inputs[0].count(); ++i) {
              if (i > 0 && keys[i] == keys[i - 1]) {
                *to = Sum::combine(*to, values[i]);
              } else {
                *++to = values[i];
              }
            }
          }};
}

RELATILE_INLINE PieceKernel counts_of_keys() {
  return {"sparse_counts", [](const PieceCall& call) {
            const auto* const keys = call.inputs[0].as<const std::int64_t>();
            auto* const counts = call.output.as<SparseIndex>();
            std::fill_n(counts, call.output.count(), SparseIndex{0});
            for (std::int64_t i = 0; i < call.inputs[0].count(); ++i) {
              ++counts[detail::row_of(keys[i]) - call.output.cut.low];
            }
          }};
}

}  // namespace relatile::kernel
