// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ostream>

#include "relatile/plan/text/dot.hpp"
#include "relatile/plan/text/format.hpp"
#include "relatile/plan/text/json.hpp"
#include "relatile/plan/text/print.hpp"
#include "relatile/plan/text/table.hpp"

namespace relatile::plan {

inline void write(std::ostream& out, const Plan& plan, Figures figures, Format format) {
  switch (format) {
    case Format::passes:        // for those who know how a plan was made
    case Format::site_program:  // for those who know which site asks
    case Format::memory_curve:  // for those who can plan anew
    case Format::table: return print_table(out, plan, figures);
    case Format::text: return print(out, plan, figures);
    case Format::json: return write_json(out, plan, figures);
    case Format::dot: return write_dot(out, plan, figures);
  }
}

}  // namespace relatile::plan
