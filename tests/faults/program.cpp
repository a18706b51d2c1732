// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// A program in which things go wrong (injected_faults.hpp): products, a reduction, relations of
// blocks and of objects, files of every format. sweep.py runs it and judges what it prints:
//
//   rank 1: error relatile: ...      what an operation threw there
//   rank 1: wrong product            a value that is not what it should be
//   rank 1: usable                   after all, the context computes as if nothing had been
//
//   rank 1: struck                   what was to go wrong there did
//
// usage: faults_program inside|outside|uncaught|count|one_sided|look|count_look
#include <boost/serialization/vector.hpp>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <relatile/hdf5.hpp>
#include <relatile/relatile.hpp>
#include <relatile/sparse.hpp>
#include <relatile/transport/packed.hpp>

#include "injected_faults.hpp"

namespace rt = relatile;
using rt::test::InjectedFaults;

namespace {

int rank = 0;

void say(const char* what, const char* text = "") {
  std::printf("rank %d: %s%s\n", rank, what, text);
  std::fflush(stdout);
}
void expect(const char* what, double value, double right) {
  if (value != right) say("wrong ", what);
}

struct Sums {
  std::vector<double> of;
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& of;
  }
};

rt::Array<double, 2> numbers(std::int64_t rows, std::int64_t columns) {
  return rt::from_function({rows, columns},
                           [](std::int64_t i, std::int64_t j) { return double((3 * i + j) % 7); });
}

void product() {
  rt::Array<double, 2> x = numbers(40, 30);
  rt::Array<double, 2> y = rt::placed(numbers(30, 20), rt::split(0));
  rt::evaluate(x, y);
  double right = 0;
  for (int k = 0; k < 30; ++k) {
    double a = 0;
    double b = 0;
    for (int i = 0; i < 40; ++i) a += (3 * i + k) % 7;
    for (int j = 0; j < 20; ++j) b += (3 * k + j) % 7;
    right += a * b;
  }
  rt::Array<double, 2> z = rt::matmul(x, y);
  rt::evaluate(z);
  expect("product", rt::item(rt::sum(z)), right);
}

void reduction() {
  rt::Array<double, 2> x = rt::placed(numbers(31, 70), rt::split(1));
  rt::evaluate(x);
  const std::vector<double> sums = rt::to_vector(rt::sum(rt::exp(x - x) * x, rt::axis(0)));
  double right = 0;
  for (int i = 0; i < 31; ++i) right += (3 * i) % 7;
  expect("reduction", sums.at(0), right);
}

void relation() {
  const auto x = rt::blocks(numbers(24, 24), {4, 4});
  const auto pairs = rt::aggregate(
      rt::join(x, x, rt::on<1>, rt::on<0>, [](const auto& a, const auto& b) { return a * b; }),
      rt::by<0, 2>, rt::kernel::add);
  rt::Array<double, 2> z = rt::to_array(pairs);
  rt::evaluate(z);
  double right = 0;
  for (int k = 0; k < 24; ++k) right += double((0 + k) % 7) * double((3 * k) % 7);
  expect("relation", rt::item(z(0, 0)), right);
}

void objects() {
  const auto x = rt::blocks(numbers(24, 2), {4, 2});
  const auto each = rt::transform(x, rt::declare([](const auto& block) {
                                       return Sums{{block.sum(), 1.0}};
                                     }).serialized_bytes(32));
  const auto all = rt::aggregate(each, rt::by<>, [](const Sums& a, const Sums& b) {
    return Sums{{a.of.at(0) + b.of.at(0), a.of.at(1) + b.of.at(1)}};
  });
  for (const auto& [key, sums] : rt::to_map(all)) expect("objects", sums.of.at(1), 6.0);
}

void files() {
  rt::Array<double, 2> x = numbers(33, 17);
  rt::save("faults.npy", x);
  const rt::Array<double, 2> y = rt::load<double, 2>("faults.npy");
  expect("file", rt::item(rt::sum(y * y)), rt::item(rt::sum(x * x)));
}

