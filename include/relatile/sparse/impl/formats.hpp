// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/formats.hpp"

#include <memory>

#include "relatile/sparse/structure/impl/structure.hpp"
#include "relatile/sparse/structure/stored_rows.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

RELATILE_INLINE SparsePattern with_stored_rows(const SparsePattern& pattern, bool all) {
  if (pattern->has_all_rows() == all) return pattern;
  const transport::Operation operation("asformat");
  if (!all) {
    const auto made =
        std::make_shared<SparseStructure>(*stored_rows_in_blocks(pattern, pattern->rows));
    made->needed = pattern->needed;
    return made;
  }
  const auto made = std::make_shared<SparseStructure>(*pattern);
  made->counts = all_counts_of(*pattern);
  made->stored = nullptr;
  made->numbers = Array<kernel::SparseIndex, 1>();
  Session::current().evaluate({made->counts.node()});
  return made;
}

}  // namespace relatile::detail
