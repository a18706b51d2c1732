// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/lower.hpp"
#include "relatile/schedule/site_program.hpp"

namespace relatile::schedule {

/// Whether the programs of a plan's sites are the same whatever data its nodes hold. They are not
/// where a stored value lies in larger pieces, or where blocks are objects, which have sizes of
/// their own.
RELATILE_INLINE bool fits_any_data(const plan::Plan& plan);

/// The programs of sites for a plan that may run again on other data: each is lowered once.
///
///   memory  what the sites do, of each site that was asked for
class KnownPrograms {
 public:
  /// What `site` does of `plan`, which is the same plan with every call, but for its data.
  std::shared_ptr<const SiteProgram> of(const plan::Plan& plan, int site,
                                        std::int64_t message_limit) {
    if (!fits_any_data(plan)) return lowered(plan, site, message_limit);
    auto& known = programs_[site];
    if (!known) known = lowered(plan, site, message_limit);
    return known;
  }

  static std::shared_ptr<const SiteProgram> lowered(const plan::Plan& plan, int site,
                                                    std::int64_t message_limit) {
    return std::make_shared<const SiteProgram>(lower(plan, site, message_limit));
  }

 private:
  std::unordered_map<int, std::shared_ptr<const SiteProgram>> programs_;
};

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/known_programs.hpp"
#endif
