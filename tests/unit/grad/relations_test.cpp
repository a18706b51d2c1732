// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <span>
#include <tuple>

#include <relatile/grad.hpp>
#include <relatile/relations.hpp>

#include "support/relation_network.hpp"
#include "unit/grad/against_differences.hpp"

// Derivatives of programs of relations, against differences of values and against those of arrays.
namespace relations_test {

namespace rt = relatile;
using rt::test::few_site_counts;
using rt::test::loss_of;
using rt::test::network;
using rt::test::require_gradient;
using rt::test::require_second_derivatives;
using rt::test::spread_between;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;
using Vector = rt::Array<double, 1>;
using Blocks = rt::Relation<rt::Dense<double, 2>, 2>;

TEST_CASE("a network of relations has the gradient of one of arrays") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto x = spread_between<2>(-1, 1, {7, 5}, 0.3);
    const auto w = spread_between<2>(-1, 1, {5, 6}, 0.5);
    const auto v = spread_between<2>(-1, 1, {6, 3}, 0.7);
    rt::evaluate(x, w, v);
    const auto by_relations = [&](const Matrix& first, const Matrix& second) {
      return loss_of(rt::to_array(
          network(rt::blocks(x, {3, 2}), rt::blocks(first, {2, 3}), rt::blocks(second, {3, 2}))));
    };
    const auto by_arrays = [&](const Matrix& first, const Matrix& second) {
      return loss_of(network(x, first, second));
    };
    const auto [found_w, found_v] = rt::grad(by_relations, w, v);
    const auto [wanted_w, wanted_v] = rt::grad(by_arrays, w, v);
    CHECK(rt::allclose(found_w, wanted_w, 1e-12, 1e-12).item());
    CHECK(rt::allclose(found_v, wanted_v, 1e-12, 1e-12).item());
    require_gradient([&](const Matrix& first) { return by_relations(first, v); }, w);
    require_gradient([&](const Matrix& second) { return by_relations(w, second); }, v);
    require_second_derivatives([&](const Matrix& first) { return by_relations(first, v); }, w);
  }
}

TEST_CASE("derivatives by relations are relations") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto x = spread_between<2>(-1, 1, {7, 5}, 0.3);
    const Matrix w = spread_between<2>(-1, 1, {5, 6}, 0.5);
    const Matrix v = spread_between<2>(-1, 1, {6, 3}, 0.7);
    const Blocks inputs = rt::blocks(x, {3, 2});
    const Blocks first = rt::blocks(w, {2, 3});
    const Blocks second = rt::blocks(v, {3, 2});
    const Number loss = loss_of(rt::to_array(network(inputs, first, second)));
    const auto [by_first, by_second] = rt::grad(loss, first, second);
    const Blocks stepped = rt::join(first, by_first, rt::on<0, 1>, rt::on<0, 1>,
                                    [](const auto& a, const auto& g) { return a - 0.1 * g; });
    const auto [by_w, by_v] = rt::grad(loss, w, v);
    CHECK(rt::allclose(rt::to_array(stepped), w - 0.1 * by_w, 1e-12, 1e-12).item());
    CHECK(rt::allclose(rt::to_array(by_second), by_v, 1e-12, 1e-12).item());
    const auto [value, by_nothing, again] = rt::value_and_grad(
        [&](const Blocks&, const Blocks& b) {
          return loss_of(rt::to_array(network(inputs, first, b)));
        },
        first, second);
    CHECK(value.item() == Approx(loss.item()));
    CHECK(rt::sum(rt::abs(rt::to_array(by_nothing))).item() == 0);
    CHECK(rt::allclose(rt::to_array(again), by_v, 1e-12, 1e-12).item());
  }
}

