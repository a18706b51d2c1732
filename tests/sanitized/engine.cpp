// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// A little of everything for the sanitizers: arrays, einsums, relations of numbers and of objects,
// files, saved plans, kernels that throw, ranks that disagree, and work for several threads.
//
//   engine           runs all of it; the sanitizers have nothing to say
//   engine heap      a kernel reads behind its memory    each of these a sanitizer must report,
//   engine integer   a kernel's integer overflows        or it would not see the library's faults
//   engine race      threads write the same number       either
//   engine leak      a kernel forgets its memory
#include <omp.h>

#include <atomic>
#include <boost/serialization/vector.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <relatile/context/save_plan.hpp>
#include <relatile/relatile.hpp>
#include <relatile/transport/packed.hpp>
#include <relatile/transport/transport.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace rt = relatile;

namespace {

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "engine: this does not hold: %s\n", what);
  std::abort();
}

template <class Wanted>
void expect_error(const std::function<void()>& work, const char* what) {
  try {
    work();
  } catch (const Wanted&) {
    return;
  }
  expect(false, what);
}

/// Numbers that small sums and products keep exact.
rt::Array<double, 2> numbers(std::int64_t rows, std::int64_t cols) {
  rt::Array<double, 2> x = rt::from_function(
      {rows, cols}, [](std::int64_t i, std::int64_t j) { return double((3 * i + 5 * j) % 7); });
  rt::evaluate(x);
  return x;
}
double number(std::int64_t i, std::int64_t j) { return double((3 * i + 5 * j) % 7); }

// ---- Arrays -------------------------------------------------------------------------------------

void arrays() {
  const auto a = numbers(60, 40);
  const auto b = numbers(40, 50);
  const rt::Array<double, 2> c = rt::matmul(a, b);
  const rt::Array<double, 1> sums = rt::sum(rt::maximum(c - 100.0, 0.0), 0);
  const rt::Array<double, 2> view = rt::transpose(c)(rt::slice(3, 45, 2), rt::slice(1, -1)) * 2.0;
  const auto chain = rt::einsum<"ij,jk,kl->il">(a, b, numbers(50, 30));
  rt::evaluate(sums, view, chain);
  double sum = 0;
  double c_5_4 = 0;
  for (std::int64_t i = 0; i < 60; ++i) {
    double element = 0;
    for (std::int64_t k = 0; k < 40; ++k) element += number(i, k) * number(k, 5);
    sum += std::max(element - 100, 0.0);
    if (i == 4) c_5_4 = element;
  }
  expect(rt::item(sums(5)) == sum, "a column of a product sums up to what it should");
  expect(rt::item(view(1, 3)) == 2 * c_5_4, "a view reads the elements it should");
  double element = 0;
  for (std::int64_t j = 0; j < 40; ++j) {
    for (std::int64_t k = 0; k < 50; ++k) element += number(7, j) * number(j, k) * number(k, 9);
  }
  expect(rt::item(chain(7, 9)) == element, "an einsum of three operands");
}

// ---- Relations ----------------------------------------------------------------------------------

/// A block that is no array and has memory of its own.
struct Tally {
  std::vector<double> sums = std::vector<double>(3);
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& sums;
  }
};

void relations() {
  const auto a = numbers(24, 24);
  const auto blocks = rt::blocks(a, {8, 6});
  const auto product = rt::aggregate(rt::join(blocks, rt::blocks(numbers(24, 24), {6, 8}),
                                              rt::on<1>, rt::on<0>, rt::kernel::matmul),
                                     rt::by<0, 2>, rt::kernel::add);
  const auto same = rt::to_array(product) - rt::matmul(a, numbers(24, 24));
  expect(rt::item(rt::sum(same)) == 0, "relations and arrays have the same product");

  const auto kept = rt::filter(blocks, [](auto key) { return key[0] < 2; });
  const auto tallies = rt::transform(kept, [](const auto& block) {
    Tally tally;
    for (Eigen::Index i = 0; i < block.rows(); ++i) {
      tally.sums[static_cast<std::size_t>(i % 3)] += block.row(i).sum();
    }
    return tally;
  });
  const auto total = rt::aggregate(tallies, rt::by<>, [](const Tally& s, const Tally& t) {
    Tally both = s;
    for (std::size_t i = 0; i < 3; ++i) both.sums[i] += t.sums[i];
    return both;
  });
  const auto number =
      rt::transform(total, [](const Tally& t) { return t.sums[0] + t.sums[1] + t.sums[2]; });
  const auto rows = rt::sum(a(rt::slice(0, 16), rt::slice(0, 24)));
  expect(rt::item(rt::to_array(number)) == rt::item(rows), "objects are aggregated");
}

