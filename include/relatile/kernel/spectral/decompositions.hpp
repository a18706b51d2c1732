// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Who decomposes: LAPACK where the build has one.

#if defined(RELATILE_HAS_LAPACK)
#include "relatile/kernel/spectral/with_lapack.hpp"
#else
#include "relatile/kernel/spectral/with_eigen.hpp"
#endif

namespace relatile::kernel::detail {

#if defined(RELATILE_HAS_LAPACK)
namespace decompositions = with_lapack;
#else
namespace decompositions = with_eigen;
#endif

}  // namespace relatile::kernel::detail
