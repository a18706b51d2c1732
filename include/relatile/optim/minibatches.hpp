// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/view.hpp"

namespace relatile::optim {

/// The minibatches of an epoch, n / size of them, in an order that the seed decides: slices of
/// every (n / size)-th row, x(batch), so that every rank that has a part of the rows has as much of
/// each batch. All have `size` rows and one step, so that programs on them differ in where slices
/// begin, and the plan of one is followed by the others. Rows are in one batch at most; the n %
/// size rows that are in none are others for every seed. Take another seed for every epoch, and
/// permute the rows once (random::permutation(x)) if their order is a period's.
///
///   errors  Error if size is below 1 or above n
std::vector<Slice> minibatches(std::int64_t n, std::int64_t size, std::uint64_t seed);

}  // namespace relatile::optim

#if defined(RELATILE_DEFINITIONS)
#include "relatile/optim/impl/minibatches.hpp"
#endif
