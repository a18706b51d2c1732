// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <relatile/sparse.hpp>
#include <relatile/tra/operators.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace estimates_test {

// How large products of sparse matrices are estimated to be, and in which order chains are
// multiplied.

namespace rt = relatile;
using Sparse = rt::SparseArray<double, 2>;

namespace {

/// Matrices of 512 rows and columns, of kinds that counts say much or little of.
std::map<std::string, Sparse> matrices() {
  const std::int64_t n = 512;
  const auto line = [](std::int64_t size) {
    return rt::diags({-1.0, 2.0, -1.0}, {-1, 0, 1}, {size, size});
  };
  std::map<std::string, Sparse> all;
  all["few"] = rt::random::sparse(n, n, 0.002);
  all["many"] = rt::random::sparse(n, n, 0.03);
  all["skewed"] = rt::random::rmat(9, 8);
  all["below"] = rt::tril(all["skewed"], -1);
  all["line"] = line(n);
  all["grid"] = rt::kron(line(16), rt::sparse_eye(32)) + rt::kron(rt::sparse_eye(16), line(32));
  all["permuted"] = rt::take(rt::sparse_eye(n), rt::arange<std::int64_t>(n) * 5 % n, 0);
  all["blocks"] = rt::kron(rt::sparse_eye(32), rt::to_sparse(rt::ones<double>({16, 16})));
  return all;
}

/// How many pairs of entries a product multiplies, from the definition.
double pairs_of(const Sparse& a, const Sparse& b) {
  const std::vector<std::int32_t> columns = rt::to_vector(a.columns());
  const std::vector<std::int32_t> counts = rt::to_vector(b.row_counts());
  double pairs = 0;
  for (const std::int32_t column : columns) pairs += counts[std::size_t(column)];
  return pairs;
}

double quotient(double a, double b) {
  return std::max(std::max(a, 1.0) / std::max(b, 1.0), std::max(b, 1.0) / std::max(a, 1.0));
}

}  // namespace

TEST_CASE("entries of 64 products are within their bounds, and estimated as well as is recorded") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  rt::random::seed(17);
  const auto all = matrices();
  std::vector<double> errors;
  for (const auto& [left, a] : all) {
    for (const auto& [right, b] : all) {
      const rt::ProductEstimate estimate = rt::estimate_matmul(a, b);
      const auto truth = static_cast<double>(rt::matmul(a, b).nnz());
      CAPTURE(left, right, estimate.nnz, truth);
      CHECK(estimate.pairs == pairs_of(a, b));
      CHECK(estimate.least <= truth);
      CHECK(truth <= estimate.most);
      CHECK(estimate.least <= estimate.nnz);
      CHECK(estimate.nnz <= estimate.most);
      if (left == "permuted" || right == "permuted") CHECK(estimate.is_exact());
      errors.push_back(quotient(estimate.nnz, truth));
    }
  }
  std::sort(errors.begin(), errors.end());
  const double median = errors[errors.size() / 2];
  const double high = errors[errors.size() * 95 / 100];
  CAPTURE(median, high, errors.back());
  CHECK(median <= 1.05);
  CHECK(high <= 2.0);
}

TEST_CASE("products of nothing, and of single entries, are estimated exactly") {
  auto context = rt::Context::loopback(GENERATE(1, 2));
  const auto check = [](const Sparse& a, const Sparse& b, double nnz) {
    const rt::ProductEstimate estimate = rt::estimate_matmul(a, b);
    CHECK(estimate.is_exact());
    CHECK(estimate.nnz == nnz);
  };
  const auto nothing = [](std::int64_t n, std::int64_t m) {
    return rt::to_sparse(rt::zeros<double>({n, m}));
  };
  check(nothing(4, 3), nothing(3, 5), 0);
  check(nothing(0, 3), nothing(3, 5), 0);
  check(nothing(4, 0), nothing(0, 5), 0);
  check(rt::sparse_eye(5), nothing(5, 2), 0);
  check(rt::sparse_eye(1), rt::sparse_eye(1), 1);
  const Sparse column = rt::to_sparse(rt::ones<double>({7, 1}));
  check(column, rt::transpose(column), 49);
  REQUIRE_THROWS_AS(rt::estimate_matmul(column, column), rt::ShapeMismatch);
}

