// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "relatile/random/impl/continuous.hpp"

// One whole number, as a double, of each discrete distribution; see continuous.hpp.

namespace relatile::random::detail {

/// What Stirling's formula lacks: log k! - [(k + 1/2) log(k + 1) - (k + 1) + log(2 pi) / 2].
inline double stirling_rest(double k) {
  constexpr std::array<double, 10> small{
      0.08106146679532726,  0.04134069595540929, 0.02767792568499834, 0.02079067210376509,
      0.01664469118982119,  0.01387612882307075, 0.01189670994589177, 0.01041126526197209,
      0.009255462182712733, 0.008330563433362871};
  if (k < 10) return small[static_cast<std::size_t>(k)];
  const double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}
inline double log_factorial(double k) {
  constexpr double half_log_of_two_pi = 0.91893853320467274178;
  return (k + 0.5) * std::log(k + 1) - (k + 1) + half_log_of_two_pi + stirling_rest(k);
}

/// Few are expected: where the sum of chances passes a uniform number. Many: Hoermann's transformed
/// rejection with squeeze (PTRS, 1993).
inline double poisson(Draws& draws, double mean) {
  if (mean < 10) {
    double rest = draws.inside_unit();
    double chance = std::exp(-mean);
    double count = 0;
    while (rest > chance && chance > 0) {
      rest -= chance;
      ++count;
      chance *= mean / count;
    }
    return count;
  }
  const double b = 0.931 + 2.53 * std::sqrt(mean);
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double most_inside = 0.9277 - 3.6224 / (b - 2);
  while (true) {
    const double u = draws.inside_unit() - 0.5;
    const double v = draws.inside_unit();
    const double edge = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / edge + b) * u + mean + 0.43);
    if (edge >= 0.07 && v <= most_inside) return k;
    if (k < 0 || (edge < 0.013 && v > edge)) continue;
    const double log_v = std::log(v * inverse_alpha / (a / (edge * edge) + b));
    if (log_v <= k * std::log(mean) - mean - log_factorial(k)) return k;
  }
}
inline double draw_poisson(Draws& draws, const double* p) { return poisson(draws, p[0]); }

/// Few successes: the number of geometric waiting times that fit into n trials.
inline double binomial_by_waiting(Draws& draws, double n, double p) {
  const double log_failure = std::log1p(-p);
  double successes = 0;
  for (double trials = 0;; ++successes) {
    trials += std::floor(-draws.exponential() / log_failure) + 1;
    if (!(trials <= n)) return successes;
  }
}
/// Many, p at most 1/2: Hoermann's transformed rejection with squeeze (BTRS, 1993).
inline double binomial_by_rejection(Draws& draws, double n, double p) {
  const double deviation = std::sqrt(n * p * (1 - p));
  const double b = 1.15 + 2.53 * deviation;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double centre = n * p + 0.5;
  const double most_inside = 0.92 - 4.2 / b;
  const double odds = p / (1 - p);
  const double alpha = (2.83 + 5.1 / b) * deviation;
  const double m = std::floor((n + 1) * p);
  while (true) {
    const double u = draws.inside_unit() - 0.5;
    const double v = draws.inside_unit();
    const double edge = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / edge + b) * u + centre);
    if (edge >= 0.07 && v <= most_inside) return k;
    if (k < 0 || k > n) continue;
    const double log_v = std::log(v * alpha / (a / (edge * edge) + b));
    const double ratio = (m + 0.5) * std::log((m + 1) / (odds * (n - m + 1))) +
                         (n + 1) * std::log((n - m + 1) / (n - k + 1)) +
                         (k + 0.5) * std::log(odds * (n - k + 1) / (k + 1)) + stirling_rest(m) +
                         stirling_rest(n - m) - stirling_rest(k) - stirling_rest(n - k);
    if (log_v <= ratio) return k;
  }
}
inline double draw_binomial(Draws& draws, const double* p) {
  const double n = p[0];
  const double chance = std::min(p[1], 1 - p[1]);
  double successes = 0;
  if (chance > 0) {
    successes = n * chance < 10 ? binomial_by_waiting(draws, n, chance)
                                : binomial_by_rejection(draws, n, chance);
  }
  return p[1] > 0.5 ? n - successes : successes;
}

