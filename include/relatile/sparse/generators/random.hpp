// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "relatile/array/conversion.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/random/distributions.hpp"
#include "relatile/random/more_distributions.hpp"
#include "relatile/random/order.hpp"
#include "relatile/sparse/creation.hpp"

// Random sparse matrices: the same for a seed on any number of ranks. All of these are collective.

namespace relatile::random {

namespace detail {

inline void require_density(double density) {
  if (density >= 0 && density <= 1) return;
  throw ShapeMismatch("relatile: random::sparse: a density of " + std::to_string(density) +
                      "; it is from 0 to 1");
}

/// Throws ShapeMismatch for a matrix of more places than can be put in a random order.
inline void require_drawn_places(const Extents& shape) {
  constexpr std::int64_t most = (std::int64_t{1} << 60) - 1;
  if (shape[1] == 0 || shape[0] <= most / shape[1]) return;
  throw ShapeMismatch("relatile: random::sparse: a matrix of shape " + to_string(shape) +
                      " has 2^60 places or more, of which none are drawn; give from_coordinates "
                      "random indices");
}

}  // namespace detail

/// A matrix of `shape` with density * rows * columns entries, rounded, at places that are all
/// equally likely, and uniform numbers from 0 to 1 there: scipy's random_array. Takes two streams.
///
///   errors  ShapeMismatch for a density that is not from 0 to 1, extents that are not from 0 to
///           2^31 - 1, or 2^60 places and more
template <class T = double>
SparseArray<T, 2> sparse(const Extent (&shape)[2], double density, const FormatOption& option = {},
                         SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(std::is_floating_point_v<T>, "relatile: random::sparse: T is float or double");
  detail::require_density(density);
  const Extents extents =
      relatile::detail::require_shape<2>("random::sparse", relatile::detail::to_extents(shape));
  relatile::detail::require_sparse_shape("random::sparse", extents);
  detail::require_drawn_places(extents);
  const std::int64_t rows = extents[0];
  const std::int64_t columns = extents[1];
  const auto count = static_cast<std::int64_t>(
      std::llround(density * static_cast<double>(rows) * static_cast<double>(columns)));
  // The first of all places in a random order, which is never stored.
  const Array<std::int64_t, 1> places = permutation(rows * columns)(slice(0, count));
  const std::int64_t width = columns > 0 ? columns : 1;
  return from_coordinates(floor_divide(places, width), places % width, uniform<T>(0, 1, {count}),
                          shape, {Duplicates::refused, option.format}, line);
}

/// The same: sparse(n, m, density), sparse(n, m, density, {.format = Format::csc}).
template <class T = double>
SparseArray<T, 2> sparse(Extent rows, Extent columns, double density,
                         const FormatOption& option = {}, SourceLine line = SourceLine::current()) {
  return sparse<T>({rows, columns}, density, option, line);
}

/// How likely an edge is in each quarter of a graph's matrix, of each quarter of that, and so on;
/// the last quarter has the rest.
struct QuarterChances {
  double upper_left = 0.57;
  double upper_right = 0.19;
  double lower_left = 0.19;
};

/// Whether an edge is one of two directions, or of one.
enum class Edges {
  undirected,  ///< the matrix is symmetric, and has two entries for each edge
  directed,    ///< an entry in row i and column j is the edge from i to j
};

/// The graph of n vertices in which each edge, none of them from a vertex to itself, is there with
/// probability p: networkx's erdos_renyi_graph. Elements are 1. Takes two streams. How many edges
/// there are is drawn, and then which: the first of all pairs in a random order, that is not
/// stored. erdos_renyi(n, p, Edges::directed, {.format = Format::csc}) is stored by columns.
///
///   errors  ShapeMismatch for a p that is not from 0 to 1, or for n that is not from 0 to 2^26
template <class T = double>
SparseArray<T, 2> erdos_renyi(std::int64_t n, double p, Edges edges = Edges::undirected,
                              const FormatOption& option = {},
                              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if (!(p >= 0 && p <= 1) || n < 0 || n > std::int64_t{1} << 26) {
    throw ShapeMismatch("relatile: random::erdos_renyi: a graph of " + std::to_string(n) +
                        " vertices, with edges of probability " + std::to_string(p) +
                        "; it has from 0 to 2^26 vertices, and the probability is from 0 to 1");
  }
  const bool both_ways = edges == Edges::undirected;
  const std::int64_t all = both_ways ? n * (n - 1) / 2 : n * (n - 1);
  const std::int64_t count =
      item(binomial<std::int64_t, 0>(static_cast<double>(all), p, Extents{}));
  const Array<std::int64_t, 1> pairs = permutation(all)(slice(0, count));
  // Pair number d n + i is of vertices i and i + d + 1, counted round and round: of those that are
  // less than half of the round apart, each has one such number.
  const std::int64_t vertices = n > 0 ? n : 1;
  const Array<std::int64_t, 1> from = pairs % vertices;
  const Array<std::int64_t, 1> to =
      (from + floor_divide(pairs, vertices) + std::int64_t{1}) % vertices;
  if (!both_ways) {
    return from_coordinates(from, to, T(1), {n, n}, {Duplicates::refused, option.format}, line);
  }
  return from_coordinates(concatenate({from, to}), concatenate({to, from}), T(1), {n, n},
                          {Duplicates::refused, option.format}, line);
}

/// The graph of 2^scale vertices and about edges * 2^scale edges of the recursive model R-MAT
/// [Chakrabarti, Zhan, Faloutsos, SDM 2004], by default with Graph500's chances: few vertices have
/// most of the edges. An element is how often its edge was drawn. Takes `scale` streams.
/// rmat(scale, edges, {}, {.format = Format::csc}) is stored by columns.
///
///   errors  ShapeMismatch for a scale that is not from 0 to 30, edges below 0, or chances below 0
///           or above 1 together
template <class T = double>
SparseArray<T, 2> rmat(int scale, std::int64_t edges, const QuarterChances& chances = {},
                       const FormatOption& option = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if (scale < 0 || scale > 30) {
    throw ShapeMismatch("relatile: random::rmat: a scale of " + std::to_string(scale) +
                        "; it is from 0 to 30");
  }
  const double of_three = chances.upper_left + chances.upper_right + chances.lower_left;
  if (!(std::min({chances.upper_left, chances.upper_right, chances.lower_left}) >= 0 &&
        of_three <= 1)) {
    throw ShapeMismatch("relatile: random::rmat: chances " + std::to_string(chances.upper_left) +
                        ", " + std::to_string(chances.upper_right) + " and " +
                        std::to_string(chances.lower_left) +
                        " of quarters; they are not below 0 and not above 1 together");
  }
  const std::int64_t vertices = std::int64_t{1} << scale;
  if (edges < 0 || edges >= (std::int64_t{1} << 60) / vertices) {
    throw ShapeMismatch("relatile: random::rmat: " + std::to_string(edges) +
                        " edges a vertex of 2^" + std::to_string(scale) +
                        "; they are 0 or more, and fewer than 2^60 of all vertices");
  }
  const std::int64_t count = edges * vertices;
  Array<std::int64_t, 1> rows = zeros<std::int64_t>({count});
  Array<std::int64_t, 1> columns = zeros<std::int64_t>({count});
  const double left = chances.upper_left;
  const double upper = left + chances.upper_right;
  const double lower = upper + chances.lower_left;
  for (int level = 0; level < scale; ++level) {
    const Array<double, 1> drawn = uniform(0.0, 1.0, {count});
    const auto low = astype<std::int64_t>(drawn >= upper);
    const auto right =
        astype<std::int64_t>(logical_or(logical_and(drawn >= left, drawn < upper), drawn >= lower));
    rows = rows * 2 + low;
    columns = columns * 2 + right;
    Session::current().evaluate({rows.node(), columns.node()});
  }
  return from_coordinates(rows, columns, ones<T>({count}), {vertices, vertices},
                          {Duplicates::summed, option.format}, line);
}

}  // namespace relatile::random
