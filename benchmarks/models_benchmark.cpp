// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Models of rt::models fitted to 10^6 rows of 32 columns: milliseconds a fit, its iterations, and
// the largest component of the gradient of the mean loss where it ended. With RELATILE_MODELS_DATA
// a folder, the data are saved there for python/sklearn_benchmark.py, and nothing is measured.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <relatile/models.hpp>
#include <string>
#include <vector>

#include "ranks.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;

constexpr std::int64_t rows = 1'000'000;
constexpr std::int64_t columns = 32;
constexpr double tolerance = 1e-8;

struct Data {
  rt::Array<double, 2> x =
      rt::random::normal<double>(0.0, 1.0, {rows, columns}, rt::random::Seed{1});
  rt::Array<std::int64_t, 1> y =
      rt::astype<std::int64_t>(rt::random::uniform<double>(0.0, 1.0, {rows}, rt::random::Seed{2}) <
                               rt::logistic(rt::sum(x, 1) / 3.0));
  Data() { rt::evaluate(x, y); }
};

/// The largest component of the gradient of the mean loss and of |w|^2 / 2n, as expressions.
double gradient_norm(const Data& data, const rt::models::LogisticRegression& model) {
  const auto p = rt::logistic(model.decision_function(data.x)(rt::all_of_axis, 0));
  const rt::Array<double, 1> missed = p - data.y;
  const rt::Array<double, 1> slope =
      (rt::matmul(rt::transpose(data.x), missed) + model.coef(0, rt::all_of_axis)) / double(rows);
  const double of_intercept = std::abs(rt::item(rt::sum(missed))) / double(rows);
  return std::max(rt::item(rt::max(rt::abs(slope))), of_intercept);
}

void logistic(benchmark::State& state, const std::string& solver) {
  const Data data;
  rt::models::LogisticRegression model({.tol = tolerance, .solver = solver});
  const benchmarks::Rounds rounds(
      state, {{"fit", [&] {
                 return benchmarks::slowest_seconds_of([&] { model.fit(data.x, data.y); });
               }}});
  rounds.report_milliseconds(state);
  state.counters["iterations"] = model.n_iter;
  state.counters["gradient"] = gradient_norm(data, model);
  if (!model.converged) state.SkipWithError("it did not converge");
}

/// Ten iterations from the same centres: none ends before.
void kmeans(benchmark::State& state) {
  const Data data;
  rt::models::KMeans model({.n_clusters = 16, .n_init = 1, .max_iter = 10, .tol = 0});
  const benchmarks::Rounds rounds(
      state, {{"fit", [&] { return benchmarks::slowest_seconds_of([&] { model.fit(data.x); }); }}});
  rounds.report_milliseconds(state);
  state.counters["iterations"] = model.n_iter;
}

void components(benchmark::State& state) {
  const Data data;
  rt::models::PCA model({.n_components = 8});
  const benchmarks::Rounds rounds(
      state, {{"fit", [&] { return benchmarks::slowest_seconds_of([&] { model.fit(data.x); }); }}});
  rounds.report_milliseconds(state);
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  if (const char* const folder = std::getenv("RELATILE_MODELS_DATA")) {
    const Data data;
    rt::save(std::string(folder) + "/x.npy", data.x);
    rt::save(std::string(folder) + "/y.npy", data.y);
    return 0;
  }
  for (const std::string solver : {"newton", "lbfgs", "gradient descent"}) {
    benchmarks::measure_rounds(benchmark::RegisterBenchmark(
                                   ("logistic/" + solver).c_str(),
                                   [solver](benchmark::State& state) { logistic(state, solver); }),
                               7);
  }
  benchmarks::measure_rounds(benchmark::RegisterBenchmark("kmeans", kmeans), 7);
  benchmarks::measure_rounds(benchmark::RegisterBenchmark("pca", components), 7);
  benchmarks::run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
}
