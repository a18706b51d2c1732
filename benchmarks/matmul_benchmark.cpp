// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Distributed products against what one would write with MPI and Eigen by hand:
//
//   tests/support/mpirun.sh 2 600 build-release/benchmarks/matmul_benchmark
//
// Every rank runs the same iterations and only rank 0 reports. Seconds are those of the slowest
// rank. The counters `relatile` and those named after programs by hand are GFLOP/s of all ranks
// together, the others bytes.

#include <benchmark/benchmark.h>
#include <mpi.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <relatile/relatile.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rounds.hpp"

namespace {

namespace rt = relatile;
using benchmarks::Contender;
using Array = rt::Array<double, 2>;
using Part = rt::LocalPart<double, 2>;
using Matrix = rt::kernel::EigenOf<double, 2>;

int num_ranks() {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

double largest_of(double mine) {
  double largest = 0;
  MPI_Allreduce(&mine, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return largest;
}

/// The seconds of the slowest rank; all begin together.
template <class Work>
double slowest_seconds_of(Work&& work) {
  MPI_Barrier(MPI_COMM_WORLD);
  return largest_of(benchmarks::seconds_of(work));
}

/// A product to compute, c = a b with a of m x k, or of k x m and transposed.
struct Product {
  Array a;
  Array b;
  bool transposed = false;

  Array operator()() const {
    return transposed ? rt::matmul(rt::transpose(a), b) : rt::matmul(a, b);
  }
  double flops() const {
    return 2 * static_cast<double>(a.size()) * static_cast<double>(b.shape(1));
  }
};

// ---- By hand ------------------------------------------------------------------------------------
// Each has all its memory before it is measured, and is left with its rows of c.

using ByHand = std::function<const Matrix&()>;

/// This rank's part of x cut along one axis.
Part part_of(const Array& x, int axis) {
  return rt::local_parts(rt::placed(x, rt::split(axis)))[0];
}

/// From rows of a and rows of b: all of b goes to everybody.
ByHand gather(const Product& product) {
  const Part a = part_of(product.a, 0);
  const Part b = part_of(product.b, 0);
  const auto whole_b = std::make_shared<Matrix>(product.b.shape(0), product.b.shape(1));
  const auto c = std::make_shared<Matrix>(a.extents[0], b.extents[1]);
  return [=]() -> const Matrix& {
    const auto count = static_cast<int>(b.eigen().size());
    MPI_Allgather(b.data.get(), count, MPI_DOUBLE, whole_b->data(), count, MPI_DOUBLE,
                  MPI_COMM_WORLD);
    c->noalias() = a.eigen() * *whole_b;
    return *c;
  };
}

/// The sum of all ranks' matrices, by rows to the ranks.
void sum_and_scatter(const Matrix& whole, Matrix& rows) {
  MPI_Reduce_scatter_block(whole.data(), rows.data(), static_cast<int>(rows.size()), MPI_DOUBLE,
                           MPI_SUM, MPI_COMM_WORLD);
}

/// From parts of a and b along the axis that is summed over: the ranks' products are added up.
ByHand add_up(const Product& product) {
  const Part a = part_of(product.a, product.transposed ? 0 : 1);
  const Part b = part_of(product.b, 0);
  const std::int64_t rows = a.extents[product.transposed ? 1 : 0];
  const auto whole_c = std::make_shared<Matrix>(rows, b.extents[1]);
  const auto c = std::make_shared<Matrix>(rows / num_ranks(), b.extents[1]);
  return [=, transposed = product.transposed]() -> const Matrix& {
    if (transposed) {
      whole_c->noalias() = a.eigen().transpose() * b.eigen();
    } else {
      whole_c->noalias() = a.eigen() * b.eigen();
    }
    sum_and_scatter(*whole_c, *c);
    return *c;
  };
}

/// From rows of a and rows of b: a is cut anew by columns, then as in add_up.
ByHand resplit(const Product& product) {
  const Part a = part_of(product.a, 0);
  const Part b = part_of(product.b, 0);
  const auto packed = std::make_shared<Matrix>(product.a.shape(0), b.extents[0]);
  const auto columns = std::make_shared<Matrix>(product.a.shape(0), b.extents[0]);
  const auto whole_c = std::make_shared<Matrix>(product.a.shape(0), b.extents[1]);
  const auto c = std::make_shared<Matrix>(a.extents[0], b.extents[1]);
  return [=]() -> const Matrix& {
    const std::int64_t rows = a.extents[0];
    const std::int64_t width = b.extents[0];
    for (int to = 0; to < num_ranks(); ++to) {
      packed->middleRows(to * rows, rows) = a.eigen().middleCols(to * width, width);
    }
    const auto count = static_cast<int>(rows * width);
    MPI_Alltoall(packed->data(), count, MPI_DOUBLE, columns->data(), count, MPI_DOUBLE,
                 MPI_COMM_WORLD);
    whole_c->noalias() = *columns * b.eigen();
    sum_and_scatter(*whole_c, *c);
    return *c;
  };
}

struct Peer {
  std::string name;
  ByHand (*make)(const Product&);
};
const Peer by_gather{"gather", gather};
const Peer by_sum{"add_up", add_up};
const Peer by_resplit{"resplit", resplit};

// ---- The benchmark ---------------------------------------------------------------------------

enum class Placed {
  by_rows,    ///< both operands are cut along axis 0, as files are read
  as_planned  ///< the operands lie where the planner puts them if they are computed for the product
};

Array wave(std::int64_t rows, std::int64_t columns) {
  return rt::from_function(
      {rows, columns}, [](auto i, auto j) { return std::sin(static_cast<double>(3 * i + 7 * j)); });
}

/// True if the programs by hand can cut the operands: into equal parts, along either axis.
bool cuts_evenly(const Product& product) {
  const std::int64_t ranks = num_ranks();
  return product.a.shape(0) % ranks == 0 && product.a.shape(1) % ranks == 0 &&
         product.b.shape(0) % ranks == 0;
}

/// Gives both operands their values, once for all iterations.
void place(Product& product, Placed placed) {
  if (placed == Placed::by_rows) {
    const bool same = product.a.node() == product.b.node();
    product.a = rt::placed(product.a, rt::split(0));
    product.b = same ? product.a : rt::placed(product.b, rt::split(0));
    rt::evaluate(product.a, product.b);
  } else {
    rt::evaluate(product());  // and with it everything that it is made of and has a name
  }
}

bool agree(const Array& c, const Matrix& rows_by_hand) {
  const Part rows = part_of(c, 0);
  return largest_of((rows.eigen() - rows_by_hand).cwiseAbs().maxCoeff()) < 1e-6;
}

/// What Relatile sent and needed for the last product. False if it did not send what it predicted.
bool report_bytes(benchmark::State& state, const rt::engine::Report& report) {
  const auto predicted = report.plan.traffic();
  const auto measured = report.traffic_sent();
  state.counters["bytes_predicted"] = static_cast<double>(predicted.total().value);
  state.counters["bytes_measured"] = static_cast<double>(measured.total().value);
  state.counters["most_loaded_bytes"] = static_cast<double>(measured.most_loaded().value);
  state.counters["peak_bytes"] = static_cast<double>(report.peak_bytes);
  return predicted == measured;
}

void multiply(benchmark::State& state, Product product, Placed placed,
              const std::vector<Peer>& peers) {
  if (!cuts_evenly(product)) return state.SkipWithError("the ranks do not divide the extents");
  place(product, placed);
  std::string label = product.a.node()->value->placement;
  label.append(" ").append(product.b.node()->value->placement);
  state.SetLabel(label);

  Array c = product();
  rt::evaluate(c);
  std::vector<Contender> contenders;
  contenders.push_back({"relatile", [&] {
                          return slowest_seconds_of([&] {
                            c = product();
                            rt::evaluate(c);
                          });
                        }});
  for (const auto& peer : peers) {
    const ByHand by_hand = peer.make(product);
    if (!agree(c, by_hand())) return state.SkipWithError("Relatile and the peer disagree");
    contenders.push_back({peer.name, [by_hand] { return slowest_seconds_of(by_hand); }});
  }
  const benchmarks::Rounds rounds(state, std::move(contenders));
  rounds.report_rates(state, 1e-9 * product.flops());
  if (!report_bytes(state, rt::report(c))) {
    state.SkipWithError("the bytes sent are not the bytes predicted");
  }
}

/// Registers a product; `make` makes its operands when it is run.
void add(std::string name, Placed placed, std::function<Product()> make, std::vector<Peer> peers) {
  name.append(placed == Placed::by_rows ? "/by_rows" : "/as_planned");
  const auto run = [=](benchmark::State& state) { multiply(state, make(), placed, peers); };
  // For all ranks the same number of iterations: a rank that ran one more would wait for ever.
  benchmark::RegisterBenchmark(name.c_str(), run)
      ->Iterations(15)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

void add_matmul(std::int64_t m, std::int64_t k, std::int64_t n, Placed placed,
                std::vector<Peer> peers) {
  std::ostringstream name;
  name << "matmul/m:" << m << "/k:" << k << "/n:" << n;
  add(
      name.str(), placed,
      [=] {
        return Product{wave(m, k), wave(k, n)};
      },
      std::move(peers));
}

void add_all() {
  for (const Placed placed : {Placed::by_rows, Placed::as_planned}) {
    add_matmul(1024, 1024, 1024, placed, {by_gather});
    add_matmul(2048, 2048, 2048, placed, {by_gather});
    add_matmul(4096, 128, 4096, placed, {by_gather});
  }
  add_matmul(512, 16384, 512, Placed::by_rows, {by_gather, by_resplit});
  add_matmul(512, 16384, 512, Placed::as_planned, {by_sum});
  const auto gram = [] {  // X^T X, as in least squares
    const Array x = wave(200'000, 64);
    return Product{x, x, true};
  };
  add("gram/m:64/k:200000/n:64", Placed::by_rows, gram, {by_sum});
  add("gram/m:64/k:200000/n:64", Placed::as_planned, gram, {by_sum});
}

class NoReporter : public benchmark::BenchmarkReporter {
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

/// Google Benchmark with rank 0's arguments, or without those that name a file to write.
void run_benchmarks(bool reports, std::vector<char*> arguments) {
  if (!reports) {
    std::erase_if(arguments, [](const char* text) {
      return std::string_view(text).starts_with("--benchmark_out");
    });
  }
  auto count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  NoReporter no_reporter;
  if (reports) {
    benchmark::RunSpecifiedBenchmarks();
  } else {
    benchmark::RunSpecifiedBenchmarks(&no_reporter);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  omp_set_num_threads(1);  // one core per rank
  add_all();
  run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
  benchmark::Shutdown();
}
