// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>

#include "relatile/array/creation.hpp"
#include "relatile/core/shape.hpp"
#include "relatile/sparse/advice/no_members.hpp"
#include "relatile/sparse/structure/entries.hpp"
#include "relatile/sparse/structure/format.hpp"
#include "relatile/sparse/structure/moved_entries.hpp"
#include "relatile/sparse/structure/structure.hpp"
#include "relatile/tra/indexing.hpp"

namespace relatile {

namespace detail {

/// A transpose that is made when something asks where its entries are, or for them.
template <class T>
class TransposeToMake;

}  // namespace detail

/// A distributed sparse matrix: elements T at some places, its entries, and nothing elsewhere,
/// which counts as 0, in a product over a semiring as the identity of its reduction. A cheap
/// handle, copied by sharing.
///
/// Entries are in compressed rows (CSR), in blocks of rows with about equally many, of which sites
/// have whole ones: 4 bytes a row and 4 + sizeof(T) an entry; in other formats by asformat. Where
/// entries are is stored when a matrix is made, by all ranks together; their elements are an array
/// like any other, computed when they are needed and planned with everything else.
template <class T, int N = 2>
class SparseArray : public detail::SparseMembers<T> {
 public:
  using value_type = T;                ///< of the entries
  using relatile_sparse_array = void;  ///< says that this is a sparse array
  static constexpr int rank = N;       ///< the number of dimensions
  static_assert(N == 2,
                "relatile: sparse arrays of other numbers of dimensions than two are in "
                "relatile/sparse/tensors/, which relatile/sparse.hpp includes");
  static_assert(is_scalar_type_v<T>, "relatile: elements of a sparse array are numbers");

  /// An empty handle; assign to it before use.
  SparseArray() = default;
  /// Elements for the entries of a pattern.
  SparseArray(detail::SparsePattern pattern, Array<T, 1> values)
      : pattern_(std::move(pattern)), values_(std::move(values)) {}

  /// A transpose that is not made yet.
  explicit SparseArray(std::shared_ptr<detail::TransposeToMake<T>> transposed)
      : transposed_(std::move(transposed)) {}

  /// Sizes alone, SparseArray<double>(3, 3).
  template <class... X>
    requires(sizeof...(X) >= 2 && (std::is_arithmetic_v<X> && ...))
  SparseArray(X...) {  // NOLINT: refused, also where braces ask for it
    static_assert(sizeof...(X) == 0,
                  "relatile: SparseArray: sizes alone make no sparse array: from_coordinates(rows, "
                  "columns, values, {3, 3}) has entries, to_sparse(zeros({3, 3})) none");
  }

  /// Where the entries are. Collective for a transpose of which nobody has asked that before.
  const detail::SparsePattern& pattern() const {
    if (transposed_) return transposed_->made().pattern();
    if (pattern_) return pattern_;
    throw Error(
        "relatile: this SparseArray was never assigned, or was moved from; give it a value first");
  }
  /// The numbers of rows and columns: auto [rows, columns] = s.shape().
  Shape<N> shape() const { return Shape<N>(transposed_ ? transposed_->shape : pattern()->shape); }
  /// The extent of an axis, from the end if it is negative; ShapeMismatch if there is none.
  std::int64_t shape(int axis) const { return detail::extent_of(shape(), axis); }
  /// The number of entries, those that happen to be 0 as well.
  std::int64_t nnz() const { return transposed_ ? transposed_->nnz : pattern()->nnz(); }
  /// The matrix of which this is the transpose, to be read in its place, if it is not made yet, or
  /// held by columns; else nothing.
  const SparseArray* transpose_of() const {
    return transposed_ ? transposed_->read_instead() : nullptr;
  }
  /// Whether what is computed of this may have read another matrix in its place, so that it can't
  /// be told from what was computed of that one: expressions have no derivatives by it.
  bool is_read_as_other() const {
    return is_other_ || (transposed_ && transposed_->is_read_as_other());
  }
  /// The same matrix as something else that was computed, which its elements can't be told from.
  SparseArray as_other() const {
    SparseArray other = *this;
    other.is_other_ = true;
    return other;
  }
  /// The same of a matrix that was asked for by columns, Format::csc or dcsc, and stays so.
  const SparseArray* held_by_columns() const {
    return transposed_ && transposed_->is_kept() ? transposed_->of() : nullptr;
  }
  /// How the matrix is stored; a transpose that is not made yet is by columns. Not collective.
  Format format() const {
    if (const SparseArray* const of = stored_as()) {
      return detail::transposed_format(of->format());
    }
    return pattern()->has_all_rows() ? Format::csr : Format::dcsr;
  }
  /// The share of all places that have entries; 0 of a matrix without places.
  double density() const {
    const double places = static_cast<double>(shape()[0]) * static_cast<double>(shape()[1]);
    return places > 0 ? static_cast<double>(nnz()) / places : 0;
  }
  /// The element type as NumPy calls it.
  std::string dtype() const { return element_type_of<T>().name(); }
  static constexpr int ndim() { return N; }