TEST_CASE("chains are multiplied in the order of fewest flops") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Sparse a = rt::random::sparse(60, 40, 0.2);
  const Sparse b = rt::random::sparse(40, 50, 0.2);
  const Sparse c = rt::random::sparse(50, 3, 0.3);
  const Sparse d = rt::random::sparse(3, 30, 0.5);
  const rt::Array<double, 2> wanted = rt::matmul(rt::matmul(rt::to_dense(a), rt::to_dense(b)),
                                                 rt::matmul(rt::to_dense(c), rt::to_dense(d)));
  CHECK(rt::allclose(rt::to_dense(rt::multi_dot(a, b, c, d)), wanted).item());
  CHECK(rt::allclose(rt::to_dense(rt::multi_dot(std::vector{a, b, c, d})), wanted).item());
  const std::string text = rt::explain_multi_dot(a, b, c, d);
  CAPTURE(text);
  CHECK(text.find("4 operands: ((A (B C)) D)") != std::string::npos);
  CHECK(text.find("(B C) (40, 3): ") != std::string::npos);
  CHECK(text.find("quotient 1") != std::string::npos);
}

TEST_CASE("chains may end in dense vectors and matrices, and combine types and semirings") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Sparse a = rt::random::sparse(30, 30, 0.2);
  const auto ints = rt::astype<std::int32_t>(rt::ceil(a * 5.0));
  const rt::Array<double, 1> x = rt::arange<double>(30.0);
  const rt::Array<double, 1> y = rt::matmul(ints, rt::matmul(a, x));
  CHECK(rt::allclose(rt::multi_dot(ints, a, x), y).item());
  const rt::Array<double, 2> matrix = rt::reshape(x, {30, 1}) + rt::ones<double>({1, 4});
  CHECK(rt::allclose(rt::multi_dot(a, a, matrix), rt::matmul(a, rt::matmul(a, matrix))).item());
  CHECK(rt::explain_multi_dot(a, a, x).find("(A (B C))") != std::string::npos);
  CHECK(rt::array_equal(rt::multi_dot<rt::MinPlus>(ints, ints), rt::matmul<rt::MinPlus>(ints, ints))
            .item());
}

TEST_CASE("chains of a list combine as their semiring does") {
  auto context = rt::Context::loopback(2);
  const Sparse a = rt::random::sparse(20, 20, 0.1);
  const rt::SparseArray<bool, 2> linked = rt::multi_dot<rt::OrAnd>(std::vector{a, a, a});
  const auto once = rt::astype<bool>(a);
  CHECK(rt::array_equal(linked, rt::matmul<rt::OrAnd>(rt::matmul<rt::OrAnd>(once, once), once))
            .item());
}

TEST_CASE("chains that do not fit name the operands") {
  auto context = rt::Context::loopback(2);
  const Sparse a = rt::sparse_eye(4, 5);
  REQUIRE_THROWS_WITH(rt::multi_dot(a, rt::transpose(a), rt::transpose(a)),
                      Catch::Matchers::Contains("operands B and C have shapes (5, 4) and (5, 4)"));
  REQUIRE_THROWS_WITH(rt::multi_dot(rt::transpose(a), a, rt::arange<double>(4.0)),
                      Catch::Matchers::Contains("operands B and C have shapes (4, 5) and (4, 1)"));
  REQUIRE_THROWS_AS(rt::multi_dot(a, rt::arange<double>(4.0)), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::multi_dot(std::vector<Sparse>{}), rt::Error);
}

