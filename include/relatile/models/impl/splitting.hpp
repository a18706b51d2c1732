// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/splitting.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/from_data.hpp"
#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/parts/scatter.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/core/text/number_text.hpp"
#include "relatile/random/order.hpp"

namespace relatile::models {
namespace detail {

/// What a share, or a number, is of so many rows; shares are rounded by `round`.
template <class Round>
std::int64_t count_of(const char* name, const SplitSize& size, std::int64_t rows, Round round) {
  const double n = size.size();
  if (size.is_share() ? n > 0 && n < 1 : n >= 1 && n < double(rows)) {
    return std::int64_t(size.is_share() ? round(n * double(rows)) : n);
  }
  const std::string text = number_text(n);
  const bool looks_whole = size.is_share() && n == std::floor(n) && std::abs(n) < 1e15;
  throw Error(std::string("relatile: train_test_split: .") + name + " = " + text +
              (looks_whole ? ".0" : "") +
              (size.is_share()
                   ? "; a share is between 0 and 1, and a whole number, such as 3, one "
                     "of rows"
                   : " of " + std::to_string(rows) +
                         " rows; a number of rows is from 1 to one less than there are, "
                         "and a share, such as 0.25, between 0 and 1"));
}

/// Throws Error for shares of more than all rows, which rounding may leave some numbers of rows
/// for.
inline void require_shares(const SplitSize& test, const SplitSize& train) {
  const double sum = test.size() + train.size();
  if (!test.is_share() || !train.is_share() || sum <= 1) return;
  throw Error("relatile: train_test_split: .test_size = " + number_text(test.size()) +
              " and .train_size = " + number_text(train.size()) +
              ", which sum to more than 1; lessen one, or give one alone");
}

/// So many rows, shared out over classes by how many they have; what is left goes to those that
/// lack most of their share, the first of equal ones. What they lack is the remainder of a
/// division of integers: shares that are equal may differ as rounded numbers.
inline std::vector<std::int64_t> shares_of(const std::vector<std::int64_t>& counts,
                                           std::int64_t rows) {
  __extension__ using Wide = unsigned __int128;
  const auto all = Wide(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
  std::vector<std::int64_t> shares;
  std::vector<std::pair<Wide, std::size_t>> lacking;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    const Wide product = Wide(counts[c]) * Wide(rows);
    shares.push_back(std::int64_t(product / all));
    lacking.emplace_back(product % all, c);
  }
  sort_stably(lacking, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::int64_t left = rows - std::accumulate(shares.begin(), shares.end(), std::int64_t{0});
  for (std::size_t next = 0; left > 0; ++next, --left) ++shares[lacking[next].second];
  return shares;
}

/// The different labels of as many as there are rows.
inline std::vector<std::int64_t> classes_of(const Labels& y, std::int64_t rows) {
  if (y.size() == rows) return y.seen("train_test_split: .stratify");
  throw ShapeMismatch("relatile: train_test_split: .stratify has " + std::to_string(y.size()) +
                      " labels, of " + std::to_string(rows) + " rows; there is one for each row");
}

/// How many rows there are of each class; throws unless they can be shared out.
inline std::vector<std::int64_t> require_classes(std::int64_t train, std::int64_t test,
                                                 const Array<std::int64_t, 1>& places,
                                                 const std::vector<std::int64_t>& classes) {
  const std::string name = "relatile: train_test_split: .stratify has ";
  const auto counts = to_vector(bincount(places, std::int64_t(classes.size())));
  const auto rare = std::find(counts.begin(), counts.end(), 1);
  if (rare != counts.end()) {
    throw Error(name + "label " + std::to_string(classes[std::size_t(rare - counts.begin())]) +
                " once; one row cannot be of either kind");
  }
  if (std::min(train, test) < std::int64_t(classes.size())) {
    throw Error(name + std::to_string(classes.size()) + " labels, and there are " +
                std::to_string(train) + " rows to fit to and " + std::to_string(test) +
                " to judge by; there are to be as many of each kind as labels");
  }
  return counts;
}

/// Of rows in the order of their classes, a run of each class: where it begins, and how long it is.
struct RowRuns {
  std::vector<std::int64_t> begins;
  std::vector<std::int64_t> lengths;
};
/// The rows at places of all runs one after the other. Runs are looked up in tables, so that there
/// are as many nodes of many classes as of two.
inline Array<std::int64_t, 1> rows_of_runs(const Array<std::int64_t, 1>& by_class,
                                           const RowRuns& runs,
                                           const Array<std::int64_t, 1>& places) {
  std::vector<std::int64_t> ends, shifts;
  std::int64_t end = 0;
  for (std::size_t c = 0; c < runs.begins.size(); ++c) {
    shifts.push_back(runs.begins[c] - end);
    ends.push_back(end += runs.lengths[c]);
  }
  const auto k = std::int64_t(ends.size());
  const auto classes = searchsorted(from_span(ends, {k}), places, "right");
  return take(by_class, as_array(places + take(from_span(shifts, {k}), classes)));
}

/// Rows of each class in random order, so many of them to fit to, and so many that follow to judge
/// by; then those of all classes in random order.
inline SplitRows stratified_rows(std::int64_t rows, std::int64_t train, std::int64_t test,
                                 const SplitOptions& options) {
  if (!options.shuffle) {
    throw Error(
        "relatile: train_test_split: .stratify is of rows in random order; leave out .shuffle = "
        "false");
  }
  const Labels& y = *options.stratify;
  const auto classes = classes_of(y, rows);
  const auto places = y.places(classes);
  std::vector<std::int64_t> left = require_classes(train, test, places, classes);
  const std::vector<std::int64_t> counts = left;
  const auto fitted = shares_of(counts, train);
  for (std::size_t c = 0; c < left.size(); ++c) left[c] -= fitted[c];
  const auto judged = shares_of(left, test);

  const random::Seed seed{options.random_state};
  const Array<std::int64_t, 1> order = random::permutation(rows, seed);
  const Array<std::int64_t, 1> by_class = order(argsort(as_array(places(order))));
  // Numbers of one stream would put both kinds in one order: each has a stream of its own.
  const auto shuffled = [&](const RowRuns& runs, std::int64_t size, std::uint64_t stream) {
    const random::detail::Source source{options.random_state, stream};
    return rows_of_runs(by_class, runs, random::permutation(size, source));
  };
  std::vector<std::int64_t> begins(counts.size()), middles(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), std::int64_t{0});
  std::transform(begins.begin(), begins.end(), fitted.begin(), middles.begin(), std::plus<>());
  return {shuffled({begins, fitted}, train, ~std::uint64_t{1}),
          shuffled({middles, judged}, test, ~std::uint64_t{2})};
}

RELATILE_INLINE SplitRows split_rows(std::int64_t rows, const SplitOptions& options) {
  const auto up = [](double count) { return std::ceil(count); };
  const auto down = [](double count) { return std::floor(count); };
  const bool says_train = options.train_size.is_given();
  const std::int64_t fitted =
      says_train ? count_of("train_size", options.train_size, rows, down) : 0;
  const SplitSize quarter = 0.25;
  const std::int64_t test = options.test_size.is_given()
                                ? count_of("test_size", options.test_size, rows, up)
                            : says_train ? rows - fitted
                                         : count_of("test_size", quarter, rows, up);
  require_shares(options.test_size, options.train_size);
  const std::int64_t train = says_train ? fitted : rows - test;
  if (train < 1 || test < 1 || train + test > rows) {
    throw ShapeMismatch("relatile: train_test_split: " + std::to_string(train) +
                        " rows to fit to and " + std::to_string(test) + " to judge by, of " +
                        std::to_string(rows));
  }
  if (options.stratify) return stratified_rows(rows, train, test, options);
  if (!options.shuffle) {
    return {arange<std::int64_t>(train), arange<std::int64_t>(train, train + test)};
  }
  const auto order = random::permutation(rows, random::Seed{options.random_state});
  return {as_array(order(slice(test, test + train))), as_array(order(slice(0, test)))};
}

RELATILE_INLINE void require_same_rows(std::int64_t rows, std::int64_t others) {
  if (rows == others) return;
  throw ShapeMismatch("relatile: train_test_split: " + std::to_string(rows) + " rows of x and " +
                      std::to_string(others) + " of another array");
}

}  // namespace detail

RELATILE_INLINE std::vector<Fold> kfold(std::int64_t rows, const KFoldOptions& options) {
  const std::int64_t parts = options.n_splits;
  if (parts < 2 || parts > rows) {
    throw Error("relatile: kfold: .n_splits = " + std::to_string(parts) + " of " +
                std::to_string(rows) + " rows; there are two folds at least, and as many rows");
  }
  const Array<std::int64_t, 1> order =
      options.shuffle ? as_array(random::permutation(rows, random::Seed{options.random_state}))
                      : arange<std::int64_t>(rows);
  std::vector<Fold> folds;
  std::int64_t begin = 0;
  for (std::int64_t part = 0; part < parts; ++part) {
    const std::int64_t end = begin + rows / parts + (part < rows % parts ? 1 : 0);
    Fold fold{concatenate({as_array(order(slice(0, begin))), as_array(order(slice(end)))}),
              as_array(order(slice(begin, end)))};
    if (options.shuffle) fold = {as_array(sort(fold.train)), as_array(sort(fold.test))};
    folds.push_back(std::move(fold));
    begin = end;
  }
  return folds;
}

}  // namespace relatile::models
