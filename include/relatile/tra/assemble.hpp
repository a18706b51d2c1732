// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::tra {

/// What an assembly has where none of its operands is: see Assemble.
struct AssembleFill {
  std::string element{};
  KernelIdentity identity{};
};

/// An operand of an assembly: its first element is at `begin`, and neighbours along axis d are
/// `steps[d]` apart, or one, if `steps` is empty.
struct AssembledPart {
  NodePtr array;
  Extents begin;
  Extents steps{};
};

/// An array of `shape` that has the elements of every operand in its place, later operands in
/// front of earlier ones, and elsewhere the element of `fill`:
/// concatenation, padding, assignment to a part. What a site needs of an operand is what its share
/// of the result has of it, so parts that lie where they are wanted are not moved.
///
/// Operands have the result's rank and elements, and fit where they are put, which the caller sees
/// to, as well as to operands everywhere if there is no fill.
RELATILE_INLINE NodePtr make_assemble(std::string name, const Extents& shape,
                                      const std::vector<AssembledPart>& parts,
                                      AssembleFill fill = {});

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/assemble.hpp"
#endif