// ---- Files --------------------------------------------------------------------------------------

void files(rt::Context& context) {
  const auto a = numbers(23, 5);
  rt::save("engine.npy", a);
  const auto loaded = rt::load<double, 2>("engine.npy");
  expect(rt::item(rt::sum(rt::abs(loaded - a))) == 0, "an array is loaded as it was saved");

  if (context.rank() == 0) {
    std::ofstream text("engine.csv");
    for (std::int64_t i = 0; i < 23; ++i) {
      for (std::int64_t j = 0; j < 5; ++j) text << number(i, j) << (j < 4 ? "," : "\n");
    }
    std::ofstream("engine.txt") << "no,numbers\nat,all\n";
  }
  context.transport().text_from(0, "written");
  expect(rt::item(rt::sum(rt::abs(rt::load_csv<double>("engine.csv") - a))) == 0,
         "numbers are read as they were written");
  expect(rt::item(rt::sum(rt::abs(rt::load<double, 2>("engine.csv") - a))) == 0,
         "a text is known for what it is");
  expect_error<rt::ParseError>([] { rt::load<double, 2>("engine.txt"); }, "words are no numbers");

  const auto program = [&] { return rt::Array<double, 2>(rt::matmul(rt::transpose(a), a)); };
  const auto first = program();
  rt::save_plan("engine.plan", first);
  const auto again = program();
  rt::evaluate(again, {.saved_plan = "engine.plan"});
  expect(rt::item(rt::sum(rt::abs(first - again))) == 0, "a saved plan gives the same result");
}

// ---- Errors -------------------------------------------------------------------------------------

void errors(rt::Context& context) {
  const int last = context.size() - 1;
  const auto blocks = rt::blocks(numbers(40, 8), {4, 8});
  const auto failing = rt::transform(blocks, [&](const auto& block) {
    // Blocks of zeros are those from which the library learns what the kernel returns.
    if (context.rank() == last && block.sum() > 0) throw std::runtime_error("bad block");
    return block * 2.0;
  });
  expect_error<rt::KernelError>([&] { rt::evaluate(rt::to_array(failing)); },
                                "a kernel's error is thrown on all ranks");
  if (last > 0) {
    const auto different = rt::ones({20, 4 + (context.rank() == last ? 1 : 0)});
    expect_error<rt::PlanMismatch>([&] { rt::evaluate(different); },
                                   "ranks notice that they disagree");
  }
  expect(rt::item(rt::sum(rt::ones({10, 10}))) == 100, "life goes on after errors");
}

// ---- Threads ------------------------------------------------------------------------------------

std::atomic<unsigned> threads_seen{0};
bool evaluates = false;  ///< kernels are also tried, on one thread, to learn shapes

bool several_threads() {
  const unsigned seen = threads_seen.load(std::memory_order_relaxed);
  return (seen & (seen - 1)) != 0;
}

