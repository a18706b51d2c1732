// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/spread.hpp"

namespace relatile::cost {

/// What every site's parts under two spreads have in common, where a formula exists.
struct AlignedOverlap {
  std::int64_t first_share = 0;   ///< elements at each site that holds some under the first spread
  std::int64_t second_share = 0;  ///< ... and under the second
  std::int64_t common = 0;        ///< elements in both, at each of the `meeting` sites
  int first_sites = 0;            ///< sites that hold something under the first spread
  int second_sites = 0;           ///< ... and under the second
  int meeting = 0;                ///< sites whose two parts overlap; at the others nothing does
  int parts_met = 0;              ///< parts under the first spread that one of the second overlaps
};

namespace detail {

RELATILE_INLINE bool is_plain(const placement::SpreadDim& dim, std::int64_t extent);

/// The site number cut into the digits that both spreads are made of.
class MeshDigits {
 public:
  static constexpr int most = 32;

  void add_boundary(int boundary);
  void add(const placement::Spread& spread);
  void add(const placement::Digit& digit) {
    add_boundary(digit.stride);
    add_boundary(digit.stride * digit.size);
  }
  /// False if the digits of the two spreads cut each other's in a way that no finer digits fit.
  bool finish();
  static constexpr int zero = most - 1;  ///< stands for the digit that is always 0
  int size(int digit) const { return digit == zero ? 1 : upper(digit) / lower(digit); }
  /// The finest digits of an index, most significant first; their number.
  int expand(const std::vector<placement::Digit>& digits, std::array<int, most>& out) const;
  /// Demands that two digits have one value; the factor by which that leaves fewer sites.
  int unite(int a, int b);

 private:
  /// Digits of prime size line up wherever digits of composite size can.
  void cut_into_primes(int stride, int size);
  int lower(int i) const { return boundaries_[static_cast<std::size_t>(i)]; }
  int upper(int i) const { return boundaries_[static_cast<std::size_t>(i) + 1]; }
  int find(int a) const {
    while (leader_[static_cast<std::size_t>(a)] != a) a = leader_[static_cast<std::size_t>(a)];
    return a;
  }
  std::array<int, most> boundaries_{};
  std::array<int, most> leader_{};
  int num_boundaries_ = 0;
};

}  // namespace detail

/// How much of what every site holds under `first` it also holds under `second`, by the digits of
/// the site numbers alone: a part under one spread meets a part under the other exactly where the
/// leading digits of their indices agree, which is a set of equations between digits.
///
/// exact: where all extents divide and the digits fit together; otherwise no answer.
RELATILE_INLINE std::optional<AlignedOverlap> aligned_overlap(const placement::Spread& first,
                                                              const placement::Spread& second,
                                                              const Extents& extents);

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/aligned.hpp"
#endif
