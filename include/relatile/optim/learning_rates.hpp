// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <utility>

#include "relatile/core/error.hpp"

namespace relatile::optim {

/// The length of each step, by its number from 0. A number is the same for all.
class LearningRate {
 public:
  LearningRate(double rate) : rate_([=](int) { return rate; }) {}  // NOLINT: a number is a rate
  explicit LearningRate(std::function<double(int)> rate) : rate_(std::move(rate)) {}
  double operator()(int step) const { return rate_(step); }

 private:
  std::function<double(int)> rate_;
};

/// The same rate for all steps.
inline LearningRate constant(double rate) { return rate; }
/// Times `factor` after every `every` steps.
///
///   errors  Error if that is below 1
inline LearningRate step_decay(double rate, int every, double factor = 0.1) {
  if (every < 1) {
    throw Error("relatile: optim: step_decay after every " + std::to_string(every) +
                " steps; there must be one at least");
  }
  return LearningRate([=](int step) { return rate * std::pow(factor, step / every); });
}
/// Times `factor` after every step.
inline LearningRate exponential_decay(double rate, double factor) {
  return LearningRate([=](int step) { return rate * std::pow(factor, step); });
}
/// From `rate` down to `least` in `steps` steps, along half a cosine, and `least` from there on.
///
///   source  Loshchilov, Hutter: SGDR: stochastic gradient descent with warm restarts (ICLR 2017)
inline LearningRate cosine_decay(double rate, int steps, double least = 0) {
  return LearningRate([=](int step) {
    const double share = std::min(1.0, double(step) / double(std::max(steps, 1)));
    return least + (rate - least) * (1 + std::cos(std::numbers::pi * share)) / 2;
  });
}

}  // namespace relatile::optim
