// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Distributed products against what one would write by hand with MPI and BLAS, and ScaLAPACK:
//
//   tests/support/mpirun.sh 2 600 build-release/benchmarks/matmul_benchmark
//
// Seconds are those of the slowest rank. The counters `relatile` and those named after peers are
// GFLOP/s of all ranks together, the others bytes, of peers counted in a run that is not timed.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <relatile/relatile.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cost.hpp"
#include "product_peers.hpp"
#include "ranks.hpp"
#include "rounds.hpp"
#include "waves.hpp"

namespace {

namespace rt = relatile;
using benchmarks::Contender;
using benchmarks::largest_of;
using benchmarks::num_ranks;
using benchmarks::PeerProduct;
using benchmarks::ProductShape;
using benchmarks::slowest_seconds_of;
using Array = rt::Array<double, 2>;

enum class Placed {
  by_rows,    ///< both operands are cut along axis 0, as files are read
  as_planned  ///< the operands lie where the planner puts them if they are computed for the product
};

Array wave_array(std::int64_t rows, std::int64_t columns) {
  return rt::from_function({rows, columns}, [](auto i, auto j) { return benchmarks::wave(i, j); });
}

/// A product to compute, and its operands.
struct Product {
  Array a;
  Array b;
  bool gram = false;

  Array operator()() const { return gram ? rt::matmul(rt::transpose(a), a) : rt::matmul(a, b); }
};

/// Gives both operands their values, once for all iterations.
Product placed(const ProductShape& shape, Placed where) {
  Product product;
  product.gram = shape.gram;
  product.a = shape.gram ? wave_array(shape.k, shape.m) : wave_array(shape.m, shape.k);
  product.b = shape.gram ? product.a : wave_array(shape.k, shape.n);
  if (where == Placed::by_rows) {
    product.a = rt::placed(product.a, rt::split(0));
    product.b = shape.gram ? product.a : rt::placed(product.b, rt::split(0));
    rt::evaluate(product.a, product.b);
  } else {
    rt::evaluate(product());  // and with it everything that it is made of and has a name
  }
  return product;
}

/// What a program computed, looked at in every 61st row.
class Check {
 public:
  explicit Check(const ProductShape& shape) : shape_(shape) {}
  void operator()(std::int64_t i, std::int64_t j, double element) {
    if (i % 61 != 0) return;
    const double expected = shape_.gram ? benchmarks::gram_of_waves(i, j, shape_.k)
                                        : benchmarks::product_of_waves(i, j, shape_.k);
    error_ = std::max(error_, std::abs(element - expected));
    ++seen_;
  }
  /// Collective.
  bool passed() const {
    return largest_of(error_) < 1e-10 * static_cast<double>(shape_.k) && largest_of(seen_) > 0;
  }

 private:
  ProductShape shape_;
  double error_ = 0;
  double seen_ = 0;
};

bool right(const Array& c, const ProductShape& shape) {
  Check check(shape);
  for (const auto& part : rt::local_parts(c)) {
    const std::int64_t columns = part.extents[1];
    for (std::int64_t i = 0; i < part.extents[0]; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        check(part.offset[0] + i, part.offset[1] + j, part.data.get()[i * columns + j]);
      }
    }
  }
  return check.passed();
}

bool right(const PeerProduct& peer, const ProductShape& shape) {
  Check check(shape);
  peer.run();
  peer.visit(std::ref(check));
  return check.passed();
}

std::vector<PeerProduct> peers_of(const ProductShape& shape, Placed where) {
  const benchmarks::Grid rows{num_ranks(), 1, 1};
  const benchmarks::Grid sums{1, num_ranks(), 1};
  std::vector<PeerProduct> peers;
  if (where == Placed::by_rows) {
    peers.push_back(benchmarks::by_hand("by_hand", shape, shape.gram ? sums : rows));
    if (shape.k > 16 * shape.m && !shape.gram) {
      peers.push_back(benchmarks::by_resplit(shape, num_ranks()));
    }
  } else {
    const benchmarks::Grid best = benchmarks::best_grid(shape, num_ranks());
    peers.push_back(benchmarks::by_hand("by_hand", shape, best));
    for (auto& peer : benchmarks::by_scalapack(shape)) peers.push_back(std::move(peer));
  }
  if (shape.gram) peers.push_back(benchmarks::by_hand_syrk(shape, num_ranks()));
  return peers;
}

