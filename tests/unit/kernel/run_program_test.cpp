// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/kernel/compiled_function.hpp>
#include <relatile/kernel/reductions.hpp>
#include <relatile/kernel/run_program.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "support/catch.hpp"

namespace run_program_test {

using namespace relatile;

namespace {

template <class F>
Stage stage_of(std::vector<int> operands) {
  Stage stage = kernel::function_of<F, double>().stage();
  stage.operands = std::move(operands);
  return stage;
}

/// a, a - b or (a - b) a.
Program program_of(int num_stages) {
  Program program;
  program.inputs.assign(num_stages == 0 ? 1 : 2, element_type_of<double>());
  if (num_stages > 0) program.stages.push_back(stage_of<function::Subtract>({0, 1}));
  if (num_stages > 1) program.stages.push_back(stage_of<function::Multiply>({2, 0}));
  return program;
}
double value_of(int num_stages, double a, double b) {
  return num_stages == 0 ? a : (num_stages == 1 ? a - b : (a - b) * a);
}

/// Small integers in an array that has some of the labels, in some order.
struct Operand {
  Operand(const Extents& extents, const std::vector<int>& labels, int seed)
      : strides(Extents::filled(extents.rank(), 0)) {
    std::int64_t stride = 1;
    for (std::size_t d = labels.size(); d-- > 0;) {
      strides[labels[d]] = stride;
      stride *= extents[labels[d]];
    }
    for (std::int64_t i = 0; i < stride; ++i) elements.push_back(double((i * 7 + seed) % 9 - 4));
  }
  double& at(const Extents& labels) {
    std::int64_t offset = 0;
    for (int l = 0; l < labels.rank(); ++l) offset += labels[l] * strides[l];
    return elements[static_cast<std::size_t>(offset)];
  }
  std::vector<double> elements;
  Extents strides;
};

void check(const Extents& extents, const std::vector<std::vector<int>>& labels, int num_stages,
           bool reduces) {
  CAPTURE(extents, labels, num_stages, reduces);
  Operand a(extents, labels[0], 1);
  Operand b(extents, labels[1], 2);
  Operand c(extents, labels[2], 3);
  const Program program = program_of(num_stages);
  const Reduction sum = kernel::make_reduction<kernel::Sum, double>();
  LocalCall call;
  call.labels = Box::whole(extents);
  for (int l = 0; l < extents.rank(); ++l) {
    call.aggregated[static_cast<std::size_t>(l)] =
        std::find(labels[2].begin(), labels[2].end(), l) == labels[2].end();
  }
  call.inputs.push_back({reinterpret_cast<const std::byte*>(a.elements.data()), a.strides});
  if (num_stages > 0) {
    call.inputs.push_back({reinterpret_cast<const std::byte*>(b.elements.data()), b.strides});
  }
  Operand expected = c;
  for_each_coordinate(call.labels, [&](const Extents& at) {
    const double value = value_of(num_stages, a.at(at), b.at(at));
    expected.at(at) = reduces ? expected.at(at) + value : value;
  });
  call.output = reinterpret_cast<std::byte*>(c.elements.data());
  call.output_strides = c.strides;
  kernel::run_program(program, reduces ? &sum : nullptr, call);
  REQUIRE(c.elements == expected.elements);
}

}  // namespace

TEST_CASE("fused programs are what plain loops compute: rows, columns, broadcasts, reductions") {
  for (int stages : {0, 1, 2}) {
    check({300, 64}, {{0, 1}, {1}, {0, 1}}, stages, false);  // a row for all rows
    check({300, 64}, {{0, 1}, {0}, {0, 1}}, stages, false);  // a column for all columns
    check({300, 64}, {{1, 0}, {}, {0, 1}}, stages, false);   // transposed, and a number
    check({300, 64}, {{0, 1}, {1}, {1, 0}}, stages, false);
    check({300, 64}, {{0, 1}, {1}, {1}}, stages, true);  // sums of columns
    check({301, 7}, {{0, 1}, {0}, {0}}, stages, true);   // of rows
    check({300, 64}, {{0, 1}, {1}, {}}, stages, true);   // of all
    check({1030, 3}, {{1, 0}, {0, 1}, {1}}, stages, true);
    check({5000}, {{0}, {0}, {}}, stages, true);
    check({1100000}, {{0}, {0}, {0}}, stages, false);  // more than one call of a stage
    // More rows and columns than a panel has, in parts that are not its size.
    check({131, 1030}, {{1, 0}, {0, 1}, {0, 1}}, stages, false);
    check({131, 1030}, {{0, 1}, {1, 0}, {0, 1}}, stages, false);
    check({131, 1030}, {{1, 0}, {1, 0}, {0, 1}}, stages, false);
    check({66, 1025, 3}, {{1, 0, 2}, {2, 1, 0}, {0, 1, 2}}, stages, false);
    check({3, 70, 67}, {{0, 2, 1}, {2, 1}, {0, 1, 2}}, stages, false);
    check({3, 70, 67}, {{0, 2, 1}, {2, 1}, {1, 2}}, stages, true);
  }
}

TEST_CASE("a generator runs again only for what it has not left in its chunk") {
  constexpr std::int64_t rows = 300;
  constexpr std::int64_t columns = 16;
  std::vector<double> a(rows * columns, 0.5);
  std::vector<double> c(a.size());
  for (int label : {0, 1}) {  // the label that the generated numbers count
    int runs = 0;
    Stage numbers;
    numbers.output = element_type_of<double>();
    numbers.coordinates = Access::of_labels({label});
    numbers.run = [&](const Chunk& chunk) {
      ++runs;
      chunk.for_each_row([&](std::int64_t first, const Extents& at) {
        for (std::int64_t i = 0; i < chunk.row; ++i) {
          static_cast<double*>(chunk.output)[first + i] = double(at[0] + i * chunk.step[0]);
        }
      });
    };
    Program program;
    program.inputs = {element_type_of<double>()};
    program.stages = {numbers, stage_of<function::Subtract>({1, 0})};
    LocalCall call;
    call.labels = Box::whole({rows, columns});
    call.inputs.push_back({reinterpret_cast<const std::byte*>(a.data()), {columns, 1}});
    call.output = reinterpret_cast<std::byte*>(c.data());
    call.output_strides = {columns, 1};
    kernel::run_program(program, nullptr, call);
    CHECK(runs == (label == 0 ? 5 : 1));  // chunks of 64 rows
    for_each_coordinate(call.labels, [&](const Extents& at) {
      REQUIRE(c[static_cast<std::size_t>(at[0] * columns + at[1])] == double(at[label]) - 0.5);
    });
  }
}

TEST_CASE("fused programs of random labels are what plain loops compute") {
  std::mt19937 dice(3);
  const auto below = [&](int n) { return int(dice() % unsigned(n)); };
  for (int round = 0; round < 500; ++round) {
    const int rank = 1 + below(4);
    Extents extents;
    for (int l = 0; l < rank; ++l) extents.push_back(1 + below(below(4) == 0 ? 40 : 9));
    if (below(3) == 0) extents[below(rank)] = 1500;
    const bool reduces = below(2) == 0;
    std::vector<std::vector<int>> labels(3);
    for (auto& some : labels) {
      some.resize(static_cast<std::size_t>(rank));
      std::iota(some.begin(), some.end(), 0);
      std::shuffle(some.begin(), some.end(), dice);
    }
    labels[1].resize(static_cast<std::size_t>(below(rank + 1)));
    if (reduces) labels[2].resize(static_cast<std::size_t>(below(rank + 1)));
    if (below(2) == 0) labels[2] = labels[0];
    check(extents, labels, below(3), reduces);
  }
}

}  // namespace run_program_test
