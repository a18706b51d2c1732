// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/decompositions.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "relatile/array/arg_reduce.hpp"
#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/kernel/spectral/small_dense.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/models/centred_products.hpp"
#include "relatile/models/options.hpp"
#include "relatile/random/distributions.hpp"

namespace relatile::models {
namespace detail {

inline void require_components(const char* model, const Features& x, std::int64_t count) {
  if (count >= 1 && count <= std::min(x.rows(), x.columns())) return;
  throw ShapeMismatch(std::string("relatile: ") + model + ": " + std::to_string(count) +
                      " components of features of shape " + to_string(x.shape()) +
                      "; there are as many as the lesser extent");
}

/// Elements that are as large as the largest but for rounding; the first of them decides the sign.
inline constexpr double about_largest = 1 - 1e-8;

/// The largest eigenvalues, descending and not below 0, and their vectors, signed so that the
/// largest element is positive.
inline kernel::SymmetricEigen largest_eigen(const Numbers& a, std::int64_t n, std::int64_t count) {
  const kernel::SymmetricEigen all = kernel::symmetric_eigen(a, n);
  kernel::SymmetricEigen found;
  for (std::int64_t k = n - 1; k >= n - count; --k) {
    found.values.push_back(std::max(all.values[std::size_t(k)], 0.0));
    const auto begin = all.vectors.begin() + k * n;
    const auto largest = std::max_element(
        begin, begin + n, [](double x, double y) { return std::abs(x) < std::abs(y); });
    const double least = about_largest * std::abs(*largest);
    const auto first =
        std::find_if(begin, begin + n, [=](double x) { return std::abs(x) >= least; });
    const double sign = *first < 0 ? -1 : 1;
    for (auto at = begin; at != begin + n; ++at) found.vectors.push_back(sign * *at);
  }
  return found;
}

inline Vector roots_of(Numbers numbers) {
  for (double& number : numbers) number = std::sqrt(number);
  return vector_of(numbers);
}

/// By what whitening divides: a component along which nothing varies is left as it is.
inline Vector whitening_scale(const Vector& variance) {
  return where(variance > 0.0, sqrt(variance), 1.0);
}

/// One round: what products of columns say, which is exact to the square root of the precision.
inline Matrix nearly_orthonormal(const Matrix& y) {
  const std::int64_t n = y.shape(1);
  const Numbers gram = numbers_of({flat(as_array(matmul(transpose(y), y)))});
  require_finite("TruncatedSVD", gram);
  const kernel::SymmetricEigen eigen = kernel::symmetric_eigen(gram, n);
  const double least =
      double(n) * std::numeric_limits<double>::epsilon() * std::max(eigen.values.back(), 0.0);
  Numbers factor(gram.size(), 0);
  for (std::int64_t k = 0; k < n; ++k) {
    const double value = eigen.values[std::size_t(k)];
    if (!(value > least)) continue;
    for (std::int64_t i = 0; i < n; ++i) {
      factor[std::size_t(i * n + k)] = eigen.vectors[std::size_t(k * n + i)] / std::sqrt(value);
    }
  }
  const Matrix made = matmul(y, matrix_of(factor, n, n));
  Session::current().evaluate({made.node()});
  return made;
}

RELATILE_INLINE Matrix orthonormal_columns(const Matrix& y) {
  Session::current().evaluate({y.node()});
  return nearly_orthonormal(nearly_orthonormal(y));
}

}  // namespace detail

RELATILE_INLINE PCA& PCA::fit(const Features& x) {
  detail::require_rows("PCA", x);
  const std::int64_t d = x.columns();
  const std::int64_t count =
      options_.n_components == 0 ? std::min(x.rows(), d) : options_.n_components;
  detail::require_components("PCA", x, count);
  const auto of =
      detail::centred_products("PCA", x, as_array(zeros({x.rows()})), {"PCA", {}, x.rows()}, true);
  const auto eigen = detail::largest_eigen(of.gram, d, count);
  const double degrees = std::max(double(x.rows()) - 1, 1.0);
  double total = 0;
  for (std::int64_t j = 0; j < d; ++j) total += of.gram[std::size_t(j * d + j)];
  components = detail::matrix_of(eigen.vectors, count, d);
  const Array<double, 1> values = detail::vector_of(eigen.values);
  explained_variance = values / degrees;
  explained_variance_ratio = values / (total > 0 ? total : 1);
  singular_values = detail::roots_of(eigen.values);
  mean = detail::vector_of(of.x_means);
  n_features_in = d;
  Session::current().evaluate({explained_variance.node(), explained_variance_ratio.node()});
  return *this;
}

RELATILE_INLINE Array<double, 2> PCA::transform(const Features& x) const {
  detail::require_columns("PCA", x, n_features_in);
  const Array<double, 2> directions = transpose(components);
  const Array<double, 2> seen =
      x.is_sparse() ? as_array(detail::times(x, directions) - matmul(mean, directions))
                    : as_array(matmul(x.dense() - mean, directions));
  if (!options_.whiten) return seen;
  return seen / detail::whitening_scale(explained_variance);
}
RELATILE_INLINE Array<double, 2> PCA::inverse_transform(const Features& y) const {
  if (n_features_in == 0) throw Error("relatile: PCA: call fit first");
  detail::require_columns("PCA", y, components.shape(0));
  if (!options_.whiten) return detail::times(y, components) + mean;
  const Array<double, 1> scale = detail::whitening_scale(explained_variance);
  return detail::times(y, as_array(scale(all_of_axis, newaxis) * components)) + mean;
}

RELATILE_INLINE TruncatedSVD& TruncatedSVD::fit(const Features& x) {
  detail::require_rows("TruncatedSVD", x);
  const std::int64_t d = x.columns();
  const std::int64_t count = options_.n_components;
  detail::require_components("TruncatedSVD", x, count);
  detail::require_count("TruncatedSVD", "n_iter", options_.n_iter, 0);
  detail::require_count("TruncatedSVD", "n_oversamples", options_.n_oversamples, 0);
  x.evaluate();
  if (options_.algorithm == "gram") {
    const auto of = detail::centred_products("TruncatedSVD", x, as_array(zeros({x.rows()})),
                                             {"TruncatedSVD", {}, x.rows()}, false);
    const auto eigen = detail::largest_eigen(of.gram, d, count);
    components = detail::matrix_of(eigen.vectors, count, d);
    singular_values = detail::roots_of(eigen.values);
    n_features_in = d;
    return *this;
  }
  if (options_.algorithm != "randomized") {
    throw Error("relatile: TruncatedSVD: there is no algorithm \"" + options_.algorithm +
                "\"; there are randomized and gram");
  }
  const std::int64_t width = std::min(count + options_.n_oversamples, std::min(x.rows(), d));
  const Array<double, 2> start =
      random::normal<double, 2>(0.0, 1.0, Extents{d, width}, random::Seed{options_.seed});
  Array<double, 2> range = detail::orthonormal_columns(detail::times(x, start));
  for (int i = 0; i < options_.n_iter; ++i) {
    const auto columns = detail::orthonormal_columns(detail::transposed_times(x, range));
    range = detail::orthonormal_columns(detail::times(x, columns));
  }
  // x is about range (range^T x), whose small factor's products have its singular values.
  const Array<double, 2> small = detail::transposed_times(x, range);  // (d, width)
  const auto columns = detail::orthonormal_columns(small);
  const Array<double, 2> core = matmul(transpose(columns), small);  // (width, width)
  const auto eigen = detail::largest_eigen(
      detail::numbers_of({detail::flat(as_array(matmul(core, transpose(core))))}), width, count);
  const Array<double, 2> turned = detail::matrix_of(eigen.vectors, count, width);
  const Array<double, 2> found = matmul(turned, transpose(columns));
  const Array<double, 2> sizes = abs(found);
  const Array<double, 2> largest = max(sizes, 1, keepdims);
  const Array<std::int64_t, 1> first =
      argmax(where(sizes >= detail::about_largest * largest, 1.0, 0.0), 1);
  const Array<double, 2> deciding =
      where(first(all_of_axis, newaxis) == arange<std::int64_t>(d), found, 0.0);
  const Array<double, 1> sign = where(sum(deciding, 1) < 0.0, -1.0, 1.0);
  components = placed(sign(all_of_axis, newaxis) * found, everywhere);
  Session::current().evaluate({components.node()});
  singular_values = detail::roots_of(eigen.values);
  n_features_in = d;
  return *this;
}
RELATILE_INLINE Array<double, 2> TruncatedSVD::transform(const Features& x) const {
  detail::require_columns("TruncatedSVD", x, n_features_in);
  return detail::times(x, as_array(transpose(components)));
}
RELATILE_INLINE Array<double, 2> TruncatedSVD::inverse_transform(const Features& y) const {
  if (n_features_in == 0) throw Error("relatile: TruncatedSVD: call fit first");
  detail::require_columns("TruncatedSVD", y, components.shape(0));
  return detail::times(y, components);
}

}  // namespace relatile::models
