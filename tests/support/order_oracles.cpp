// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/order_oracles.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace relatile::test {
namespace {

bool before(double a, double b) { return a < b || (std::isnan(b) && !std::isnan(a)); }

}  // namespace

bool equal(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::vector<double> sorted_as_numpy(std::vector<double> line) {
  std::sort(line.begin(), line.end(), before);
  return line;
}

std::int64_t on_wrong_side(const std::vector<double>& line, std::int64_t place) {
  const double at = line[std::size_t(place)];
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < std::int64_t(line.size()); ++i) {
    const double x = line[std::size_t(i)];
    wrong += i < place ? before(at, x) : before(x, at);
  }
  return wrong;
}

std::int64_t differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::int64_t different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different += !equal(a[i], b[i]);
  return different;
}

std::int64_t negative_zeros(const std::vector<double>& line) {
  return std::count_if(line.begin(), line.end(),
                       [](double x) { return x == 0 && std::signbit(x); });
}

double quantile_of(const std::vector<double>& sorted, double q, const std::string& method,
                   bool skip_nan) {
  const auto end =
      std::partition_point(sorted.begin(), sorted.end(), [](double x) { return !std::isnan(x); });
  if (end == sorted.begin() || (end != sorted.end() && !skip_nan)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const std::size_t last = std::size_t(end - sorted.begin()) - 1;
  double place = q * double(last);
  if (method == "lower") place = std::floor(place);
  if (method == "higher") place = std::ceil(place);
  if (method == "nearest") place = std::nearbyint(place);
  const auto low = std::size_t(place);
  const double below = sorted[low];
  const double above = sorted[std::min(low + 1, last)];
  double part = place - double(low);
  if (part == 0 || below == above) return below;
  if (method == "midpoint") part = 0.5;
  return part < 0.5 ? below + (above - below) * part : above - (above - below) * (1 - part);
}

}  // namespace relatile::test