TEST_CASE("relations that a function evaluates keep their derivatives while it is called") {
  auto context = rt::Context::loopback(3);
  const Matrix x = spread_between<2>(-1, 1, {7, 5}, 0.3);
  const Matrix w = spread_between<2>(-1, 1, {5, 6}, 0.5);
  const Matrix v = spread_between<2>(-1, 1, {6, 3}, 0.7);
  rt::evaluate(x, w, v);
  const auto loss = [&](const Matrix& first, bool evaluates) {
    const Blocks hidden = rt::test::product(rt::blocks(x, {3, 2}), rt::blocks(first, {2, 3}));
    const Blocks rectified = rt::transform(hidden, rt::test::rectifier());
    if (evaluates) rt::evaluate(hidden, rectified);
    return loss_of(rt::to_array(rt::test::product(rectified, rt::blocks(v, {3, 2}))));
  };
  const Matrix lazy = rt::grad([&](const Matrix& a) { return loss(a, false); }, w);
  const Matrix found = rt::grad([&](const Matrix& a) { return loss(a, true); }, w);
  CHECK(rt::allclose(found, lazy, 1e-13, 1e-13).item());
  REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(w) + loss(w, true)), w),
                      Catch::Matchers::Contains("has been evaluated"));
  CHECK(rt::sum(rt::abs(rt::grad(
                    [&](const Matrix& a) {
                      const Blocks still = rt::stop_gradient(rt::blocks(a, {2, 3}));
                      return loss_of(rt::to_array(rt::test::product(rt::blocks(x, {3, 2}), still)));
                    },
                    w)))
            .item() == 0);
}

TEST_CASE("a network of relations with its gradients takes few times what the network takes") {
  auto context = rt::Context::loopback(4);
  const Blocks inputs = rt::blocks(spread_between<2>(-1, 1, {64, 32}, 0.3), {16, 16});
  const Blocks first = rt::blocks(spread_between<2>(-1, 1, {32, 48}, 0.5), {16, 16});
  const Blocks second = rt::blocks(spread_between<2>(-1, 1, {48, 16}, 0.7), {16, 16});
  rt::evaluate(inputs, first, second);
  const auto loss_now = [&] {
    return Number(rt::sum(rt::square(rt::to_array(network(inputs, first, second)))));
  };
  const Number loss = loss_now();
  rt::evaluate(loss);
  const std::int64_t for_loss = rt::report(loss).plan.total_flops().value;
  const Number again = loss_now();
  const auto [by_first, by_second] = rt::grad(again, first, second);
  rt::evaluate(again, by_first, by_second);
  const std::int64_t for_both = rt::report(again).plan.total_flops().value;
  INFO(for_loss << " flops, with gradients " << for_both);
  CHECK(static_cast<double>(for_both) <= 3.0 * static_cast<double>(for_loss));
}

TEST_CASE("derivatives of ready kernels of relations") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const Matrix other = spread_between<2>(0.5, 1, {5, 4}, 0.9);
    const auto each = [&](const auto& kernel) {
      const auto loss = [&](const Matrix& a, const Matrix& b) {
        return loss_of(rt::to_array(rt::join(rt::blocks(a, {2, 3}), rt::blocks(b, {2, 3}),
                                             rt::on<0, 1>, rt::on<0, 1>, kernel)));
      };
      const Matrix x = spread_between<2>(0.2, 1.3, {5, 4});
      require_gradient([&](const Matrix& a) { return loss(a, other); }, x);
      require_gradient([&](const Matrix& b) { return loss(other, b); }, x);
      require_second_derivatives([&](const Matrix& b) { return loss(other * b, b); }, x);
    };
    each(rt::kernel::add);
    each(rt::kernel::multiply);
    each(rt::kernel::minimum);
    each(rt::kernel::maximum);
    const auto sums = [&](const Matrix& a) {
      const auto rows = rt::transform(rt::blocks(a, {2, 3}), rt::kernel::row_sum);
      return loss_of(rt::to_array(rt::aggregate(rows, rt::by<0>, rt::kernel::add)));
    };
    require_gradient(sums, other);
    require_second_derivatives(sums, other);
    const auto times_vector = [&](const Matrix& a, const Vector& b) {
      return loss_of(rt::to_array(rt::aggregate(rt::join(rt::blocks(a, {2, 3}), rt::blocks(b, {3}),
                                                         rt::on<1>, rt::on<0>, rt::kernel::matmul),
                                                rt::by<0>, rt::kernel::add)));
    };
    const auto vector = spread_between<1>(-1, 1, {4});
    require_gradient([&](const Matrix& a) { return times_vector(a, vector); }, other);
    require_gradient([&](const Vector& b) { return times_vector(other, b); }, vector);
    require_second_derivatives([&](const Vector& b) { return times_vector(other, rt::sin(b)); },
                               vector);
    const auto scaled = [&](const Number& number) {
      return loss_of(rt::to_array(rt::join(rt::blocks(number, {}), rt::blocks(other, {2, 3}),
                                           rt::on<>, rt::on<>, rt::kernel::multiply)));
    };
    require_gradient(scaled, spread_between<0>(-1, 1, {}));
    require_second_derivatives(scaled, spread_between<0>(-1, 1, {}));
  }
}

