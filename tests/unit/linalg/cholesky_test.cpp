// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

#include "relatile/linalg.hpp"
#include "relatile/tra/flops.hpp"
#include "support/against_reference.hpp"
#include "support/array_matrices.hpp"
#include "support/backward_errors.hpp"
#include "support/test_matrices.hpp"

namespace cholesky_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::adjoint;
using rt::test::array_of;
using rt::test::difference;
using rt::test::graded_matrix;
using rt::test::identity;
using rt::test::Matrix;
using rt::test::matrix_of;
using rt::test::norm_1;
using rt::test::positive_matrix;
using rt::test::product;
using rt::test::random_matrix;
using rt::test::ratio_of;
using rt::test::rounded;
using rt::test::same;
using rt::test::scaled;
using rt::test::sum;
using rt::test::transposed;
using rt::test::triangle;

namespace {

constexpr double enough = 30;
const std::vector<int> sites_here{1, 2, 3, 4, 7};
const std::vector<std::int64_t> sizes{0, 1, 2, 7, 16, 37, 64, 101};

void require_factor_of(const Matrix& a, const Matrix& l, double epsilon) {
  const std::int64_t n = a.rows();
  REQUIRE(l.rows() == n);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = i + 1; j < n; ++j) REQUIRE(l(i, j) == 0.0);
  }
  const Matrix residual = difference(product(l, adjoint(l)), a);
  REQUIRE(ratio_of(norm_1(residual), norm_1(a), n, epsilon) < enough);
}
template <class T>
void require_factor(const Matrix& a, std::int64_t panel) {
  INFO("n = " << a.rows() << ", panel " << panel);
  const Matrix l = matrix_of(rt::cholesky(array_of<T>(a), {panel}));
  require_factor_of(a, l, rt::test::epsilon_of<T>);
}

/// A triangle that is far from singular.
template <class T>
Matrix system_of(std::int64_t n, bool unit) {
  const double scale = 1 / double(std::max<std::int64_t>(n, 1));
  const Matrix a = scaled(random_matrix<T>(n, n), scale);
  return rounded<T>(unit ? a : sum(a, identity(n, n)));
}
/// The matrix by which the solution is multiplied.
Matrix read_of(const Matrix& a, const rt::TriangularOptions& options) {
  Matrix read = triangle(a, options.lower);
  for (std::int64_t i = 0; options.unit_diagonal && i < a.rows(); ++i) read(i, i) = 1;
  if (options.trans == 'T') return transposed(read);
  return options.trans == 'C' ? adjoint(read) : read;
}
void require_solution(const Matrix& a, const Matrix& x, const Matrix& b, double epsilon) {
  const Matrix residual = difference(product(a, x), b);
  REQUIRE(ratio_of(norm_1(residual), norm_1(a) * norm_1(x), a.rows(), epsilon) < enough);
}

}  // namespace

TEMPLATE_TEST_CASE("cholesky's product is the matrix", "", float, double, std::complex<float>,
                   std::complex<double>) {
  using T = TestType;
  for (const int sites : sites_here) {
    auto context = rt::Context::loopback(sites);
    INFO(sites << " sites");
    for (const std::int64_t n : sizes) {
      require_factor<T>(positive_matrix<T>(n), 0);
      require_factor<T>(positive_matrix<T>(n), 16);
    }
    require_factor<T>(positive_matrix<T>(101), 7);
    require_factor<T>(positive_matrix<T>(101), 3);  // of 34 panels, by halves at first
  }
}

TEST_CASE(
    "cholesky of graded and badly scaled matrices, and of those whose upper half is not there") {
  auto context = rt::Context::loopback(3);
  const std::int64_t n = 53;
  const Matrix g = graded_matrix<double>(n, n, 1e-6);
  require_factor<double>(sum(product(g, transposed(g)), scaled(identity(n, n), 1e-10)), 8);
  for (const double scale : {1e-280, 1e280}) {
    require_factor<double>(scaled(positive_matrix<double>(n), scale), 8);
  }
  const Matrix whole = positive_matrix<double>(n);
  const Matrix half = triangle(whole, true, std::numeric_limits<double>::quiet_NaN());
  REQUIRE(same(matrix_of(rt::cholesky(array_of<double>(half), {16})),
               matrix_of(rt::cholesky(array_of<double>(whole), {16}))));
}

