// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "relatile/array/lines/scan.hpp"
#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/random/distributions.hpp"
#include "relatile/random/more_distributions.hpp"

// Orders and choices at random: numpy.random.Generator's permutation, shuffle and choice. As of all
// random numbers here, they depend on the seed and not on the number of ranks.

namespace relatile::random {

/// The numbers 0 to n - 1 in an order that is as likely as any: numpy.random.permutation(n). One
/// rank sorts them.
///
///   errors  ShapeMismatch for n below 0
inline Array<std::int64_t, 1> permutation(std::int64_t n,
                                          detail::Source source = detail::next_source(),
                                          SourceLine line = SourceLine::current()) {
  return argsort(uniform<double>({n}, source, line), 0, line);
}
/// The parts of x along its first axis in such an order: numpy.random.permutation(x).
template <ArrayExpression E>
auto permutation(const E& x, detail::Source source = detail::next_source(),
                 SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> >= 1, "relatile: random::permutation: x has no axis");
  return take(x, permutation(shape_of(x)[0], source, line), 0, line);
}
/// The same: numpy.random.shuffle, but a new array.
template <ArrayExpression E>
auto shuffle(const E& x, detail::Source source = detail::next_source(),
             SourceLine line = SourceLine::current()) {
  return permutation(x, source, line);
}

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
  if (again ? count == 0 && size > 0 : size > count) {
    throw ShapeMismatch("relatile: random::choice: " + std::to_string(size) + " of " +
                        std::to_string(count) + " elements" + (again ? "" : ", none twice"));
  }
  if (!again) return take(x, permutation(count, source, line)(slice(0, size)), 0, line);
  return take(x, integers<std::int64_t>(0, count > 0 ? count : 1, {size}, source, line), 0, line);
}
/// `size` of the numbers 0 to n - 1: numpy.random.choice(n, size, replace).
inline Array<std::int64_t, 1> choice(std::int64_t n, std::int64_t size,
                                     Replacement replacement = Replacement::with,
                                     detail::Source source = detail::next_source(),
                                     SourceLine line = SourceLine::current()) {
  return choice(arange<std::int64_t>(n), size, replacement, source, line);
}
/// `size` elements of x with replacement, each as likely as its number of `p`, which need not sum
/// to one: numpy.random.choice(x, size, p=p).
///
///   errors  ShapeMismatch if p has another length than x
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
  const Array<double, 1> sums = cumsum(astype<double>(p));
  const Array<double, 1> drawn = uniform<double>({size}, source, line) * sums(-1);
  const auto place = searchsorted(sums, drawn, "right", line);
  return take(x, minimum(place, count - 1), 0, line);
}

/// `size` rows of positive numbers that sum to one, distributed with the parameters `alpha`, one
/// for each column: numpy.random.dirichlet(alpha, size).
///
///   errors  ShapeMismatch for no parameters, or one that is not above 0
inline Array<double, 2> dirichlet(const std::vector<double>& alpha, std::int64_t size,
                                  SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  std::vector<Array<double, 1>> columns;
  for (const double parameter : alpha) {
    if (!(parameter > 0)) {
      throw ShapeMismatch("relatile: random::dirichlet: a parameter of " +
                          std::to_string(parameter));
    }
    columns.push_back(standard_gamma<double>(parameter, {size}));
  }
  const Array<double, 2> all_columns = stack(columns, 1);
  return all_columns / sum(all_columns, 1, keepdims);
}

/// `size` rows of how many of `n` trials had each outcome, of likelihoods `p`, which sum to one:
/// numpy.random.multinomial(n, p, size). It draws every trial.
///
///   errors  ShapeMismatch for no likelihoods, negative ones, or another sum than 1
inline Array<std::int64_t, 2> multinomial(std::int64_t n, const std::vector<double>& p,
                                          std::int64_t size,
                                          detail::Source source = detail::next_source(),
                                          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  double total = 0;
  for (const double likelihood : p) total += likelihood >= 0 ? likelihood : 2;
  if (p.empty() || total > 1 + 1e-9 || total < 1 - 1e-9) {
    throw ShapeMismatch(
        "relatile: random::multinomial: likelihoods must be at least 0, and sum to "
        "1, not to " +
        std::to_string(total));
  }
  const Array<double, 2> drawn = uniform<double>({size, n}, source, line);
  std::vector<Array<std::int64_t, 1>> columns;
  double low = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const double high = k + 1 == p.size() ? 2 : low + p[k];
    columns.push_back(count_nonzero(drawn >= low && drawn < high, 1));
    low = high;
  }
  return stack(columns, 1);
}

}  // namespace relatile::random
