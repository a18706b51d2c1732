// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/squares.hpp"

#include <cstdint>

#include "relatile/core/access.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::cost {

namespace detail {

/// The same access, with each of the two labels in the other one's place.
inline Access with_exchanged(Access access, const SquareLabels& labels) {
  for (AccessDim& dim : access.dims) {
    if (dim.label == labels.row) {
      dim.label = labels.col;
    } else if (dim.label == labels.col) {
      dim.label = labels.row;
    }
  }
  return access;
}

}  // namespace detail

RELATILE_INLINE std::optional<SquareLabels> square_labels(const tra::Node& node) {
  if (node.kind() != tra::Kind::contract || node.inputs.size() != 2) return std::nullopt;
  if (node.inputs[0] != node.inputs[1] || node.output.rank() != 2) return std::nullopt;
  if (!node.reduction() || node.reduction()->name != "sum") return std::nullopt;
  if (node.type.block.element.kind != ElementKind::floating) return std::nullopt;
  const SquareLabels labels{node.output.dims[0].label, node.output.dims[1].label};
  if (labels.row < 0 || labels.col < 0 || labels.row == labels.col) return std::nullopt;
  // Of fewer rows all is computed; labels that one operand has both of are those of a batch.
  constexpr std::int64_t fewest_rows = 16;
  const Access& access = node.accesses[0];
  if (access.has_label(labels.row) == access.has_label(labels.col)) return std::nullopt;
  if (node.labels[labels.row] < fewest_rows) return std::nullopt;
  const Access transpose = detail::with_exchanged(node.accesses[0], labels);
  return transpose.dims == node.accesses[1].dims ? std::optional(labels) : std::nullopt;
}

}  // namespace relatile::cost
