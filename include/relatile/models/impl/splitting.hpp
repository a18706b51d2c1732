// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/splitting.hpp"

#include <cmath>
#include <string>

#include "relatile/array/creation.hpp"
#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/shapes/joining.hpp"
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
  const std::int64_t train = says_train ? fitted : rows - test;
  if (train < 1 || test < 1 || train + test > rows) {
    throw ShapeMismatch("relatile: train_test_split: " + std::to_string(train) +
                        " rows to fit to and " + std::to_string(test) + " to judge by, of " +
                        std::to_string(rows));
  }
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
