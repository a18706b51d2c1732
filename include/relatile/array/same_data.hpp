// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/promotion.hpp"

// Data that a program says all ranks have alike is taken at its word: to compare it takes a
// message. Where the environment of some rank has RELATILE_CHECK=1 when the context begins, it is
// compared.

namespace relatile::detail {

/// Elements of one type, as far as comparing them needs to know.
struct ComparedElements {
  ElementType type;
  bool equal_as_bytes = false;  ///< equal elements have equal bytes
  /// How one is written; null for numbers, of which all is known, and for structs that can't be.
  void (*write)(std::ostream& out, const void* element) = nullptr;
};

template <class T>
constexpr ComparedElements comparable() {
  ComparedElements elements{element_type_of<T>()};
  elements.equal_as_bytes = is_scalar_type_v<T> || std::has_unique_object_representations_v<T>;
  if constexpr (is_scalar_type_v<T>) {
    return elements;
  } else if constexpr (requires(std::ostream & out, const T& element) { out << element; }) {
    elements.write = [](std::ostream& out, const void* element) {
      out << *static_cast<const T*>(element);
    };
  }
  return elements;
}

/// Throws PlanMismatch, on all ranks, if the elements of shape `alike` are not the same on all of
/// them: names the ranks and the first element that differs; and if arrays of one shape have others
/// there. Collective where data is checked, else nothing.
///
///   cost  one message; where data differs, as many more as its size has digits to base 8
RELATILE_INLINE void require_same_data(std::string_view name, const ComparedElements& type,
                                       const void* elements, const Extents& alike,
                                       const Extents& shape);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/same_data.hpp"
#endif
