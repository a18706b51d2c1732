// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <relatile/transport/transport.hpp>
#include "support/against_reference.hpp"
#include "support/pmpi_count.hpp"
#include "support/slow_network.hpp"

namespace overlap_test {

// Exchanges that are read in a neighbour's memory, and those that travel while kernels run: the
// same programs both ways, in panels of many sizes.

namespace rt = relatile;

namespace {

using Matrix = rt::Array<double, 2>;
using Program = std::function<Matrix(const Matrix&, const Matrix&)>;

/// Whole numbers: sums in any order are equal.
Matrix numbers(std::int64_t rows, std::int64_t cols, std::int64_t seed) {
  Matrix x = rt::from_function({rows, cols}, [seed](std::int64_t i, std::int64_t j) {
    return double((i * 31 + j * 17 + seed * 7) % 13 - 6);
  });
  rt::evaluate(x);
  return x;
}

enum class Travel { in_place, messages, both };
struct Mode {
  std::string name;
  Travel travel = Travel::in_place;
  std::int64_t panel_bytes = std::int64_t(1) << 21;
};
const std::vector<Mode> modes{
    {"in place", Travel::in_place},           {"in place, in panels", Travel::in_place, 1},
    {"messages", Travel::messages},           {"messages, in panels", Travel::messages, 1},
    {"messages, whole", Travel::messages, 0}, {"as on two hosts", Travel::both, 1}};

void set(rt::Context& context, const Mode& mode) {
  rt::planner::PlanOptions& options = context.plan_options();
  options.panel_bytes = mode.panel_bytes;
  if (mode.travel == Travel::messages) options.hosts = {};
  if (mode.travel != Travel::both || options.hosts.empty()) return;
  for (int site = 0; site < context.num_sites(); ++site) {
    auto& host = options.hosts.of_site[static_cast<std::size_t>(site)];
    host = 2 * host + (2 * site >= context.num_sites() ? 1 : 0);
  }
}

/// Runs a program of a product's operands in every mode, and compares the values, the bytes that
/// are predicted, counted and seen by MPI, and the memory that is allocated.
void check(const rt::Extents& a_shape, const rt::Extents& b_shape, const Program& program) {
  std::vector<double> expected;
  {
    auto alone = rt::Context::loopback(1);
    expected = rt::to_vector(
        program(numbers(a_shape[0], a_shape[1], 1), numbers(b_shape[0], b_shape[1], 2)));
  }
  for (const Mode& mode : modes) {
    INFO(mode.name);
    rt::Context context(MPI_COMM_WORLD);
    set(context, mode);
    const Matrix a = numbers(a_shape[0], a_shape[1], 1);
    const Matrix b = numbers(b_shape[0], b_shape[1], 2);
    const Matrix x = program(a, b);
    rt::test::pmpi_count.reset();
    rt::evaluate(x);
    const rt::engine::Report& report = rt::report(x);
    rt::test::require_exact_traffic(report);
    const auto me = static_cast<std::size_t>(context.rank());
    std::int64_t in_place = 0;
    for (const auto& step : report.measured.in_place) in_place += step[me].value;
    CHECK(report.plan.traffic().sent[me].value == rt::test::pmpi_count.sent + in_place);
    if (mode.travel == Travel::messages) CHECK(in_place == 0);
    CHECK(rt::to_vector(x) == expected);
  }
}

constexpr std::int64_t n = 840;  // every rank count of the tests divides it

/// An evaluated product of stored operands by rows, of which one is gathered.
Matrix square_product() {
  const auto a = rt::as_array(rt::placed(numbers(n, n, 1), rt::split(0)));
  const auto b = rt::as_array(rt::placed(numbers(n, n, 2), rt::split(0)));
  rt::evaluate(a, b);
  const Matrix c = rt::with_plan(rt::matmul(a, b), "broadcast_right");
  rt::evaluate(c);
  return c;
}

}  // namespace

TEST_CASE("products are the same however their operands come") {
  const auto product = [](const Matrix& a, const Matrix& b) {
    return rt::as_array(rt::matmul(a, b));
  };
  check({300, 300}, {300, 300}, product);
  check({513, 300}, {300, 701}, product);
  check({90, 4000}, {4000, 110}, product);
  check({1500, 40}, {40, 1500}, product);
  check({2, 300}, {300, 2}, product);
}

TEST_CASE("products that follow each other in one plan read what others have just made") {
  check({300, 300}, {300, 300}, [](const Matrix& a, const Matrix& b) {
    return rt::as_array(rt::matmul(a, rt::matmul(b, a)) + rt::matmul(rt::matmul(a, b), b));
  });
  check({400, 350}, {350, 380}, [](const Matrix& a, const Matrix& b) {
    auto c = rt::maximum(rt::matmul(a, b), 0.0);
    return rt::as_array(rt::matmul(rt::transpose(c), c) + 1.0);
  });
}

TEST_CASE("maps of products too large for a cache, panel by panel") {
  check({1500, 40}, {40, 1500}, [](const Matrix& a, const Matrix& b) {
    return rt::as_array(rt::maximum(rt::matmul(a, b) + rt::sum(b, 0), 0.0));
  });
  check({1500, 40}, {40, 1500}, [](const Matrix& a, const Matrix& b) {
    return rt::as_array(rt::sum(rt::square(rt::matmul(a, b)), 1, rt::keepdims));
  });
}

TEST_CASE("what is laid out anew, and sums of many contributions") {
  check({400, 350}, {350, 400},
        [](const Matrix& a, const Matrix& b) { return rt::as_array(a + rt::transpose(b)); });
  check({700, 300}, {700, 300}, [](const Matrix& a, const Matrix& b) {
    return rt::as_array(rt::matmul(rt::transpose(a), b));
  });
  check({700, 300}, {700, 300}, [](const Matrix& a, const Matrix& b) {
    return rt::as_array(a * 2.0 - rt::max(b, 0) + rt::sum(a, 1, rt::keepdims));
  });
}

TEST_CASE("neighbours of one matrix come by one exchange, and are read where it leaves them") {
  const auto neighbours = [](const Matrix& x, std::int64_t rows, std::int64_t cols) {
    const auto from = [&](std::int64_t i, std::int64_t j) {
      return x(rt::slice(i, i + rows - 2), rt::slice(j, j + cols - 2));
    };
    return rt::as_array(4.0 * from(1, 1) - from(0, 1) - from(2, 1) - from(1, 0) - from(1, 2));
  };
  check({420, 310}, {310, 420}, [&](const Matrix& a, const Matrix& b) {
    return rt::as_array(neighbours(a, 420, 310) + rt::transpose(neighbours(b, 310, 420)));
  });
  check({97, 1000}, {1000, 97}, [&](const Matrix& a, const Matrix&) {
    return neighbours(rt::as_array(neighbours(a, 97, 1000)), 95, 998);
  });
}

TEST_CASE("an operand that another one shares memory with is not written over") {
  check({300, 200}, {200, 300}, [](const Matrix& a, const Matrix& b) {
    const auto c = rt::matmul(a, b);
    return rt::as_array(c + rt::transpose(c));
  });
  check({300, 200}, {200, 300}, [](const Matrix& a, const Matrix& b) {
    const auto c = rt::matmul(a, b);
    return rt::as_array(c - c(0));
  });
}

TEST_CASE("what a site has more of than it holds is read, and stored, where it is") {
  for (const Mode& mode : modes) {
    INFO(mode.name);
    rt::Context context(MPI_COMM_WORLD);
    set(context, mode);
    const int last = context.num_sites() - 1;
    const Matrix x = numbers(400, 300, 1);
    const std::vector<double> all = rt::to_vector(x);
    const auto on_last = rt::as_array(rt::placed(x, rt::on_rank(last)));
    rt::evaluate(on_last);
    const auto rows = rt::as_array(rt::placed(on_last, rt::split(0)));
    rt::evaluate(rows);
    CHECK(rt::to_vector(rows) == all);
    const auto columns = rt::as_array(rt::placed(rows, rt::split(1)));
    CHECK(rt::to_vector(columns) == all);
    const auto halves = rt::as_array(on_last(rt::slice(200, 400)) + on_last(rt::slice(0, 200)));
    std::vector<double> expected(all.begin(), all.begin() + 200 * 300);
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] += all[i + 200 * 300];
    CHECK(rt::to_vector(halves) == expected);
    const auto placed = rt::as_array(rt::placed(halves, rt::split(0)));
    CHECK(rt::to_vector(placed) == expected);
  }
}