TEST_CASE("a single product is explained by its estimate, the truth and their quotient") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Sparse eye = rt::sparse_eye(40);
  CHECK(rt::explain_matmul(eye, eye) ==
        "matmul (40, 40) (40, 40): 40 entries of 40 pairs estimated, 40 are, quotient 1\n");
  rt::random::seed(4);
  const Sparse s = rt::random::sparse(60, 60, 0.1);
  const auto estimate = rt::estimate_matmul(s, s);
  const auto truth = rt::matmul(s, s).nnz();
  std::ostringstream wanted;
  wanted << "matmul (60, 60) (60, 60): " << estimate << " estimated, " << truth << " are, quotient "
         << quotient(estimate.nnz, double(truth)) << "\n";
  CHECK(rt::explain_matmul(s, s) == wanted.str());
  CHECK_THROWS_AS(rt::explain_matmul(s, eye), rt::ShapeMismatch);
}

/// What a product was expected to have, and its flops by which it is planned.
const rt::tra::OnPieces& product_of(const Sparse& s) {
  return rt::tra::op_of<rt::tra::OnPieces>(*s.values().node());
}

TEST_CASE("products are planned by their pairs, and know what was expected of them") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  rt::random::seed(17);
  std::vector<double> errors;
  const auto all = matrices();
  for (const auto& [left, a] : all) {
    for (const auto& [right, b] : all) {
      const Sparse product = rt::matmul(a, b);
      const auto& op = product_of(product);
      CAPTURE(left, right);
      const double flops = 2 * pairs_of(a, b) + double(a.shape(0));
      CHECK(double(op.work->back()) == flops);
      REQUIRE(op.expected);
      CHECK(op.expected->flops == flops);
      errors.push_back(quotient(op.expected->elements, double(product.nnz())));
    }
  }
  std::sort(errors.begin(), errors.end());
  CAPTURE(errors[errors.size() / 2], errors[errors.size() * 95 / 100], errors.back());
  CHECK(errors[errors.size() / 2] <= 1.1);
  CHECK(errors[errors.size() * 95 / 100] <= 4.0);
}

TEST_CASE("explain shows what was expected of sparse products beside what was found") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  using Catch::Matchers::Contains;
  rt::random::seed(4);
  const Sparse s = rt::random::sparse(600, 600, 0.01);
  const Sparse t = rt::random::sparse(600, 600, 0.01);
  const Sparse product = rt::matmul(s, t);
  const rt::Array<double, 0> total = rt::sum(product);
  for (const bool after : {false, true}) {
    if (after) rt::evaluate(total);
    const std::string table = rt::explain(total);
    CAPTURE(after, table);
    CHECK_THAT(table, Contains("sparse product") && Contains("expected") && Contains("~"));
    const std::string text = rt::explain(total, rt::in_full);
    const auto flops = std::int64_t(2 * pairs_of(s, t)) + 600;
    CHECK_THAT(text, Contains(" and " + rt::grouped(product.nnz()) + " found ("));
    CHECK_THAT(text, Contains("~" + rt::grouped(flops) + " flops expected and " +
                              rt::grouped(flops) + " found (1 times)"));
    CHECK_THAT(rt::explain(total, rt::as_json),
               Contains("\"entries\": " + std::to_string(product.nnz())));
  }
  const rt::Array<double, 0> none = rt::sum(s * 2.0);
  CHECK_THAT(rt::explain(none), !Contains("sparse product"));
}

TEST_CASE("products of a chain are expected to be what their sketches said") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  rt::random::seed(5);
  const Sparse a = rt::random::sparse(90, 80, 0.1);
  const Sparse b = rt::random::sparse(80, 70, 0.1);
  const Sparse c = rt::random::sparse(70, 4, 0.5);
  const Sparse chain = rt::multi_dot(a, b, c);
  const auto& op = product_of(chain);
  REQUIRE(op.expected);
  const auto estimate = rt::estimate_matmul(a, rt::matmul(b, c));
  CHECK(op.expected->elements == Approx(estimate.nnz).epsilon(0.3));
  CHECK(op.expected->flops == Approx(2 * estimate.pairs + 90).epsilon(0.3));
  CHECK(op.work->back() == std::int64_t(2 * estimate.pairs) + 90);
  CHECK(op.expected->flops != double(op.work->back()));
}

}  // namespace estimates_test
