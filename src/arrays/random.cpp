// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Arrays of random numbers.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/random/impl/distributions.hpp>
#include <relatile/random/impl/index_permutation.hpp>
#include <relatile/random/impl/more_distributions.hpp>
#include <relatile/random/impl/philox.hpp>

namespace relatile::random::detail {

#define RELATILE_FLOATING(T)                                                  \
  template tra::NodePtr uniform_node<T>(T, T, const Extents&, const Source&); \
  template tra::NodePtr normal_node<T>(T, T, const Extents&, const Source&);
#define RELATILE_INTEGERS(T) \
  template tra::NodePtr integers_node<T>(Bound<T>, Bound<T>, const Extents&, const Source&);

#define RELATILE_SAMPLED(T)                                                                        \
  template tra::NodePtr sampled_node<T>(const char*, const std::array<double, 3>&, const Extents&, \
                                        const Source&);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_SAMPLED)
RELATILE_SAMPLED(std::int64_t)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_FLOATING)
RELATILE_FOR_EACH_INTEGER_TYPE(RELATILE_INTEGERS)

}  // namespace relatile::random::detail