/// Does something until two threads have done it; if there is only one, for some seconds in all. It
/// brings no order between them, which would hide a race.
template <class Do>
void until_two_threads(const Do& something) {
  static std::atomic<int> rounds{0};
  do {
    something();
    threads_seen.fetch_or(1U << (omp_get_thread_num() % 32), std::memory_order_relaxed);
    if (several_threads()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  } while (rounds.fetch_add(1, std::memory_order_relaxed) < 5000);
}

/// Enough work for several threads: products, elementwise work, reductions both ways, and kernels
/// on blocks, of which all throw at last.
void threads() {
  constexpr std::int64_t n = 640;
  const auto a = numbers(n, n);
  const rt::Array<double, 1> columns = rt::sum(rt::exp(a * 0.1) + rt::transpose(a), 0);
  const rt::Array<double, 1> rows = rt::sum(rt::matmul(a, a(rt::slice(0, n), rt::slice(0, 40))), 1);
  const auto blocks = rt::transform(rt::blocks(a, {10, n}), [](const auto& block) {
    if (evaluates) until_two_threads([] {});
    return block * 2.0;
  });
  const rt::Array<double, 1> doubled = rt::sum(rt::to_array(blocks), 1);
  evaluates = true;
  rt::evaluate(columns, rows, doubled);
  evaluates = false;
  double column = 0;
  double row = 0;
  double twice = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    column += std::exp(number(i, 3) * 0.1) + number(3, i);
    for (std::int64_t k = 0; i < 40 && k < n; ++k) row += number(3, k) * number(k, i);
    twice += 2 * number(3, i);
  }
  expect(std::abs(rt::item(columns(3)) - column) < 1e-9 * column, "threads sum up columns");
  expect(rt::item(rows(3)) == row, "threads multiply");
  expect(rt::item(doubled(3)) == twice, "threads run kernels on blocks");
  expect(several_threads() || omp_get_max_threads() == 1, "more than one thread runs kernels");

  const auto failing = rt::transform(rt::blocks(a, {10, n}), [](const auto& block) {
    if (block.sum() > 0) throw std::runtime_error("bad block");
    return block * 2.0;
  });
  expect_error<rt::KernelError>([&] { rt::evaluate(rt::to_array(failing)); },
                                "all threads end where one throws");
}

// ---- Messages beside products -------------------------------------------------------------------

/// A product just long enough on two ranks for another thread to move messages meanwhile: parts of
/// the right operand's panels, which wait for their turn.
void messages(rt::Context& context) {
  if (context.size() != 2) return;
  const rt::planner::PlanOptions before = context.plan_options();
  context.plan_options().hosts = {};
  context.plan_options().panel_bytes = 1;
  const rt::Array<double, 2> a = rt::placed(numbers(512, 512), rt::split(0));
  const rt::Array<double, 2> b = rt::placed(numbers(512, 1024), rt::split(0));
  rt::evaluate(a, b);
  const rt::Array<double, 2> c =
      rt::placed(rt::with_plan(rt::matmul(a, b), "broadcast_right"), rt::split(0));
  rt::evaluate(c);
  double element = 0;
  for (std::int64_t k = 0; k < 512; ++k) element += number(300, k) * number(k, 1000);
  expect(rt::item(c(300, 1000)) == element, "products are right beside messages");
  context.plan_options() = before;
}

// ---- Faults -------------------------------------------------------------------------------------

long shared_count = 0;

/// What a user's kernel may do wrong. Volatile, or a compiler would see it and leave it out.
double fault(const std::string& kind) {
  if (kind == "heap") {
    const std::vector<double> memory(8);
    const volatile std::size_t behind = 8;
    return memory.data()[behind];
  }
  if (kind == "integer") {
    volatile int large = std::numeric_limits<int>::max();
    large = large + 1;
  }
  if (kind == "race" && evaluates) {
    // A thread's history is short, and without it nothing is reported: who comes first goes on
    // until the other one has written, too.
    volatile long& count = shared_count;
    until_two_threads([&] { count = count + 1; });
  }
  if (kind == "leak") {
    auto* forgotten = static_cast<volatile double*>(std::malloc(4321));
    forgotten[0] = 1;
  }
  return 1;
}

void plant(const std::string& kind) {
  const auto faulty = rt::transform(rt::blocks(numbers(640, 640), {10, 640}), [&](const auto& b) {
    return Eigen::MatrixXd(b * fault(kind));
  });
  evaluates = true;
  std::printf("%g\n", rt::item(rt::sum(rt::to_array(faulty))));
}

}  // namespace

int main(int argc, char** argv) {
  rt::Context context(argc, argv);
  if (argc > 1) {
    plant(argv[1]);
    return 0;
  }
  arrays();
  relations();
  files(context);
  errors(context);
  threads();
  messages(context);
  rt::print("engine: all is as it should be");
}
