// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace relatile::kernel {

/// What is computed of a matrix' decomposition A = U diag(s) V^H.
enum class SingularVectors : std::uint8_t { none, thin, full };

}  // namespace relatile::kernel
