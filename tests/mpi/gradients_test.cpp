// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// ranks: 1 3 4
#include <mpi.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <relatile/grad.hpp>
#include <relatile/iterative.hpp>
#include <relatile/linalg.hpp>
#include <relatile/relatile.hpp>
#include <relatile/sparse.hpp>
#include <relatile/transport/transport.hpp>

#include "support/against_reference.hpp"
#include "support/relation_network.hpp"

namespace gradients_test {

namespace rt = relatile;
using rt::test::network;
using rt::test::NetworkBlocks;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;

namespace {

Matrix numbers(const rt::Extents& shape, double phase) {
  return rt::generate<double, 2>("numbers", shape, 1, [phase](const rt::Extents& at) {
    return std::sin(phase + 1.7 * double(at[0]) + 0.9 * double(at[1] * at[1]));
  });
}
Number error_of(const Matrix& found, const Matrix& wanted) {
  return rt::mean(rt::square(found - wanted));
}

}  // namespace

TEST_CASE("a network of relations learns what one of arrays learns, on several ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const Matrix x = numbers({24, 10}, 0.1);
  const Matrix y = numbers({24, 4}, 0.2);
  Matrix w = numbers({10, 12}, 0.3);
  Matrix v = numbers({12, 4}, 0.4);
  NetworkBlocks first = rt::blocks(w, {5, 3});
  NetworkBlocks second = rt::blocks(v, {3, 2});
  const NetworkBlocks inputs = rt::blocks(x, {7, 5});
  rt::evaluate(x, y, w, v, first, second, inputs);
  const auto step = [](const NetworkBlocks& from, const NetworkBlocks& slope) {
    return NetworkBlocks(rt::join(from, slope, rt::on<0, 1>, rt::on<0, 1>,
                                  [](const auto& a, const auto& g) { return a - 0.1 * g; }));
  };
  double before = 0;
  for (int round = 0; round < 4; ++round) {
    const Number of_relations = error_of(rt::to_array(network(inputs, first, second)), y);
    const auto [by_first, by_second] = rt::grad(of_relations, first, second);
    first = step(first, by_first);
    second = step(second, by_second);
    rt::evaluate(of_relations, first, second);
    rt::test::require_exact_traffic(rt::report(of_relations));
    const Number of_arrays = error_of(network(x, w, v), y);
    const auto [by_w, by_v] = rt::grad(of_arrays, w, v);
    w = w - 0.1 * by_w;
    v = v - 0.1 * by_v;
    rt::evaluate(of_arrays, w, v);
    CHECK(of_relations.item() == Approx(of_arrays.item()).epsilon(1e-12));
    CHECK(rt::allclose(rt::to_array(first), w, 1e-12, 1e-12).item());
    CHECK(rt::allclose(rt::to_array(second), v, 1e-12, 1e-12).item());
    if (round > 0) CHECK(of_arrays.item() < before);
    before = of_arrays.item();
  }
}

TEST_CASE("derivatives of kernels that read all of their operands, on several ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const Matrix x = numbers({9, 6}, 0.1);
  const Matrix y = numbers({9, 6}, 0.7);
  rt::evaluate(x, y);
  const auto kernel = rt::declare([](const auto& a, const auto& b) {
                        return (a.array() * b.array().sin()).matrix();
                      })
                          .derivatives(
                              [](const auto& g, const auto& a, const auto& b) {
                                return (g.array() * b.array().sin() + 0 * a.array()).matrix();
                              },
                              [](const auto& g, const auto& a, const auto& b) {
                                return (g.array() * a.array() * b.array().cos()).matrix();
                              });
  const auto joined =
      rt::join(rt::blocks(x, {2, 3}), rt::blocks(y, {2, 3}), rt::on<0, 1>, rt::on<0, 1>, kernel);
  const NetworkBlocks some =
      rt::filter(joined, [](rt::KeyOf<2> key) { return key[0] > 0 && key[1] == 1; });
  const auto rows = rt::rekey(some, [](rt::KeyOf<2> key) { return rt::KeyOf<2>{key[0] - 1, 0}; });
  const Number loss = rt::sum(rt::square(rt::to_array(rows)));
  const auto [by_x, by_y] = rt::grad(loss, x, y);
  const Matrix part = (x * rt::sin(y))(rt::slice(2, 9), rt::slice(3, 6));
  const auto [wanted_x, wanted_y] = rt::grad(Number(rt::sum(rt::square(part))), x, y);
  CHECK(rt::allclose(by_x, wanted_x, 1e-12, 1e-12).item());
  CHECK(rt::allclose(by_y, wanted_y, 1e-12, 1e-12).item());
}

TEST_CASE("solutions of iterative methods have derivatives on several ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const Matrix a = numbers({12, 12}, 0.3) + 8.0 * rt::eye(12);
  const rt::Array<double, 1> b = rt::sum(numbers({12, 3}, 0.6), 1);
  rt::evaluate(a, b);
  const auto loss = [](const rt::Array<double, 1>& x) { return Number(rt::sum(x * x * x)); };
  const auto [by_a, by_b] = rt::grad(
      [&](const Matrix& m, const rt::Array<double, 1>& v) {
        return loss(rt::gmres(m, rt::sin(v), {.rtol = 1e-13}).x);
      },
      a, b);
  const auto [wanted_a, wanted_b] =
      rt::grad([&](const Matrix& m,
                   const rt::Array<double, 1>& v) { return loss(rt::solve(m, rt::sin(v))); },
               a, b);
  CHECK(rt::allclose(by_a, wanted_a, 1e-9, 1e-9).item());
  CHECK(rt::allclose(by_b, wanted_b, 1e-9, 1e-9).item());
  const auto s = rt::to_sparse(rt::where(rt::abs(a) > 0.5, a, 0.0));
  const auto by_s = rt::grad(
      [&](const rt::SparseArray<double, 2>& m) { return loss(rt::gmres(m, b, {.rtol = 1e-13}).x); },
      s);
  const Matrix dense =
      rt::grad([&](const Matrix& m) { return loss(rt::solve(m, b)); }, rt::to_dense(s));
  const Matrix expected = rt::where(rt::to_dense(s) != 0.0, dense, 0.0);
  CHECK(rt::allclose(rt::to_dense(by_s), expected, 1e-9, 1e-9).item());
}

TEST_CASE("ranks whose memory has another order refuse a gradient by the same words") {
  rt::Context context(MPI_COMM_WORLD);
  std::vector<Matrix> made;
  for (int k = 1; k <= 6; ++k) made.push_back(numbers({k, k}, 0.1));
  Number total = rt::sum(made[0]);
  for (const Matrix& m : made) total = total + rt::sum(m);
  // Notes of where a value came from fill holes that each rank leaves in an order of its own.
  std::vector<std::unique_ptr<rt::tra::Origin>> holes(64);
  for (auto& hole : holes) hole = std::make_unique<rt::tra::Origin>();
  const auto count = static_cast<int>(holes.size());
  for (int k = 0; k < count; ++k) {
    holes[std::size_t(k * (2 * context.rank() + 1) % count)].reset();
  }
  rt::evaluate(total);
  for (std::size_t i = 0; i + 1 < made.size(); ++i) {
    std::string text = "nothing was thrown";
    try {
      static_cast<void>(rt::grad(total, made[i + 1], made[i]));
    } catch (const rt::Error& error) {
      text = error.what();
    }
    CHECK(text.find("of the variable of shape " + rt::to_string(made[i + 1].shape())) !=
          std::string::npos);
    CHECK(context.transport().text_from(0, text) == text);
  }
}

}  // namespace gradients_test
