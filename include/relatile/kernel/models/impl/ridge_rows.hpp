// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/models/ridge_rows.hpp"

#include <Eigen/Cholesky>

#include <string>

#include "relatile/kernel/models/pure_kernel.hpp"

namespace relatile::kernel {

RELATILE_INLINE PieceKernel ridge_rows(std::int64_t factors, double penalty) {
  const std::string name =
      "ridge_rows(" + std::to_string(factors) + ", " + std::to_string(penalty) + ")";
  const auto run = [=](const PieceCall& call) {
    using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Piece& grams = call.inputs[0];
    const Piece& rights = call.inputs[1];
    for (std::int64_t i = 0; i < rights.count(); ++i) {
      Matrix gram = Eigen::Map<const Matrix>(grams.as<const double>() + i * grams.strides[0],
                                             factors, factors);
      gram.diagonal().array() += penalty;
      const Eigen::LLT<Matrix> factor(gram);
      Eigen::Map<Eigen::VectorXd> to(call.output.as<double>() + i * call.output.strides[0],
                                     factors);
      to = Eigen::Map<const Eigen::VectorXd>(rights.as<const double>() + i * rights.strides[0],
                                             factors);
      if (factor.info() == Eigen::Success) {
        factor.solveInPlace(to);
      } else {
        to.setZero();
      }
    }
  };
  KernelIdentity identity = pure_kernel("ridge_rows");
  identity.state = std::string(reinterpret_cast<const char*>(&penalty), sizeof penalty) +
                   std::to_string(factors);
  return {name, run, identity};
}

}  // namespace relatile::kernel
