// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "relatile/core/extents.hpp"

namespace relatile {

/// The extents of an array of N dimensions, which are taken apart as NumPy's are: auto [rows,
/// columns] = x.shape(). A copy: it stays as it is when the array is given another value.
template <int N>
class Shape : public Extents {
 public:
  explicit Shape(const Extents& extents) : Extents(extents) {}
  /// Shape<2>{3, 4}, to compare with.
  template <class... I>
    requires(sizeof...(I) == N && (std::is_integral_v<I> && ...))
  explicit Shape(I... extents) : Extents{static_cast<std::int64_t>(extents)...} {}

  /// x.shape() == std::array{3, 4}.
  template <class I>
  friend bool operator==(const Shape& shape, const std::array<I, std::size_t(N)>& extents) {
    return std::equal(shape.Extents::begin(), shape.Extents::end(), extents.begin());
  }

  /// For functions that are told the number of dimensions as well.
  const Extents& extents() const { return *this; }

  const std::int64_t* begin() const& { return Extents::begin(); }
  const std::int64_t* end() const& { return Extents::end(); }
  /// A shape without a name is gone before the next one is asked for its end.
  const std::int64_t* begin() const&& = delete;  // give it a name: auto shape = x.shape()
  const std::int64_t* end() const&& = delete;    // give it a name: auto shape = x.shape()

  template <std::size_t I>
  std::int64_t get() const {
    return (*this)[int(I)];
  }
};

}  // namespace relatile

namespace std {
template <int N>
struct tuple_size<relatile::Shape<N>> : integral_constant<size_t, size_t(N)> {};
template <size_t I, int N>
struct tuple_element<I, relatile::Shape<N>> {
  using type = int64_t;
};
}  // namespace std
