// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "relatile/placement/spread.hpp"

namespace relatile::placement {

namespace detail {

/// A digit of the site number, and how far it moves the index of one dimension (-1: of none).
struct FoundDigit {
  Digit digit;
  int dim = -1;
  int weight = 0;
};

/// Per dimension and site, which of the even parts of the extent the site's box is.
class PartNumbers {
 public:
  /// Nothing where boxes are not even parts of `extents` on the first sites, one a site.
  static std::optional<PartNumbers> of(const Placement& placement, const Extents& extents) {
    PartNumbers found;
    const int num_sites = placement.num_sites();
    while (found.working_ < num_sites && placement.of(found.working_).size() == 1 &&
           !placement.of(found.working_)[0].empty()) {
      ++found.working_;
    }
    for (int site = found.working_; site < num_sites; ++site) {
      if (!placement.of(site).empty()) return std::nullopt;
    }
    if (found.working_ == 0) return std::nullopt;
    for (int d = 0; d < extents.rank(); ++d) {
      std::vector<std::int64_t> lows;
      for (int site = 0; site < found.working_; ++site) {
        lows.push_back(placement.of(site)[0].low[d]);
      }
      std::vector<std::int64_t> starts = lows;
      std::sort(starts.begin(), starts.end());
      starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
      std::vector<int> numbers;
      for (auto low : lows) {
        const auto place = std::lower_bound(starts.begin(), starts.end(), low);
        numbers.push_back(static_cast<int>(place - starts.begin()));
      }
      found.numbers_.push_back(std::move(numbers));
    }
    return found;
  }

  int working() const { return working_; }
  int num_dims() const { return static_cast<int>(numbers_.size()); }
  int at(int dim, int site) const {
    return numbers_[static_cast<std::size_t>(dim)][static_cast<std::size_t>(site)];
  }

  /// The digit of the site number that begins at `stride`.
  std::optional<FoundDigit> digit_at(int stride) const {
    FoundDigit found;
    for (int d = 0; d < num_dims(); ++d) {
      if (at(d, stride) == 0) continue;
      if (found.dim >= 0) return std::nullopt;
      found.dim = d;
      found.weight = at(d, stride);
    }
    int size = 2;
    while (stride * size < working_ && continues(found, stride, size)) ++size;
    if (working_ % (stride * size) != 0) return std::nullopt;
    found.digit = {size, stride};
    return found;
  }

 private:
  /// Whether the digit at `stride` also counts to `value`.
  bool continues(const FoundDigit& found, int stride, int value) const {
    for (int d = 0; d < num_dims(); ++d) {
      if (at(d, stride * value) != (d == found.dim ? found.weight * value : 0)) return false;
    }
    return true;
  }

  int working_ = 0;
  std::vector<std::vector<int>> numbers_;
};

/// The closed form that the boxes have if they have one; to be compared with them.
inline std::optional<Spread> guess_spread(const Placement& placement, const Extents& extents) {
  const auto numbers = PartNumbers::of(placement, extents);
  if (!numbers) return std::nullopt;
  std::vector<FoundDigit> digits;
  for (int stride = 1; stride < numbers->working();) {
    const auto found = numbers->digit_at(stride);
    if (!found) return std::nullopt;
    digits.push_back(*found);
    stride *= found->digit.size;
  }
  std::sort(digits.begin(), digits.end(),
            [](const FoundDigit& a, const FoundDigit& b) { return a.weight > b.weight; });
  Spread spread;
  spread.num_sites = placement.num_sites();
  spread.working = numbers->working();
  spread.text = placement.text;
  for (int d = 0; d < extents.rank(); ++d) {
    SpreadDim dim;
    dim.label_extent = extents[d];
    dim.access = {d, 0, 1, 1, nullptr};
    for (const auto& found : digits) {
      if (found.dim == d) append_digit(dim.digits, found.digit);
    }
    spread.dims.push_back(std::move(dim));
  }
  return spread;
}

}  // namespace detail

/// The closed form of a placement if it has one (even parts by the digits of the site number, as
/// plans leave their results), else the boxes themselves. What is stored is planned with as quickly
/// as what is still to be computed.
inline Spread recognised_spread(Placement placement, const Extents& extents) {
  const auto guess = detail::guess_spread(placement, extents);
  bool same = guess.has_value();
  for (int site = 0; same && site < placement.num_sites(); ++site) {
    const auto& own = placement.of(site);
    same = guess->box(site) == (own.empty() ? Box::nothing(extents.rank()) : own[0]);
  }
  return same ? *guess : irregular_spread(std::move(placement));
}

}  // namespace relatile::placement
