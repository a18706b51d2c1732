// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The engine as it is, on more ranks than this machine could run: compiled by SimGrid's smpicxx
// against its MPI, run by smpirun, which simulates all ranks in one process and reports deadlocks.
//
// Rank 0 prints a line per program and, if every program was right on every rank, a last line
// "all programs are right on <n> ranks". With the argument `hangs`, one rank leaves the others
// waiting instead, to see that this is found; with `few`, there is one product, for so many ranks
// that plans are in closed form.
#include <algorithm>
#include <boost/serialization/vector.hpp>
#include <cstdio>
#include <functional>
#include <relatile/reference/evaluate.hpp>
#include <relatile/relatile.hpp>
#include <relatile/transport/packed.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace rt = relatile;

namespace {

int my_rank = 0;
int failures = 0;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  ++failures;
  std::fprintf(stderr, "rank %d: %s\n", my_rank, what.c_str());
}

/// The law: every step sends, on every rank, the bytes and messages that the plan says.
void expect_exact(const std::string& name, const rt::engine::Report& report) {
  for (std::size_t s = 0; s < report.plan.steps.size(); ++s) {
    const rt::plan::Step& step = report.plan.steps[s];
    const bool exchanges = step.kind == rt::plan::StepKind::exchange;
    const rt::plan::Traffic predicted =
        exchanges ? *step.traffic : rt::plan::Traffic(report.plan.num_sites);
    expect(report.measured.traffic[s] == predicted, name + ": a step did not send what it said");
  }
}

using Matrix = rt::Array<double, 2>;
using Program = std::function<Matrix()>;

double number(std::int64_t i, std::int64_t j, std::int64_t seed) {
  return double((i * 31 + j * 17 + seed * 7) % 13 - 6);
}

Matrix numbers_to_come(std::int64_t rows, std::int64_t cols, std::int64_t seed) {
  return rt::from_function({rows, cols},
                           [seed](std::int64_t i, std::int64_t j) { return number(i, j, seed); });
}

Matrix numbers(std::int64_t rows, std::int64_t cols, std::int64_t seed) {
  Matrix x = numbers_to_come(rows, cols, seed);
  rt::evaluate(x);
  return x;
}

/// Runs a program on all ranks and, by definition, on rank 0 alone; whole numbers leave no excuse.
void check(const std::string& name, const Program& program) {
  std::vector<double> expected;
  if (my_rank == 0) {
    auto alone = rt::Context::loopback(1);
    const Matrix x = program();
    const auto value = rt::reference::evaluate(x.node());
    const auto* data = reinterpret_cast<const double*>(value.elements.data());
    expected.assign(data, data + x.size());
  }
  const Matrix x = program();
  rt::evaluate(x);
  const rt::engine::Report& report = rt::report(x);
  expect_exact(name, report);
  const Matrix fetched = rt::placed(x, rt::on_rank(0));
  rt::evaluate(fetched);
  expect_exact(name + ", gathered", rt::report(fetched));
  if (my_rank != 0) return;
  const auto& pieces = fetched.node()->value->local[0].pieces;
  const auto* data =
      expected.empty() ? nullptr : reinterpret_cast<const double*>(pieces.at(0).data.get());
  expect(std::equal(expected.begin(), expected.end(), data), name + ": wrong values");
  std::printf("%s: %lld B in %lld messages\n", name.c_str(),
              static_cast<long long>(report.bytes_sent().value),
              static_cast<long long>(report.traffic_sent().total_messages().value));
  std::fflush(stdout);
}

void check_arrays() {
  check("product of squares",
        [] { return rt::as_array(rt::matmul(numbers(64, 32, 1), numbers(32, 128, 2))); });
  check("product of uneven shapes",
        [] { return rt::as_array(rt::matmul(numbers(67, 41, 1), numbers(41, 83, 2))); });
  check("product over a long axis",
        [] { return rt::as_array(rt::matmul(numbers(8, 2048, 1), numbers(2048, 8, 2))); });
  check("chain of products", [] {
    return rt::as_array(
        rt::matmul(rt::matmul(numbers(64, 64, 1), numbers(64, 32, 2)), numbers(32, 64, 3)));
  });
  check("maximum and sum along axes", [] {
    auto x = numbers(512, 32, 4);
    return rt::as_array(x * 2.0 - rt::max(x, 0) + rt::sum(x, 1, rt::keepdims));
  });
  check("transposed slice", [] {
    auto x = numbers(90, 70, 5);
    return rt::as_array(rt::transpose(x)(rt::slice(3, 60, 2)) + 1.0);
  });
  check("fewer rows than ranks", [] { return rt::as_array(numbers(3, 5, 6) + 1.0); });
  check("Gram matrix of layers", [] {
    auto x = numbers(256, 16, 7);
    auto w = numbers(16, 32, 8);
    Matrix hidden = rt::maximum(rt::matmul(x, w), 0.0);
    return rt::as_array(rt::matmul(rt::transpose(hidden), hidden));
  });
}

void check_named_plans() {
  struct Case {
    std::string plan;
    std::int64_t rows, inner, columns;
  };
  for (const Case& c : {Case{"broadcast_left", 8, 8, 256}, Case{"broadcast_right", 256, 8, 8},
                        Case{"cross_product", 8, 256, 8}, Case{"replicate", 64, 8, 64},
                        Case{"one_site", 20, 20, 20}}) {
    check("product by " + c.plan, [c] {
      return rt::with_plan(rt::matmul(numbers(c.rows, c.inner, 1), numbers(c.inner, c.columns, 2)),
                           c.plan);
    });
  }
}

