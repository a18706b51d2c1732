// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/sparse/creation.hpp"
#include "relatile/sparse/entrywise/elementwise.hpp"
#include "relatile/sparse/selecting.hpp"

// Sparse matrices made of several. All of these are collective.

namespace relatile {

namespace detail {

/// Whether each matrix begins below, and right of, the one before.
struct Directions {
  bool down = false;
  bool right = false;
};

/// Matrices one after the other, of the same extent where they stay beside each other.
template <class T>
SparseArray<T, 2> sparse_stack(const char* name, const std::vector<SparseArray<T, 2>>& parts,
                               const Directions& go) {
  if (parts.empty()) {
    throw ShapeMismatch(std::string("relatile: ") + name + ": there is no matrix");
  }
  std::vector<Array<std::int64_t, 1>> rows;
  std::vector<Array<std::int64_t, 1>> columns;
  std::vector<Array<T, 1>> values;
  Extents shape = parts[0].shape();
  if (go.down) shape[0] = 0;
  if (go.right) shape[1] = 0;
  for (const SparseArray<T, 2>& part : parts) {
    for (const int axis : {0, 1}) {
      if ((axis == 0 ? go.down : go.right) || part.shape(axis) == shape[axis]) continue;
      throw ShapeMismatch(std::string("relatile: ") + name + ": matrices of shapes " +
                          to_string(parts[0].shape()) + " and " + to_string(part.shape()) +
                          " differ in extent of axis " + std::to_string(axis));
    }
    const Coordinates<T> entries = coordinates(part);
    rows.push_back(go.down ? as_array(entries.rows + shape[0]) : entries.rows);
    columns.push_back(go.right ? as_array(entries.columns + shape[1]) : entries.columns);
    values.push_back(entries.values);
    if (go.down) shape[0] += part.shape(0);
    if (go.right) shape[1] += part.shape(1);
  }
  require_sparse_shape(name, shape);
  return from_coordinates(concatenate(rows), concatenate(columns), concatenate(values),
                          {shape[0], shape[1]}, Duplicates::refused);
}

}  // namespace detail

/// Matrices one below the other: vstack({s, t}).
///
///   errors  ShapeMismatch for matrices of different widths, and for more than 2^31 - 1 rows
template <class T>
SparseArray<T, 2> vstack(std::initializer_list<SparseArray<T, 2>> parts,
                         SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::sparse_stack<T>("vstack", parts, {.down = true});
}
/// Matrices side by side: hstack({s, t}).
///
///   errors  ShapeMismatch for matrices of different heights, and for more than 2^31 - 1 columns
template <class T>
SparseArray<T, 2> hstack(std::initializer_list<SparseArray<T, 2>> parts,
                         SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::sparse_stack<T>("hstack", parts, {.right = true});
}

/// Matrices one after the other along an axis, as numpy.concatenate has arrays: vstack of axis 0,
/// hstack of axis 1.
///
///   errors  ShapeMismatch for matrices that differ in the other axis, or an axis they lack
template <class T>
SparseArray<T, 2> concatenate(std::initializer_list<SparseArray<T, 2>> parts, int axis = 0,
                              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const bool down = detail::normal_axis("concatenate", axis, 2) == 0;
  return detail::sparse_stack<T>("concatenate", parts, {.down = down, .right = !down});
}

/// Matrices one after the other along the diagonal, and nothing elsewhere: block_diag({s, t}).
///
///   shapes  (m,n) (p,q) ... -> (m + p + ..., n + q + ...)
///   errors  ShapeMismatch for more than 2^31 - 1 rows or columns
template <class T>
SparseArray<T, 2> block_diag(std::initializer_list<SparseArray<T, 2>> parts,
                             SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::sparse_stack<T>("block_diag", parts, {true, true});
}

/// The Kronecker product: b times every element of a, where that is. The Laplacian of a grid is
/// kron(l, eye) + kron(eye, l).
///
///   shapes  (m,n) (p,q) -> (m p, n q)
///   errors  ShapeMismatch for more than 2^31 - 1 rows or columns
template <class A, class B>
auto kron(const SparseArray<A, 2>& a, const SparseArray<B, 2>& b,
          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Extents shape{a.shape(0) * b.shape(0), a.shape(1) * b.shape(1)};
  detail::require_sparse_shape("kron", shape);
  const Coordinates<A> of_a = coordinates(a);
  const Coordinates<B> of_b = coordinates(b);
  const auto each = [](const auto& x) { return x(all_of_axis, newaxis); };
  return from_coordinates(ravel(each(of_a.rows * b.shape(0)) + of_b.rows),
                          ravel(each(of_a.columns * b.shape(1)) + of_b.columns),
                          ravel(each(of_a.values) * of_b.values), {shape[0], shape[1]},
                          Duplicates::refused);
}

/// Of a matrix and a dense one, whose elements that are not 0 are its entries: as scipy.sparse.kron
/// the result is sparse.
template <class A, ArrayExpression B>
  requires(rank_of<B> == 2)
auto kron(const SparseArray<A, 2>& a, const B& b, SourceLine line = SourceLine::current()) {
  return kron(a, to_sparse(b, 0, {}, line), line);
}
template <ArrayExpression A, class B>
  requires(rank_of<A> == 2)
auto kron(const A& a, const SparseArray<B, 2>& b, SourceLine line = SourceLine::current()) {
  return kron(to_sparse(a, 0, {}, line), b, line);
}

/// Whether two matrices have the same shape and the same elements, an entry that is 0 being none:
/// numpy.array_equal.
template <class A, class B>
Array<bool, 0> array_equal(const SparseArray<A, 2>& a, const SparseArray<B, 2>& b,
                           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if (a.shape() != b.shape()) return detail::full<bool, 0>(Extents{}, false);
  return as_array(!any((a != b).values()));
}

}  // namespace relatile
