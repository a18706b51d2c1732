// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/parts/take.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/models/labels.hpp"
#include "relatile/sparse/selecting.hpp"

// Rows to fit models to, and rows to judge them by: scikit-learn's train_test_split and KFold.

namespace relatile::models {

/// How many rows: a whole number says how many, another a share of all, as scikit-learn has it.
class SplitSize {
 public:
  SplitSize() = default;
  template <class T>
    requires(std::is_arithmetic_v<T>)
  SplitSize(T size)  // NOLINT: numbers are sizes
      : size_(double(size)), is_share_(std::is_floating_point_v<T>), is_given_(true) {}
  bool is_given() const { return is_given_; }
  bool is_share() const { return is_share_; }
  double size() const { return size_; }

 private:
  double size_ = 0;
  bool is_share_ = false;
  bool is_given_ = false;
};

/// Which rows go where.
struct SplitOptions {
  SplitSize test_size = {};   ///< a share between 0 and 1, or a number of rows; else all that are
                              ///< not to fit, or where nothing is said of these a share of 0.25
  SplitSize train_size = {};  ///< so, too; else all that are left
  std::uint64_t random_state = 0;
  bool shuffle = true;  ///< else the first rows are to fit, and those after them to judge by
  /// Each of these has its share of the rows of either kind, rounded: of a rare label that may be
  /// no row.
  std::optional<Labels> stratify = {};
};

namespace detail {

/// The indices of rows of either kind.
struct SplitRows {
  Array<std::int64_t, 1> train;
  Array<std::int64_t, 1> test;
};
SplitRows split_rows(std::int64_t rows, const SplitOptions& options);
/// Throws ShapeMismatch unless there are as many rows.
void require_same_rows(std::int64_t rows, std::int64_t others);

template <ArrayExpression E>
std::int64_t rows_in(const E& x) {
  static_assert(rank_of<E> >= 1, "relatile: train_test_split: x has no rows");
  return shape_of(x)[0];
}
template <class T>
std::int64_t rows_in(const SparseArray<T, 2>& x) {
  return x.shape(0);
}

template <class X>
auto parts_of(const X& x, const SplitRows& rows) {
  return std::tuple(take(x, rows.train, 0), take(x, rows.test, 0));
}

}  // namespace detail

/// The rows of x, an array or a sparse matrix, to fit a model to and those to judge it by: `const
/// auto [x_train, x_test] = train_test_split(x, {.test_size = 0.2});`. As many are to judge by as
/// the share says, rounded up. The order is random and follows from `random_state` and the number
/// of rows alone, and from `stratify`, such as y: the same on any number of ranks. Parts are lazy,
/// and distributed like any array; of sparse matrices, and with `stratify`, it is collective.
///
///   cost    with `stratify` the labels are sorted, O(n log n) of n rows on all sites together, and
///           every site keeps some numbers of each of the k different labels, O(k)
///   errors  Error for a share that is not between 0 and 1, shares that sum to more than 1, or a
///           number that is not from 1 to one less than there are rows; ShapeMismatch if no row is
///           left for either kind, or if there are fewer than asked for; of `stratify`
///           ShapeMismatch for another number of labels than rows, and Error for labels that are
///           not whole numbers, or that one row alone has, for fewer rows of either kind than
///           labels, and without `shuffle`
template <class X>
auto train_test_split(const X& x, const SplitOptions& options = {},
                      SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::parts_of(x, detail::split_rows(detail::rows_in(x), options));
}
/// The same rows of both: `const auto [x_train, x_test, y_train, y_test] = train_test_split(x, y);`
///
///   errors  ShapeMismatch also for different numbers of rows
template <class X, class Y>
  requires(!std::same_as<Y, SplitOptions>)
auto train_test_split(const X& x, const Y& y, const SplitOptions& options = {},
                      SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_same_rows(detail::rows_in(x), detail::rows_in(y));
  const auto rows = detail::split_rows(detail::rows_in(x), options);
  return std::tuple_cat(detail::parts_of(x, rows), detail::parts_of(y, rows));
}
/// The same rows of three, as with sample weights.
template <class X, class Y, class W>
  requires(!std::same_as<W, SplitOptions> && !std::same_as<Y, SplitOptions>)
auto train_test_split(const X& x, const Y& y, const W& weights, const SplitOptions& options = {},
                      SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_same_rows(detail::rows_in(x), detail::rows_in(y));
  detail::require_same_rows(detail::rows_in(x), detail::rows_in(weights));
  const auto rows = detail::split_rows(detail::rows_in(x), options);
  return std::tuple_cat(detail::parts_of(x, rows), detail::parts_of(y, rows),
                        detail::parts_of(weights, rows));
}

/// How rows are cut into parts.
struct KFoldOptions {
  std::int64_t n_splits = 5;
  bool shuffle = false;  ///< else parts are of rows one after the other
  std::uint64_t random_state = 0;
};
/// The numbers of rows to fit a model to, and of those to judge it by: take(x, fold.train, 0).
struct Fold {
  Array<std::int64_t, 1> train;
  Array<std::int64_t, 1> test;
};
/// So many folds, of which each judges by another part of the rows and fits to the others:
/// scikit-learn's KFold. `for (const auto& [train, test] : kfold(x.shape(0), {.n_splits = 3}))`.
/// Parts differ by one row at most, the first ones are the larger, and numbers rise.
///
///   errors  Error for fewer than two folds, or more than rows
std::vector<Fold> kfold(std::int64_t rows, const KFoldOptions& options = {});

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/splitting.hpp"
#endif
