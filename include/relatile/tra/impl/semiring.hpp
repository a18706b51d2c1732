// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/semiring.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/scalar_types.hpp"
#include "relatile/tra/contract.hpp"
#include "relatile/tra/labels.hpp"

namespace relatile::einsum_detail {

RELATILE_INLINE void require_elements(Reduce reduce, const tra::Labelling& labelling,
                                      const std::vector<Extents>& shapes) {
  if (reduce != Reduce::min && reduce != Reduce::max) return;
  const auto extents = tra::label_extents("einsum", labelling, shapes);
  for (std::size_t l = 0; l < extents.size(); ++l) {
    if (extents[l] != 0 || uses(labelling.output, static_cast<int>(l))) continue;
    throw ShapeMismatch("relatile: einsum: no elements to choose the " +
                        std::string(reduce_names.at(static_cast<std::size_t>(reduce))) +
                        " from: label '" + labelling.names[l] + "' has extent 0");
  }
}

RELATILE_INLINE ElementType combining_type(Combine combine, ElementType element) {
  if (combine == Combine::logical_and || combine == Combine::logical_or) {
    return element_type_of<bool>();
  }
  const bool floating =
      element.kind == ElementKind::floating || element.kind == ElementKind::complex;
  return combine == Combine::div && !floating ? element_type_of<double>() : element;
}

}  // namespace relatile::einsum_detail
