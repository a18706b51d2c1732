// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/sparse/levels.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/kernel/sparse/impl/products.hpp"
#include "relatile/kernel/sparse/rows.hpp"

namespace relatile::kernel {
namespace detail {

/// Levels of one number and of another are not one computation.
inline KernelIdentity identity_of_level(std::string_view kernel, std::int32_t number) {
  return {relatile::detail::hash_of_name(kernel), std::to_string(number), false, true};
}

}  // namespace detail

RELATILE_INLINE PieceKernel next_level(ProductLabels labels, std::int32_t number) {
  PieceKernel kernel{"sparse_next_level",
                     [labels, number](const PieceCall& call) {
                       const CompressedRows edges(call.inputs[0], call.inputs[1]);
                       const detail::DenseRows<bool> reached(call.inputs[3], labels);
                       const auto* const before = call.inputs[4].as<const std::int32_t>();
                       auto* const after = call.output.as<std::int32_t>();
                       std::copy_n(before, edges.rows, after);
                       detail::for_each_chosen(
                           edges, [&](std::int64_t row) { return before[row] < 0; },
                           [&](std::int64_t row, std::int64_t first, std::int64_t end) {
                             const SparseIndex* const last = edges.columns + end;
                             const auto is_reached = [&](SparseIndex from) {
                               return *reached.row(from);
                             };
                             if (std::any_of(edges.columns + first, last, is_reached))
                               after[row] = number;
                           });
                     },
                     detail::identity_of_level("sparse_next_level", number)};
  kernel.in_turns = true;
  return kernel;
}

RELATILE_INLINE PieceKernel last_levels(std::int32_t number) {
  return {"sparse_last_levels",
          [number](const PieceCall& call) {
            const CompressedRows edges(call.inputs[0], call.inputs[1]);
            auto* const levels = call.output.as<std::int32_t>();
            std::copy_n(call.inputs[2].as<const std::int32_t>(), edges.rows, levels);
            const std::vector<std::int64_t> offsets = edges.offsets();
            std::vector<std::int64_t> queue;
            for (std::int64_t v = 0; v < edges.rows; ++v) {
              if (levels[v] == number - 1) queue.push_back(v);
            }
            for (std::size_t next = 0; next < queue.size(); ++next) {
              const auto from = static_cast<std::size_t>(queue[next]);
              for (std::int64_t e = offsets[from]; e < offsets[from + 1]; ++e) {
                std::int32_t& level = levels[edges.columns[e]];
                if (level >= 0) continue;
                level = levels[from] + 1;
                queue.push_back(edges.columns[e]);
              }
            }
          },
          detail::identity_of_level("sparse_last_levels", number)};
}

}  // namespace relatile::kernel
