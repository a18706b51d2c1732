// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <boost/mpi/communicator.hpp>
#include <stdexcept>
#include <string>

#include <relatile/relatile.hpp>

#include "support/catch.hpp"

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
