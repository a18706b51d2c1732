// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>
#include <relatile/sparse/eigen.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/sparse_pair.hpp"

namespace face_test {

// Operators and other functions that NumPy's and scipy's users write, against the dense matrices.

namespace rt = relatile;
using rt::test::counted;
using rt::test::Pair;
using rt::test::require_same;

TEST_CASE("signs, powers and comparisons of sparse matrices") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(30, 20, 1, 3);
  const Pair b(30, 20, 2, 3);
  require_same(rt::to_dense(-a.sparse), -a.dense);
  require_same(rt::to_dense(+a.sparse), +a.dense);
  require_same(rt::to_dense(rt::power(a.sparse, 2.0)), rt::power(a.dense, 2.0));
  require_same(rt::to_dense(rt::pow(a.sparse, 3)), rt::power(a.dense, 3));
  require_same(rt::to_dense(a.sparse != b.sparse), a.dense != b.dense);
  require_same(rt::to_dense(a.sparse < b.sparse), a.dense < b.dense);
  require_same(rt::to_dense(a.sparse > b.sparse), a.dense > b.dense);
  require_same(rt::to_dense(a.sparse < 0.0), a.dense < 0.0);
  require_same(rt::to_dense(a.sparse != 0.0), a.dense != 0.0);
  require_same(rt::to_dense(a.sparse >= 0.5), a.dense >= 0.5);
  require_same(rt::to_dense(a.sparse == 0.5), a.dense == 0.5);
  require_same(rt::to_dense(a.sparse <= -0.5), a.dense <= -0.5);
  require_same(rt::to_dense((a.sparse > 0.0) != (b.sparse > 0.0)),
               (a.dense > 0.0) != (b.dense > 0.0));
  CHECK_THROWS_AS(!(a.sparse > 0.0), rt::Error);
  CHECK_THROWS_AS(~(a.sparse > 0.0), rt::Error);
  CHECK_THROWS_AS(rt::logical_not(a.sparse), rt::Error);
  CHECK_THROWS_AS(a.sparse == b.sparse, rt::Error);
  CHECK_THROWS_AS(a.sparse >= 0.0, rt::Error);
  CHECK_THROWS_AS(a.sparse < 1.0, rt::Error);
  CHECK_THROWS_AS(rt::power(a.sparse, 0.0), rt::Error);
  CHECK_THROWS_AS(rt::power(a.sparse, -1.0), rt::Error);
  const auto said = [](const auto& compute) -> std::string {
    try {
      compute();
    } catch (const rt::Error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(said([&] { (void)(a.sparse == b.sparse); }).find("s != t") != std::string::npos);
  CHECK(said([&] { (void)(a.sparse / b.sparse); }).find("s / to_dense(t)") != std::string::npos);
}

TEST_CASE("powers of a sparse matrix are products with itself") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(17, 17, 5, 3);
  for (const int n : {0, 1, 2, 3, 4, 7, 8}) {
    require_same(rt::to_dense(rt::matrix_power(a.sparse, n)), rt::matrix_power(a.dense, n));
  }
  const auto by_columns = rt::asformat(a.sparse, rt::Format::csc);
  require_same(rt::to_dense(rt::matrix_power(by_columns, 5)), rt::matrix_power(a.dense, 5));
  CHECK_THROWS_AS(rt::matrix_power(a.sparse, -1), rt::Error);
  CHECK_THROWS_AS(rt::matrix_power(Pair(3, 4, 1, 2).sparse, 2), rt::ShapeMismatch);
}

TEST_CASE("entries and indices in braces") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto s = rt::from_coordinates({0, 1, 2, 0}, {1, 2, 0, 1}, {1.0, 2.0, 3.0, 0.5}, {3, 4});
  const auto dense = rt::array({{0.0, 1.5, 0, 0}, {0, 0, 2, 0}, {3, 0, 0, 0}});
  require_same(rt::to_dense(s), dense);
  const auto t = rt::from_coordinates({1}, {0}, {7}, {2, 2}, {.format = rt::Format::csc});
  CHECK(t.format() == rt::Format::csc);
  CHECK(rt::to_vector(rt::to_dense(t)) == std::vector<int>{0, 0, 7, 0});
  require_same(rt::to_dense(rt::take(s, {2, 0, -1}, 0)), rt::take(dense, {2, 0, -1}, 0));
  require_same(rt::to_dense(rt::take(s, {1}, 1)), rt::take(dense, {1}, 1));
  CHECK(rt::to_vector(rt::take(rt::arange(5.0), {4, 0})) == std::vector<double>{4, 0});
  CHECK_THROWS_AS(rt::take(s, {3}, 0), rt::ShapeMismatch);
  const auto ones = rt::from_coordinates({0, 1}, {2, 0}, 1.0, {2, 3});
  CHECK(rt::to_vector(rt::to_dense(ones)) == std::vector<double>{0, 0, 1, 1, 0, 0});
  const auto by_vector = rt::from_coordinates({0, 1}, {2, 0}, std::vector{4, 5}, {2, 3});
  CHECK(rt::to_vector(rt::to_dense(by_vector)) == std::vector<int>{0, 0, 4, 5, 0, 0});
  CHECK_THROWS_AS(rt::from_coordinates({0, 1}, {2, 0}, std::vector{4}, {2, 3}), rt::ShapeMismatch);
  const auto diagonal = rt::diags({1.0, 2.0});
  CHECK(rt::to_vector(rt::to_dense(diagonal)) == std::vector<double>{1, 0, 0, 2});
  const auto below = rt::diags({3, 4}, -1, {.format = rt::Format::csc});
  CHECK(below.format() == rt::Format::csc);
  CHECK(rt::to_vector(rt::to_dense(below)) == std::vector<int>{0, 0, 0, 3, 0, 0, 0, 4, 0});
}

