// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <boost/mpi/communicator.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <relatile/relatile.hpp>
#include <relatile/transport/transport.hpp>

#include "support/catch.hpp"

namespace context_test {

namespace rt = relatile;

namespace {
double total_of_products() {
  rt::Array<double, 2> x = rt::from_function(
      {30, 12}, [](std::int64_t i, std::int64_t j) { return double((i + 2 * j) % 5); });
  rt::evaluate(x);
  return rt::item(rt::sum(rt::matmul(rt::transpose(x), x)));
}
}  // namespace

TEST_CASE("a context takes any communicator, duplicates it and leaves it alone") {
  double alone = 0;
  {
    auto context = rt::Context::loopback(1);
    alone = total_of_products();
  }
  {
    rt::Context context(boost::mpi::communicator{});
    CHECK(total_of_products() == alone);
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  {
    rt::Context context(half);
    CHECK(total_of_products() == alone);
    {
      rt::Context nested(MPI_COMM_SELF);
      CHECK(nested.size() == 1);
      CHECK(total_of_products() == alone);
    }
    CHECK(total_of_products() == alone);
  }
  MPI_Comm_free(&half);
}

TEST_CASE(
    "arrays of another context are refused on all ranks, and so are those that outlive theirs") {
  rt::Context world(MPI_COMM_WORLD);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  rt::Array<double, 2> x = rt::from_function(
      {30, 12}, [](std::int64_t i, std::int64_t j) { return double(10 * i + j); });
  rt::evaluate(x);
  const auto refused = [](const auto& wanted, const char* why) {
    try {
      rt::evaluate(wanted);
      FAIL_CHECK("an array of another context was taken");
    } catch (const rt::WrongContext& error) {
      CHECK_THAT(error.what(), Catch::Matchers::ContainsSubstring(why) &&
                                   Catch::Matchers::ContainsSubstring("context_test.cpp:"));
    }
  };
  rt::Array<double, 2> outlives;
  rt::Array<double, 2> lazy = x + 1.0;
  const char* const another = "lives in another context than the current one, of ";
  {
    rt::Context nested(MPI_COMM_SELF);
    refused(x, another);
    refused(x + 1.0, another);
    refused(rt::transform(rt::blocks(x, {4, 4}), [](const auto& b) { return b * 2.0; }), another);
    CHECK_THROWS_AS(rt::to_vector(x), rt::WrongContext);
    CHECK_THROWS_AS(rt::local_parts(x), rt::WrongContext);
    CHECK_THROWS_AS(rt::to_eigen(x), rt::WrongContext);
    outlives = rt::ones({3, 4});
    rt::evaluate(outlives);
    CHECK(rt::item(rt::sum(outlives)) == 12.0);
  }
  refused(outlives, "lived in a context that has ended");
  refused(outlives * 2.0, "lived in a context that has ended");
  {
    auto loopback = rt::Context::loopback(4);
    refused(x, another);
    rt::Array<double, 2> of_loopback = rt::ones({8, 2});
    rt::evaluate(of_loopback);
    outlives = of_loopback;
  }
  refused(outlives, "lived in a context that has ended");
  MPI_Comm reversed = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  {
    // The same ranks in another order: what site 0 has there is not what site 0 has here.
    rt::Context other(reversed);
    refused(x, another);
    CHECK_THROWS_AS(rt::item(x(7, 3)), rt::WrongContext);
  }
  MPI_Comm_free(&reversed);
  if (world.size() > 1) {
    auto on_two = rt::placed(x, rt::on_rank(1));
    rt::Context alone(MPI_COMM_SELF);
    CHECK_THROWS_AS(rt::evaluate(on_two), rt::WrongContext);
    // What was placed by hand for as many sites as the other context has.
    auto unplaced = rt::placed(rt::ones({4, 4}), rt::on_rank(0));
    CHECK(rt::item(rt::sum(unplaced)) == 16.0);
  }
  CHECK(rt::item(x(7, 3)) == 73.0);
  CHECK(rt::item(lazy(7, 3)) == 74.0);
}

TEST_CASE("contexts may end in any order") {
  auto outer = std::make_unique<rt::Context>(MPI_COMM_WORLD);
  rt::Array<double, 1> of_outer = rt::arange(5.0);
  rt::evaluate(of_outer);
  auto inner = std::make_unique<rt::Context>(MPI_COMM_WORLD);
  rt::Array<double, 1> of_inner = rt::arange(6.0);
  rt::evaluate(of_inner);
  outer.reset();
  CHECK(rt::item(rt::sum(of_inner)) == 15.0);
  CHECK_THROWS_AS(rt::evaluate(of_outer + 1.0), rt::WrongContext);
  inner.reset();
  CHECK_THROWS_AS(rt::evaluate(rt::arange(3.0)), rt::Error);
  rt::Context again(MPI_COMM_WORLD);
  CHECK(rt::item(rt::sum(rt::arange(4.0))) == 6.0);
  CHECK_THROWS_AS(rt::evaluate(of_inner), rt::WrongContext);
}

TEST_CASE("a kernel that throws on one rank throws the same error on all, and nothing is lost") {
  rt::Context context(MPI_COMM_WORLD);
  rt::Array<double, 2> x =
      rt::from_function({40, 8}, [](std::int64_t i, std::int64_t) { return double(i + 1); });
  auto blocks = rt::blocks(x, {4, 8});
  for (int bad : {1, 17, 40}) {
    auto failing = rt::transform(blocks, [bad](const auto& block) {
      if (block(0, 0) > 0 && block(0, 0) <= bad && bad < block(0, 0) + 4)
        throw std::runtime_error("bad block");
      return block * 2.0;
    });
    auto product = rt::matmul(rt::transpose(rt::to_array(failing)), rt::to_array(failing));
    std::string message;
    try {
      rt::evaluate(product);
    } catch (const rt::KernelError& error) {
      message = error.what();
    }
    CHECK_THAT(message, Catch::Matchers::ContainsSubstring("in transform [context_test.cpp:") &&
                            Catch::Matchers::ContainsSubstring("]: bad block"));
    const std::string first = context.transport().text_from(0, message);
    CHECK(first == message);
    CHECK(rt::item(rt::sum(x)) == 8.0 * 820.0);
  }
}

TEST_CASE("ranks that evaluate different expressions are told so, all of them") {
  rt::Context context(MPI_COMM_WORLD);
  if (context.size() == 1) return;
  auto x = rt::ones({20, 4 + (context.rank() == context.size() - 1 ? 1 : 0)});
  CHECK_THROWS_AS(rt::evaluate(x), rt::PlanMismatch);
  CHECK(rt::item(rt::sum(rt::ones({10, 10}))) == 100.0);
}

TEST_CASE("data comes from all ranks, from one, and from parts that ranks own") {
  rt::Context context(MPI_COMM_WORLD);
  const int p = context.size();
  const int me = context.rank();
  Eigen::MatrixXd m = Eigen::MatrixXd::Constant(6, 3, 2.0);
  CHECK(rt::item(rt::sum(rt::from_eigen(m))) == 36.0);
  if (me != p - 1) m.setZero();
  CHECK(rt::item(rt::sum(rt::from_eigen(m, rt::on_rank(p - 1)))) == 36.0);

  const std::vector<double> row(static_cast<std::size_t>(4), double(me));
  auto x = rt::from_local({p, 4}, {me, 0}, {1, 4}, std::span<const double>(row));
  CHECK(rt::item(rt::sum(x)) == 4.0 * p * (p - 1) / 2);
  const auto there = rt::to_eigen_on(p - 1, x);
  CHECK(there.has_value() == (me == p - 1));
  if (there) CHECK((*there)(p - 1, 3) == double(p - 1));
  CHECK_THROWS_AS(rt::from_local({p + 1, 4}, {me, 0}, {1, 4}, std::span<const double>(row)),
                  rt::ShapeMismatch);

  std::int64_t held = 0;
  for (const auto& part : rt::local_parts(rt::placed(x, rt::split(0)))) {
    held += static_cast<std::int64_t>(part.elements().size());
    CHECK(part.eigen()(0, 0) == double(part.offset[0]));
  }
  CHECK(held == 4);
}

TEST_CASE("each rank has rows of its own, however many") {
  rt::Context context(MPI_COMM_WORLD);
  const int p = context.size();
  const int me = context.rank();
  const std::int64_t before = me * (me - 1) / 2;
  const std::int64_t all = p * (p - 1) / 2;
  const auto number = [](std::int64_t i, std::int64_t j) { return double(3 * i + j); };
  std::vector<double> mine;
  for (std::int64_t k = 0; k < 3 * me; ++k) mine.push_back(double(3 * before + k));
  const std::vector<double> expected = rt::to_vector(rt::from_function({all, 3}, number));

  const rt::Array<double, 2> x = rt::from_local_rows(mine, {3});
  CHECK(x.shape(0) == all);
  CHECK(x.shape(1) == 3);
  CHECK(rt::to_vector(x) == expected);
  CHECK(rt::to_vector(rt::from_local_rows(std::span(mine), {3, 1})) == expected);
  const rt::Array<double, 1> flat = rt::from_local_rows(mine);
  CHECK(rt::to_vector(flat) == expected);
  CHECK(rt::to_vector(rt::from_local_rows(std::span<const double>(mine))) == expected);

  using Rows = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;
  const Eigen::MatrixXd by_columns = Eigen::Map<Rows>(mine.data(), me, 3);
  CHECK(rt::to_vector(rt::from_local_rows(by_columns)) == expected);
  CHECK(rt::to_vector(rt::from_local_rows(2.0 * by_columns)) == rt::to_vector(2.0 * x));
  // Eigen's products, which have no elements before they are computed.
  const Eigen::Vector3d ones = Eigen::Vector3d::Ones();
  CHECK(rt::to_vector(rt::from_local_rows(by_columns * ones)) == rt::to_vector(rt::sum(x, 1)));
  const Eigen::RowVector3d row = Eigen::RowVector3d(1, 2, 3) * Eigen::Matrix3d::Identity();
  CHECK(rt::to_vector(rt::from_eigen(row * Eigen::Matrix3d::Identity())) ==
        std::vector<double>{1, 2, 3});
  // Who has no rows need not know how long they are.
  const Eigen::MatrixXd none_here = me == 0 ? Eigen::MatrixXd() : by_columns;
  if (p > 1) CHECK(rt::to_vector(rt::from_local_rows(none_here)) == expected);
  const Eigen::VectorXi ranks = Eigen::VectorXi::Constant(2, me);
  CHECK(rt::item(rt::sum(rt::from_local_rows(ranks))) == 2 * all);

  CHECK(rt::from_local_rows(std::vector<float>()).shape(0) == 0);
  CHECK(rt::from_local_rows(std::vector<float>(), {0}).shape(1) == 0);
  const std::string last = std::to_string(p - 1);
  std::vector<double> more(me == p - 1 ? 4 : 3);
  CHECK_THROWS_WITH(rt::from_local_rows(more, {3}),
                    "relatile: from_local_rows: the elements of rank " + last +
                        " are no whole number of rows of shape (3,)");
  CHECK_THROWS_WITH(rt::from_local_rows(mine, {me == p - 1 ? -3 : 3}),
                    "relatile: from_local_rows: the elements of rank " + last +
                        " are no whole number of rows of shape (-3,)");
  CHECK(rt::from_local_rows(Eigen::MatrixXd(0, me == 0 ? 3 : 0)).shape(1) == 3);
  if (p == 1) return;
  CHECK_THROWS_WITH(
      rt::from_local_rows(Eigen::MatrixXd(2, me == p - 1 ? 4 : 3)),
      "relatile: from_local_rows: rank " + last + " has rows of shape (4,), rank 0 of (3,)");
}

}  // namespace context_test