TEST_CASE("derivatives of complex products of relations") {
  auto context = rt::Context::loopback(3);
  using Complex = std::complex<double>;
  using Complexes = rt::Array<Complex, 2>;
  const Complexes a =
      spread_between<2>(-1, 1, {4, 5}) + Complex(0, 1) * spread_between<2>(-1, 1, {4, 5}, 0.5);
  const Complexes b =
      spread_between<2>(-1, 1, {5, 3}, 0.4) - Complex(0, 1) * spread_between<2>(-1, 1, {5, 3}, 0.8);
  const auto loss = [](const auto& y) { return rt::as_array(rt::sum(rt::square(rt::abs(y)))); };
  const auto relations = rt::aggregate(rt::join(rt::blocks(a, {2, 2}), rt::blocks(b, {2, 2}),
                                                rt::on<1>, rt::on<0>, rt::kernel::matmul),
                                       rt::by<0, 2>, rt::kernel::add);
  const auto [by_a, by_b] = rt::grad(loss(rt::to_array(relations)), a, b);
  const auto [wanted_a, wanted_b] = rt::grad(loss(rt::matmul(a, b)), a, b);
  CHECK(rt::allclose(by_a, wanted_a).item());
  CHECK(rt::allclose(by_b, wanted_b).item());
}

TEST_CASE("derivatives of kernels that read all of their operands") {
  // Of every two blocks of rows the squared distance of every two rows.
  const auto distances = [](const auto& a, const auto& b) {
    Eigen::MatrixXd all(a.rows(), b.rows());
    for (int i = 0; i < a.rows(); ++i) {
      for (int j = 0; j < b.rows(); ++j) all(i, j) = (a.row(i) - b.row(j)).squaredNorm();
    }
    return all;
  };
  const auto by_first = [](const auto& g, const auto& a, const auto& b) {
    Eigen::MatrixXd slope = Eigen::MatrixXd::Zero(a.rows(), a.cols());
    for (int i = 0; i < a.rows(); ++i) {
      for (int j = 0; j < b.rows(); ++j) slope.row(i) += 2 * g(i, j) * (a.row(i) - b.row(j));
    }
    return slope;
  };
  // Of by_first, by g, a and b.
  const auto by_g = [](const auto& h, const auto&, const auto& a, const auto& b) {
    Eigen::MatrixXd slope(a.rows(), b.rows());
    for (int i = 0; i < a.rows(); ++i) {
      for (int j = 0; j < b.rows(); ++j) slope(i, j) = 2 * h.row(i).dot(a.row(i) - b.row(j));
    }
    return slope;
  };
  const auto by_a = [](const auto& h, const auto& g, const auto&, const auto& b) {
    Eigen::MatrixXd slope(h.rows(), h.cols());
    for (int i = 0; i < h.rows(); ++i) {
      slope.row(i) = 2 * h.row(i) * g.row(i).head(b.rows()).sum();
    }
    return slope;
  };
  const auto by_b = [](const auto& h, const auto& g, const auto&, const auto&) {
    Eigen::MatrixXd slope = -2 * g.transpose() * h;
    return slope;
  };
  const auto by_second = [by_first](const auto& g, const auto& a, const auto& b) {
    return by_first(g.transpose(), b, a);
  };
  const auto kernel = rt::declare(distances).derivatives(
      rt::declare(by_first).derivatives(by_g, by_a, by_b), by_second);
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const Matrix a = spread_between<2>(-1, 1, {5, 3}, 0.1);
    const Matrix b = spread_between<2>(-1, 1, {7, 3}, 0.6);
    const auto loss = [&](const Matrix& x, const Matrix& y) {
      // Keys of axis 1, of which there is one, are joined.
      return loss_of(rt::to_array(rt::aggregate(
          rt::join(rt::blocks(x, {2, 3}), rt::blocks(y, {3, 3}), rt::on<1>, rt::on<1>, kernel),
          rt::by<0, 2>, rt::kernel::add)));
    };
    require_gradient([&](const Matrix& x) { return loss(x, b); }, a);
    require_second_derivatives([&](const Matrix& x) { return loss(x, b); }, a);
    rt::evaluate(a, b);
    const Matrix by = rt::grad([&](const Matrix& y) { return loss(a, y); }, b);
    const Matrix direction = spread_between<2>(-1, 1, {7, 3}, 0.3);
    const double h = 1e-5;
    const double expected =
        (loss(a, b + h * direction).item() - loss(a, b - h * direction).item()) / (2 * h);
    CHECK(rt::sum(by * direction).item() == Approx(expected).epsilon(1e-6));
  }
}