/// What Relatile sent and needed for the last product, and what is wrong with it, if anything.
std::string report_bytes(benchmark::State& state, const rt::engine::Report& report,
                         const ProductShape& shape, Placed where) {
  const auto predicted = report.plan.traffic();
  const auto measured = report.traffic_sent();
  const std::int64_t bound = benchmarks::bytes_of(shape, benchmarks::best_grid(shape, num_ranks()));
  state.counters["bytes_predicted"] = static_cast<double>(predicted.total().value);
  state.counters["bytes_measured"] = static_cast<double>(measured.total().value);
  state.counters["bytes_bound"] = static_cast<double>(bound);
  state.counters["most_loaded_bytes"] = static_cast<double>(measured.most_loaded().value);
  state.counters["peak_bytes"] = static_cast<double>(report.peak_bytes);
  if (predicted != measured) return "the bytes sent are not the bytes predicted";
  const bool too_many = where == Placed::as_planned && measured.total().value > bound;
  return too_many ? "more bytes were sent than by the best grid" : "";
}

/// The same of its peers.
std::string report_bytes(benchmark::State& state, const std::vector<PeerProduct>& peers) {
  std::string wrong;
  for (const auto& peer : peers) {
    peer.forget();
    const benchmarks::Cost cost = benchmarks::cost_of(peer.run, peer.held);
    benchmarks::report_cost(state, peer.name, cost);
    if (cost.sent != peer.sends.value_or(cost.sent)) {
      wrong = "the bytes counted of " + peer.name + " are not those it must send";
    }
  }
  return wrong;
}

/// True until a benchmark found something wrong: the program's exit status.
bool all_right = true;

void fail(benchmark::State& state, const std::string& why) {
  all_right = false;
  state.SkipWithError(why.c_str());
}

void multiply(benchmark::State& state, const ProductShape& shape, Placed where) {
  std::vector<PeerProduct> peers;
  try {
    peers = peers_of(shape, where);
  } catch (const std::invalid_argument& error) {
    return state.SkipWithError(error.what());
  }
  const Product product = placed(shape, where);
  std::string label = product.a.node()->value->placement;
  state.SetLabel(label.append(" ").append(product.b.node()->value->placement));

  Array c = product();
  rt::evaluate(c);
  if (!right(c, shape)) return fail(state, "Relatile's product is wrong");
  std::vector<Contender> contenders{{"relatile", [&] {
                                       return slowest_seconds_of([&] {
                                         c = product();
                                         rt::evaluate(c);
                                       });
                                     }}};
  for (const auto& peer : peers) {
    if (!right(peer, shape)) return fail(state, peer.name + "'s product is wrong");
    contenders.push_back({peer.name, [run = peer.run] { return slowest_seconds_of(run); }});
  }
  const benchmarks::Rounds rounds(state, std::move(contenders));
  rounds.report_rates(state, 1e-9 * shape.flops());
  for (const std::string& wrong :
       {report_bytes(state, rt::report(c), shape, where), report_bytes(state, peers)}) {
    if (!wrong.empty()) fail(state, wrong);
  }
}

void add(std::string name, const ProductShape& shape, Placed where, int iterations) {
  name += "/m:" + std::to_string(shape.m) + "/k:" + std::to_string(shape.k) +
          "/n:" + std::to_string(shape.n);
  name += where == Placed::by_rows ? "/by_rows" : "/as_planned";
  const auto run = [=](benchmark::State& state) { multiply(state, shape, where); };
  benchmarks::measure_rounds(benchmark::RegisterBenchmark(name.c_str(), run), iterations);
}

void add_all() {
  const ProductShape long_sums{512, 131'072, 512};
  const ProductShape gram{64, 1'000'000, 64, true};  // X^T X, as in least squares
  add("square", {2048, 2048, 2048}, Placed::as_planned, 11);
  add("square", {4096, 4096, 4096}, Placed::as_planned, 3);
  add("long_sums", long_sums, Placed::as_planned, 5);
  add("outer", {8192, 256, 8192}, Placed::as_planned, 5);
  add("gram", gram, Placed::as_planned, 11);
  if (num_ranks() == 1) return;  // there is one placement
  add("square", {2048, 2048, 2048}, Placed::by_rows, 11);
  add("long_sums", long_sums, Placed::by_rows, 5);
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  omp_set_num_threads(1);  // one core per rank
  add_all();
  benchmarks::run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
  return all_right ? 0 : 1;
}
