// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/sparse/stored_rows.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/sparse/impl/order.hpp"
#include "relatile/kernel/sparse/impl/structure.hpp"
#include "relatile/kernel/sparse/rows.hpp"

namespace relatile::kernel {
namespace detail {

/// Calls visit(row, count) for each row that sorted keys name.
template <class Visit>
void for_each_row_named(const std::int64_t* keys, std::int64_t count, Visit&& visit) {
  for (std::int64_t first = 0; first < count;) {
    std::int64_t end = first + 1;
    while (end < count && row_of(keys[end]) == row_of(keys[first])) ++end;
    visit(static_cast<SparseIndex>(row_of(keys[first])), static_cast<SparseIndex>(end - first));
    first = end;
  }
}

/// Calls visit(key, in_a, in_b) for the keys that two sorted stretches have, each once; where they
/// are in these, or -1.
template <class Visit>
void merge_keys(const std::int64_t* a, Range of_a, const std::int64_t* b, Range of_b,
                Visit&& visit) {
  while (of_a.low < of_a.high || of_b.low < of_b.high) {
    const bool has_a = of_a.low < of_a.high;
    const bool has_b = of_b.low < of_b.high;
    const bool from_a = !has_b || (has_a && a[of_a.low] <= b[of_b.low]);
    const bool from_b = !has_a || (has_b && b[of_b.low] <= a[of_a.low]);
    visit(from_a ? a[of_a.low] : b[of_b.low], from_a ? of_a.low : -1, from_b ? of_b.low : -1);
    of_a.low += from_a ? 1 : 0;
    of_b.low += from_b ? 1 : 0;
  }
}

inline bool is_together(Together which, std::int64_t in_a, std::int64_t in_b) {
  return which == Together::either || (in_a >= 0 && in_b >= 0);
}

}  // namespace detail

RELATILE_INLINE LineKernel count_of_rows_named() {
  return {"sparse_rows_named", [](const Lines& lines) {
            std::int64_t rows = 0;
            detail::for_each_row_named(reinterpret_cast<const std::int64_t*>(lines.from),
                                       lines.count, [&](SparseIndex, SparseIndex) { ++rows; });
            *reinterpret_cast<std::int64_t*>(lines.to) = rows;
          }};
}

RELATILE_INLINE PieceKernel rows_named() {
  return {"sparse_row_numbers", [](const PieceCall& call) {
            auto* to = call.output.as<SparseIndex>();
            detail::for_each_row_named(call.inputs[0].as<const std::int64_t>(),
                                       call.inputs[0].count(),
                                       [&](SparseIndex row, SparseIndex) { *to++ = row; });
          }};
}

RELATILE_INLINE PieceKernel counts_of_rows_named() {
  return {"sparse_row_counts", [](const PieceCall& call) {
            auto* to = call.output.as<SparseIndex>();
            detail::for_each_row_named(call.inputs[0].as<const std::int64_t>(),
                                       call.inputs[0].count(),
                                       [&](SparseIndex, SparseIndex count) { *to++ = count; });
          }};
}

RELATILE_INLINE PieceKernel counts_of_all_rows() {
  return {"sparse_all_counts", [](const PieceCall& call) {
            const auto* const numbers = call.inputs[0].as<const SparseIndex>();
            const auto* const counts = call.inputs[1].as<const SparseIndex>();
            auto* const to = call.output.as<SparseIndex>();
            std::fill_n(to, call.output.count(), SparseIndex{0});
            for (std::int64_t i = 0; i < call.inputs[0].count(); ++i) {
              to[numbers[i] - call.output.cut.low] = counts[i];
            }
          }};
}

RELATILE_INLINE PieceKernel keys_of_stored_rows(bool transposed) {
  return {"sparse_keys_of_stored", [transposed](const PieceCall& call) {
            const auto* const numbers = call.inputs[0].as<const SparseIndex>();
            const CompressedRows s(call.inputs[1], call.inputs[2]);
            auto* const to = call.output.as<std::int64_t>();
            s.for_each([&](std::int64_t i, std::int64_t first, std::int64_t end) {
              const std::int64_t row = numbers[i];
              for (std::int64_t e = first; e < end; ++e) {
                const std::int64_t column = s.columns[e];
                to[e] = transposed ? (column << 32 | row) : (row << 32 | column);
              }
            });
          }};
}

RELATILE_INLINE PieceKernel count_of_keys_together(Together which, SharedCuts a, SharedCuts b) {
  return {"sparse_keys_counted", [which, a, b](const PieceCall& call) {
            auto* to = call.output.as<std::int64_t>();
            const std::int64_t low = call.labels.low[0];
            const auto part_of = [&](const std::vector<std::int64_t>& cuts, std::int64_t block) {
              const std::int64_t first = nth(cuts, low);
              return Range{nth(cuts, block) - first, nth(cuts, block + 1) - first};
            };
            for (std::int64_t block = low; block < call.labels.high[0]; ++block) {
              std::int64_t count = 0;
              detail::merge_keys(call.inputs[0].as<const std::int64_t>(), part_of(*a, block),
                                 call.inputs[1].as<const std::int64_t>(), part_of(*b, block),
                                 [&](std::int64_t, std::int64_t in_a, std::int64_t in_b) {
                                   count += detail::is_together(which, in_a, in_b) ? 1 : 0;
                                 });
              *to++ = count;
            }
          }};
}

RELATILE_INLINE PieceKernel keys_together(Together which) {
  return {"sparse_keys_together", [which](const PieceCall& call) {
            auto* to = call.output.as<std::int64_t>();
            detail::merge_keys(call.inputs[0].as<const std::int64_t>(), {0, call.inputs[0].count()},
                               call.inputs[1].as<const std::int64_t>(), {0, call.inputs[1].count()},
                               [&](std::int64_t key, std::int64_t in_a, std::int64_t in_b) {
                                 if (detail::is_together(which, in_a, in_b)) *to++ = key;
                               });
          }};
}

RELATILE_INLINE PieceKernel take_from_keys(std::string fill) {
  KernelIdentity identity = detail::identity_of_fill("sparse_take_from_keys", fill);
  return {"sparse_take_from_keys",
          [fill = std::move(fill)](const PieceCall& call) {
            detail::with_element(fill.size(), [&](auto zero) {
              using E = decltype(zero);
              const E* const values = call.inputs[1].as<const E>();
              const E nothing = detail::element_from<E>(fill);
              E* const to = call.output.as<E>();
              detail::merge_keys(
                  call.inputs[2].as<const std::int64_t>(), {0, call.inputs[2].count()},
                  call.inputs[0].as<const std::int64_t>(), {0, call.inputs[0].count()},
                  [&](std::int64_t, std::int64_t in_c, std::int64_t in_a) {
                    if (in_c >= 0) to[in_c] = in_a >= 0 ? values[in_a] : nothing;
                  });
            });
          },
          std::move(identity)};
}

}  // namespace relatile::kernel
