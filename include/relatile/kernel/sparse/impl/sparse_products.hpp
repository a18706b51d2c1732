// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/sparse/sparse_products.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "relatile/kernel/sparse/products.hpp"
#include "relatile/kernel/sparse/rows.hpp"

namespace relatile::kernel {
namespace detail {

template <class Combine, class Reduce, class T>
void run_product_at_entries(const PieceCall& call, std::int64_t columns) {
  const CompressedRows a(call.inputs[0], call.inputs[1]);
  const T* const a_values = call.inputs[2].as<const T>();
  const CompressedRows b(call.inputs[3], call.inputs[4]);
  const T* const b_values = call.inputs[5].as<const T>();
  const CompressedRows c(call.inputs[6], call.inputs[7]);
  const std::vector<std::int64_t> offsets = b.offsets();
  T* const to = call.output.as<T>();
  // Where c has each column, in the row that is computed; an entry of an earlier row lies in front
  // of this row's first one, so nothing is to be erased. Wide rows are searched instead.
  const bool is_wide = is_too_wide(columns, pairs_of(a, b, offsets) + call.output.count());
  std::vector<std::int64_t> places(is_wide ? 0 : static_cast<std::size_t>(columns), -1);
  std::int64_t first = 0;
  c.for_each([&](std::int64_t row, std::int64_t begin, std::int64_t end) {
    for (std::int64_t e = begin; e < end; ++e) {
      if (!is_wide) places[static_cast<std::size_t>(c.columns[e])] = e;
      to[e] = Reduce::template identity<T>();
    }
    const auto place_of = [&](SparseIndex column) {
      if (!is_wide) return places[static_cast<std::size_t>(column)];
      const auto* const found = std::lower_bound(c.columns + begin, c.columns + end, column);
      const bool is_there = found != c.columns + end && *found == column;
      return is_there ? std::int64_t{found - c.columns} : std::int64_t{-1};
    };
    const std::int64_t last = first + a.counts[row];
    for (std::int64_t e = first; e < last; ++e) {
      const auto through = static_cast<std::size_t>(a.columns[e] - b.first_row);
      for (std::int64_t f = offsets[through]; f < offsets[through + 1]; ++f) {
        const std::int64_t place = place_of(b.columns[f]);
        if (place < begin) continue;
        to[place] =
            Reduce::combine(to[place], combined<Combine, Reduce, T>(a_values[e], b_values[f]));
      }
    }
    first = last;
  });
}

}  // namespace detail

template <class Combine, class Reduce, class T>
PieceKernel product_at_entries(std::int64_t columns) {
  return {
      std::string("sparse_sparse_matmul(") + Reduce::name + ", " + std::string(Combine::name) + ")",
      [columns](const PieceCall& call) {
        detail::run_product_at_entries<Combine, Reduce, T>(call, columns);
      }};
}

}  // namespace relatile::kernel