TEST_CASE("cholesky by plan and by the reference") {
  for (const int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto a = array_of<double>(positive_matrix<double>(37));
    rt::test::require_reference(rt::cholesky(a, {8}), 1e-13);
    rt::test::require_reference(rt::cholesky(a, {2}), 1e-13);
    rt::test::require_reference(rt::cholesky(a), 1e-13);
  }
}

TEST_CASE("sites have the flops of the rows that they solve for, and none where they have none") {
  auto context = rt::Context::loopback(2);
  const std::int64_t n = 256;
  const rt::Array<double, 2> l = rt::cholesky(double(n) * rt::eye<double>(n), {64});
  rt::evaluate(l);
  const rt::plan::Plan& plan = rt::report(l).plan;
  bool is_empty_somewhere = false;
  for (const auto& step : plan.steps) {
    const auto& node = *plan.nodes[static_cast<std::size_t>(step.node)];
    if (step.kind != rt::plan::StepKind::local || node.name != "solve_triangular") continue;
    const auto& cuts = *node.output.dims[0].cuts;
    const auto whole = double(rt::tra::flops_on(node, rt::Box::whole(node.labels)).value);
    for (const std::size_t site : {0U, 1U}) {
      const rt::Box part = step.iteration[site];
      const std::int64_t rows = part.empty() ? 0
                                             : cuts[static_cast<std::size_t>(part.high[0])] -
                                                   cuts[static_cast<std::size_t>(part.low[0])];
      is_empty_somewhere = is_empty_somewhere || rows == 0;
      const double share = double(rows) / double(cuts.back() - cuts.front());
      CHECK(double(rt::tra::flops_on(node, part).value) == Approx(share * whole).margin(60));
    }
  }
  CHECK(is_empty_somewhere);
}

TEST_CASE("plans have the flops of factorizations, of panels those of their products as well") {
  auto context = rt::Context::loopback(1);
  const auto a = array_of<double>(positive_matrix<double>(96));
  const auto flops_of = [](auto factor) {
    rt::evaluate(factor);
    return rt::report(factor).plan.total_flops().value;
  };
  constexpr std::int64_t cubed = 96 * 96 * 96;
  CHECK(flops_of(rt::cholesky(a)) == cubed / 3);
  // A panel of 32 columns takes 32^3 / 3 for its diagonal block, 32^2 a row below it, and before
  // that 2 x 32^2 a row for each earlier panel: the second one of 64 rows once, the third of 32
  // twice.
  const std::int64_t square = 32 * 32;
  const std::int64_t in_panels =
      3 * (square * 32 / 3) + square * (64 + 32) + 2 * square * (64 + 64);
  CHECK(std::abs(flops_of(rt::cholesky(a, {32})) - in_panels) <= 60 * 6);  // whole flops a block
}

TEST_CASE("cholesky names the pivot that is not positive, and can be called again") {
  for (const int sites : {1, 2, 4}) {
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t bad : {0, 11, 29, 36}) {
      Matrix a = positive_matrix<double>(37);
      a(bad, bad) = -1;
      for (const std::int64_t panel : {0, 8}) {
        REQUIRE_THROWS_WITH(
            rt::evaluate(rt::cholesky(array_of<double>(a), {panel})),
            ContainsSubstring("cholesky") &&
                ContainsSubstring("not positive definite: pivot " + std::to_string(bad) + " "));
      }
    }
    Matrix nan = positive_matrix<double>(37);
    nan(20, 3) = std::numeric_limits<double>::quiet_NaN();
    REQUIRE_THROWS_WITH(rt::evaluate(rt::cholesky(array_of<double>(nan), {8})),
                        ContainsSubstring("pivot 20 "));
    require_factor<double>(positive_matrix<double>(37), 8);
  }
}

