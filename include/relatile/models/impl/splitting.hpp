// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/splitting.hpp"

#include <cmath>
#include <string>

#include "relatile/array/creation.hpp"
#include "relatile/core/text/number_text.hpp"
#include "relatile/random/order.hpp"

namespace relatile::models::detail {

/// What a share, or a number from 1 on, is of so many rows; shares are rounded by `round`.
template <class Round>
std::int64_t count_of(const char* name, double size, std::int64_t rows, Round round) {
  const double count = size < 1 ? round(size * double(rows)) : size;
  if (size > 0 && count <= double(rows) && count == std::floor(count)) return std::int64_t(count);
  throw ShapeMismatch(std::string("relatile: train_test_split: a ") + name + " of " +
                      number_text(size) + " of " + std::to_string(rows) +
                      " rows; it is a share between 0 and 1, or a number of rows");
}

RELATILE_INLINE SplitRows split_rows(std::int64_t rows, const SplitOptions& options) {
  const auto up = [](double count) { return std::ceil(count); };
  const auto down = [](double count) { return std::floor(count); };
  const std::int64_t test = count_of("test_size", options.test_size, rows, up);
  const std::int64_t train = options.train_size == 0
                                 ? rows - test
                                 : count_of("train_size", options.train_size, rows, down);
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

}  // namespace relatile::models::detail
