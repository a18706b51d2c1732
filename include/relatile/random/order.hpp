// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/random/distributions.hpp"

// Orders and choices at random: numpy.random.Generator's permutation, shuffle and choice. As of all
// random numbers here, they depend on the seed and not on the number of ranks.

namespace relatile::random {

/// The numbers 0 to n - 1 in random order: numpy.random.permutation(n). Below 2^17 of them
/// random numbers are sorted. Longer vectors are never stored unless kept: what stands at a place
/// is computed there (index_permutation.hpp says how), so that a slice of it costs that slice.
///
///   errors  ShapeMismatch for n below 0
Array<std::int64_t, 1> permutation(std::int64_t n, detail::Source source = detail::next_source(),
                                   SourceLine line = SourceLine::current());
/// The parts of x along its first axis in such an order: numpy.random.permutation(x).
template <ArrayExpression E>
auto permutation(const E& x, detail::Source source = detail::next_source(),
                 SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> >= 1, "relatile: random::permutation: x has no axis");
  return take(x, permutation(shape_of(x)[0], source, line), 0, line);
}
/// The same: numpy.random.shuffle, but a new array.
template <ArrayExpression E>
[[nodiscard("makes a new array: x = random::shuffle(x)")]] auto shuffle(
    const E& x, detail::Source source = detail::next_source(),
    SourceLine line = SourceLine::current()) {
  return permutation(x, source, line);
}

namespace detail {
/// `size` places, each as likely as its number of `p`, which are computed at once.
///
///   errors  ShapeMismatch for numbers below 0, NaN, or nothing else than 0
Array<std::int64_t, 1> drawn_places(const Array<double, 1>& p, std::int64_t size,
                                    const Source& source);
}  // namespace detail

/// Whether what was chosen may be chosen again.
enum class Replacement : std::uint8_t { with, without };

/// `size` elements of the vector x, each as likely as any: numpy.random.choice(x, size, replace).
///
///   errors  ShapeMismatch for a choice of nothing, or of more than there is without replacement
template <ArrayExpression E>
Array<element_of<E>, 1> choice(const E& x, std::int64_t size,
                               Replacement replacement = Replacement::with,
                               detail::Source source = detail::next_source(),
                               SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> == 1, "relatile: random::choice: of a vector");
  const std::int64_t count = shape_of(x)[0];
  const bool again = replacement == Replacement::with;
  if (size < 0 || (again ? count == 0 && size > 0 : size > count)) {
    throw ShapeMismatch("relatile: random::choice: " + std::to_string(size) + " of " +
                        std::to_string(count) + " elements" + (again ? "" : ", none twice"));
  }
  if (!again) return take(x, permutation(count, source, line)(slice(0, size)), 0, line);
  return take(x, integers<std::int64_t>(0, count > 0 ? count : 1, {size}, source, line), 0, line);
}
/// `size` of the numbers 0 to n - 1: numpy.random.choice(n, size, replace).
Array<std::int64_t, 1> choice(std::int64_t n, std::int64_t size,
                              Replacement replacement = Replacement::with,
                              detail::Source source = detail::next_source(),
                              SourceLine line = SourceLine::current());
/// The same with NumPy's argument: choice(x, size, false) chooses nothing twice.
template <class X, std::same_as<bool> Again>
auto choice(const X& x, std::int64_t size, Again replace,
            detail::Source source = detail::next_source(),
            SourceLine line = SourceLine::current()) {
  return choice(x, size, replace ? Replacement::with : Replacement::without, source, line);
}
/// `size` elements of x with replacement, each as likely as its number of `p`, which need not sum
/// to one: numpy.random.choice(x, size, p=p). Collective, since p is looked at at once.
///
///   errors  ShapeMismatch if p has another length than x, or numbers that say nothing
template <ArrayExpression E, ArrayExpression P>
Array<element_of<E>, 1> choice(const E& x, std::int64_t size, const P& p,
                               detail::Source source = detail::next_source(),
                               SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> == 1 && rank_of<P> == 1, "relatile: random::choice: of a vector");
  const std::int64_t count = shape_of(x)[0];
  if (shape_of(p)[0] != count || count == 0) {
    throw ShapeMismatch("relatile: random::choice: of " + std::to_string(count) +
                        " elements, with likelihoods of " + std::to_string(shape_of(p)[0]));
  }
  const AskedFrom scope(line);
  return take(x, detail::drawn_places(astype<double>(p), size, source), 0, line);
}

/// `size` rows of positive numbers that sum to one, distributed with the parameters `alpha`, one
/// for each column: numpy.random.dirichlet(alpha, size).
///
///   errors  ShapeMismatch for no parameters, or one that is not above 0
Array<double, 2> dirichlet(const std::vector<double>& alpha, std::int64_t size,
                           SourceLine line = SourceLine::current());

/// `size` rows of how many of `n` trials had each outcome, of likelihoods `p`, which sum to one:
/// numpy.random.multinomial(n, p, size). It draws every trial.
///
///   errors  ShapeMismatch for no likelihoods, negative ones, or another sum than 1
Array<std::int64_t, 2> multinomial(std::int64_t n, const std::vector<double>& p, std::int64_t size,
                                   detail::Source source = detail::next_source(),
                                   SourceLine line = SourceLine::current());

}  // namespace relatile::random

#if defined(RELATILE_DEFINITIONS)
#include "relatile/random/impl/order.hpp"
#endif
