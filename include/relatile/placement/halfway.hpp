// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "relatile/placement/spread.hpp"

namespace relatile::placement {

/// Contributions of more sites than this come together in stages, by fewer messages.
inline constexpr int most_contributors_at_once = 16;

namespace detail {

inline int count_of(const std::vector<Digit>& digits) {
  int count = 1;
  for (const auto& digit : digits) count *= digit.size;
  return count;
}

/// What is left of the digits of an index once the first of them have counted `parts`.
inline std::vector<Digit> digits_after(const std::vector<Digit>& digits, int parts) {
  std::vector<Digit> rest;
  for (const auto& digit : digits) {
    const int counted = std::gcd(parts, digit.size);
    parts /= counted;
    if (counted < digit.size) rest.push_back({digit.size / counted, digit.stride});
  }
  return rest;
}

/// The members of the first of the fewest stages that bring `contributors` together, about as many
/// as of every other.
inline int first_stage_of(int contributors) {
  int stages = 1;
  for (int most = most_contributors_at_once; most < contributors; ++stages) {
    most *= most_contributors_at_once;
  }
  const auto reaches = [&](int members) {
    int product = 1;
    for (int stage = 0; stage < stages && product < contributors; ++stage) product *= members;
    return product >= contributors;
  };
  int members = 1;
  while (!reaches(members)) ++members;
  return members;
}

}  // namespace detail

/// Where the contributions of `partial` are summed first on their way to `target`: among the sites
/// that differ in the most significant digits by which the target cuts more finely. What is summed
/// so is partial still, with fewer contributions. Nothing if one stage is enough.
///
/// A site of q then gets messages from about k q^(1/k) others instead of q - 1, in k stages, and
/// the bytes are the same: 16 sites of 256 bring sixteenths together, then 16 others theirs.
inline std::optional<Spread> halfway(const Spread& partial, const Spread& target) {
  if (partial.irregular || target.irregular) return std::nullopt;
  if (partial.working <= most_contributors_at_once) return std::nullopt;
  struct Cut {
    std::vector<Digit>* of;  ///< the digits that it is to be added to
    Digit digit;
  };
  Spread sums = partial;
  sums.ranges.reset();
  std::vector<Cut> cuts;
  for (std::size_t d = 0; d < sums.dims.size(); ++d) {
    auto& digits = sums.dims[d].digits;
    for (auto digit : detail::digits_after(target.dims[d].digits, partial.dims[d].parts())) {
      cuts.push_back({&digits, digit});
    }
  }
  for (auto digit : detail::digits_after(target.zeros, detail::count_of(partial.zeros))) {
    cuts.push_back({&sums.zeros, digit});
  }
  int contributors = 1;
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    contributors *= cuts[c].digit.size;
    // Sites that hold the same are told apart by the less significant digits.
    if (c > 0 && cuts[c].digit.stride > cuts[c - 1].digit.stride) return std::nullopt;
  }
  if (contributors <= most_contributors_at_once) return std::nullopt;
  const int wanted = detail::first_stage_of(contributors);
  int members = 1;
  for (const auto& [digits, digit] : cuts) {
    int part = 1;
    while (members * part < wanted && part < digit.size) {
      do ++part;
      while (digit.size % part != 0);
    }
    if (part > 1) append_digit(*digits, {part, digit.stride * (digit.size / part)});
    members *= part;
  }
  if (members == contributors) return std::nullopt;
  sums.text += " summed by " + std::to_string(members);
  return sums;
}

}  // namespace relatile::placement
