// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "relatile/array/shapes/pad.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"

// Functions of neighbours. Sites send ghost cells, not whole parts; but an exchange delivers what
// two neighbours need together, so that of more than two some are sent more than once.

namespace relatile {

namespace detail {

/// The view of x, which has `radius` ghost cells around it, moved by `by`.
///
///   errors  ShapeMismatch for a neighbour further away than the radius
tra::NodePtr neighbour_node(const tra::NodePtr& ghosted, const Extents& shape, std::int64_t radius,
                            const std::vector<std::int64_t>& by);

}  // namespace detail

/// An array as a stencil's function sees it: at(-1, 0) is the array of all elements' neighbours
/// above.
template <class T, int N>
class Neighbours {
 public:
  Neighbours(tra::NodePtr ghosted, const Extents& shape, std::int64_t radius)
      : ghosted_(std::move(ghosted)), shape_(shape), radius_(radius) {}

  /// The neighbours that stand so far away along each axis.
  ///
  ///   errors  ShapeMismatch for one further away than the radius
  template <class... By>
  Array<T, N> operator()(By... by) const {
    static_assert(sizeof...(By) == std::size_t(N),
                  "relatile: stencil: a neighbour is named by a distance along each axis");
    return Array<T, N>(
        detail::neighbour_node(ghosted_, shape_, radius_, {static_cast<std::int64_t>(by)...}));
  }

 private:
  tra::NodePtr ghosted_;
  Extents shape_;
  std::int64_t radius_;
};

/// A function of every element's neighbours, at most `radius` away along each axis:
///
///   stencil(x, 1, [](const auto& at) { return 0.25 * (at(-1, 0) + at(1, 0) + at(0, -1) + at(0,
///   1)); })
///
/// The function is called once, with Neighbours of x, and gives an expression of x's shape, which
/// is computed in one pass. Beyond the edges `boundary` says what there is, in pad's words: wrap
/// (periodic), reflect, symmetric, edge, or constant, of `value`.
///
///   errors  ShapeMismatch for a radius below 0, a boundary that pad does not know, a neighbour
///   that
///           is further away
template <ArrayExpression E, class F>
auto stencil(const E& x, std::int64_t radius, const F& function, std::string_view boundary = "wrap",
             element_of<E> value = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = element_of<E>;
  constexpr int N = rank_of<E>;
  static_assert(N >= 1, "relatile: stencil: of at least one dimension");
  const auto ghosted = pad(x, radius, boundary, value, line);
  const auto result = function(Neighbours<T, N>(ghosted.node(), shape_of(x), radius));
  static_assert(rank_of<decltype(result)> == N,
                "relatile: stencil: the function gives an expression of its neighbours");
  return as_array(result);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/shapes/impl/stencil.hpp"
#endif