TEST_CASE("choices among sparse matrices") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(30, 20, 3, 3);
  const Pair b(30, 20, 4, 3);
  const Pair c(30, 20, 5, 2);
  const auto dense_mask = c.dense > 0.0;
  const auto mask = c.sparse > 0.0;
  require_same(rt::to_dense(rt::where(mask, a.sparse, b.sparse)),
               rt::where(dense_mask, a.dense, b.dense));
  require_same(rt::to_dense(rt::where(mask, a.sparse, 0)), rt::where(dense_mask, a.dense, 0));
  require_same(rt::to_dense(rt::where(mask, 0, b.sparse)), rt::where(dense_mask, 0, b.dense));
  require_same(rt::to_dense(rt::where(mask, 2.5, 0)), rt::where(dense_mask, 2.5, 0));
  require_same(rt::to_dense(rt::where(mask, 2.5, b.sparse)), rt::where(dense_mask, 2.5, b.dense));
  require_same(rt::to_dense(rt::where(mask, b.dense, 0)), rt::where(dense_mask, b.dense, 0));
  require_same(rt::to_dense(rt::where(mask, counted(30, 1), a.sparse)),
               rt::where(dense_mask, counted(30, 1), a.dense));
  require_same(rt::to_dense(rt::where(dense_mask, a.sparse, 0)), rt::where(dense_mask, a.dense, 0));
  require_same(rt::to_dense(rt::where(dense_mask, 0, a.sparse)), rt::where(dense_mask, 0, a.dense));
  require_same(rt::to_dense(rt::where(dense_mask, a.sparse, b.sparse)),
               rt::where(dense_mask, a.dense, b.dense));
  require_same(rt::to_dense(rt::where(counted(20) > 0.0, a.sparse, 0)),
               rt::where(counted(20) > 0.0, a.dense, 0));
  require_same(rt::where(mask, a.sparse, b.dense), rt::where(dense_mask, a.dense, b.dense));
  require_same(rt::where(dense_mask, a.dense, b.sparse), rt::where(dense_mask, a.dense, b.dense));
  CHECK(rt::where(mask, a.sparse, 0).nnz() <= a.sparse.nnz());
  CHECK_THROWS_AS(rt::where(mask, a.sparse, 1.0), rt::Error);
  CHECK_THROWS_AS(rt::where(mask, 2.0, 1.0), rt::Error);
  CHECK_THROWS_AS(rt::where(dense_mask, 1.0, a.sparse), rt::Error);
  CHECK_THROWS_AS(rt::where(mask, rt::transpose(a.sparse), 0), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::where(mask, counted(19), 0), rt::ShapeMismatch);
}

