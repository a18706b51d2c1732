// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/tra/node.hpp"

// input, bcast, shuf and exchange: where blocks are, and how they get elsewhere.

namespace relatile::plan {

/// "(0, 2)": key dimensions in an error or a plan.
RELATILE_INLINE std::string dims_text(const std::vector<int>& dims);

/// Throws unless `dims` are different dimensions of keys of `arity`.
RELATILE_INLINE void require_dims(const std::string& name, const std::vector<int>& dims, int arity);

/// A relation whose blocks are, or are taken to be, where `placement` says.
RELATILE_INLINE OperatorPtr input(const tra::NodePtr& node, placement::Placement placement);

/// A relation that has its value.
RELATILE_INLINE OperatorPtr input(const tra::NodePtr& node);

namespace detail {

RELATILE_INLINE std::shared_ptr<Operator> moved(OperatorKind kind, const OperatorPtr& x);

}  // namespace detail

/// BCAST: every block to every site, so that ALL holds.   source  [tra21] section 3 (1)
RELATILE_INLINE OperatorPtr bcast(const OperatorPtr& x);

/// The mesh over which `shuf` spreads keys: as balanced as the extents of the dimensions allow,
/// then over as many sites as possible, then as square as possible. It depends on the extents in
/// the order given and on nothing else, so that shuf<1>(left) and shuf<0>(right) bring together
/// what a join of left's dimension 1 and right's dimension 0 pairs.
RELATILE_INLINE placement::Layout shuffled(const Extents& extents, int num_sites);

/// SHUF: blocks whose keys agree in `dims` to one site, so that PART_dims holds; without dimensions
/// everything to one site.
///
///   errors  ShapeMismatch if the relation does not have the dimensions
///   source  [tra21] section 3 (2)
RELATILE_INLINE OperatorPtr shuf(const OperatorPtr& x, const std::vector<int>& dims);

/// Blocks to where `target` wants them: BCAST and SHUF in general, and every layout in between.
///
///   errors  UnsupportedPlan if `target` is for another number of sites, or leaves out a block
RELATILE_INLINE OperatorPtr exchange(const OperatorPtr& x, placement::Placement target);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/moves.hpp"
#endif
