// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::plan {

/// The same operators on one site that has everything, without what moves blocks.
RELATILE_INLINE OperatorPtr without_sites(const OperatorPtr& root);

/// What a tree of operators computes, as a graph of the logical algebra: the inverse of
/// Translation, but for rekeys where an operator reads a relation with holes.
RELATILE_INLINE tra::NodePtr to_graph(const OperatorPtr& root);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/to_graph.hpp"
#endif
