// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::tra {

/// The extent of every label; throws ShapeMismatch where two axes of one label disagree.
/// Unlike elementwise operators, einsum stretches only axes of extent one, as NumPy's does.
RELATILE_INLINE std::vector<std::int64_t> label_extents(const std::string& operation,
                                                        const Labelling& labelling,
                                                        const std::vector<Extents>& shapes);

RELATILE_INLINE std::vector<Extents> shapes_of(const std::vector<NodePtr>& nodes);

/// Reads an operand by its labels; axes of extent one under a longer label are stretched.
RELATILE_INLINE Access labelled_access(const std::vector<int>& axis_labels, const Extents& shape,
                                       const Extents& labels);

/// Makes `node` an einsum: its labels, how operands and output are indexed, and its type.
RELATILE_INLINE void set_labelling(Node& node, const Labelling& labelling, ElementType element);

/// One pass over all labels: `combine` makes one element of an element of each operand, and
/// `reduce` aggregates those over the labels that the output lacks.
RELATILE_INLINE NodePtr make_labelled_map(std::string name, std::vector<NodePtr> operands,
                                          const Labelling& labelling, Program combine,
                                          Reduction reduce);

/// The product of two arrays of one element type, summed over the labels the output lacks.
RELATILE_INLINE NodePtr make_contract(std::string name, const NodePtr& a, const NodePtr& b,
                                      const Labelling& labelling, Reduction sum,
                                      ContractionPlain plain, ArrayKernel kernel);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/contract.hpp"
#endif