TEST_CASE("dot is matmul, and beside a number a product") {
  auto context = rt::Context::loopback(2);
  const Pair a(30, 20, 6, 3);
  const Pair b(20, 10, 7, 3);
  require_same(rt::dot(a.sparse, counted(20)), rt::dot(a.dense, counted(20)));
  require_same(rt::dot(counted(4, 30), a.sparse), rt::dot(counted(4, 30), a.dense));
  require_same(rt::to_dense(rt::dot(a.sparse, b.sparse)), rt::dot(a.dense, b.dense));
  require_same(rt::to_dense(rt::dot(2.0, a.sparse)), 2.0 * a.dense);
}

TEST_CASE("matrices of several diagonals") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto laplacian = rt::diags({-1.0, 2.0, -1.0}, {-1, 0, 1}, {7, 7});
  CHECK(laplacian.nnz() == 19);
  require_same(rt::to_dense(laplacian), 2.0 * rt::eye(7) - rt::eye(7, 7, 1) - rt::eye(7, 7, -1));
  const auto whole = rt::diags({3, 4}, {2, -1}, {3, 4});
  static_assert(std::is_same_v<decltype(whole)::value_type, std::int32_t>);
  CHECK(rt::to_vector(rt::to_dense(whole)) ==
        std::vector<std::int32_t>{0, 0, 3, 0, 4, 0, 0, 3, 0, 4, 0, 0});
  const auto x = counted(5);
  const auto y = counted(4);
  const rt::Array<double, 2> wanted = rt::diag(x, 0) + rt::diag(y * 2.0, -1);
  require_same(rt::to_dense(rt::diags({x, y * 2.0}, {0, -1}, {5, 5})), wanted);
  require_same(rt::to_dense(rt::diags({x, y * 2.0}, {0, -1})), wanted);
  require_same(rt::to_dense(rt::diags({x, y}, {-2, 3}, {7, 7})), rt::diag(x, -2) + rt::diag(y, 3));
  CHECK_THROWS_AS(rt::diags({x, y}, {0, 1}, {6, 6}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::diags({x, y}, {0}, {5, 5}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::diags({1.0, 2.0}, {1, 1}, {5, 5}), rt::ShapeMismatch);
  CHECK(rt::diags({1.0}, {9}, {5, 5}).nnz() == 0);
}

TEST_CASE("entries at other places") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(30, 20, 8, 3);
  const Pair b(7, 11, 9, 3);
  require_same(rt::to_dense(rt::reshape(a.sparse, {60, 10})), rt::reshape(a.dense, {60, 10}));
  require_same(rt::to_dense(rt::reshape(a.sparse, {-1, 25})), rt::reshape(a.dense, {-1, 25}));
  CHECK_THROWS_AS(rt::reshape(a.sparse, {7, 7}), rt::ShapeMismatch);
  for (const int axis : {0, -1}) {
    require_same(rt::to_dense(rt::flip(a.sparse, axis)), rt::flip(a.dense, axis));
    require_same(rt::to_dense(rt::roll(a.sparse, 7, axis)), rt::roll(a.dense, 7, axis));
    require_same(rt::to_dense(rt::roll(a.sparse, -33, axis)), rt::roll(a.dense, -33, axis));
  }
  const auto both = rt::block_diag({a.sparse, b.sparse});
  require_same(rt::to_dense(both),
               rt::block({{a.dense, rt::zeros({30, 11})}, {rt::zeros({7, 20}), b.dense}}));
}

