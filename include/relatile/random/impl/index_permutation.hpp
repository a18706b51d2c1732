// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/random/index_permutation.hpp"

#include <utility>

#include "relatile/random/impl/distributions.hpp"

namespace relatile::random::detail {

RELATILE_INLINE tra::NodePtr index_permutation_node(std::int64_t n, const Source& source) {
  const IndexPermutation order(n, source.seed, source.stream);
  const auto write = [order](std::uint64_t first, std::uint64_t step, std::int64_t count,
                             std::int64_t* out) {
    for (std::int64_t i = 0; i < count; ++i, first += step) out[i] = order(first);
  };
  KernelIdentity identity;
  identity.type = relatile::detail::type_hash<IndexPermutation>();
  identity.state = described(source, order);
  return generated<std::int64_t>("permutation", {n}, Flops{IndexPermutation::flops},
                                 std::move(identity), write, order);
}

}  // namespace relatile::random::detail
