// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/plan.hpp"

// What products of sparse arrays were expected to have, beside what was found: plans are made of
// what was found, so this tells how far to trust what was decided before.

namespace relatile::plan::detail {

/// A number that was expected, and the one that was found.
struct Expectation {
  double expected = 0;
  double found = 0;
  /// How far they are apart, from 1 on; 1 of two that are no more than 1.
  RELATILE_INLINE double quotient() const;
};
struct ExpectedSizes {
  Expectation entries;
  Expectation flops;
};
/// Of a step that computes such a product; of others nothing.
RELATILE_INLINE std::optional<ExpectedSizes> expected_sizes(const Plan& plan, const Step& step);

/// ", ~12 100 entries expected and 10 000 found (1.21 times), ~40 000 flops expected and 40 000
/// found (1 times)"; nothing of other steps.
RELATILE_INLINE std::string expected_text(const Plan& plan, const Step& step);
/// A line for each such product, if there are any.
RELATILE_INLINE void print_expected(std::ostream& out, const Plan& plan);

}  // namespace relatile::plan::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/text/impl/expected.hpp"
#endif
