// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include "relatile/core/access.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/kernel/select.hpp"
#include "relatile/tra/select.hpp"

namespace relatile::detail {

/// The node of a selection that is whole but for its kernel: `into` puts single elements into
/// results, whose reduction it has, and indices are of axes of these extents.
inline tra::NodePtr selection_node(tra::Selection selection, const Extents& extents,
                                   const kernel::IntoResult& into) {
  selection.kernel = kernel::select_kernel(extents, into);
  Stage stage = kernel::selecting_stage(extents, Access::of_labels(selection.selected),
                                        selection.reduction.element, selection.reduction.identity);
  return tra::make_select(std::move(selection), std::move(stage));
}

}  // namespace relatile::detail
