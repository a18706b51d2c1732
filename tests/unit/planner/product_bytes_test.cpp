// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <relatile/planner/plan_for.hpp>
#include <string>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace product_bytes_test {

// What products send when their operands are stored once, wherever suits: no more than the best
// grid of m x k x n parts does, whose parts all are of whole rows and columns.

using namespace relatile::planner;
using graphs::NodePtr;

namespace {

struct Shape {
  const char* labels;
  std::int64_t m, k, n;
};

std::int64_t bytes_of_best_grid(const Shape& shape, std::int64_t sites) {
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t pm = 1; pm <= sites; ++pm) {
    for (std::int64_t pk = 1; pm * pk <= sites; ++pk) {
      if (sites % (pm * pk) != 0) continue;
      const std::int64_t pn = sites / pm / pk;
      const std::int64_t elements = shape.m * shape.k * (pn - 1) + shape.k * shape.n * (pm - 1) +
                                    shape.m * shape.n * (pk - 1);
      fewest = std::min(fewest, 8 * elements);
    }
  }
  return fewest;
}

}  // namespace

TEST_CASE("products send what the best grid does, however they are planned") {
  const Shape square{"ik,kj->ij", 2048, 2048, 2048};
  CHECK(bytes_of_best_grid(square, 2) == 33'554'432);
  CHECK(bytes_of_best_grid(square, 4) == 67'108'864);
  CHECK(bytes_of_best_grid(square, 8) == 100'663'296);
  for (const Shape& shape :
       {square, Shape{"ik,kj->ij", 4096, 4096, 4096}, Shape{"ik,kj->ij", 512, 131'072, 512},
        Shape{"ik,kj->ij", 8192, 256, 8192}, Shape{"ki,kj->ij", 64, 1'000'000, 64}}) {
    const bool gram = shape.m == 64;
    const NodePtr a = graphs::input(gram ? relatile::Extents{shape.k, shape.m}
                                         : relatile::Extents{shape.m, shape.k});
    const NodePtr b = gram ? a : graphs::input({shape.k, shape.n});
    const NodePtr c = graphs::einsum(shape.labels, {a, b});
    for (int sites : {2, 4, 8}) {
      for (const char* objective : {"bytes", "time"}) {
        PlanOptions options;
        options.objective = objective;
        options.panel_bytes = 0;  // one step has all of a site's flops
        const auto plan = plan_for({c}, {c}, sites, options);
        CAPTURE(shape.m, shape.k, shape.n, sites, objective);
        CHECK(plan.traffic().total().value <= bytes_of_best_grid(shape, sites));
        relatile::Flops most{};
        for (const auto& step : plan.steps) {
          for (auto flops : *step.flops) most = std::max(most, flops);
        }
        if (std::string(objective) == "time") {
          CHECK(most.value == 2 * shape.m * shape.k * shape.n / sites);
        }
      }
    }
  }
}

}  // namespace product_bytes_test
