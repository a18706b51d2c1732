// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"

// The objective of load-simulated hierarchical scheduling [nums22], section 5.1.
namespace relatile::papers::nums22 {

/// What the operations scheduled so far put on a site: floats it holds, received and sent.
struct SiteLoad {
  Floats memory;
  Floats in;
  Floats out;
  friend bool operator==(const SiteLoad&, const SiteLoad&) = default;
};

/// The fullest memory + the most received by a site + the most sent by one.
///
///   source  [nums22] section 5.1, equation (2)
RELATILE_INLINE Floats objective(std::span<const SiteLoad> sites);

/// An operand that is not on the site of an operation, and a site it can come from.
struct Fetch {
  int from = 0;
  Floats size;
};

/// The transition T: an operation on `site` receives and keeps what it lacks, and its result.
///
///   source  [nums22] section 5.1
RELATILE_INLINE std::vector<SiteLoad> after(std::vector<SiteLoad> sites, int site,
                                            std::span<const Fetch> operands, Floats result);

}  // namespace relatile::papers::nums22

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/nums22/impl/cost.hpp"
#endif
