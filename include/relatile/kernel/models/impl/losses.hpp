// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/models/losses.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "relatile/kernel/functions/vector_exp.hpp"
#include "relatile/kernel/models/panels.hpp"
#include "relatile/kernel/models/pure_kernel.hpp"
#include "relatile/kernel/products/gemm.hpp"
#include "relatile/kernel/products/run_products.hpp"

namespace relatile::kernel {
namespace detail {

/// Whose exponential a loss needs.
inline double exponent_of(Loss loss, double eta) {
  switch (loss) {
    case Loss::logistic: return -std::abs(eta);
    case Loss::poisson: return eta;
    case Loss::exponential: return -eta;
    default: return 0;
  }
}

/// All but the logarithm of the logistic loss, which is log(1 + power) more.
inline LossAt loss_of_power(Loss loss, double eta, double y, double power, Curvature which) {
  switch (loss) {
    case Loss::squared: return {(eta - y) * (eta - y) / 2, eta - y, 1};
    case Loss::logistic: {
      const double less = power / (1 + power);
      const double p = eta >= 0 ? 1 - less : less;
      const double slope = y == 1 ? (eta >= 0 ? -less : less - 1) : p - y;
      return {std::max(eta, 0.0) - y * eta, slope, less / (1 + power)};
    }
    case Loss::poisson: return {power - y * eta, power - y, power};
    case Loss::exponential: {
      const double curvature = which == Curvature::expected ? 1 : y * power;
      return {y * power + eta, 1 - y * power, curvature};
    }
    case Loss::squared_hinge: break;
  }
  const double sign = 2 * y - 1;
  const double missed = std::isnan(eta) ? eta : std::max(0.0, 1 - sign * eta);
  return {missed * missed, -2 * sign * missed, missed > 0 ? 2.0 : 0.0};
}

/// Sums of logarithms of numbers from 1 to 2, of so many at a time that their product is in range.
class SumOfLogarithms {
 public:
  void add(double number) {
    product_ *= number;
    if (++count_ < 512) return;
    sum_ += std::log(product_);
    product_ = 1;
    count_ = 0;
  }
  double value() const { return sum_ + std::log(product_); }

 private:
  double product_ = 1;
  double sum_ = 0;
  int count_ = 0;
};

/// The sums over the rows of a piece, panel by panel.
class LossSums {
 public:
  LossSums(Loss loss, Curvature curvature, const PieceCall& call)
      : loss_(loss),
        which_(curvature),
        x_(call.inputs[0].as<const double>()),
        stride_(call.inputs[0].strides[0]),
        y_(call.inputs[1].as<const double>()),
        y_stride_(call.inputs[1].strides[0]),
        w_(call.inputs[2].as<const double>()),
        weights_(call, 3),
        columns_(call.inputs[2].count() - 1),
        sums_(call.output.as<double>()) {}

  void run(std::int64_t rows) {
    const std::int64_t height = rows_of_panel(columns_);
    eta_.resize(static_cast<std::size_t>(height));
    power_.resize(eta_.size());
    if (which_ != Curvature::none) scaled_.resize(std::size_t(height * columns_));
    for (std::int64_t first = 0; first < rows; first += height) {
      panel(first, std::min(height, rows - first));
    }
    sums_[0] += value_ + logarithms_.value();
  }

 private:
  void panel(std::int64_t first, std::int64_t rows) {
    double* const eta = eta_.data();
    double* const power = power_.data();
    for (std::int64_t i = 0; i < rows; ++i) {
      eta[i] = dot(x_ + (first + i) * stride_, w_, columns_) + w_[columns_];
      power[i] = exponent_of(loss_, eta[i]);
    }
#pragma omp simd
    for (std::int64_t i = 0; i < rows; ++i) power[i] = vector_exp(power[i]);
    double* const gradient = sums_ + 1;
    double* const bordered = gradient + columns_ + 1;
    for (std::int64_t i = 0; i < rows; ++i) {
      const double* const row = x_ + (first + i) * stride_;
      const LossAt at = weighted_loss(first + i, eta[i], power[i]);
      value_ += at.value;
      gradient[columns_] += at.slope;
      add_scaled(gradient, row, at.slope, columns_);
      if (which_ == Curvature::none) continue;
      bordered[columns_] += at.curvature;
      add_scaled(bordered, row, at.curvature, columns_);
      const double root = std::sqrt(at.curvature);
      double* const to = scaled_.data() + i * columns_;
#pragma omp simd
      for (std::int64_t j = 0; j < columns_; ++j) to[j] = root * row[j];
    }
    if (which_ == Curvature::none || columns_ == 0) return;
    const MatrixRef s = ref_of(scaled_.data(), rows, columns_, columns_);
    gemm<double>(transposed(s), s, ref_of(bordered + columns_ + 1, columns_, columns_, columns_),
                 Into::sum);
  }

  /// But for the logarithms of rows without weights, whose sum is one of few logarithms.
  LossAt weighted_loss(std::int64_t row, double eta, double power) {
    LossAt at = loss_of_power(loss_, eta, y_[row * y_stride_], power, which_);
    if (!weights_.are_given()) {
      if (loss_ == Loss::logistic) logarithms_.add(1 + power);
      return at;
    }
    if (loss_ == Loss::logistic) at.value += std::log1p(power);
    const double weight = weights_(row);
    return {weight * at.value, weight * at.slope, weight * at.curvature};
  }

