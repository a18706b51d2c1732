// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <functional>
#include <relatile/planner/space/named_plans.hpp>
#include <relatile/schedule/agreement.hpp>
#include <string>
#include <vector>

#include "support/against_reference.hpp"
#include "support/pmpi_count.hpp"

namespace programs_test {

namespace rt = relatile;

namespace {

using Program = std::function<rt::Array<double, 2>()>;

rt::Array<double, 2> numbers(std::int64_t rows, std::int64_t cols, std::int64_t seed) {
  rt::Array<double, 2> x = rt::from_function({rows, cols}, [seed](std::int64_t i, std::int64_t j) {
    return double((i * 31 + j * 17 + seed * 7) % 13 - 6);
  });
  rt::evaluate(x);
  return x;
}

/// Runs a program on all ranks and, by definition, in this process alone; compares the values, and
/// what was predicted with what the library counted and with what MPI saw.
void check(const Program& program, const std::string& objective = "time") {
  std::vector<double> expected;
  {
    auto alone = rt::Context::loopback(1);
    const auto x = program();
    const auto value = rt::reference::evaluate(x.node());
    const auto* data = reinterpret_cast<const double*>(value.elements.data());
    expected.assign(data, data + x.size());
  }
  rt::Context context(MPI_COMM_WORLD);
  context.plan_options().objective = objective;
  const auto x = program();
  rt::test::pmpi_count.reset();
  rt::evaluate(x);
  const rt::engine::Report& report = rt::report(x);
  CHECK(rt::test::pmpi_count.control * context.size() ==
        rt::schedule::agreement_on(report.plan).bytes.value);
  CHECK(rt::test::pmpi_count.control_messages * context.size() ==
        rt::schedule::agreement_on(report.plan).messages.value);
  CHECK(report.measured.agreement.bytes.value ==
        rt::schedule::agreement_on(report.plan).bytes.value);
  rt::test::require_exact_traffic(report);
  const auto me = static_cast<std::size_t>(context.rank());
  CHECK(report.plan.traffic().sent[me].value == rt::test::pmpi_count.sent);
  CHECK(rt::to_vector(x) == expected);
}

}  // namespace

namespace {

rt::Array<std::int64_t, 1> indices(std::int64_t count, std::int64_t extent) {
  return rt::astype<std::int64_t>(rt::from_function({count}, [extent](std::int64_t i) {
    return double((i * i * 3 + 1) % extent - (i % 3 == 0 ? extent : 0));
  }));
}

}  // namespace

TEST_CASE("elements by arrays of indices, taken and added up") {
  check([] { return rt::as_array(rt::take(numbers(33, 20, 1), indices(50, 33), 0)); });
  check([] { return rt::as_array(rt::take(numbers(5, 400, 1), indices(7, 400), 1)); });
  check([] {
    return rt::as_array(numbers(30, 40, 1)(indices(9, 30), rt::expand_dims(indices(5, 40), 1)));
  });
  check([] {
    return rt::as_array(rt::scatter_add(numbers(12, 6, 1), indices(200, 12), numbers(200, 6, 2)) *
                        2.0);
  });
  check([] {
    auto x = numbers(100, 8, 3);
    auto rows = rt::take(x, indices(64, 100), 0);
    return rt::as_array(rt::matmul(rt::transpose(rows), rows));
  });
}

TEST_CASE("array programs give the reference's values and send what was predicted") {
  check([] { return rt::as_array(rt::matmul(numbers(33, 20, 1), numbers(20, 27, 2))); });
  check([] { return rt::as_array(rt::matmul(numbers(5, 400, 1), numbers(400, 6, 2))); });
  check([] { return rt::as_array(rt::matmul(numbers(300, 4, 1), numbers(4, 300, 2))); });
  check([] {
    auto x = numbers(200, 30, 3);
    return rt::as_array(rt::matmul(rt::transpose(x), x) + 1.0);
  });
  check([] {
    auto x = numbers(500, 60, 4);
    return rt::as_array(x * 2.0 - rt::max(x, 0) + rt::sum(x, 1, rt::keepdims));
  });
  check([] {
    auto x = numbers(90, 70, 5);
    return rt::as_array(rt::transpose(x)(rt::slice(3, 60, 2)) + 1.0);
  });
  check(
      [] { return rt::as_array(rt::einsum<"ij,jk->ki">(numbers(17, 23, 1), numbers(23, 19, 2))); });
  check([] { return rt::as_array(numbers(0, 5, 1) + 1.0); });
  check([] { return rt::as_array(rt::matmul(numbers(2, 1, 1), numbers(1, 3, 1))); });
}

TEST_CASE("what several operators need of one matrix, each another part, travels together") {
  for (const std::int64_t rows : {40, 53}) {
    check(
        [rows] {
          auto x = numbers(rows, rows, 6);
          auto across = rt::matmul(x, rt::transpose(x));
          return rt::as_array(rt::matmul(rt::transpose(x), x) + across * 2.0 + rt::matmul(x, x));
        },
        "bytes");
  }
}

TEST_CASE("every named plan gives the same product and keeps its promise") {
  for (auto name : rt::planner::plan_names) {
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (name == "co_partitioned" || (name == "replicate" && size < 4)) continue;
    check([name] {
      return rt::with_plan(rt::matmul(numbers(64, 64, 1), numbers(64, 64, 2)), std::string(name));
    });
  }
}

TEST_CASE("relational programs give the reference's values and send what was predicted") {
  check([] {
    auto a = rt::blocks(numbers(37, 29, 1), {8, 8});
    auto b = rt::blocks(numbers(29, 31, 2), {8, 8});
    return rt::to_array(rt::aggregate(rt::join(a, b, rt::on<1>, rt::on<0>, rt::kernel::matmul),
                                      rt::by<0, 2>, rt::kernel::add));
  });
  check([] {
    auto a = rt::blocks(numbers(24, 24, 1), {5, 7});
    auto rotated = rt::rekey(a, [rows = a.frontier()[0]](rt::KeyOf<2> key) {
      return rt::KeyOf<2>{(key[0] + 1) % rows, key[1]};
    });
    auto kept = rt::filter(rotated, [](auto key) { return key[0] > 0; });
    auto closed = rt::rekey(kept, [](rt::KeyOf<2> key) {
      return rt::KeyOf<2>{key[0] - 1, key[1]};
    });
    auto tiles = rt::tile(closed, rt::dim<1>, 3);
    return rt::to_array(rt::concat(tiles, rt::key_dim<2>, rt::array_dim<1>));
  });
}

TEST_CASE("messages longer than the limit are split, and counted as they are sent") {
  rt::Context context(MPI_COMM_WORLD, 100);
  auto a = numbers(40, 30, 1);
  auto b = numbers(30, 20, 2);
  auto c = rt::matmul(a, b);
  const Eigen::MatrixXd expected = rt::to_eigen(a) * rt::to_eigen(b);
  CHECK(rt::to_eigen(c) == expected);
  rt::evaluate(c);
  rt::test::require_exact_traffic(rt::report(c));
}

}  // namespace programs_test
