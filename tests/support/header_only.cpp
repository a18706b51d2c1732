// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/grad.hpp>
#include <relatile/iterative.hpp>
#include <relatile/linalg.hpp>
#include <relatile/models.hpp>
#include <relatile/optim.hpp>
#include <relatile/sparse.hpp>
#include <relatile/spectral.hpp>
#include <relatile/tensors.hpp>

// Contexts of MPI's communicators, in this file since both instantiate the whole back end.
#include "mpi/context_test.cpp"
#include "support/catch.hpp"

namespace rt = relatile;

// A program may include all of these from headers alone: definitions that include one another find
// what they call whichever comes first.

TEST_CASE("factorizations, sparse arrays, tensors and gradients work from headers alone") {
  auto context = rt::Context::loopback(2);
  const rt::Array<double, 2> a = 3.0 * rt::eye(5) + rt::ones({5, 5});
  const rt::Array<double, 2> inverse = rt::solve(a, rt::eye(5));
  CHECK(rt::norm(rt::matmul(a, inverse) - rt::eye(5)).item() < 1e-13);
  const auto l = rt::cholesky(a);
  CHECK(rt::norm(rt::matmul(l, rt::transpose(l)) - a).item() < 1e-13);
  CHECK(rt::item(rt::matrix_norm(a, 2)) == Approx(8));
  CHECK(rt::norm(rt::matmul(rt::to_sparse(a), inverse) - rt::eye(5)).item() < 1e-13);
  const rt::Array<double, 3> x = rt::reshape(rt::arange(24.0), {2, 3, 4});
  CHECK(rt::item(rt::norm(rt::tt_to_tensor(rt::tensor_train(x, 1e-9)) - x)) < 1e-7);
  const auto slope =
      rt::grad([](const rt::Array<double, 2>& m) { return rt::trace(rt::inv(m)); }, a);
  CHECK(rt::norm(slope + rt::matmul(inverse, inverse)).item() < 1e-13);
}
