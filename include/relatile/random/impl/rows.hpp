// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/random/rows.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>

#include "relatile/array/from_data.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/random/draws.hpp"
#include "relatile/random/impl/discrete.hpp"

namespace relatile::random {

namespace detail {

[[noreturn]] inline void refuse_covariance(const std::string& why) {
  throw ShapeMismatch("relatile: random::multivariate_normal: the covariance " + why);
}

/// The lower triangle whose product with its transpose is `a`, row by row; a matrix that is
/// singular has columns of zeros in it.
inline std::vector<double> cholesky(const std::vector<std::vector<double>>& a) {
  const std::size_t n = a.size();
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(a[i][i]));
  const double tolerance = 1e-10 * largest;
  std::vector<double> lower(n * n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j; i < n; ++i) {
      double rest = a[i][j];
      for (std::size_t k = 0; k < j; ++k) rest -= lower[i * n + k] * lower[j * n + k];
      if (i == j) {
        if (!(rest >= -tolerance)) refuse_covariance("is not positive semidefinite");
        lower[j * n + j] = rest > tolerance ? std::sqrt(rest) : 0;
      } else if (lower[j * n + j] > 0) {
        lower[i * n + j] = rest / lower[j * n + j];
      } else if (std::abs(rest) > std::sqrt(tolerance * largest)) {
        refuse_covariance("is not positive semidefinite");
      }
    }
  }
  return lower;
}

inline void check_covariance(const std::vector<std::vector<double>>& a, std::size_t length) {
  bool square = a.size() == length;
  for (const auto& row : a) square = square && row.size() == length;
  if (!square || length == 0) refuse_covariance("does not have a row and a column for each mean");
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double size = std::abs(a[i][j]) + std::abs(a[j][i]);
      if (!(std::abs(a[i][j] - a[j][i]) <= 1e-8 * size)) refuse_covariance("is not symmetric");
    }
  }
}

/// How many balls of each colour a row has: one colour after the other, from what is left.
struct BallsOfRow {
  std::uint64_t seed;
  std::uint64_t stream;
  std::int64_t nsample;
  std::shared_ptr<const std::vector<std::int64_t>> colors;

  std::int64_t operator()(const Extents& at) const {
    Draws draws(philox(seed, stream, static_cast<std::uint64_t>(at[0])));
    auto others =
        static_cast<double>(std::accumulate(colors->begin(), colors->end(), std::int64_t{0}));
    auto left = static_cast<double>(nsample);
    double taken = 0;
    for (std::int64_t k = 0; k <= at[1]; ++k) {
      const auto own = static_cast<double>((*colors)[static_cast<std::size_t>(k)]);
      others -= own;
      const double parameters[3] = {own, others, left};
      taken = draw_hypergeometric(draws, parameters);
      left -= taken;
    }
    return static_cast<std::int64_t>(taken);
  }
};

}  // namespace detail

RELATILE_INLINE Array<std::uint8_t, 1> bytes(std::int64_t n, detail::Source source,
                                             SourceLine line) {
  return integers<std::uint8_t>(0, 256, {n}, source, line);
}

RELATILE_INLINE Array<double, 2> multivariate_normal(
    const std::vector<double>& mean, const std::vector<std::vector<double>>& covariance,
    std::int64_t size, detail::Source source, SourceLine line) {
  const AskedFrom scope(line);
  detail::check_covariance(covariance, mean.size());
  const auto length = static_cast<std::int64_t>(mean.size());
  const auto lower = from_span(detail::cholesky(covariance), {length, length});
  const Array<double, 2> independent = normal<double>({size, length}, source);
  return matmul(independent, transpose(lower)) + from_span(mean, {length});
}

RELATILE_INLINE Array<std::int64_t, 2> multivariate_hypergeometric(
    const std::vector<std::int64_t>& colors, std::int64_t nsample, std::int64_t size,
    detail::Source source, SourceLine line) {
  const AskedFrom scope(line);
  std::int64_t balls = 0;
  bool fine = !colors.empty() && size >= 0;
  for (const std::int64_t color : colors) {
    fine = fine && color >= 0 && color <= std::int64_t{1} << 30;
    if (fine) balls += color;
    fine = fine && balls <= std::int64_t{1} << 30;
  }
  if (!fine || nsample < 0 || nsample > balls) {
    throw ShapeMismatch(
        "relatile: random::multivariate_hypergeometric: " + std::to_string(nsample) + " of " +
        std::to_string(balls) + " balls, of which there are at most 2^30, and no negative number");
  }
  const detail::BallsOfRow draw{source.seed, source.stream, nsample,
                                std::make_shared<const std::vector<std::int64_t>>(colors)};
  return generate<std::int64_t, 2>("multivariate_hypergeometric",
                                   Extents{size, std::int64_t(colors.size())},
                                   200 * std::int64_t(colors.size()), draw);
}

}  // namespace relatile::random
