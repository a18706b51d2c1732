// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/sparse/needed.hpp"

#include <algorithm>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/sparse/impl/order.hpp"
#include "relatile/kernel/sparse/rows.hpp"
#include "relatile/kernel/typed_lines.hpp"

namespace relatile::kernel {

RELATILE_INLINE LineKernel count_of_needed(SharedCuts owners) {
  return {"sparse_needed_counts", [owners](const Lines& lines) {
            const auto* const columns = reinterpret_cast<const SparseIndex*>(lines.from);
            auto* const counts = reinterpret_cast<std::int64_t*>(lines.to);
            for (std::int64_t p = 0; p < lines.to_count; ++p) counts[p * lines.to_step] = 0;
            std::vector<bool> seen(static_cast<std::size_t>(owners->back()), false);
            for (std::int64_t e = 0; e < lines.count; ++e) {
              const SparseIndex column = columns[e * lines.from_step];
              if (seen[static_cast<std::size_t>(column)]) continue;
              seen[static_cast<std::size_t>(column)] = true;
              ++counts[detail::part_with_row(*owners, column) * lines.to_step];
            }
          }};
}

RELATILE_INLINE PieceKernel needed_columns(SharedCuts entries, SharedCuts needed,
                                           std::int64_t columns) {
  return {"sparse_needed", [entries, needed, columns](const PieceCall& call) {
            const auto* const of_entries = call.inputs[0].as<const SparseIndex>();
            auto* to = call.output.as<SparseIndex>();
            detail::for_each_block(
                call, *entries, [&](std::int64_t reader, std::int64_t begin, std::int64_t end) {
                  std::vector<bool> named(static_cast<std::size_t>(columns), false);
                  for (std::int64_t e = begin; e < end; ++e) {
                    named[static_cast<std::size_t>(of_entries[e])] = true;
                  }
                  auto left = nth(*needed, reader + 1) - nth(*needed, reader);
                  for (SparseIndex column = 0; left > 0; ++column) {
                    if (!named[static_cast<std::size_t>(column)]) continue;
                    *to++ = column;
                    --left;
                  }
                });
          }};
}

namespace detail {

/// Writes of each entry's column the place among those that are different, ascending from `first`,
/// counted from `before`. By a table where there are enough entries to pay for one.
inline void write_places(const SparseIndex* begin, const SparseIndex* end, const SparseIndex* first,
                         const SparseIndex* last, std::int64_t before, SparseIndex* to) {
  if (first == last) return;
  const std::int64_t range = *(last - 1) - *first + 1;
  if (range > 4 * (end - begin)) {
    for (const SparseIndex* e = begin; e != end; ++e) {
      *to++ = static_cast<SparseIndex>(before + (std::lower_bound(first, last, *e) - first));
    }
    return;
  }
  std::vector<SparseIndex> places(static_cast<std::size_t>(range));
  for (const SparseIndex* at = first; at != last; ++at) {
    places[static_cast<std::size_t>(*at - *first)] =
        static_cast<SparseIndex>(before + (at - first));
  }
  for (const SparseIndex* e = begin; e != end; ++e) {
    *to++ = places[static_cast<std::size_t>(*e - *first)];
  }
}

}  // namespace detail

RELATILE_INLINE PieceKernel places_of_needed(SharedCuts entries, SharedCuts needed) {
  return {"sparse_needed_places", [entries, needed](const PieceCall& call) {
            const auto* const of_entries = call.inputs[0].as<const SparseIndex>();
            const auto* const different = call.inputs[1].as<const SparseIndex>();
            auto* const to = call.output.as<SparseIndex>();
            const std::int64_t all_before = nth(*needed, call.labels.low[0]);
            detail::for_each_block(
                call, *entries, [&](std::int64_t reader, std::int64_t begin, std::int64_t end) {
                  const std::int64_t before = nth(*needed, reader);
                  const SparseIndex* const first = different + (before - all_before);
                  detail::write_places(of_entries + begin, of_entries + end, first,
                                       first + (nth(*needed, reader + 1) - before), before,
                                       to + begin);
                });
          }};
}

RELATILE_INLINE PieceKernel packed_rows(std::size_t size, std::int64_t width) {
  return {"sparse_packed", [size, width](const PieceCall& call) {
            const Piece& x = call.inputs[0];
            const auto* const wanted = call.inputs[1].as<const SparseIndex>();
            const std::int64_t count = call.inputs[1].count();
            const std::int64_t next = width == 1 ? 0 : x.strides[1];
            detail::with_element(size, [&](auto zero) {
              using E = decltype(zero);
              E* to = call.output.as<E>();
              for (std::int64_t i = 0; i < count; ++i) {
                const E* const row = x.as<E>() + (wanted[i] - x.cut.low) * x.strides[0];
                for (std::int64_t j = 0; j < width; ++j) *to++ = row[j * next];
              }
            });
          }};
}

}  // namespace relatile::kernel
