// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <utility>

#include "relatile/models/features.hpp"
#include "relatile/optim/minimise_numbers.hpp"

namespace relatile::models::detail {

/// An objective of weights and intercepts, in blocks of weights and then an intercept, told in
/// other parameters: weights as they are, and intercepts at the means of columns instead of at 0.
/// Far from 0 a change of a weight is mostly one of the intercept, and steps down the gradient are
/// small; about the means they are as of columns that are centred, and no column has to be.
template <class Objective>
class AboutMeans {
 public:
  /// Without means nothing is another.
  AboutMeans(const Objective& objective, Numbers means)
      : objective_(objective), means_(std::move(means)) {}

  /// The objective's own parameters.
  Numbers own(Numbers w) const { return with_intercepts_moved(std::move(w), -1); }
  /// These, of the objective's own.
  Numbers told(Numbers own) const { return with_intercepts_moved(std::move(own), 1); }
  /// The value, then the gradient.
  Numbers first(const Numbers& w) const {
    Numbers at = objective_.first(own(w));
    move_to_means(at.data() + 1, w.size(), 1, 1);
    return at;
  }
  /// What `second` tells of the objective's own parameters, by these.
  template <class Second>
  optim::detail::Quadratic second(const Numbers& w, const Second& second) const {
    optim::detail::Quadratic at = second(own(w));
    const std::size_t n = w.size();
    move_to_means(at.gradient.data(), n, 1, 1);
    at.hessian = hessian(std::move(at.hessian), n);
    return at;
  }
  /// That by n of the objective's own parameters, by these.
  Numbers hessian(Numbers of_own, std::size_t n) const {
    move_to_means(of_own.data(), n, 1, n);
    move_to_means(of_own.data(), n, n, n);
    return of_own;
  }

 private:
  std::size_t width() const { return means_.size() + 1; }
  /// Parameters whose intercepts are moved so many times as far as the means are from 0.
  Numbers with_intercepts_moved(Numbers w, double times) const {
    for (std::size_t begin = 0; !means_.empty() && begin < w.size(); begin += width()) {
      double& intercept = w[begin + width() - 1];
      for (std::size_t j = 0; j < means_.size(); ++j) intercept += times * means_[j] * w[begin + j];
    }
    return w;
  }
  /// Derivatives by parameters, `stride` apart, of `lines` functions: of these parameters.
  void move_to_means(double* derivatives, std::size_t parameters, std::size_t stride,
                     std::size_t lines) const {
    const std::size_t next = stride == 1 ? parameters : 1;
    for (std::size_t line = 0; !means_.empty() && line < lines; ++line) {
      double* const of = derivatives + line * next;
      for (std::size_t begin = 0; begin < parameters; begin += width()) {
        const double by_intercept = of[(begin + width() - 1) * stride];
        for (std::size_t j = 0; j < means_.size(); ++j) {
          of[(begin + j) * stride] -= means_[j] * by_intercept;
        }
      }
    }
  }

  const Objective& objective_;
  Numbers means_;
};

}  // namespace relatile::models::detail
