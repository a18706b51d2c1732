// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/engine/array_end.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

/// Of a site that sends or receives.
RELATILE_INLINE transport::Broadcast broadcast_of(const ArrayEnd& end);

/// A site's part in an all-gather, to which members bring what they have themselves, or in an
/// all-to-all. Every region is one run of the site's one piece.
RELATILE_INLINE transport::Collective collective_of(const ArrayEnd& end, std::int64_t element_size);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/collective_call.hpp"
#endif