void archive() {
  rt::Array<double, 2> x = numbers(33, 17);
  rt::savez("faults.npz", {{"x", x}, {"y", rt::placed(x * 2.0, rt::split(1))}});
  const rt::Array<double, 2> y = rt::load<double, 2>("faults.npz", "y");
  rt::savez_compressed("faults_compressed.npz", {{"x", x}});
  expect("archive", rt::item(rt::sum(y)), rt::item(rt::sum(x * 2.0)));
  rt::tofile("faults.bin", x);
  expect("raw file", rt::item(rt::sum(rt::fromfile<double>("faults.bin"))), rt::item(rt::sum(x)));
}

void sparse_files() {
  const rt::SparseArray<double> s = rt::to_sparse(numbers(33, 17) - 3.0);
  rt::mmwrite("faults_sparse.mtx", s);
  rt::save_sparse("faults_sparse", s);
  const auto difference =
      rt::mmread_sparse<double>("faults_sparse.mtx") - rt::load_sparse<double>("faults_sparse");
  expect("sparse file", rt::item(rt::sum(rt::abs(difference))), 0.0);
}

#if defined(RELATILE_HAS_HDF5)
void datasets() {
  rt::Array<double, 2> x = numbers(33, 17);
  rt::save_hdf5("faults.h5", {{"x", x}, {"g/y", rt::placed(x * 2.0, rt::split(1))}});
  rt::set_hdf5_attribute("faults.h5", "x", "of", 33.0);
  const auto y = rt::load_hdf5<double, 2>("faults.h5", "g/y", {rt::slice(0, 9)});
  expect("dataset", rt::item(rt::sum(y)), rt::item(rt::sum(x(rt::slice(0, 9)) * 2.0)));
}
#endif

void texts() {
  rt::Array<double, 2> x = numbers(33, 17);
  const double right = rt::item(rt::sum(x(rt::all_of_axis, 3)));
  rt::savetxt("faults.csv", x, {.delimiter = ','});
  const auto column = rt::load_csv<double>("faults.csv", {.usecols = {3}});
  expect("text", rt::item(rt::sum(column)), right);
  rt::Array<double, 2> square = rt::matmul(rt::transpose(x), x);
  rt::mmwrite("faults.mtx", square, {.symmetry = "symmetric"});
  const rt::Array<double, 2> again = rt::load<double, 2>("faults.mtx");
  expect("matrix", rt::item(rt::sum(again * again)), rt::item(rt::sum(square * square)));
}

const std::vector<std::function<void()>> operations {
  product, reduction, relation, objects, files, archive, texts, sparse_files,
#if defined(RELATILE_HAS_HDF5)
      datasets
#endif
};

/// A context in which faults strike, and errors are caught one by one; afterwards it must be as
/// good as new.
void caught_inside() {
  InjectedFaults::get().turn_on();
  rt::Context context(MPI_COMM_WORLD);
  for (const auto& operation : operations) {
    try {
      operation();
    } catch (const std::exception& error) {
      say("error ", error.what());
    }
  }
  InjectedFaults::get().turn_off();
  for (const auto& operation : operations) operation();
  say("usable");
}

void all_operations() {
  InjectedFaults::get().turn_on();
  rt::Context context(MPI_COMM_WORLD);
  for (const auto& operation : operations) operation();
  InjectedFaults::get().turn_off();
}

