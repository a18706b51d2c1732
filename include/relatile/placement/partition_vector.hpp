// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/layout.hpp"

namespace relatile::placement {

/// How many parts each label is cut into: EinDecomp's d, with prod d <= the number of sites.
using PartitionVector = std::vector<int>;

/// Up to this many sites every number of working sites is tried.
inline constexpr int every_product_up_to = 16;

/// Up to this many sites every number of working sites is tried that leaves few of them idle.
inline constexpr int every_count_up_to = 256;

/// The largest share of label space that one site gets under `d`.
RELATILE_INLINE double largest_share(const PartitionVector& d, const Extents& labels);

inline bool is_power_of_two(int number) { return (number & (number - 1)) == 0; }

RELATILE_INLINE int num_divisors(int number);

/// How many sites may work: all counts on few sites. On more: all of them, the powers of two, and
/// others that leave few sites idle: to 256 sites every count from three quarters on; beyond, if
/// the number of sites has few divisors (1,021 is prime), the count near it that has most.
RELATILE_INLINE std::vector<int> working_counts(int num_sites);

namespace detail {

RELATILE_INLINE void extend_vectors(const Extents& labels, const std::array<bool, max_rank>& whole,
                                    int rest, PartitionVector& d,
                                    std::vector<PartitionVector>& all);

}  // namespace detail

/// All partition vectors with prod d == `product`; labels marked whole are not cut, and no label is
/// cut into more parts than it has values.
RELATILE_INLINE std::vector<PartitionVector> vectors_of_product(
    const Extents& labels, const std::array<bool, max_rank>& whole, int product);

/// The partition vectors of every working count. Any number of sites works, primes included.
///
///   source  [ein24] section 6; there prod d must be a power of two
RELATILE_INLINE std::vector<PartitionVector> partition_vectors(
    const Extents& labels, const std::array<bool, max_rank>& whole, int num_sites);

inline int num_cut(const PartitionVector& d) {
  return static_cast<int>(std::count_if(d.begin(), d.end(), [](int parts) { return parts > 1; }));
}

/// Into how many parts a layout cuts each of so many labels.
RELATILE_INLINE PartitionVector cut_by(const Layout& layout, int num_labels);

/// The layout that realises `d` with its mesh axes in the order of `ranks`, one per label.
RELATILE_INLINE Layout layout_of(const PartitionVector& d, const std::vector<int>& ranks);

/// All layouts that realise `d`: one per order of the labels that are cut, since the order decides
/// which site gets which part.
RELATILE_INLINE std::vector<Layout> layouts_of(const PartitionVector& d);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/partition_vector.hpp"
#endif
