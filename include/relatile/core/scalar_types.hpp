// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/core/type_list.hpp"

// From types known at run time only, such as those of a file, to C++ types and back.

namespace relatile {

/// NumPy's number types that this library has, each by its canonical name.
using ScalarTypes = TypeList<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                             std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, float,
                             double, std::complex<float>, std::complex<double>>;

namespace detail {

template <class... Types>
constexpr auto elements_of(TypeList<Types...>) {
  return std::array{element_type_of<Types>()...};
}
inline constexpr auto scalar_elements = elements_of(ScalarTypes{});

template <class A, class... B>
constexpr auto promotions_with(TypeList<B...>) {
  return std::array{element_type_of<promote_t<A, B>>()...};
}
template <class... A>
constexpr auto all_promotions(TypeList<A...>) {
  return std::array{promotions_with<A>(ScalarTypes{})...};
}
/// promote_t of every pair of scalar types, in the order of their list.
inline constexpr auto promotion_table = all_promotions(ScalarTypes{});

inline std::size_t scalar_index(ElementType element) {
  std::size_t index = 0;
  while (index < scalar_elements.size() && scalar_elements[index] != element) ++index;
  if (index == scalar_elements.size()) {
    throw Error("relatile: elements of type " + element.name() + " are no numbers of NumPy's");
  }
  return index;
}

template <class Visit, class... Types>
auto visit_scalar_type(std::size_t index, Visit& visit, TypeList<Types...>) {
  using Result = std::common_type_t<decltype(visit(std::type_identity<Types>{}))...>;
  using Call = Result (*)(Visit&);
  constexpr std::array<Call, sizeof...(Types)> calls{
      [](Visit& of) -> Result { return of(std::type_identity<Types>{}); }...};
  return calls[index](visit);
}

}  // namespace detail

/// numpy.result_type of two element types: promote_t at run time.
///
///   errors  Error if one of them is a struct
RELATILE_INLINE ElementType promoted(ElementType a, ElementType b);

/// Converts `count` elements by the rules of convert_element, from one C++ type to another.
using ConvertElements = void (*)(const void* from, void* to, std::int64_t count);

template <class To, class From>
void convert_elements(const void* from, void* to, std::int64_t count) {
  const auto* in = static_cast<const From*>(from);
  auto* out = static_cast<To*>(to);
  for (std::int64_t i = 0; i < count; ++i) out[i] = convert_element<To>(in[i]);
}

/// Calls `visit(std::type_identity<T>{})` with the one scalar type T that `element` describes.
///
///   errors  Error if it is a struct
template <class Visit>
auto visit_scalar_type(ElementType element, Visit&& visit) {
  return detail::visit_scalar_type(detail::scalar_index(element), visit, ScalarTypes{});
}

/// The conversion from elements of type `found` to T that promotion would make, or null if
/// the two promote to something else.
///
///   errors  Error if `found` is a struct
template <class T>
ConvertElements conversion_to(ElementType found) {
  return visit_scalar_type(found, []<class From>(std::type_identity<From>) -> ConvertElements {
    if constexpr (std::is_same_v<promote_t<From, T>, canonical_t<T>>) {
      return &convert_elements<T, From>;
    } else {
      return nullptr;
    }
  });
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/scalar_types.hpp"
#endif
