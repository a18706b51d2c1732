// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/from_local_rows.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/parts.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

RELATILE_INLINE std::int64_t rows_of(std::size_t elements, const Extents& row) {
  const auto count = static_cast<std::int64_t>(elements);
  std::int64_t per_row = 1;
  for (const std::int64_t extent : row) {
    if (extent < 0 || __builtin_mul_overflow(per_row, extent, &per_row)) return -1;
  }
  if (per_row == 0) return count == 0 ? 0 : -1;
  return count % per_row == 0 ? count / per_row : -1;
}

/// What ranks have, by rank.
inline std::vector<Extents> rows_of_ranks(transport::Transport& sites, const Extents& mine) {
  const std::vector<std::int64_t> own(mine.begin(), mine.end());
  const std::vector<std::int64_t> gathered = sites.gather(own);
  std::vector<Extents> all;
  for (std::size_t at = 0; at < gathered.size(); at += own.size()) {
    Extents extents = mine;
    for (int d = 0; d < mine.rank(); ++d) extents[d] = gathered[at + static_cast<std::size_t>(d)];
    all.push_back(extents);
  }
  return all;
}

inline Extents shape_of_row(const Extents& rows) {
  Extents row = Extents::filled(rows.rank() - 1, 0);
  for (int d = 0; d < row.rank(); ++d) row[d] = rows[d + 1];
  return row;
}

/// The shape of all rows together. Who has none need not know what rows look like.
inline Extents shape_together(const std::vector<Extents>& all) {
  std::size_t first = 0;
  while (first < all.size() && all[first][0] == 0) ++first;
  if (first == all.size()) first = 0;
  Extents whole = nth(all, first);
  whole[0] = 0;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const Extents& extents = all[rank];
    if (extents[0] < 0) {
      throw ShapeMismatch("relatile: from_local_rows: the elements of rank " +
                          std::to_string(rank) + " are no whole number of rows of shape " +
                          to_string(shape_of_row(extents)));
    }
    if (extents[0] > 0 && shape_of_row(extents) != shape_of_row(whole)) {
      throw ShapeMismatch("relatile: from_local_rows: rank " + std::to_string(rank) +
                          " has rows of shape " + to_string(shape_of_row(extents)) + ", rank " +
                          std::to_string(first) + " of " + to_string(shape_of_row(whole)));
    }
    whole[0] += extents[0];
  }
  return whole;
}

RELATILE_INLINE tra::NodePtr store_rows(ElementType element, const Extents& mine, ElementsOf write,
                                        const void* source) {
  transport::Transport& sites = transport::current();
  const transport::Operation operation(
      "from_local_rows", element.name() + " of " + std::to_string(mine.rank()) + " dimensions");
  require_one_site("from_local_rows", sites);
  const std::vector<Extents> all = rows_of_ranks(sites, mine);
  const Extents whole = shape_together(all);
  std::vector<std::vector<Box>> held(all.size());
  Box box = Box::whole(whole);
  box.high[0] = 0;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    box.low[0] = box.high[0];
    box.high[0] += all[rank][0];
    if (!box.empty()) held[rank] = {box};
  }
  return store_held("from_local_rows", element, whole, std::move(held), write, source);
}

}  // namespace relatile::detail
