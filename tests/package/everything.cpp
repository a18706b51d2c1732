// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// A number of each of the library's parts.
#include <cmath>
#include <cstdint>
#include <relatile/linalg.hpp>
#include <relatile/models.hpp>
#include <relatile/papers.hpp>
#include <relatile/relatile.hpp>
#include <relatile/sparse.hpp>
#include <relatile/spectral.hpp>

namespace rt = relatile;

namespace {

bool all_right = true;

void expect(const char* what, double number, double right) {
  if (std::abs(number - right) <= 1e-9) return;
  rt::print("wrong:", what, number);
  all_right = false;
}

}  // namespace

int main(int argc, char** argv) {
  rt::Context context(argc, argv);
  context.plan_options().planner = "eindecomp";                        // by papers.hpp
  const rt::Array<double, 2> a = rt::eye(6) * 2.0 + rt::ones({6, 6});  // eigenvalues 2 and, once, 8
  const rt::Array<double, 1> b = rt::ones({6});
  expect("determinant", rt::det(a).item(), 256);
  expect("solution", rt::sum(rt::solve(a, b)).item(), 0.75);
  expect("eigenvalues", rt::max(rt::eigvalsh(a)).item(), 8);

  const rt::SparseArray<double, 2> s = rt::to_sparse(rt::Array<double, 2>(rt::eye(6) * 3.0));
  expect("sparse product", rt::sum(rt::matmul(s, b)).item(), 18);

  const rt::Array<double, 2> x = rt::from_function({8, 2}, [](std::int64_t i, std::int64_t j) {
    return static_cast<double>(j == 0 ? i : i * i);
  });
  const rt::Array<double, 1> y = rt::matmul(x, rt::array({2.0, -1.0})) + 5.0;
  rt::models::LinearRegression line;
  line.fit(x, y);
  expect("intercept", line.intercept, 5);
  return all_right ? 0 : 1;
}