TEST_CASE("contributions to a panel travel while the next panel is multiplied") {
  const auto program = [](const Matrix& a, const Matrix& b) {
    const auto x = rt::as_array(rt::placed(a, rt::split(0)));
    const auto y = rt::as_array(rt::placed(b, rt::split(0)));
    rt::evaluate(x, y);
    return rt::as_array(rt::with_plan(rt::matmul(rt::transpose(x), y), "cross_product"));
  };
  check({n, 97}, {n, 1000}, program);
  check({97, n}, {97, 1000}, program);
  std::vector<double> expected;
  for (const bool panels : {false, true}) {
    rt::Context context(MPI_COMM_WORLD);
    set(context, {"as on two hosts", Travel::both, 1 << 14});
    context.plan_options().machine = rt::test::slow_network();
    if (!panels) context.plan_options().disabled_passes = {"reduce_panels"};
    const Matrix x = program(numbers(97, n, 1), numbers(97, 1000, 2));
    rt::evaluate(x);
    const rt::engine::Report& report = rt::report(x);
    rt::test::require_exact_traffic(report);
    const auto& steps = report.plan.steps;
    const auto sums = std::count_if(steps.begin(), steps.end(),
                                    [](const auto& step) { return step.exchange.reduces; });
    if (context.num_sites() > 1) CHECK(panels == (sums > 1));
    std::int64_t in_place = 0;
    for (const auto& step : report.measured.in_place) {
      in_place += std::accumulate(step.begin(), step.end(), rt::Bytes{}).value;
    }
    if (context.num_sites() > 2) CHECK(in_place > 0);
    if (!panels) expected = rt::to_vector(x);
    CHECK(rt::to_vector(x) == expected);
  }
}

