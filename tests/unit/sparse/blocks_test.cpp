// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <Eigen/SparseCore>
#include <cstdint>
#include <relatile/sparse.hpp>
#include <relatile/sparse/blocks.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"
#include "support/sparse_pair.hpp"

namespace blocks_test {

// Functions of the rows of blocks as Eigen's sparse matrices.

namespace rt = relatile;
using rt::test::counted;
using rt::test::Pair;
using rt::test::require_same;
using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor, std::int32_t>;

TEST_CASE("functions of blocks' rows that keep their entries") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  const auto [rows, columns] = GENERATE(std::pair{211, 150}, std::pair{1, 7}, std::pair{0, 4},
                                        std::pair{4, 0}, std::pair{13, 5});
  const Pair a(rows, columns, 1, 6);
  const auto squares = rt::transform_blocks(
      a.sparse, [](const auto& block) -> Rows { return block.cwiseProduct(block); });
  require_same(rt::to_dense(squares), a.dense * a.dense, 0);
  CHECK(squares.pattern() == a.sparse.pattern());
  const auto halves = rt::transform_blocks(a.sparse, [](const auto& block) {
    return Eigen::ArrayXf(block.coeffs().template cast<float>() / 2);
  });
  static_assert(std::is_same_v<decltype(halves)::value_type, float>);
  require_same(rt::to_dense(halves), a.dense / 2.0, 1e-6);
  // Each row by the greatest of its entries, which needs whole rows.
  const auto numbers = rt::transform_blocks(a.sparse, [](const auto& block, std::int64_t first) {
    Eigen::ArrayXd made(block.nonZeros());
    std::int64_t e = 0;
    for (std::int64_t i = 0; i < block.outerSize(); ++i) {
      for (typename std::remove_cvref_t<decltype(block)>::InnerIterator it(block, i); it; ++it) {
        made[e++] = double(first + it.row());
      }
    }
    return made;
  });
  require_same(rt::astype<std::int64_t>(numbers.values()), rt::coordinates(a.sparse).rows, 0);
}

TEST_CASE("dense rows of blocks") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  const auto [rows, columns] =
      GENERATE(std::pair{211, 150}, std::pair{1, 7}, std::pair{0, 4}, std::pair{4, 0});
  const Pair a(rows, columns, 1, 6);
  const auto x = counted(columns, 3);
  const std::vector<double> elements = rt::to_vector(rt::ravel(x));
  const std::int64_t of_x = x.shape(0);
  const auto y = rt::transform_blocks(a.sparse, 3, [&](const auto& block) -> Eigen::MatrixXd {
    const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>> dense(
        elements.data(), of_x, 3);
    return block * dense;
  });
  require_same(y, rt::matmul(a.dense, x));
  require_same(rt::matmul(rt::transpose(y), y),
               rt::matmul(rt::transpose(y), rt::matmul(a.dense, x)));
}

TEST_CASE("what functions of blocks make must fit") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(90, 40, 1, 6);
  CHECK_THROWS_AS(
      rt::evaluate(rt::transform_blocks(
          a.sparse, [](const auto&) { return Eigen::ArrayXd(Eigen::ArrayXd::Zero(1)); })),
      rt::KernelError);
  CHECK_THROWS_AS(rt::evaluate(rt::transform_blocks(
                      a.sparse, [](const auto& b) -> Rows { return Rows(b.rows(), b.cols()); })),
                  rt::KernelError);
  CHECK_THROWS_AS(rt::evaluate(rt::transform_blocks(a.sparse, 2,
                                                    [](const auto& b) -> Eigen::MatrixXd {
                                                      return Eigen::MatrixXd::Zero(b.rows(), 3);
                                                    })),
                  rt::KernelError);
  CHECK_THROWS_AS(
      rt::evaluate(rt::transform_blocks(
          a.sparse, 2, [](const auto&) -> Eigen::MatrixXd { throw std::runtime_error("no"); })),
      rt::KernelError);
}

}  // namespace blocks_test