  Loss loss_;
  Curvature which_;
  const double* x_;
  std::int64_t stride_;
  const double* y_;
  std::int64_t y_stride_;
  const double* w_;
  PieceWeights weights_;
  std::int64_t columns_;
  double* sums_;
  double value_ = 0;
  SumOfLogarithms logarithms_;
  std::vector<double> eta_;
  std::vector<double> power_;
  std::vector<double> scaled_;
};

/// The sums of softmax regression over the rows of a piece.
class SoftmaxSums {
 public:
  SoftmaxSums(std::int64_t classes, const PieceCall& call)
      : classes_(classes),
        x_(call.inputs[0].as<double>()),
        stride_(call.inputs[0].strides[0]),
        y_(call.inputs[1].as<const std::int64_t>()),
        y_stride_(call.inputs[1].strides[0]),
        w_(call.inputs[2].as<double>()),
        weights_(call, 3),
        columns_(call.inputs[2].count() / classes - 1),
        sums_(call.output.as<double>()) {}

  void run(std::int64_t rows) {
    const std::int64_t height = rows_of_panel(columns_ + 2 * classes_);
    scores_.resize(std::size_t(height * classes_));
    for (std::int64_t first = 0; first < rows; first += height) {
      panel(first, std::min(height, rows - first));
    }
  }

 private:
  void panel(std::int64_t first, std::int64_t rows) {
    const std::int64_t width = columns_ + 1;
    const MatrixRef x = ref_of(x_ + first * stride_, rows, columns_, stride_);
    const MatrixRef scores = ref_of(scores_.data(), rows, classes_, classes_);
    const MatrixRef w = ref_of(w_, classes_, columns_, width);
    if (columns_ > 0) {
      gemm<double>(x, transposed(w), scores, Into::nothing);
    } else {
      std::fill(scores_.begin(), scores_.end(), 0.0);
    }
    for (std::int64_t i = 0; i < rows; ++i) {
      const std::int64_t row = first + i;
      to_residuals(scores_.data() + i * classes_, y_[row * y_stride_], weights_(row));
    }
    if (columns_ > 0) {
      gemm<double>(transposed(scores), x, ref_of(sums_ + 1, classes_, columns_, width), Into::sum);
    }
  }

  /// Scores of a row become probabilities less one for its class, times its weight.
  void to_residuals(double* scores, std::int64_t y, double weight) {
    const std::int64_t width = columns_ + 1;
    double largest = -INFINITY;
    bool is_number = true;
    for (std::int64_t k = 0; k < classes_; ++k) {
      scores[k] += w_[k * width + columns_];
      is_number = is_number && !std::isnan(scores[k]);
      largest = std::max(largest, scores[k]);
    }
    if (!is_number) largest = NAN;
    const double of_class = scores[y];
    double sum = 0;
    for (std::int64_t k = 0; k < classes_; ++k) {
      scores[k] = vector_exp(scores[k] - largest);
      sum += scores[k];
    }
    sums_[0] += weight * (std::log(sum) + largest - of_class);
    for (std::int64_t k = 0; k < classes_; ++k) {
      scores[k] = weight * (scores[k] / sum - (k == y ? 1 : 0));
      sums_[1 + k * width + columns_] += scores[k];
    }
  }

  std::int64_t classes_;
  double* x_;
  std::int64_t stride_;
  const std::int64_t* y_;
  std::int64_t y_stride_;
  double* w_;
  PieceWeights weights_;
  std::int64_t columns_;
  double* sums_;
  std::vector<double> scores_;
};

}  // namespace detail

RELATILE_INLINE LossAt loss_at(Loss loss, double eta, double y, Curvature which) {
  const double power = std::exp(detail::exponent_of(loss, eta));
  LossAt at = detail::loss_of_power(loss, eta, y, power, which);
  if (loss == Loss::logistic) at.value += std::log1p(power);
  return at;
}

RELATILE_INLINE std::int64_t size_of_loss_sums(std::int64_t columns, Curvature curvature) {
  const std::int64_t first = 1 + columns + 1;
  return curvature == Curvature::none ? first : first + columns + 1 + columns * columns;
}

RELATILE_INLINE PieceKernel loss_sums(Loss loss, Curvature curvature) {
  const std::string name =
      "loss_sums(" + std::to_string(int(loss)) + ", " + std::to_string(int(curvature)) + ")";
  return {name,
          [=](const PieceCall& call) {
            detail::LossSums(loss, curvature, call).run(call.inputs[1].count());
          },
          pure_kernel(name)};
}

RELATILE_INLINE PieceKernel softmax_sums(std::int64_t classes) {
  const std::string name = "softmax_sums(" + std::to_string(classes) + ")";
  return {name,
          [=](const PieceCall& call) {
            detail::SoftmaxSums(classes, call).run(call.inputs[1].count());
          },
          pure_kernel(name)};
}

}  // namespace relatile::kernel