inline double draw_geometric(Draws& draws, const double* p) {
  if (p[0] == 1) return 1;
  return std::min(std::floor(-draws.exponential() / std::log1p(-p[0])) + 1, 0x1p62);
}
/// A Poisson number whose mean is a gamma number.
inline double draw_negative_binomial(Draws& draws, const double* p) {
  const double gamma = standard_gamma(draws, p[0]);
  if (gamma == 0) return 0;
  return poisson(draws, std::min(gamma * ((1 - p[1]) / p[1]), 0x1p52));
}

/// Few are taken: one after the other.
inline double taken_one_by_one(Draws& draws, double good, double bad, double sample) {
  double found = 0;
  for (; sample > 0; --sample) {
    if (draws.unit() * (good + bad) < good) {
      --good;
      ++found;
    } else {
      --bad;
    }
  }
  return found;
}
/// Many: Stadlober's ratio of uniform numbers (HRUA, 1989), good at most bad, and at most half are
/// taken.
inline double taken_by_rejection(Draws& draws, double good, double bad, double sample) {
  const double all = good + bad;
  const double share = good / all;
  const double centre = sample * share + 0.5;
  const double deviation =
      std::sqrt((all - sample) * sample * share * (1 - share) / (all - 1) + 0.5);
  const double height = 1.7155277699214135 * deviation + 0.8989161620588988;
  const double mode = std::floor((sample + 1) * (good + 1) / (all + 2));
  const auto log_weight = [&](double k) {
    return log_factorial(k) + log_factorial(good - k) + log_factorial(sample - k) +
           log_factorial(bad - sample + k);
  };
  const double of_mode = log_weight(mode);
  const double end = std::min(std::min(sample, good) + 1, std::floor(centre + 16 * deviation));
  while (true) {
    const double u = draws.inside_unit();
    const double x = centre + height * (draws.unit() - 0.5) / u;
    if (x < 0 || x >= end) continue;
    const double k = std::floor(x);
    if (2 * std::log(u) <= of_mode - log_weight(k)) return k;
  }
}
inline double draw_hypergeometric(Draws& draws, const double* p) {
  const double all = p[0] + p[1];
  const double sample = std::min(p[2], all - p[2]);
  const double fewer = std::min(p[0], p[1]);
  double found = sample <= 10 ? taken_one_by_one(draws, fewer, all - fewer, sample)
                              : taken_by_rejection(draws, fewer, all - fewer, sample);
  if (p[0] > p[1]) found = sample - found;
  return sample < p[2] ? p[0] - found : found;
}

/// By Kemp (LK, 1981).
inline double draw_logseries(Draws& draws, const double* p) {
  if (p[0] == 0) return 1;
  const double v = draws.inside_unit();
  if (v >= p[0]) return 1;
  const double q = -std::expm1(std::log1p(-p[0]) * draws.inside_unit());
  if (v > q) return 1;
  return v > q * q ? 2 : std::max(1.0, 1 + std::floor(std::log(v) / std::log(q)));
}

/// By Devroye: rejection from the distribution's integral.
inline double draw_zipf(Draws& draws, const double* p) {
  constexpr double log_of_two = 0.693147180559945309417;
  constexpr double log_of_most = 62 * log_of_two;
  const double exponent = p[0] - 1;
  if (exponent >= 1024) return 1;  // any other number has a chance below 2^-1024
  const double b = std::pow(2, exponent);
  const double b_less_one = std::expm1(exponent * log_of_two);
  const double below_most = -std::expm1(-exponent * log_of_most);  // the chance of a number to 2^62
  while (true) {
    const double exponential = -std::log1p(-below_most * draws.unit());
    const double x = std::floor(std::exp(exponential / exponent));
    const double v = draws.inside_unit();
    const double t_less_one = std::expm1(exponent * std::log1p(1 / x));
    if (v * x * t_less_one * b <= (t_less_one + 1) * b_less_one) return x;
  }
}

/// A chi-square number of as many degrees of freedom more as a Poisson number says, twice.
inline double draw_noncentral_chisquare(Draws& draws, const double* p) {
  if (p[0] > 1) {
    const double normal = draws.normal() + std::sqrt(p[1]);
    return chisquare(draws, p[0] - 1) + normal * normal;
  }
  return chisquare(draws, p[0] + 2 * poisson(draws, p[1] / 2));
}

/// A noncentral chi-square number and one that is not, each by its degrees of freedom.
inline double draw_noncentral_f(Draws& draws, const double* p) {
  const double above[2] = {p[0], p[2]};
  const double ratio = draw_noncentral_chisquare(draws, above) / p[0];
  return ratio / (chisquare(draws, p[1]) / p[1]);
}

}  // namespace relatile::random::detail
