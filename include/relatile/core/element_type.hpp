// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>

#include "relatile/core/definitions.hpp"

namespace relatile {

enum class ElementKind : std::uint8_t {
  boolean,
  signed_integer,
  unsigned_integer,
  floating,
  complex,
  opaque,  ///< a trivially copyable struct of the user's or of the library's
};

/// What one element of a block is, once the C++ type is gone: its kind and its size in bytes.
struct ElementType {
  ElementKind kind = ElementKind::opaque;
  std::uint32_t size = 0;
  std::uint32_t alignment = 1;

  friend bool operator==(const ElementType&, const ElementType&) = default;

  /// NumPy's name: "float64", "int32", "bool", "complex128", or "struct24" for a struct.
  std::string name() const;
};

namespace detail {
template <class T>
inline constexpr bool is_std_complex = false;
template <class T>
inline constexpr bool is_std_complex<std::complex<T>> = true;
}  // namespace detail

/// The run-time description of `T`: an arithmetic or complex type, or a trivially copyable struct.
template <class T>
constexpr ElementType element_type_of() {
  static_assert(std::is_trivially_copyable_v<T>,
                "relatile: elements of a dense block must be trivially copyable; store the struct "
                "itself as the block");
  ElementKind kind = ElementKind::opaque;
  if constexpr (std::is_same_v<T, bool>) {
    kind = ElementKind::boolean;
  } else if constexpr (std::is_integral_v<T>) {
    kind = std::is_signed_v<T> ? ElementKind::signed_integer : ElementKind::unsigned_integer;
  } else if constexpr (std::is_floating_point_v<T>) {
    kind = ElementKind::floating;
  } else if constexpr (detail::is_std_complex<T>) {
    kind = ElementKind::complex;
  }
  return {kind, sizeof(T), alignof(T)};
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/element_type.hpp"
#endif
