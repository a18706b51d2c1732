// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Decompositions of tensors of any number of modes.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/linalg/tensors/impl/arguments.hpp>
#include <relatile/linalg/tensors/impl/cp.hpp>
#include <relatile/linalg/tensors/impl/tensor_train.hpp>
#include <relatile/linalg/tensors/impl/tucker.hpp>
#include <relatile/linalg/tensors/impl/unfolding.hpp>

namespace relatile::detail {

#define RELATILE_TENSORS(T)                                                                      \
  template tra::NodePtr mttkrp_node<T>(const tra::NodePtr&, const std::vector<tra::NodePtr>&,    \
                                       int);                                                     \
  template tra::NodePtr cp_to_tensor_node<T>(const tra::NodePtr&,                                \
                                             const std::vector<tra::NodePtr>&);                  \
  template CpRun<T> cp_als(const tra::NodePtr&, double, const CpLimits&,                         \
                           std::vector<Array<T, 2>>);                                            \
  template tra::NodePtr multi_mode_dot_node<T>(const std::string&, const tra::NodePtr&,          \
                                               const std::vector<tra::NodePtr>&, bool, int);     \
  template TuckerRun<T> tucker<T>(const tra::NodePtr&, double, const Extents&,                   \
                                  const TuckerOptions&);                                         \
  template std::vector<Array<T, 3>> tensor_train<T>(const tra::NodePtr&, double, const Extents&, \
                                                    double);                                     \
  template tra::NodePtr tt_to_tensor_node<T>(const std::vector<tra::NodePtr>&);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_TENSORS)

}  // namespace relatile::detail
