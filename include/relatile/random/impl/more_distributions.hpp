// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "relatile/core/nth.hpp"
#include "relatile/random/impl/continuous.hpp"
#include "relatile/random/impl/discrete.hpp"
#include "relatile/random/impl/distributions.hpp"
#include "relatile/random/more_distributions.hpp"

namespace relatile::random::detail {

/// What makes one element of a distribution.
struct Sampler {
  const char* name;
  int num_parameters;
  double (*draw)(Draws& draws, const double* parameters);
  bool (*valid)(const double* parameters);  ///< null where there is nothing to check
  const char* requirement;
};

inline bool is_count(double x, double most) { return x >= 0 && x <= most && x == std::floor(x); }
inline bool is_chance(double x) { return x >= 0 && x <= 1; }

// clang-format off
inline constexpr Sampler samplers[] = {
    {"random", 0, &draw_random, nullptr, ""},
    {"standard_normal", 0, &draw_standard_normal, nullptr, ""},
    {"standard_exponential", 0, &draw_standard_exponential, nullptr, ""},
    {"exponential", 1, &draw_exponential, [](const double* p) { return p[0] >= 0; }, "the scale must not be negative"},
    {"standard_gamma", 1, &draw_standard_gamma, [](const double* p) { return p[0] >= 0; }, "the shape must not be negative"},
    {"gamma", 2, &draw_gamma, [](const double* p) { return p[0] >= 0 && p[1] >= 0; }, "shape and scale must not be negative"},
    {"beta", 2, &draw_beta, [](const double* p) { return p[0] > 0 && p[1] > 0; }, "a and b must be positive"},
    {"chisquare", 1, &draw_chisquare, [](const double* p) { return p[0] > 0; }, "df must be positive"},
    {"noncentral_chisquare", 2, &draw_noncentral_chisquare, [](const double* p) { return p[0] > 0 && p[1] >= 0 && p[1] <= 0x1p52; }, "df must be positive, nonc from 0 to 2^52"},
    {"noncentral_f", 3, &draw_noncentral_f, [](const double* p) { return p[0] > 0 && p[1] > 0 && p[2] >= 0 && p[2] <= 0x1p52; }, "degrees of freedom must be positive, nonc from 0 to 2^52"},
    {"f", 2, &draw_f, [](const double* p) { return p[0] > 0 && p[1] > 0; }, "degrees of freedom must be positive"},
    {"standard_t", 1, &draw_standard_t, [](const double* p) { return p[0] > 0; }, "df must be positive"},
    {"standard_cauchy", 0, &draw_standard_cauchy, nullptr, ""},
    {"laplace", 2, &draw_laplace, [](const double* p) { return p[1] >= 0; }, "the scale must not be negative"},
    {"logistic", 2, &draw_logistic, [](const double* p) { return p[1] >= 0; }, "the scale must not be negative"},
    {"gumbel", 2, &draw_gumbel, [](const double* p) { return p[1] >= 0; }, "the scale must not be negative"},
    {"lognormal", 2, &draw_lognormal, [](const double* p) { return p[1] >= 0; }, "sigma must not be negative"},
    {"weibull", 1, &draw_weibull, [](const double* p) { return p[0] >= 0; }, "a must not be negative"},
    {"rayleigh", 1, &draw_rayleigh, [](const double* p) { return p[0] >= 0; }, "the scale must not be negative"},
    {"pareto", 1, &draw_pareto, [](const double* p) { return p[0] > 0; }, "a must be positive"},
    {"power", 1, &draw_power, [](const double* p) { return p[0] > 0; }, "a must be positive"},
    {"triangular", 3, &draw_triangular, [](const double* p) { return p[0] <= p[1] && p[1] <= p[2] && p[0] < p[2]; }, "left <= mode <= right, and left < right"},
    {"vonmises", 2, &draw_vonmises, [](const double* p) { return p[1] >= 0; }, "kappa must not be negative"},
    {"wald", 2, &draw_wald, [](const double* p) { return p[0] > 0 && p[1] > 0; }, "mean and scale must be positive"},
    {"binomial", 2, &draw_binomial, [](const double* p) { return is_count(p[0], 0x1p52) && is_chance(p[1]); }, "n is a whole number from 0 to 2^52, p from 0 to 1"},
    {"poisson", 1, &draw_poisson, [](const double* p) { return p[0] >= 0 && p[0] <= 0x1p52; }, "lam is from 0 to 2^52"},
    {"geometric", 1, &draw_geometric, [](const double* p) { return p[0] > 0 && is_chance(p[0]); }, "p is above 0 and at most 1"},
    {"negative_binomial", 2, &draw_negative_binomial, [](const double* p) { return p[0] > 0 && p[1] > 0 && is_chance(p[1]); }, "n is positive, p above 0 and at most 1"},
    {"hypergeometric", 3, &draw_hypergeometric, [](const double* p) { return is_count(p[0], 0x1p30) && is_count(p[1], 0x1p30) && is_count(p[2], p[0] + p[1]); }, "counts are whole numbers up to 2^30, and no more are taken than there are"},
    {"logseries", 1, &draw_logseries, [](const double* p) { return p[0] >= 0 && p[0] < 1; }, "p is at least 0 and below 1"},
    {"zipf", 1, &draw_zipf, [](const double* p) { return p[0] > 1; }, "a is above 1"},
};
// clang-format on

/// A Sampler with its parameters, as a distribution that distributions.hpp draws from.
template <class T>
struct Sampled {
  static constexpr int per_block = 1;
  static constexpr std::int64_t flops = 200;
  const Sampler* sampler;
  std::array<double, 3> given;

  std::string parameters() const {
    std::string words = sampler->name;
    for (int i = 0; i < sampler->num_parameters; ++i) words += phrase(" ", nth(given, i));
    return words;
  }
  std::array<T, 1> operator()(const Bits& bits) const {
    Draws draws(bits);
    double number = sampler->draw(draws, given.data());
    // Rounded, the largest of [0, 1) would be 1.
    const bool below_one = std::is_same_v<T, float> && sampler->draw == &draw_random;
    if (below_one) number = std::floor(number * 0x1p24) * 0x1p-24;
    return {static_cast<T>(number)};
  }
};

RELATILE_INLINE const Sampler& sampler_called(std::string_view name) {
  for (const Sampler& sampler : samplers) {
    if (sampler.name == name) return sampler;
  }
  throw Error("relatile: random: there is no distribution " + std::string(name));
}

template <class T>
tra::NodePtr sampled_node(const char* name, const std::array<double, 3>& parameters,
                          const Extents& shape, const Source& source) {
  const Sampler& sampler = sampler_called(name);
  const Sampled<T> distribution{&sampler, parameters};
  for (int i = 0; i < sampler.num_parameters; ++i) {
    if (!std::isfinite(nth(parameters, i))) {
      refuse(distribution.parameters(), ": ", "parameters must be finite");
    }
  }
  if (sampler.valid != nullptr && !sampler.valid(parameters.data())) {
    refuse(distribution.parameters(), ": ", sampler.requirement);
  }
  return drawn<T>(name, shape, source, distribution);
}

}  // namespace relatile::random::detail
