// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/optim/minibatches.hpp"

#include <numeric>
#include <string>
#include <utility>

#include "relatile/core/error.hpp"
#include "relatile/random/draws.hpp"

namespace relatile::optim {

RELATILE_INLINE std::vector<Slice> minibatches(std::int64_t n, std::int64_t size,
                                               std::uint64_t seed) {
  if (size < 1 || size > n) {
    throw Error("relatile: minibatches: of " + std::to_string(size) + " rows, of " +
                std::to_string(n) + "; take from 1 to all of them");
  }
  const std::int64_t count = n / size;
  random::detail::Draws draws(random::philox(seed, 0, 0));
  const auto below = [&](std::int64_t bound) {
    return std::int64_t(draws.next() % std::uint64_t(bound));
  };
  const std::int64_t first = below(n % size + 1);
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  for (std::int64_t i = count - 1; i > 0; --i) {
    std::swap(order[std::size_t(i)], order[std::size_t(below(i + 1))]);
  }
  std::vector<Slice> batches;
  for (const std::int64_t b : order) {
    const std::int64_t begin = first + b;
    batches.push_back(slice(begin, begin + (size - 1) * count + 1, count));
  }
  return batches;
}

}  // namespace relatile::optim
