// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/factorizations/ridge_rows.hpp"

#include <algorithm>
#include <string>

#include "relatile/kernel/factorizations/impl/definite_system.hpp"

namespace relatile::kernel {

RELATILE_INLINE PieceKernel ridge_rows(std::int64_t factors, double penalty) {
  const std::string name =
      "ridge_rows(" + std::to_string(factors) + ", " + std::to_string(penalty) + ")";
  const auto run = [=](const PieceCall& call) {
    const Piece& grams = call.inputs[0];
    const Piece& rights = call.inputs[1];
    const RowMajor<double> factor(factors, factors);
    for (std::int64_t i = 0; i < rights.count(); ++i) {
      std::copy_n(grams.as<const double>() + i * grams.strides[0], factors * factors,
                  factor.data());
      for (std::int64_t k = 0; k < factors; ++k) factor(k, k) += penalty;
      double* const to = call.output.as<double>() + i * call.output.strides[0];
      std::copy_n(rights.as<const double>() + i * rights.strides[0], factors, to);
      if (detail::cholesky_in_place<double>(map_of(factor)) < 0) {
        detail::solve_by_factor(map_of(factor), to);
      } else {
        std::fill_n(to, factors, 0.0);
      }
    }
  };
  KernelIdentity identity;
  identity.type = relatile::detail::hash_of_name("ridge_rows");
  identity.pure = true;
  identity.state = std::string(reinterpret_cast<const char*>(&penalty), sizeof penalty) +
                   std::to_string(factors);
  return {name, run, identity};
}

}  // namespace relatile::kernel