TEST_CASE("long products are the same while another thread moves messages, or none may") {
  const std::int64_t size = 1008;
  rt::Context context(MPI_COMM_WORLD);
  context.plan_options().hosts = {};
  context.plan_options().machine = rt::test::slow_network();
  context.plan_options().panel_bytes = 1 << 18;
  const auto a = rt::as_array(rt::placed(numbers(size, size, 1), rt::split(0)));
  const auto b = rt::as_array(rt::placed(numbers(size, size, 2), rt::split(0)));
  rt::evaluate(a, b);
  rt::test::pmpi_count.reset();
  const Matrix gathered = rt::with_plan(rt::matmul(a, b), "broadcast_right");
  const Matrix summed = rt::as_array(
      rt::placed(rt::with_plan(rt::matmul(rt::transpose(a), b), "cross_product"), rt::split(0)));
  rt::evaluate(gathered);
  // Parts of panels come one after the other: from one other rank in three, from two in two each.
  if (context.num_sites() == 2) CHECK(rt::test::pmpi_count.posted == "srdsrdsrd");
  if (context.num_sites() == 3) CHECK(rt::test::pmpi_count.posted == "srdsrdsrdsrd");
  rt::evaluate(summed);
  rt::test::pmpi_count.on = false;
  for (const Matrix* const c : {&gathered, &summed}) {
    rt::test::require_exact_traffic(rt::report(*c));
  }
  // On more ranks products are too short.
  const bool is_long = context.num_sites() > 1 && context.num_sites() <= 4;
  const bool moves = is_long && context.transport().moves_on_other_threads();
  CHECK((rt::test::pmpi_count.asked_elsewhere > 0) == moves);
  const std::vector<double> ours = rt::to_vector(gathered);
  const std::vector<double> sums = rt::to_vector(summed);
  auto alone = rt::Context::loopback(1);
  const Matrix a1 = numbers(size, size, 1);
  const Matrix b1 = numbers(size, size, 2);
  CHECK(ours == rt::to_vector(rt::matmul(a1, b1)));
  CHECK(sums == rt::to_vector(rt::matmul(rt::transpose(a1), b1)));
}

TEST_CASE("sums travel while several kernels run that do not wait for them") {
  rt::Context context(MPI_COMM_WORLD);
  context.plan_options().hosts = {};
  context.plan_options().machine = rt::test::slow_network();
  const Matrix a = numbers(n, 60, 1);
  const Matrix b = numbers(n, 60, 2);
  const auto moments = rt::as_array(rt::matmul(rt::transpose(a), b));
  const auto maps = rt::as_array(rt::maximum(a * b, 1.0));
  const auto rows = rt::as_array(rt::sum(rt::square(maps), 1));
  const auto projected = rt::as_array(rt::matmul(maps, moments));
  rt::evaluate(maps, rows, projected);
  const rt::engine::Report& report = rt::report(projected);
  rt::test::require_exact_traffic(report);
  const auto& steps = report.plan.steps;
  const bool early =
      std::any_of(steps.begin(), steps.end(), [](const auto& step) { return step.early; });
  CHECK(early == (context.num_sites() > 1));
  const std::vector<double> ours = rt::to_vector(projected);
  auto alone = rt::Context::loopback(1);
  const Matrix a1 = numbers(n, 60, 1);
  const Matrix b1 = numbers(n, 60, 2);
  CHECK(ours ==
        rt::to_vector(rt::matmul(rt::maximum(a1 * b1, 1.0), rt::matmul(rt::transpose(a1), b1))));
}

TEST_CASE("a square product on one host holds its operands and its result, nothing else") {
  rt::Context context(MPI_COMM_WORLD);
  if (context.size() == 1 || rt::Context::current().transport().neighbours() == nullptr) return;
  const Matrix c = square_product();
  const rt::engine::Report& report = rt::report(c);
  const std::int64_t share = n * n * 8 / context.size();
  CHECK(report.peak_bytes == rt::aligned_size(share));
  CHECK(report.bytes_in_place().value == n * n * 8 * (context.size() - 1));
}

TEST_CASE("a square product by messages holds two panels more") {
  rt::Context context(MPI_COMM_WORLD);
  context.plan_options().hosts = {};
  context.plan_options().panel_bytes = 1;
  const Matrix c = square_product();
  const rt::engine::Report& report = rt::report(c);
  const std::int64_t share = rt::aligned_size(n * n * 8 / context.size());
  CHECK(report.peak_bytes <= share + 2 * share);
  CHECK(report.bytes_in_place().value == 0);
}

}  // namespace overlap_test