  /// The entries' elements, row after row, in each by columns: scipy's `data`.
  const Array<T, 1>& values() const {
    pattern();
    return transposed_ ? transposed_->made().values() : values_;
  }
  /// The entries' columns: scipy's `indices`.
  const Array<kernel::SparseIndex, 1>& columns() const { return pattern()->columns; }
  /// How many entries each row has.
  Array<kernel::SparseIndex, 1> row_counts() const { return detail::all_counts_of(*pattern()); }
  /// Whether only the rows, or columns, are stored that have entries, since these are an eighth of
  /// all or fewer, or since that was asked for: then neither memory nor the time of most operators
  /// grows with the number of rows.
  bool is_doubly_compressed() const { return detail::is_doubly_compressed(format()); }
  /// Where blocks of rows begin, and the number of rows: sites have whole blocks.
  const tra::SharedNumbers& row_blocks() const { return pattern()->rows; }

  /// A matrix with the same entries and other elements, one for each, in the order of values().
  template <ArrayExpression E>
  auto with_values(const E& values) const {
    static_assert(rank_of<E> == 1, "relatile: with_values takes a vector, an element an entry");
    if (shape_of(values)[0] != nnz()) {
      throw ShapeMismatch("relatile: with_values: " + to_string(shape_of(values)) +
                          " elements for " + std::to_string(nnz()) + " entries");
    }
    return SparseArray<element_of<E>, N>(pattern(), as_array(values));
  }

  /// The entries' elements in the order in which they are stored: of a matrix by columns, and of a
  /// transpose that is not made yet, column after column.
  const Array<T, 1>& stored_values() const {
    const SparseArray* const of = stored_as();
    return of != nullptr ? of->values() : values();
  }
  /// A matrix with the same entries and other elements in that order, by columns if this one is.
  SparseArray with_stored_values(const Array<T, 1>& values) const {
    const SparseArray* const of = stored_as();
    if (of == nullptr) return with_values(values);
    return SparseArray(std::make_shared<detail::TransposeToMake<T>>(of->with_values(values), true));
  }

  /// The rows and columns that two slices name: see sparse/selecting.hpp. Collective.
  SparseArray operator()(const Slice& rows, const Slice& columns) const {
    return sparse_part(*this, rows, columns);
  }

  /// A row, s(3, all_of_axis), or a column, as a dense vector; positions from the end if negative.
  /// Collective.
  Array<T, 1> operator()(std::int64_t row, const Slice& columns) const {
    return sparse_line(*this, row, columns, 0);
  }
  Array<T, 1> operator()(const Slice& rows, std::int64_t column) const {
    return sparse_line(*this, column, rows, 1);
  }
  /// The element in a row and a column, 0 where there is no entry.
  Array<T, 0> operator()(std::int64_t row, std::int64_t column) const {
    return sparse_element(*this, row, column);
  }
  /// A row alone, masks and indices are refused, with advice.
  template <class... I>
    requires(sizeof...(I) != 2 || ((ArrayExpression<I> || detail::SparseLike<I>) || ...))
  Array<T, 1>
  operator()(const I&...) const {
    static_assert(sizeof...(I) > max_rank,
                  "relatile: a sparse matrix has s(row, column), s(row, all_of_axis), s(slice(0, "
                  "2), slice(0, 2)); for a mask of entries take where(mask, s, 0.0), of rows "
                  "compress(mask, s, 0), for indices take(s, indices, 0)");
    return {};
  }

 private:
  /// The transpose_of(), for who reads nothing of it.
  const SparseArray* stored_as() const { return transposed_ ? transposed_->of() : nullptr; }

  detail::SparsePattern pattern_;
  Array<T, 1> values_;
  std::shared_ptr<detail::TransposeToMake<T>> transposed_;  ///< instead of both
  bool is_other_ = false;                                   ///< see as_other
};

/// s = s + x, as the array that s then is. Collective where x is another sparse array.
template <class T, int N, class X>
SparseArray<T, N>& operator+=(SparseArray<T, N>& s, const X& x) {
  return s = astype<T>(s + x);
}
/// s = s - x, as above.
template <class T, int N, class X>
SparseArray<T, N>& operator-=(SparseArray<T, N>& s, const X& x) {
  return s = astype<T>(s - x);
}
/// s = s * x, as above.
template <class T, int N, class X>
SparseArray<T, N>& operator*=(SparseArray<T, N>& s, const X& x) {
  return s = astype<T>(s * x);
}
/// s = s / x, as above.
template <class T, int N, class X>
SparseArray<T, N>& operator/=(SparseArray<T, N>& s, const X& x) {
  return s = astype<T>(s / x);
}

namespace detail {

/// A number as bytes.
template <class T>
std::string bytes_of_number(const T& number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}
/// The nodes of a matrix whose elements are converted to T.
template <class T, class S>
SparseNodes nodes_as(const SparseArray<S, 2>& s) {
  if constexpr (std::is_same_v<T, S>) {
    return {s.pattern(), s.values().node()};
  } else {
    return {s.pattern(), as_array(astype<T>(s.values())).node()};
  }
}

/// Copies of a matrix share it, so that it is made once, and the other is let go of then, unless it
/// is to be kept.
template <class T>
class TransposeToMake {
 public:
  explicit TransposeToMake(const SparseArray<T, 2>& of, bool is_kept = false)
      : shape{of.shape(1), of.shape(0)}, nnz(of.nnz()), of_(of), is_kept_(is_kept) {}

