// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/optim/lbfgs_history.hpp"

#include <cmath>
#include <limits>

namespace relatile::optim::detail {

RELATILE_INLINE LbfgsDirection LbfgsHistory::direction() const {
  const std::size_t k = size();
  LbfgsDirection to{Row(k), Row(k), -1};
  if (k == 0) return to;
  Row alpha(k);
  for (std::size_t i = k; i-- > 0;) {
    double product = now_.gradient_s[i];
    for (std::size_t j = i + 1; j < k; ++j) product -= alpha[j] * sy_[i][j];
    alpha[i] = product / sy_[i][i];
  }
  const double scale = sy_[k - 1][k - 1] / yy_[k - 1][k - 1];
  for (std::size_t i = 0; i < k; ++i) {
    double product = now_.gradient_y[i];
    for (std::size_t j = 0; j < k; ++j) product -= alpha[j] * yy_[i][j];
    product *= scale;
    for (std::size_t j = 0; j < i; ++j) product -= to.s[j] * sy_[j][i];
    to.s[i] = product / sy_[i][i] - alpha[i];
    to.y[i] = scale * alpha[i];
  }
  to.gradient = -scale;
  return to;
}

RELATILE_INLINE double LbfgsHistory::slope(const LbfgsDirection& direction) const {
  double sum = direction.gradient * now_.gradient_gradient;
  for (std::size_t i = 0; i < size(); ++i) {
    sum += direction.s[i] * now_.gradient_s[i] + direction.y[i] * now_.gradient_y[i];
  }
  return sum;
}

RELATILE_INLINE bool LbfgsHistory::advance(const LbfgsDots& to, double slope_before, double t) {
  const LbfgsDots before = now_;
  now_ = to;
  const std::size_t k = size();
  const double curvature = t * (to.gradient_direction - slope_before);
  constexpr double eps = std::numeric_limits<double>::epsilon();
  // As exact as its terms are: of no unit.
  if (!(curvature > eps * std::abs(t * slope_before))) return false;
  if (!(std::isnormal(to.change_change) && std::isnormal(curvature))) return false;
  Row s_with_y(k);
  Row y_with_y(k);
  for (std::size_t i = 0; i < k; ++i) {
    sy_[i].push_back(to.gradient_s[i] - before.gradient_s[i]);
    yy_[i].push_back(to.gradient_y[i] - before.gradient_y[i]);
    s_with_y[i] = t * to.direction_y[i];
    y_with_y[i] = yy_[i].back();
  }
  s_with_y.push_back(curvature);
  y_with_y.push_back(to.change_change);
  sy_.push_back(std::move(s_with_y));
  yy_.push_back(std::move(y_with_y));
  now_.gradient_s.push_back(t * to.gradient_direction);
  now_.gradient_y.push_back(to.gradient_change);
  if (size() > memory_) drop_oldest();
  return true;
}

RELATILE_INLINE void LbfgsHistory::drop_oldest() {
  const auto without_first = [](auto& list) { list.erase(list.begin()); };
  for (auto* const rows : {&sy_, &yy_}) {
    without_first(*rows);
    for (Row& row : *rows) without_first(row);
  }
  without_first(now_.gradient_s);
  without_first(now_.gradient_y);
}

RELATILE_INLINE void LbfgsHistory::forget() {
  sy_.clear();
  yy_.clear();
  now_.gradient_s.clear();
  now_.gradient_y.clear();
}

}  // namespace relatile::optim::detail