TEST_CASE("what is not there is refused in the name that was called") {
  auto context = rt::Context::loopback(GENERATE(1, 2));
  const rt::SparseArray<double, 2> s = rt::diags(rt::arange<double>(1.0, 5.0), 0);
  const auto last = rt::take(s, rt::array<std::int64_t>({-1, 0}), 0);
  require_same(rt::to_dense(last), rt::take(rt::to_dense(s), rt::array<std::int64_t>({3, 0}), 0));
  CHECK_THROWS_WITH(rt::take(s, rt::array<std::int64_t>({0, 4}), 1),
                    Catch::Matchers::Contains("take: index 4 is not on axis 1"));
  CHECK_THROWS_WITH(rt::take(s, rt::array<std::int64_t>({-5, 0}), 0),
                    Catch::Matchers::Contains("take: index -5 is not on axis 0"));
  CHECK_THROWS_WITH(rt::diags({1.0, 2.0}, {5, 5}, {3, 3}),
                    Catch::Matchers::Contains("offset 5 is given twice"));
  CHECK_THROWS_AS(rt::random::rmat(4, 2, {0.9, 0.9, -3}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::random::rmat(4, 2, {0.5, 0.4, 0.3}), rt::ShapeMismatch);
}

TEST_CASE("random graphs") {
  auto context = rt::Context::loopback(2);
  rt::random::seed(3);
  CHECK(rt::random::sparse(50, 40, 0.1).nnz() == 200);
  for (const std::int64_t n : {0, 1, 2, 7, 8, 60}) {
    const double pairs = double(n * (n - 1)) / 2;
    const auto whole = rt::random::erdos_renyi(n, 1.0);
    CHECK(whole.nnz() == n * (n - 1));
    CHECK(rt::item(rt::trace(whole)) == 0);
    CHECK(rt::random::erdos_renyi(n, 1.0, rt::random::Edges::directed).nnz() == n * (n - 1));
    const auto graph = rt::random::erdos_renyi(n, 0.3);
    CHECK(rt::array_equal(graph, rt::transpose(graph)).item());
    const double edges = double(graph.nnz()) / 2;
    CHECK(std::abs(edges - 0.3 * pairs) <= 5 * std::sqrt(0.21 * pairs));
  }
  const auto one_way = rt::random::erdos_renyi<float>(60, 0.3, rt::random::Edges::directed);
  CHECK(!rt::array_equal(one_way, rt::transpose(one_way)).item());
  CHECK(rt::item(rt::trace(one_way)) == 0);
  CHECK_THROWS_AS(rt::random::erdos_renyi(10, 1.5), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::random::erdos_renyi(-1, 0.5), rt::ShapeMismatch);
}

TEST_CASE("Eigen's sparse matrices, and back") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto [rows, columns] = GENERATE(std::pair{30, 20}, std::pair{0, 4}, std::pair{3, 0});
  const Pair a(rows, columns, 10, 3);
  const auto eigen = rt::to_eigen(a.sparse);
  CHECK(eigen.nonZeros() == a.sparse.nnz());
  require_same(rt::from_eigen(Eigen::MatrixXd(eigen)), a.dense);
  const Eigen::SparseMatrix<double> by_columns = eigen;
  require_same(rt::to_dense(rt::from_eigen(by_columns)), a.dense);
  require_same(rt::to_dense(rt::from_eigen(eigen, rt::on_rank(0))), a.dense);
  const auto on_one = rt::to_eigen_on(0, a.sparse);
  REQUIRE(on_one);
  require_same(rt::from_eigen(Eigen::MatrixXd(*on_one)), a.dense);
  Eigen::SparseMatrix<std::complex<float>> loose(4, 5);
  loose.insert(3, 1) = {1, 2};
  loose.insert(0, 4) = 3;
  CHECK(!loose.isCompressed());
  CHECK(rt::to_eigen(rt::from_eigen(loose)).coeff(3, 1) == std::complex<float>(1, 2));
  const auto truths = rt::to_eigen(a.sparse > 0.0);
  require_same(rt::to_dense(rt::from_eigen(truths)), a.dense > 0.0);
}

}  // namespace face_test
