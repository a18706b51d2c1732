// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <span>
#include <string>

#include "relatile/core/box.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/kernel/products/matrix_ref.hpp"

namespace relatile::kernel {

/// A call of a kernel on matrices: those that it reads, which may have any strides, and the one
/// that it writes, whose rows lie in one piece each. `blocks` are the numbers of the blocks that
/// operands and result are cut into, where they are.
struct MatrixCall {
  std::span<const MatrixRef> inputs;
  MatrixRef output;
  Range blocks{0, 1};
};

/// A function of whole matrices, or of blocks of their rows or columns. What it throws, all sites
/// throw.
struct MatrixKernel {
  std::string name;
  std::function<void(const MatrixCall&)> run;
  /// What it computes with beside its operands, which all ranks must agree on.
  std::string parameters{};
};

}  // namespace relatile::kernel
