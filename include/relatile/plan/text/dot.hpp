// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/measured.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::plan {

namespace detail {

/// A quoted string of the DOT language; lines of a label are apart by "\n".
RELATILE_INLINE std::string dot_string(std::string_view text);

RELATILE_INLINE std::string dot_label(const Plan& plan, std::size_t s, Figures figures);

RELATILE_INLINE const char* dot_style(const Step& step);

}  // namespace detail

/// The plan as a graph for Graphviz (`dot -Tsvg`): inputs are cylinders, kernels boxes, exchanges
/// ellipses, results have a double border.
RELATILE_INLINE void write_dot(std::ostream& out, const Plan& plan, Figures figures = {});

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/text/impl/dot.hpp"
#endif
