// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/halfway.hpp"

#include <cstddef>
#include <numeric>
#include <string>

namespace relatile::placement::detail {

RELATILE_INLINE int count_of(const std::vector<Digit>& digits) {
  int count = 1;
  for (const auto& digit : digits) count *= digit.size;
  return count;
}

RELATILE_INLINE std::vector<Digit> digits_after(const std::vector<Digit>& digits, int parts) {
  std::vector<Digit> rest;
  for (const auto& digit : digits) {
    const int counted = std::gcd(parts, digit.size);
    parts /= counted;
    if (counted < digit.size) rest.push_back({digit.size / counted, digit.stride});
  }
  return rest;
}

RELATILE_INLINE int first_stage_of(int contributors) {
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

RELATILE_INLINE int part_of(int size, int members, int wanted) {
  int best = 1;
  for (int part = 2; part <= size; ++part) {
    if (size % part != 0) continue;
    if (members * part > most_contributors_at_once && (members > 1 || best > 1)) break;
    best = part;
    if (members * part >= wanted) break;
  }
  return best;
}

}  // namespace relatile::placement::detail

namespace relatile::placement {

RELATILE_INLINE std::optional<Spread> halfway(const Spread& partial, const Spread& target) {
  if (partial.irregular || target.irregular) return std::nullopt;
  if (partial.working <= most_contributors_at_once) return std::nullopt;
  struct Cut {
    std::vector<Digit>* of;  ///< the digits that it is to be added to
    Digit digit;
  };
  Spread sums = partial;
  sums.ranges.reset();
  std::vector<Cut> cuts;
  const auto add_cuts = [&](std::vector<Digit>& of, const std::vector<Digit>& digits, int parts) {
    std::vector<Digit> melted;
    for (const auto& digit : detail::digits_after(digits, parts)) append_digit(melted, digit);
    for (const auto& digit : melted) cuts.push_back({&of, digit});
  };
  for (std::size_t d = 0; d < sums.dims.size(); ++d) {
    add_cuts(sums.dims[d].digits, target.dims[d].digits, partial.dims[d].parts());
  }
  add_cuts(sums.zeros, target.zeros, detail::count_of(partial.zeros));
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
    const int part = detail::part_of(digit.size, members, wanted);
    if (part > 1) append_digit(*digits, {part, digit.stride * (digit.size / part)});
    members *= part;
    if (part < digit.size || members >= wanted) break;
  }
  if (members == contributors) return std::nullopt;
  sums.text += " summed by " + std::to_string(members);
  return sums;
}

}  // namespace relatile::placement
