// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/tra/node.hpp"

// What reshape, assemble and functions of lines do on one site; `iteration` is its part of their
// labels, and not empty.

namespace relatile::engine {

/// Bytes below which a second thread does not pay.
inline constexpr std::int64_t bytes_per_copying_thread = 1 << 18;

RELATILE_INLINE void run_reshape(const tra::Node& node, const Box& iteration, const SiteData& input,
                                 const SiteData& output);

RELATILE_INLINE void run_assemble(const tra::Node& node, const Box& iteration,
                                  const std::vector<const SiteData*>& inputs,
                                  const SiteData& output);

RELATILE_INLINE void run_along_axis(const tra::Node& node, const Box& iteration,
                                    const std::vector<const SiteData*>& inputs,
                                    const SiteData& output);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/local_rearrange.hpp"
#endif
