// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace relatile::optim::detail {

using Numbers = std::vector<double>;

/// Coordinates of parameters, in blocks of equal size, in which a positive definite matrix a = l
/// l^T is the unit matrix in each block: l^T w. To a method that knows no curvature at first, a
/// function whose Hessian is near a looks like half of a squared length there.
class Metric {
 public:
  /// The parameters' own coordinates.
  Metric() = default;
  /// `inverse` is that of l, lower, (size, size) by rows.
  Metric(Numbers inverse, std::size_t size) : inverse_(std::move(inverse)), size_(size) {}

  bool is_own() const { return inverse_.empty(); }
  /// l^-T v: the parameters of coordinates v.
  Numbers own(const Numbers& v) const {
    if (is_own()) return v;
    Numbers w(v.size(), 0);
    for_each_element(v.size(),
                     [&](std::size_t i, std::size_t j, double factor) { w[j] += factor * v[i]; });
    return w;
  }
  /// l^-1 g: the gradient by coordinates, of that by parameters.
  Numbers gradient(const Numbers& g) const {
    if (is_own()) return g;
    Numbers by_coordinates(g.size(), 0);
    for_each_element(g.size(), [&](std::size_t i, std::size_t j, double factor) {
      by_coordinates[i] += factor * g[j];
    });
    return by_coordinates;
  }

 private:
  /// Calls f(row, column, element) for what is not above the diagonal of each block.
  template <class F>
  void for_each_element(std::size_t parameters, const F& f) const {
    for (std::size_t begin = 0; begin < parameters; begin += size_) {
      for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t j = 0; j <= i; ++j) f(begin + i, begin + j, inverse_[i * size_ + j]);
      }
    }
  }

  Numbers inverse_;
  std::size_t size_ = 0;
};

}  // namespace relatile::optim::detail
