// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>

#include "relatile/core/definitions.hpp"
#include "relatile/core/shape.hpp"
#include "relatile/sparse/entrywise/elementwise.hpp"
#include "relatile/sparse/sparse_array.hpp"

namespace relatile {

namespace detail {

/// Throws ShapeMismatch unless a matrix of shape `stored` is how an array of a shape is stored.
void require_stored_as(const Extents& stored, const Extents& shape, int rank);

}  // namespace detail

/// A distributed sparse array of another number of dimensions than two: elements T at some places,
/// and 0 elsewhere. A cheap handle, copied by sharing.
///
/// It is stored as the matrix whose rows are the first axis and whose columns are the others, in
/// row-major order, of which there are up to 2^31 - 1 each: 4 bytes for each index of the first
/// axis and 4 + sizeof(T) an entry, whatever the other extents. Sites have whole blocks of the
/// first axis. A vector is a matrix of one column.
template <class T, int N>
  requires(N != 2)
class SparseArray<T, N> : public detail::SparseMembers<T> {
 public:
  using value_type = T;                 ///< of the entries
  using relatile_sparse_array = void;   ///< says that this is a sparse array
  using relatile_sparse_tensor = void;  ///< and that it is no matrix
  static constexpr int rank = N;        ///< the number of dimensions
  static_assert(N >= 1, "relatile: sparse arrays have one dimension or more");

  /// An empty handle; assign to it before use.
  SparseArray() = default;
  /// The array of a shape that is stored as a matrix: see matrix().
  ///
  ///   errors  ShapeMismatch for a matrix that does not have the shape's first axis as its rows and
  ///           the others as its columns
  SparseArray(SparseArray<T, 2> matrix, Extents shape)
      : matrix_(std::move(matrix)), shape_(std::move(shape)) {
    detail::require_stored_as(matrix_.shape(), shape_, N);
  }

  Shape<N> shape() const { return Shape<N>(shape_); }
  /// The extent of an axis, from the end if it is negative; ShapeMismatch if there is none.
  std::int64_t shape(int axis) const { return detail::extent_of(shape_, axis); }
  /// The number of entries, those that happen to be 0 as well.
  std::int64_t nnz() const { return matrix_.nnz(); }
  /// The share of all places that have entries; 0 of an array without places.
  double density() const { return matrix_.density(); }
  /// The element type as NumPy calls it.
  std::string dtype() const { return element_type_of<T>().name(); }
  static constexpr int ndim() { return N; }
  /// The entries' elements, in row-major order of their places.
  const Array<T, 1>& values() const { return matrix_.values(); }
  /// The matrix that is stored: rows are the first axis, columns the others. Shares everything.
  const SparseArray<T, 2>& matrix() const { return matrix_; }

  /// An array with the same entries and other elements, one for each, in the order of values().
  template <ArrayExpression E>
  auto with_values(const E& values) const {
    return SparseArray<element_of<E>, N>(matrix_.with_values(values), shape_);
  }

 private:
  SparseArray<T, 2> matrix_;
  Extents shape_;
};

namespace detail {

/// The shape of the matrix of which some axes number the rows and the others the columns.
///
///   errors  ShapeMismatch for more than 2^31 - 1 of either
Extents matrix_shape(const char* operation, const Extents& shape, const Extents& rows,
                     const Extents& columns);
/// The matrix as which an array of a shape is stored.
Extents stored_shape(const char* operation, const Extents& shape);
/// Throws ShapeMismatch unless shapes are equal.
void require_same_tensor_shape(const char* operation, const Extents& a, const Extents& b);
/// The axes, from 0; ShapeMismatch for one that there is not, and for one that is named twice.
Extents tensor_axes(const char* operation, const Extents& shape, const Extents& axes);

/// A list of numbers as Extents.
template <class List>
Extents extents_of_list(const List& list) {
  Extents found;
  for (const auto& number : list) found.push_back(number);
  return found;
}

template <class X, class... More>
const auto& first_tensor(const X& x, const More&... more) {
  if constexpr (SparseTensor<X>) {
    return x;
  } else {
    return first_tensor(more...);
  }
}

/// What stands for an operand beside matrices.
template <int N, class X>
auto as_matrix(const char* operation, const Extents& shape, const Extents& stored, const X& x) {
  if constexpr (SparseTensor<X>) {
    static_assert(X::rank == N, "relatile: sparse arrays of different numbers of dimensions");
    require_same_tensor_shape(operation, shape, x.shape());
    return x.matrix();
  } else if constexpr (SparseLike<X>) {
    static_assert(N == 2, "relatile: a sparse matrix beside a sparse array of other dimensions");
    return x;
  } else if constexpr (ArrayExpression<X>) {
    static_assert(rank_of<X> == N || rank_of<X> == 0,
                  "relatile: a dense operand has the shape of a sparse array that is no matrix; "
                  "broadcast_to gives it that");
    if constexpr (rank_of<X> == 0) {
      return x;
    } else {
      require_same_tensor_shape(operation, shape, shape_of(x));
      return reshape<2>(x, stored);
    }
  } else {
    return x;
  }
}

}  // namespace detail

/// Functions and operators of sparse arrays of any number of dimensions: as of matrices, but that
/// dense operands have the same shape. Collective for two sparse arrays.
///
///   errors  Error for a function that is not 0 of nothing, ShapeMismatch for different shapes
template <class F, class... X>
  requires(detail::SparseTensor<X> || ...)
auto make_elementwise(F f, const X&... operands) {
  const auto& first = detail::first_tensor(operands...);
  constexpr int N = std::remove_cvref_t<decltype(first)>::rank;
  const Extents shape = first.shape();
  const std::string name(F::name);
  const auto result = make_elementwise(
      f, detail::as_matrix<N>(name.c_str(), shape, first.matrix().shape(), operands)...);
  if constexpr (detail::SparseLike<decltype(result)>) {
    using R = typename std::remove_cvref_t<decltype(result)>::value_type;
    return SparseArray<R, N>(result, shape);
  } else {
    return as_array(reshape<N>(as_array(result), shape));
  }
}

/// What evaluate(s) evaluates: the elements of the entries. Where these are is stored already.
template <class T, int N>
  requires(N != 2)
tra::NodePtr to_node(const SparseArray<T, N>& s) { return s.values().node(); }

/// What print(s) says: shape, type and number of entries.
template <class T, int N>
  requires(N != 2)
std::ostream& operator<<(std::ostream& out, const SparseArray<T, N>& s) {
  return out << "sparse array of shape " << to_string(s.shape()) << ", " << s.dtype() << ", with "
             << s.nnz() << " entries";
}

/// The same array with elements T.
template <class T, class S, int N>
  requires(N != 2)
SparseArray<T, N> astype(const SparseArray<S, N>& s, SourceLine line = SourceLine::current()) {
  return {astype<T>(s.matrix(), line), s.shape()};
}

/// The dense array, 0 where s has no entry. With `nothing`, that is there.
template <class T, int N>
  requires(N != 2)
Array<T, N> to_dense(const SparseArray<T, N>& s, std::type_identity_t<T> nothing = T(0),
                     SourceLine line = SourceLine::current()) {
  return as_array(reshape<N>(to_dense(s.matrix(), nothing, line), s.shape()));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/tensors/impl/sparse_tensor.hpp"
#endif