  const SparseArray<T, 2>& made() {
    if (!made_) {
      const SparseNodes of = nodes_as<T>(*of_);
      const SparseNodes nodes = is_kept_ ? transposed_beside(of) : transposed(of);
      made_.emplace(nodes.pattern, Array<T, 1>(nodes.values));
      if (!is_kept_) of_.reset();
    }
    return *made_;
  }
  const SparseArray<T, 2>* of() const { return of_ ? &*of_ : nullptr; }
  const SparseArray<T, 2>* read_instead() {
    is_read_ = is_read_ || of_;
    return of();
  }
  bool is_kept() const { return is_kept_; }
  bool is_read_as_other() const { return !is_kept_ && (of_ || is_read_); }

  Extents shape;
  std::int64_t nnz;

 private:
  std::optional<SparseArray<T, 2>> of_;
  std::optional<SparseArray<T, 2>> made_;
  bool is_kept_;
  bool is_read_ = false;  ///< the other in its place, before it was made
};

/// The matrix that is held by columns, as the rows of this one.
template <class T>
SparseArray<T, 2> by_columns(const SparseArray<T, 2>& rows) {
  return SparseArray<T, 2>(std::make_shared<TransposeToMake<T>>(rows, true));
}

/// What f makes of a matrix's entries, of which places do not matter: of one that is held by
/// columns one that is, too.
template <class T, class F>
auto of_stored(const SparseArray<T, 2>& s, F&& f) {
  if (const SparseArray<T, 2>* const of = s.held_by_columns()) return by_columns(f(*of));
  return f(s);
}

}  // namespace detail

/// What evaluate(s) evaluates: the elements of the entries. Where these are is stored already.
template <class T>
tra::NodePtr to_node(const SparseArray<T, 2>& s) {
  if (const SparseArray<T, 2>* const of = s.held_by_columns()) return of->values().node();
  return s.values().node();
}

/// The shape, as of arrays: zeros<double, 2>(shape_of(s)).
template <class T, int N>
Extents shape_of(const SparseArray<T, N>& s) {
  return s.shape();
}

/// What print(s) says: shape, type, number of entries and format. Not collective; to_dense(s) has
/// elements.
template <class T>
std::ostream& operator<<(std::ostream& out, const SparseArray<T, 2>& s) {
  return out << "sparse matrix of shape " << to_string(s.shape()) << ", " << s.dtype() << ", with "
             << s.nnz() << " entries, "
             << (detail::is_by_columns(s.format()) ? "by columns" : "by rows")
             << (s.is_doubly_compressed() ? ", doubly compressed" : "") << " ("
             << format_name(s.format()) << ")";
}

/// The same matrix with elements T.
template <class T, class S>
SparseArray<T, 2> astype(const SparseArray<S, 2>& s, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::of_stored(
      s, [](const SparseArray<S, 2>& of) { return of.with_values(astype<T>(of.values())); });
}

/// The dense matrix, 0 where s has no entry: scipy's toarray(). With `nothing`, that is there.
template <class T>
Array<T, 2> to_dense(const SparseArray<T, 2>& s, std::type_identity_t<T> nothing = T(0),
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if (const SparseArray<T, 2>* const of = s.held_by_columns()) {
    return Array<T, 2>(as_array(transpose(to_dense(*of, nothing, line))));
  }
  return Array<T, 2>(detail::dense_of(detail::nodes_as<T>(s), detail::bytes_of_number(nothing)));
}

/// The matrix with rows and columns exchanged. Products of it and what is dense take s itself, and
/// its own transpose is s. Whatever else asks where its entries are, as evaluate() does, makes it,
/// once for all copies, and is collective; from then on its products are by its own rows.
template <class T>
SparseArray<T, 2> transpose(const SparseArray<T, 2>& s, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if (const SparseArray<T, 2>* const of = s.transpose_of()) return of->as_other();
  return SparseArray<T, 2>(std::make_shared<detail::TransposeToMake<T>>(s));
}

}  // namespace relatile