void check_relations() {
  check("blocks joined and aggregated", [] {
    auto a = rt::blocks(numbers(61, 59, 1), {8, 8});
    auto b = rt::blocks(numbers(59, 63, 2), {8, 8});
    return rt::to_array(rt::aggregate(rt::join(a, b, rt::on<1>, rt::on<0>, rt::kernel::matmul),
                                      rt::by<0, 2>, rt::kernel::add));
  });
  check("blocks renamed, filtered, cut and joined", [] {
    auto a = rt::blocks(numbers(48, 48, 1), {5, 7});
    auto rotated = rt::rekey(a, [rows = a.frontier()[0]](rt::KeyOf<2> key) {
      return rt::KeyOf<2>{(key[0] + 1) % rows, key[1]};
    });
    auto kept = rt::filter(rotated, [](auto key) { return key[0] > 0; });
    auto closed = rt::rekey(kept, [](rt::KeyOf<2> key) {
      return rt::KeyOf<2>{key[0] - 1, key[1]};
    });
    return rt::to_array(
        rt::concat(rt::tile(closed, rt::dim<1>, 3), rt::key_dim<2>, rt::array_dim<1>));
  });
}

struct Tally {
  std::vector<double> sums = std::vector<double>(3);
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& sums;
  }
};

void check_objects() {
  Matrix x = numbers(301, 2, 1);
  auto tallies = rt::transform(rt::blocks(x, {4, 2}), [](const auto& block) {
    Tally tally;
    for (Eigen::Index i = 0; i < block.rows(); ++i) tally.sums[std::size_t(i % 3)] += block(i, 0);
    return tally;
  });
  auto total = rt::aggregate(tallies, rt::by<>, [](const Tally& a, const Tally& b) {
    Tally sum;
    for (std::size_t c = 0; c < 3; ++c) sum.sums[c] = a.sums[c] + b.sums[c];
    return sum;
  });
  auto number =
      rt::transform(total, [](const Tally& t) { return t.sums[0] + t.sums[1] + t.sums[2]; });
  rt::evaluate(number);
  expect_exact("structs", rt::report(number));
  double expected = 0;
  for (std::int64_t i = 0; i < 301; ++i) expected += double((i * 31 + 7) % 13 - 6);
  for (const auto& [key, value] : rt::to_map(number))
    expect(value == expected, "structs: wrong sum");
}

/// One product of uneven shapes, in as few meetings as can be: every rank checks what it has.
void check_product_of_many() {
  constexpr std::int64_t inner = 67;
  Matrix x = numbers_to_come(331, inner, 1);
  Matrix y = numbers_to_come(inner, 401, 2);
  rt::evaluate(x, y);
  Matrix product = rt::matmul(x, y);
  rt::evaluate(product);
  const rt::engine::Report& report = rt::report(product);
  expect_exact("product", report);
  expect(report.bytes_sent().value > 0, "product: nothing moved");
  for (const auto& piece : product.node()->value->local[0].pieces) {
    const auto* element = reinterpret_cast<const double*>(piece.data.get());
    rt::for_each_coordinate(piece.box, [&](const rt::Extents& at) {
      double expected = 0;
      for (std::int64_t k = 0; k < inner; ++k)
        expected += number(at[0], k, 1) * number(k, at[1], 2);
      expect(*element++ == expected, "product: wrong value");
    });
  }
}

/// A kernel that throws on one rank is one error on all of them, and nobody is left waiting.
void check_failure() {
  Matrix x = rt::from_function({256, 8}, [](std::int64_t i, std::int64_t) { return double(i); });
  rt::evaluate(x);
  auto bad = rt::transform(rt::blocks(x, {4, 8}), [](const auto& block) {
    if (block(0, 0) == 128.0) throw std::runtime_error("planted");
    return Eigen::MatrixXd(block * 2.0);
  });
  bool thrown = false;
  try {
    rt::evaluate(bad);
  } catch (const rt::KernelError& error) {
    thrown = std::string(error.what()).find("planted") != std::string::npos;
  }
  expect(thrown, "a kernel's exception did not arrive");
}

}  // namespace

int main(int argc, char** argv) {
  rt::Context context(argc, argv);
  my_rank = context.rank();
  if (argc > 1 && std::string(argv[1]) == "hangs") {
    if (my_rank == 0) MPI_Recv(nullptr, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    numbers(8, 8, 1);
    return 0;
  }
  if (argc > 1 && std::string(argv[1]) == "few") {
    check_product_of_many();
  } else {
    check_arrays();
    check_named_plans();
    check_relations();
    check_objects();
    check_failure();
    rt::Context short_messages(MPI_COMM_WORLD, 100);
    check("messages of at most 100 bytes",
          [] { return rt::as_array(rt::matmul(numbers(40, 30, 1), numbers(30, 20, 2))); });
  }
  int all = 0;
  MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (my_rank == 0 && all == 0) {
    std::printf("all programs are right on %d ranks\n", context.size());
    std::fflush(stdout);
  }
  return all == 0 ? 0 : 1;
}
