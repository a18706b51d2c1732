// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/tra/node.hpp"

namespace relatile::detail {

/// Columns of the band that a Hermitian matrix of n rows is reduced to; 0 if one site is as fast.
///
///   panel   what was asked for; 0: as suits
///   errors  ShapeMismatch if that is negative
RELATILE_INLINE std::int64_t band_width_of(const std::string& function, std::int64_t n,
                                           std::int64_t panel);

/// What kernel::eigh_kernel makes of one matrix, by all sites: panels reduce it to a band of
/// `width`, one site that to three diagonals, of which it has the eigenvectors, and all multiply
/// these by what was reflected.
///
///   errors  KernelError for NaN or infinities
///   cost    2 n^3 flops for values, 7 n^3 for vectors; one site of these 4 n^2 width and those of
///           three diagonals. Each panel of m rows and `width` columns is sent to a site, and twice
///           as much to all
template <class T>
tra::NodePtr banded_eigh_node(const std::string& function, const tra::NodePtr& a, bool lower,
                              bool vectors, std::int64_t width);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/spectral/impl/band_reduction.hpp"
#endif
