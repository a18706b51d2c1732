// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Contractions of tensors on one rank with all threads. Counters are GFLOP/s, in the same rounds:
// `dgemm` is the rate of a square product of as many flops, `matrices` that of the product of
// matrices of the contraction's own extents; vs_dgemm and vs_matrices are the shares of them.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <random>
#include <relatile/relatile.hpp>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "gemm.hpp"
#include "plain_eigen.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using benchmarks::Contender;
using benchmarks::data;
using benchmarks::gemm;
using benchmarks::random_array;
using benchmarks::seconds_of;

double largest_difference(const double* a, const double* b, std::int64_t count) {
  double largest = 0;
  for (std::int64_t i = 0; i < count; ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// The BLAS with its own threads, which Relatile's context turned off.
double seconds_of_blas(const std::function<void()>& work) {
  const benchmarks::BlasThreads all(omp_get_max_threads());
  return seconds_of(work);
}

/// A product of matrices by rows, without gaps: as a BLAS likes them.
class DenseProduct {
 public:
  DenseProduct(std::int64_t rows, std::int64_t summed, std::int64_t columns)
      : rows_(rows),
        summed_(summed),
        columns_(columns),
        a_(static_cast<std::size_t>(rows * summed), 1),
        b_(static_cast<std::size_t>(summed * columns), 1),
        c_(static_cast<std::size_t>(rows * columns)) {}

  /// A square one of as many flops, or almost.
  static DenseProduct square(double flops) {
    const auto side = static_cast<std::int64_t>(std::cbrt(flops / 2));
    return DenseProduct(side, side, side);
  }

  /// As if it had exactly as many flops.
  double seconds_for(double flops) {
    const double own = 2 * static_cast<double>(rows_ * summed_) * static_cast<double>(columns_);
    return flops / own * seconds_of_blas([&] {
             gemm({a_.data(), rows_, summed_}, {b_.data(), summed_, columns_}, c_.data());
           });
  }

 private:
  std::int64_t rows_;
  std::int64_t summed_;
  std::int64_t columns_;
  std::vector<double> a_;
  std::vector<double> b_;
  std::vector<double> c_;
};

/// Another way to compute a result.
struct Peer {
  std::string name;
  std::function<void(double*)> run;
  bool by_blas_threads = false;  ///< or on OpenMP's

  double seconds(double* out) const {
    const auto work = [&] { run(out); };
    return by_blas_threads ? seconds_of_blas(work) : seconds_of(work);
  }
};

/// `make` makes the expression; peers are compared with what it gave before they are measured.
/// `matrices` is the product that the expression would be if all labels were in the best order.
template <int N>
void measure(benchmark::State& state, double flops,
             const std::function<rt::Array<double, N>()>& make, const std::vector<Peer>& peers,
             DenseProduct* matrices = nullptr) {
  rt::Array<double, N> result = make();
  rt::evaluate(result);
  std::vector<double> by_peer(static_cast<std::size_t>(result.size()));
  DenseProduct square = DenseProduct::square(flops);
  std::vector<Contender> contenders{{"relatile", [&] {
                                       return seconds_of([&] {
                                         result = make();
                                         rt::evaluate(result);
                                       });
                                     }}};
  for (const Peer& peer : peers) {
    peer.run(by_peer.data());
    if (largest_difference(data(result), by_peer.data(), result.size()) > 1e-8) {
      const std::string why = "Relatile and " + peer.name + " disagree";
      return state.SkipWithError(why.c_str());
    }
    contenders.push_back({peer.name, [&peer, &by_peer] { return peer.seconds(by_peer.data()); }});
  }
  contenders.push_back({"dgemm", [&] { return square.seconds_for(flops); }});
  if (matrices != nullptr) {
    contenders.push_back({"matrices", [&] { return matrices->seconds_for(flops); }});
  }
  const benchmarks::Rounds rounds(state, std::move(contenders));
  rounds.report_rates(state, 1e-9 * flops);
}

void mttkrp(benchmark::State& state) {
  constexpr std::int64_t n = 200;
  constexpr std::int64_t width = 100;
  const rt::Context context = rt::Context::loopback(1);
  const auto t = random_array<3>({n, n, n});
  const auto b = random_array<2>({n, width});
  const auto c = random_array<2>({n, width});
  const auto by_blas = [&](double* out) {
    const double* factor = data(b);
    const double* cube = data(t);
    const double* columns = data(c);
#pragma omp parallel
    {
      std::vector<double> slice(static_cast<std::size_t>(n * width));
#pragma omp for
      for (std::int64_t i = 0; i < n; ++i) {
        gemm({cube + i * n * n, n, n}, {columns, n, width}, slice.data());
        std::fill(out + i * width, out + (i + 1) * width, 0.0);
        for (std::int64_t j = 0; j < n; ++j) {
          for (std::int64_t f = 0; f < width; ++f) {
            out[i * width + f] +=
                slice[static_cast<std::size_t>(j * width + f)] * factor[j * width + f];
          }
        }
      }
    }
  };
  const auto by_eigen = [&](double* out) {
    benchmarks::mttkrp_by_eigen(data(t), data(b), data(c), out, n, width);
  };
  measure<2>(state, 2.0 * n * n * n * width,
             [&] { return rt::Array<double, 2>(rt::einsum<"ijk,jf,kf->if">(t, b, c)); },
             {{"eigen", by_eigen}, {"blas", by_blas}});
}

void double_contraction(benchmark::State& state) {
  constexpr std::int64_t n = 1024;
  constexpr std::int64_t side = 64;
  const rt::Context context = rt::Context::loopback(1);
  const auto a = random_array<3>({n, side, side});
  const auto b = random_array<3>({side, side, n});
  const auto by_blas = [&](double* out) {
    gemm({data(a), n, side * side}, {data(b), side * side, n}, out);
  };
  measure<2>(state, 2.0 * n * n * side * side,
             [&] { return rt::Array<double, 2>(rt::einsum<"ijk,jkf->if">(a, b)); },
             {{"blas", by_blas, true}});
}

void batch(benchmark::State& state) {
  constexpr std::int64_t count = 64;
  constexpr std::int64_t n = 512;
  const rt::Context context = rt::Context::loopback(1);
  const auto a = random_array<3>({count, n, n});
  const auto b = random_array<3>({count, n, n});
  const auto by_blas = [&](double* out) {
    const double* left = data(a);
    const double* right = data(b);
#pragma omp parallel for
    for (std::int64_t x = 0; x < count; ++x) {
      const std::int64_t at = x * n * n;
      gemm({left + at, n, n}, {right + at, n, n}, out + at);
    }
  };
  const auto by_eigen = [&](double* out) {
    benchmarks::batch_by_eigen(data(a), data(b), out, count, n);
  };
  measure<3>(state, 2.0 * count * n * n * n, [&] { return rt::Array<double, 3>(rt::matmul(a, b)); },
             {{"eigen", by_eigen}, {"blas", by_blas}});
}

// ---- Two operands, labels in awkward orders -----------------------------------------------------

using Extents = std::map<char, std::int64_t>;

struct Contraction {
  std::string a;
  std::string b;
  std::string c;
  Extents extents;

  std::string text() const { return a + "," + b + "->" + c; }
  double size(const std::string& labels) const {
    double product = 1;
    for (char label : labels) product *= static_cast<double>(extents.at(label));
    return product;
  }
  double flops() const {
    std::string all = a;
    for (char label : b) {
      if (all.find(label) == std::string::npos) all += label;
    }
    return 2 * size(all);
  }
  /// The extents of the labels that both operands have, or one of them and the result.
  DenseProduct matrices() const {
    std::string rows;
    std::string summed;
    std::string columns;
    for (char label : a) (c.find(label) == std::string::npos ? summed : rows) += label;
    for (char label : b) {
      if (c.find(label) != std::string::npos) columns += label;
    }
    if (size(rows) < size(columns)) std::swap(rows, columns);
    const auto extent = [&](const std::string& of) { return static_cast<std::int64_t>(size(of)); };
    return DenseProduct(extent(rows), extent(summed), extent(columns));
  }
  double flops_per_byte() const { return flops() / (8 * (size(a) + size(b) + size(c))); }
};

/// Where the element at `point` is in an array with these labels.
std::int64_t offset(const Contraction& of, const std::string& labels, const Extents& point) {
  std::int64_t at = 0;
  for (char label : labels) at = at * of.extents.at(label) + point.at(label);
  return at;
}

/// One element of the result, summed label by label.
double element(const Contraction& of, const double* a, const double* b, Extents& point,
               std::size_t label = 0) {
  if (label == of.a.size()) return a[offset(of, of.a, point)] * b[offset(of, of.b, point)];
  const char name = of.a[label];
  if (of.c.find(name) != std::string::npos) return element(of, a, b, point, label + 1);
  double sum = 0;
  for (point[name] = 0; point[name] < of.extents.at(name); ++point[name]) {
    sum += element(of, a, b, point, label + 1);
  }
  return sum;
}

bool is_right(const Contraction& of, const double* a, const double* b, const double* c) {
  std::mt19937 random;
  for (int sample = 0; sample < 20; ++sample) {
    Extents point;
    for (const auto& [label, extent] : of.extents) {
      point[label] = std::uniform_int_distribution<std::int64_t>(0, extent - 1)(random);
    }
    const double found = c[offset(of, of.c, point)];
    if (std::abs(found - element(of, a, b, point)) > 1e-8) return false;
  }
  return true;
}

template <int N>
rt::Array<double, N> operand(const Contraction& of, const std::string& labels) {
  rt::Extent shape[N];
  for (std::size_t d = 0; d < N; ++d) shape[d] = of.extents.at(labels[d]);
  return random_array<N>(shape);
}

/// From so many flops a byte on, a contraction is bound by computing.
constexpr double computing = 8;
/// Of those, by the peer's counter, the shares of its rate.
std::map<std::string, std::vector<double>> shares;

template <int A, int B, int C>
void contract(benchmark::State& state, const Contraction& contraction) {
  const rt::Context context = rt::Context::loopback(1);
  const auto a = operand<A>(contraction, contraction.a);
  const auto b = operand<B>(contraction, contraction.b);
  const auto make = [&] { return rt::Array<double, C>(rt::einsum<C>(contraction.text(), a, b)); };
  if (!is_right(contraction, data(a), data(b), data(make()))) {
    return state.SkipWithError("Relatile and the definition disagree");
  }
  DenseProduct matrices = contraction.matrices();
  measure<C>(state, contraction.flops(), make, {}, &matrices);
  state.counters["flops_per_byte"] = contraction.flops_per_byte();
  if (contraction.flops_per_byte() < computing) return;
  for (const char* peer : {"vs_dgemm", "vs_matrices"}) {
    shares[peer].push_back(state.counters[peer]);
  }
}

template <int A, int B, int C>
void add(const std::string& text, const Extents& extents) {
  const std::size_t comma = text.find(',');
  const std::size_t arrow = text.find("->");
  const Contraction contraction{text.substr(0, comma), text.substr(comma + 1, arrow - comma - 1),
                                text.substr(arrow + 2), extents};
  const std::string name = "contract/" + text;
  const auto run = [=](benchmark::State& state) { contract<A, B, C>(state, contraction); };
  benchmarks::measure_rounds(benchmark::RegisterBenchmark(name.c_str(), run), 7);
}

Extents all(const std::string& labels, std::int64_t extent) {
  Extents extents;
  for (char label : labels) extents[label] = extent;
  return extents;
}

/// Patterns of tensor-network and coupled-cluster codes, about 8 Gflop each.
void add_contractions() {
  for (const char* text : {"acd,db->abc", "cad,db->abc", "bda,dc->abc"}) {
    add<3, 2, 3>(text, all("abcd", 256));
  }
  for (const char* text : {"dbea,ec->abcd", "deca,be->abcd", "ebad,ce->abcd"}) {
    add<4, 2, 4>(text, all("abcde", 84));
  }
  add<5, 2, 5>("ecbfa,fd->abcde",
               {{'a', 20}, {'b', 20}, {'c', 20}, {'e', 20}, {'d', 160}, {'f', 160}});
  add<5, 2, 5>("efbad,cf->abcde",
               {{'a', 20}, {'b', 20}, {'d', 20}, {'e', 20}, {'c', 160}, {'f', 160}});
  const Extents long_sums{{'a', 512}, {'b', 512}, {'c', 128}, {'d', 128}};
  add<3, 3, 2>("cad,dcb->ab", long_sums);
  add<3, 3, 2>("acd,dbc->ab", long_sums);
  for (const char* text :
       {"aebf,dfce->abcd", "aebf,fdec->abcd", "aecf,bfde->abcd", "aecf,fbed->abcd",
        "aedf,bfce->abcd", "eafb,fdec->abcd", "eafd,fbec->abcd"}) {
    add<4, 4, 4>(text, all("abcdef", 40));
  }
  Extents six = all("abcdef", 18);
  six['g'] = 128;
  for (const char* text :
       {"dega,gfbc->abcdef", "degb,gfac->abcdef", "gdab,efgc->abcdef", "gdbc,efga->abcdef"}) {
    add<4, 4, 6>(text, six);
  }
}

void print_means() {
  for (const auto& [peer, of] : shares) {
    double sum = 0;
    for (double share : of) sum += std::log(share);
    std::cerr << "geometric mean of " << peer << " over " << of.size() << " contractions of "
              << computing
              << " flops a byte or more: " << std::exp(sum / static_cast<double>(of.size()))
              << '\n';
  }
}

template <int Count>
void rounds(benchmark::internal::Benchmark* benchmark) {
  benchmarks::measure_rounds(benchmark, Count);
}

BENCHMARK(mttkrp)->Apply(rounds<25>);
BENCHMARK(double_contraction)->Apply(rounds<11>);
BENCHMARK(batch)->Apply(rounds<9>);

}  // namespace

int main(int argc, char** argv) {
  add_contractions();
  benchmark::Initialize(&argc, argv);
  benchmark::AddCustomContext("threads", std::to_string(omp_get_max_threads()));
  benchmark::RunSpecifiedBenchmarks();
  print_means();
  benchmark::Shutdown();
}
