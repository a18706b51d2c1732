// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <numbers>

#include "relatile/random/draws.hpp"

// One number of each continuous distribution from random bits and the distribution's parameters p,
// which are valid.

namespace relatile::random::detail {

inline double draw_random(Draws& draws, const double*) { return draws.unit(); }
inline double draw_standard_normal(Draws& draws, const double*) { return draws.normal(); }
inline double draw_standard_exponential(Draws& draws, const double*) { return draws.exponential(); }
inline double draw_exponential(Draws& draws, const double* p) { return p[0] * draws.exponential(); }

/// Of scale 1, by Marsaglia and Tsang: a cube of a normal number, of which few are rejected. Shapes
/// below 1 take one of shape + 1 and make it smaller.
inline double standard_gamma(Draws& draws, double shape) {
  if (shape == 0) return 0;
  if (shape < 1) {
    const double larger = standard_gamma(draws, shape + 1);
    return larger * std::exp(-draws.exponential() / shape);
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = draws.normal();
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    // A uniform number below the ratio of densities, or, without logarithms, below what is less.
    const double u = draws.inside_unit();
    if (u < 1 - 0.0331 * (x * x) * (x * x)) return d * v;
    if (std::log(u) < x * x / 2 + d - d * v + d * std::log(v)) return d * v;
  }
}
inline double draw_standard_gamma(Draws& draws, const double* p) {
  return standard_gamma(draws, p[0]);
}
inline double draw_gamma(Draws& draws, const double* p) {
  return p[1] * standard_gamma(draws, p[0]);
}
inline double chisquare(Draws& draws, double df) { return 2 * standard_gamma(draws, df / 2); }
inline double draw_chisquare(Draws& draws, const double* p) { return chisquare(draws, p[0]); }
inline double draw_f(Draws& draws, const double* p) {
  const double above = chisquare(draws, p[0]) / p[0];
  return above / (chisquare(draws, p[1]) / p[1]);
}
inline double draw_standard_t(Draws& draws, const double* p) {
  const double normal = draws.normal();
  return normal / std::sqrt(chisquare(draws, p[0]) / p[0]);
}

/// x / (x + y) of gamma numbers; where both shapes are small and both numbers could be rounded to
/// zero, by Joehnk, in logarithms.
inline double draw_beta(Draws& draws, const double* p) {
  if (p[0] > 1 || p[1] > 1) {
    const double x = standard_gamma(draws, p[0]);
    return x / (x + standard_gamma(draws, p[1]));
  }
  while (true) {
    const double log_x = -draws.exponential() / p[0];
    const double log_y = -draws.exponential() / p[1];
    const double larger = log_x > log_y ? log_x : log_y;
    const double log_sum = larger + std::log1p(std::exp(-std::abs(log_x - log_y)));
    if (log_sum <= 0) return std::exp(log_x - log_sum);
  }
}

inline double draw_laplace(Draws& draws, const double* p) {
  const double size = p[1] * draws.exponential();
  return draws.unit() < 0.5 ? p[0] - size : p[0] + size;
}
inline double draw_logistic(Draws& draws, const double* p) {
  const double u = draws.inside_unit();
  return p[0] + p[1] * std::log(u / (1 - u));
}
inline double draw_gumbel(Draws& draws, const double* p) {
  return p[0] - p[1] * std::log(draws.exponential());
}
inline double draw_lognormal(Draws& draws, const double* p) {
  return std::exp(p[0] + p[1] * draws.normal());
}
inline double draw_weibull(Draws& draws, const double* p) {
  return p[0] == 0 ? 0 : std::pow(draws.exponential(), 1 / p[0]);
}
inline double draw_rayleigh(Draws& draws, const double* p) {
  return p[0] * std::sqrt(2 * draws.exponential());
}
inline double draw_pareto(Draws& draws, const double* p) {
  return std::expm1(draws.exponential() / p[0]);
}
inline double draw_power(Draws& draws, const double* p) {
  return std::pow(-std::expm1(-draws.exponential()), 1 / p[0]);
}
inline double draw_standard_cauchy(Draws& draws, const double*) {
  return std::tan(std::numbers::pi * (draws.inside_unit() - 0.5));
}
inline double draw_triangular(Draws& draws, const double* p) {
  const double width = p[2] - p[0];
  const double u = draws.unit();
  if (u * width <= p[1] - p[0]) return p[0] + std::sqrt(u * (p[1] - p[0]) * width);
  return p[2] - std::sqrt((1 - u) * (p[2] - p[1]) * width);
}

/// The angle from -pi to pi.
inline double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

/// By Best and Fisher: rejection from a wrapped Cauchy distribution. What is very narrow is normal.
inline double draw_vonmises(Draws& draws, const double* p) {
  const double kappa = p[1];
  if (kappa < 1e-8) return wrapped(p[0] + std::numbers::pi * (2 * draws.unit() - 1));
  if (kappa > 1e6) return wrapped(p[0] + draws.normal() / std::sqrt(kappa));
  double s = 1 / kappa + kappa;
  if (kappa >= 1e-5) {
    const double r = 1 + std::sqrt(1 + 4 * kappa * kappa);
    const double rho = (r - std::sqrt(2 * r)) / (2 * kappa);
    s = (1 + rho * rho) / (2 * rho);
  }
  while (true) {
    const double z = std::cos(std::numbers::pi * draws.unit());
    const double w = (1 + s * z) / (s + z);
    const double y = kappa * (s - w);
    const double v = draws.inside_unit();
    if (y * (2 - y) < v && std::log(y / v) + 1 - y < 0) continue;
    const double angle = std::acos(w < -1 ? -1 : w > 1 ? 1 : w);
    return wrapped(draws.unit() < 0.5 ? p[0] - angle : p[0] + angle);
  }
}

/// By Michael, Schucany and Haas: one of the two roots for a squared normal number. The smaller one
/// as a quotient, since as a difference it would lose its digits.
inline double draw_wald(Draws& draws, const double* p) {
  const double normal = draws.normal();
  const double y = p[0] * normal * normal / (2 * p[1]);
  const double smaller = p[0] / (1 + y + std::sqrt(y * (2 + y)));
  return draws.unit() * (p[0] + smaller) <= p[0] ? smaller : p[0] * (p[0] / smaller);
}

}  // namespace relatile::random::detail