TEST_CASE("cholesky of many matrices, of integers, and of what is no square") {
  for (const int sites : {1, 2, 3, 7}) {
    auto context = rt::Context::loopback(sites);
    std::vector<double> all;
    for (unsigned seed = 0; seed < 6; ++seed) {
      const auto numbers = rt::test::numbers_of<double>(positive_matrix<double>(5, seed + 1));
      all.insert(all.end(), numbers.begin(), numbers.end());
    }
    const auto batch = rt::from_span(all, {2, 3, 5, 5});
    const auto l = rt::as_array(rt::cholesky(batch));
    REQUIRE(l.shape() == rt::Extents{2, 3, 5, 5});
    for (unsigned seed = 0; seed < 6; ++seed) {
      const auto one = rt::Array<double, 2>(l(int(seed / 3), int(seed % 3)));
      const Matrix alone = positive_matrix<double>(5, seed + 1);
      REQUIRE(same(matrix_of(one), matrix_of(rt::cholesky(array_of<double>(alone)))));
    }
    const auto whole = rt::from_span(std::vector<int>{4, 2, 2, 5}, {2, 2});
    const auto of_whole = rt::to_vector(rt::cholesky(whole));
    REQUIRE(of_whole == std::vector<double>{2, 0, 1, 2});
  }
  auto context = rt::Context::loopback(2);
  REQUIRE_THROWS_AS(rt::cholesky(rt::zeros({3, 4})), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::cholesky(rt::zeros({2, 3, 4})), rt::ShapeMismatch);
}

TEMPLATE_TEST_CASE("solve_triangular solves every kind of system", "", float, double,
                   std::complex<float>, std::complex<double>) {
  using T = TestType;
  for (const int sites : sites_here) {
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t n : {0, 1, 17, 41}) {
      for (const bool lower : {false, true}) {
        for (const char trans : {'N', 'T', 'C'}) {
          for (const bool unit : {false, true}) {
            const Matrix a = system_of<T>(n, unit);
            const Matrix b = random_matrix<T>(n, 5, 2);
            const rt::TriangularOptions options{lower, trans, unit, n > 20 ? 8 : 0};
            const Matrix x =
                matrix_of(rt::solve_triangular(array_of<T>(a), array_of<T>(b), options));
            INFO(sites << " sites, n = " << n << (lower ? " lower " : " upper ") << trans << unit);
            require_solution(read_of(a, options), x, b, rt::test::epsilon_of<T>);
          }
        }
      }
    }
  }
}

TEST_CASE("solve_triangular takes vectors and many matrices, and names a pivot of zero") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto a = rt::from_span(std::vector<double>{2, 0, 3, 4}, {2, 2});
    const auto b = rt::from_span(std::vector<double>{2, 11}, {2});
    REQUIRE(rt::to_vector(rt::solve_triangular(a, b, {.lower = true})) ==
            std::vector<double>{1, 2});
    REQUIRE(rt::to_vector(rt::cho_solve(a, rt::from_span(std::vector<double>{4, 6}, {2}))) ==
            std::vector<double>{1, 0});
    const auto many = rt::from_span(std::vector<double>{2, 0, 3, 4, 1, 0, 0, 1}, {2, 2, 2});
    const auto column = rt::from_span(std::vector<double>{2, 11}, {2, 1});
    const auto x = rt::as_array(rt::solve_triangular(many, column, {.lower = true}));
    REQUIRE(x.shape() == rt::Extents{2, 2, 1});
    REQUIRE(rt::to_vector(x) == std::vector<double>{1, 2, 2, 11});
    Matrix zero = identity(30, 30);
    zero(19, 19) = 0;
    REQUIRE_THROWS_WITH(
        rt::evaluate(
            rt::solve_triangular(array_of<double>(zero), rt::zeros({30, 2}), {.panel = 8})),
        ContainsSubstring("solve_triangular: the matrix is singular: pivot 19 is zero"));
  }
  auto context = rt::Context::loopback(2);
  REQUIRE_THROWS_AS(rt::solve_triangular(rt::zeros({3, 3}), rt::zeros({4})), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::solve_triangular(rt::zeros({3, 2}), rt::zeros({3})), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::solve_triangular(rt::zeros({3, 3}), rt::zeros({3}), {.trans = 'X'}),
                    rt::ShapeMismatch);
}

}  // namespace cholesky_test
