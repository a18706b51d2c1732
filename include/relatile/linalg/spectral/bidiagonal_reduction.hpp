// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::detail {

/// What kernel::svd_kernel makes of one square matrix, thin or without vectors, by all sites:
/// panels of columns and of rows reduce it to a band of `width`, one site that to two diagonals, of
/// which it has the vectors, and all multiply these by what was reflected.
///
///   errors  KernelError for NaN or infinities
///   cost    16 n^3 / 3 flops for values, 16 n^3 for vectors; one site of these 8 n^2 width and
///   those
///           of two diagonals
template <class T>
tra::NodePtr banded_svd_node(const std::string& function, const tra::NodePtr& a, bool vectors,
                             std::int64_t width);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/spectral/impl/bidiagonal_reduction.hpp"
#endif
