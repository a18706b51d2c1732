// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/creation.hpp"

#include <string>

#include "relatile/array/conversion.hpp"
#include "relatile/core/error.hpp"
#include "relatile/sparse/structure/entries.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

/// Throws ShapeMismatch that names the first index that is not below `extent`, if there is one.
inline void require_indices(const char* operation, const char* which,
                            const Array<std::int64_t, 1>& indices, std::int64_t extent) {
  const Array<bool, 1> outside = (indices < std::int64_t{0}) || (indices >= extent);
  const std::int64_t count = sum(outside).item();
  if (count == 0) return;
  const std::int64_t first = argmax(outside).item();
  throw ShapeMismatch(std::string("relatile: ") + operation + ": entry " + std::to_string(first) +
                      " has " + which + " " + std::to_string(indices(first).item()) + "; " + which +
                      "s are from 0 to " + std::to_string(extent - 1) + ", and of " +
                      std::to_string(indices.size()) + " entries " + std::to_string(count) +
                      " are outside");
}

RELATILE_INLINE tra::NodePtr keys_of_coordinates(const char* operation,
                                                 const Array<std::int64_t, 1>& rows,
                                                 const Array<std::int64_t, 1>& columns,
                                                 std::int64_t values, const Extents& shape) {
  const transport::Operation collective(operation);
  require_sparse_shape(operation, shape);
  if (rows.size() != columns.size() || rows.size() != values) {
    throw ShapeMismatch(std::string("relatile: ") + operation + ": " + std::to_string(rows.size()) +
                        " rows, " + std::to_string(columns.size()) + " columns and " +
                        std::to_string(values) + " values; there is one of each for an entry");
  }
  if (values > 0) {
    require_indices(operation, "row", rows, shape[0]);
    require_indices(operation, "column", columns, shape[1]);
  }
  return keys_at(rows, columns);
}

}  // namespace relatile::detail
