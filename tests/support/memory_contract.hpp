// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// The promise of evaluate(x, {.memory_per_rank = cap}), held against measured memory. The programs
// are written in memory_contract.cpp.

namespace relatile::test {

/// Evaluates four programs in the current context, through the public interface, under caps from
/// one byte to what they take without a cap: a product of which one operand must come in slices;
/// one with two branches, of which the one that is written second must be finished first; a chain
/// whose wide middle need never be there at once; and layers that are read again, the last one
/// first. Requires that
///
/// - memory as measured <= as predicted <= the cap: in this process, and by prediction on each
/// site;
/// - results are right under every cap, and all bytes sent were predicted;
/// - a cap that does not do throws before anything is allocated, on every rank, naming the missing
///   bytes, the smallest cap that does and the operator that needs most; that cap does, one byte
///   less does not; and what could not be evaluated can be, with a larger cap;
/// - operators were sliced, reordered and repeated on the way, and nothing of it where the cap does
///   not ask for it.
///
/// Collective.
void check_memory_contracts();

}  // namespace relatile::test