/// What must not be: one rank alone tells of an error. The sweep's own test.
void one_sided() {
  try {
    InjectedFaults::get().turn_on();
    for (int i = 0; i < 100'000; ++i) ::operator delete(::operator new(std::size_t(8 + i % 8)));
  } catch (const std::bad_alloc& error) {
    say("error ", error.what());
  }
  InjectedFaults::get().turn_off();
  say("usable");
}

/// Chains of 50 vertices, some of which lead on to another one: the vertex after v.
std::int64_t after(std::int64_t v, std::int64_t n) {
  if (v % 50 != 49) return (v + 1) % n;
  return v % 7 == 0 ? (v * 31) % n : v;
}
rt::SparseArray<double> chains(std::int64_t n) {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
  for (std::int64_t v = 0; v < n; ++v) {
    rows.push_back(v);
    columns.push_back(after(v, n));
  }
  return rt::from_coordinates(rows, columns, 1.0, {n, n});
}

/// Products of matrices that live on, before the first of which nobody has looked at what entries
/// touch: ranks look for those of the one when its products have sent as much, and for those of the
/// other at once, since that is insisted on.
class Looks {
 public:
  void products() {
    rt::evaluate(x_);
    for (int step = 0; step < 3; ++step) {
      const rt::Array<double, 1> y = rt::matmul(s_, x_);
      rt::evaluate(y, {.objective = "bytes"});
      expect("product", rt::item(rt::sum(y * x_)), right());
    }
  }
  /// Whether the plan of one more product knows what entries touch.
  void require_looked() {
    const std::string plan = rt::explain(rt::Array<double, 1>(rt::matmul(s_, x_)));
    if (plan.find("the rows that entries touch") == std::string::npos) say("wrong ", plan.c_str());
  }
  void insisted() {
    const auto needed = rt::with_needed_rows(t_);
    expect("product of needed rows", rt::item(rt::sum(rt::matmul(needed, x_) * x_)), right());
  }
  /// Not of places that were looked at, but of elements.
  void others() {
    const auto twice = rt::Array<double, 1>(rt::matmul(2.0 * s_, x_));
    expect("product of other elements", rt::item(rt::sum(twice * x_)), 2 * right());
  }

 private:
  static constexpr std::int64_t size = 3000;

  static double right() {
    double sum = 0;
    for (std::int64_t v = 0; v < size; ++v) sum += double(v) * double(after(v, size));
    return sum;
  }

  rt::SparseArray<double> s_ = chains(size);
  rt::SparseArray<double> t_ = chains(size);
  rt::Array<double, 1> x_ = rt::placed(rt::arange<double>(double(size)), rt::split(0));
};

void look() {
  rt::Context context(MPI_COMM_WORLD);
  Looks looks;
  const auto all = [&](const auto& run) {
    run([&] { looks.products(); });
    run([&] { looks.insisted(); });
    run([&] { looks.others(); });
  };
  InjectedFaults::get().turn_on();
  all([](const auto& operation) {
    try {
      operation();
    } catch (const std::exception& error) {
      say("error ", error.what());
    }
  });
  InjectedFaults::get().turn_off();
  all([](const auto& operation) { operation(); });
  looks.require_looked();
  say("usable");
}

void caught_outside() {
  try {
    all_operations();
  } catch (const std::exception& error) {
    say("error ", error.what());
  }
  InjectedFaults::get().turn_off();
  rt::Context context(MPI_COMM_WORLD);
  for (const auto& operation : operations) operation();
  say("usable");
}

}  // namespace

int main(int argc, char** argv) {
  rt::Context context(argc, argv);  // keeps MPI alive
  rank = context.rank();
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "inside") {
    caught_inside();
  } else if (mode == "outside") {
    caught_outside();
  } else if (mode == "one_sided") {
    one_sided();
  } else if (mode == "look" || mode == "count_look") {
    look();
  } else {
    all_operations();
    say("usable");
  }
  if (InjectedFaults::get().has_struck()) say("struck");
  if (mode == "count" || mode == "count_look") {
    const auto& faults = InjectedFaults::get();
    std::printf("rank %d: %lld calls %lld allocations\n", rank,
                static_cast<long long>(faults.calls()),
                static_cast<long long>(faults.allocations()));
  }
  return 0;
}
