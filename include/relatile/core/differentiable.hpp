// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <type_traits>
#include <utility>

#include "relatile/core/assert.hpp"
#include "relatile/core/element_type.hpp"

// The element types that have derivatives, which rules know at run time only.

namespace relatile::detail {

/// Whether elements of this type have derivatives.
inline bool is_differentiable(const ElementType& element) {
  return element.kind == ElementKind::floating || element.kind == ElementKind::complex;
}

/// Calls visit(std::type_identity<T>()) for the T that `element` describes, which has derivatives.
template <class Visit>
void visit_type(const ElementType& element, Visit&& visit) {
  if (element == element_type_of<float>()) return visit(std::type_identity<float>());
  if (element == element_type_of<double>()) return visit(std::type_identity<double>());
  if (element == element_type_of<std::complex<float>>()) {
    return visit(std::type_identity<std::complex<float>>());
  }
  RELATILE_ASSERT(element == element_type_of<std::complex<double>>());
  visit(std::type_identity<std::complex<double>>());
}

}  // namespace relatile::detail
