// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/contract.hpp"

namespace relatile::tra {

/// Makes the einsum of two operands. The labelling may name labels that neither has.
using PairwiseStep = std::function<NodePtr(const NodePtr&, const NodePtr&, const Labelling&)>;

/// What an einsum of many operands means: `combine` makes one element of an element of each
/// operand, `reduce` aggregates these over the labels that the output lacks.
struct ManyMeaning {
  Program combine;
  Reduction reduce;
};

/// The einsum of more than two operands, of any number of labels, as one node. It says what is to
/// be computed; in which order it is split into steps of two operands is for the planner to choose
/// (rules/contraction_order.hpp), which licenses only this: the combination is associative and
/// commutative, and distributes over the reduction.
///
///   errors  ShapeMismatch where two axes of one label disagree
///   source  [ein24] section 3, for any number of operands
RELATILE_INLINE NodePtr make_contract_many(std::string name, std::vector<NodePtr> operands,
                                           Labelling labelling, ManyMeaning meaning,
                                           PairwiseStep step);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/contract_many.hpp"
#endif
