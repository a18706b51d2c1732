// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/einsum_string.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::einsum_detail {

/// Throws ParseError for a string that is no einsum of `num_operands` operands.
RELATILE_INLINE void require_parsed(const Parsed& parsed, std::string_view text,
                                    std::size_t num_operands);

/// Labels as they are written, with "..." for an ellipsis.
RELATILE_INLINE std::string shown_labels(std::string_view labels);

/// Throws ShapeMismatch for operands of other numbers of dimensions than the string gives them.
RELATILE_INLINE void require_ranks(const Parsed& parsed, std::string_view text,
                                   const std::vector<int>& ranks);

/// Throws ShapeMismatch if the result has another number of dimensions than `rank`.
RELATILE_INLINE void require_result_rank(const Parsed& parsed, std::string_view text,
                                         const std::vector<int>& ranks, int rank);

/// Label numbers from characters: the output's first, then the others as they occur. No ellipses.
RELATILE_INLINE tra::Labelling number_labels(const Parsed& parsed);
/// The same of operands of these numbers of dimensions, which fit, so that ellipses are axes.
RELATILE_INLINE tra::Labelling number_labels(const Parsed& parsed, std::span<const int> ranks);

/// Those of a string known at run time whose result is to have `rank` dimensions; ParseError and
/// ShapeMismatch as above.
RELATILE_INLINE tra::Labelling labelling_of(std::string_view text, const std::vector<int>& ranks,
                                            int rank);

RELATILE_INLINE bool uses(const std::vector<int>& labels, int label);

/// Takes those labels from operand `x` that neither another operand nor the output has, and repeats
/// of a label. Returns the einsum of that operand alone which does this to it, or nothing if there
/// is nothing to do.
RELATILE_INLINE std::optional<tra::Labelling> take_own_labels(tra::Labelling& labelling,
                                                              std::size_t x);

/// Drops labels that no operand has any more, so that nothing is aggregated over them twice.
RELATILE_INLINE void drop_unused(tra::Labelling& labelling);

}  // namespace relatile::einsum_detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/labels.hpp"
#endif
