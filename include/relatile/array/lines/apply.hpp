// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/kernel/typed_lines.hpp"
#include "relatile/tra/along_axis.hpp"

namespace relatile {

namespace detail {

template <class R>
struct MadeOfLine {
  using element = R;
  static constexpr std::size_t count = 1;
};
template <class R, std::size_t K>
struct MadeOfLine<std::array<R, K>> {
  using element = R;
  static constexpr std::size_t count = K;
};

/// f of every line, one after the other; a line that is not next to each other in memory is copied.
template <class T, class R, class F>
void apply_to_lines(const Lines& lines, const F& f) {
  const kernel::TypedLines<T> typed(lines);
  using Element = typename MadeOfLine<R>::element;
  std::vector<T> copied;
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    std::span<const T> elements(typed.from(line), static_cast<std::size_t>(lines.count));
    if (lines.from_step != 1) {
      copied.resize(elements.size());
      for (std::size_t i = 0; i < copied.size(); ++i) {
        copied[i] = typed.from(line)[static_cast<std::int64_t>(i) * lines.from_step];
      }
      elements = copied;
    }
    auto* const to = reinterpret_cast<Element*>(lines.to) + line * lines.to_next;
    const R made = f(elements);
    if constexpr (std::is_same_v<Element, R>) {
      *to = made;
    } else {
      for (std::size_t k = 0; k < made.size(); ++k) {
        to[static_cast<std::int64_t>(k) * lines.to_step] = made[k];
      }
    }
  }
}

}  // namespace detail

/// f of every line of x along `axis`: numpy.apply_along_axis(f, axis, x). f takes a
/// std::span<const T> of the line and gives a number, or a std::array of them, which then stand
/// along the axis. `flops` is what f costs for each element of a line. Sites have whole lines, and
/// several threads call f at once.
///
///   errors  ShapeMismatch for an axis that x lacks, or, if f gives arrays, that has no elements;
///   what
///           f throws, as KernelError on all ranks
template <class F, ArrayExpression E>
auto apply_along_axis(const F& f, int axis, const E& x, std::int64_t flops = 1,
                      SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = element_of<E>;
  constexpr bool takes_lines = std::is_invocable_v<const F&, std::span<const T>>;
  static_assert(takes_lines, "relatile: apply_along_axis: f takes a std::span<const T> of a line");
  static_assert(!std::is_same_v<T, bool>, "relatile: apply_along_axis: of numbers, not of bool");
  static_assert(rank_of<E> >= 1, "relatile: apply_along_axis: x has no axis");
  if constexpr (takes_lines) {
    using R = std::remove_cvref_t<std::invoke_result_t<const F&, std::span<const T>>>;
    using Made = detail::MadeOfLine<R>;
    const int at = detail::normal_axis("apply_along_axis", axis, rank_of<E>);
    if constexpr (std::is_same_v<typename Made::element, R>) {
      if (shape_of(x)[at] ==
          0) {  // sites have no part of nothing: what f makes of it is asked here
        Extents kept;
        for (int d = 0; d < rank_of<E>; ++d) {
          if (d != at) kept.push_back(shape_of(x)[d]);
        }
        return Array<R, rank_of<E> - 1>(
            detail::full<R, rank_of<E> - 1>(kept, f(std::span<const T>{})));
      }
    } else {
      detail::require_elements("apply_along_axis", shape_of(x), {at});
    }
    LineKernel kernel{"apply_along_axis",
                      [f](const Lines& lines) { detail::apply_to_lines<T, R>(lines, f); },
                      identity_of(f)};
    const Array<typename Made::element, rank_of<E>> applied(tra::make_along_axis(
        to_node(x), at, std::move(kernel),
        {element_type_of<typename Made::element>(), std::int64_t(Made::count)}, Flops{flops}));
    if constexpr (std::is_same_v<typename Made::element, R>) {
      return squeeze(applied, at, line);
    } else {
      return applied;
    }
  } else {
    return as_array(x);
  }
}

/// f of x and the first axis, f of that and the next axis, and so on: numpy.apply_over_axes(f, x,
/// axes). f takes an array and an axis and gives an array that has the axis or lacks it, as sum
/// does; a reduction itself may be given: apply_over_axes(sum, x, {0, 2}). Axes that it lacks stay
/// with extent one.
///
///   errors  ShapeMismatch for an axis that x lacks
template <class F, ArrayExpression E>
auto apply_over_axes(const F& f, const E& x, const std::vector<int>& axes,
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int N = rank_of<E>;
  const auto step = [&](const auto& array, int axis) {
    const int at = detail::normal_axis("apply_over_axes", axis, N);
    const auto made = as_array(f(array, at));
    constexpr int rank = rank_of<decltype(made)>;
    static_assert(rank == N || rank == N - 1,
                  "relatile: apply_over_axes: f gives an array that has the axis or lacks it");
    if constexpr (rank == N) {
      return made;
    } else {
      return expand_dims(made, at, line);
    }
  };
  using T = element_of<decltype(step(as_array(x), 0))>;
  Array<T, N> result = astype<T>(x);
  bool begun = false;
  for (const int axis : axes) {
    result = begun ? astype<T>(step(result, axis)) : step(as_array(x), axis);
    begun = true;
  }
  return result;
}

}  // namespace relatile