TEST_CASE("derivatives of kernels that fill their results, and beside blocks without derivatives") {
  struct Factor {
    std::int64_t power;
    double times;
  };
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const Matrix x = spread_between<2>(0.5, 1.5, {5, 6});
    const Matrix other = spread_between<2>(-1, 1, {5, 6}, 0.4);
    const auto first = [](std::span<const rt::Extents> blocks) { return blocks[0]; };
    const auto second = [](std::span<const rt::Extents> blocks) { return blocks[1]; };
    const auto filling = [](auto& out, const auto& a, const auto& b) {
      out = a.cwiseProduct(a).cwiseProduct(b);
    };
    const auto by_a = [](auto& out, const auto& g, const auto& a, const auto& b) {
      out = 2 * g.cwiseProduct(a).cwiseProduct(b);
    };
    const auto by_b = [](const auto& g, const auto& a) -> Eigen::MatrixXd {
      return g.cwiseProduct(a).cwiseProduct(a);
    };
    using Block = rt::Dense<double, 2>;
    const auto kernel = rt::declare(filling).fills_block<Block>(first).derivatives(
        rt::declare(by_a).fills_block<Block>(second), by_b);
    const auto of_arrays = [&](const Matrix& a, const Matrix& b) {
      return loss_of(rt::to_array(rt::join(rt::blocks(a, {2, 3}), rt::blocks(b, {2, 3}),
                                           rt::on<0, 1>, rt::on<0, 1>, kernel)));
    };
    const auto [found_a, found_b] = rt::grad(of_arrays(x, other), x, other);
    const auto [wanted_a, wanted_b] = rt::grad(loss_of(rt::as_array(x * x * other)), x, other);
    CHECK(rt::allclose(found_a, wanted_a, 1e-12, 1e-12).item());
    CHECK(rt::allclose(found_b, wanted_b, 1e-12, 1e-12).item());

    const auto factors = rt::relation_from_blocks<Factor, 1>({2}, [](rt::KeyOf<1> key) {
      return Factor{key[0] + 1, 0.5 + double(key[0])};
    });
    const auto raised = [](const auto& a, const Factor& by) {
      return (a.array().pow(double(by.power)) * by.times).matrix();
    };
    const auto slope = [](const auto& g, const auto& a, const Factor& by) {
      return (g.array() * a.array().pow(double(by.power - 1)) * double(by.power) * by.times)
          .matrix();
    };
    const auto powers = [&](const Matrix& a) {
      return rt::join(rt::blocks(a, {2, 3}), factors, rt::on<1>, rt::on<0>,
                      rt::declare(raised).derivatives(slope, nullptr));
    };
    const Matrix by_x = rt::grad(loss_of(rt::to_array(powers(x))), x);
    const Matrix parts =
        rt::concatenate({rt::as_array(0.5 * x(rt::all_of_axis, rt::slice(0, 3))),
                         rt::as_array(1.5 * rt::square(x(rt::all_of_axis, rt::slice(3, 6))))},
                        1);
    CHECK(rt::allclose(by_x, rt::grad(loss_of(parts), x), 1e-12, 1e-12).item());
  }
}

}  // namespace relations_test
