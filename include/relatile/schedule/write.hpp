// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ostream>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/site_program.hpp"

namespace relatile::schedule {

/// The program of a site in words, an instruction a line: where its values are, what it computes,
/// sends and receives, and when it forgets them.
RELATILE_INLINE void write(std::ostream& out, const plan::Plan& plan, const SiteProgram& program);

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/write.hpp"
#endif
