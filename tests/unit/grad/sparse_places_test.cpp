// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <tuple>
#include <vector>

#include <relatile/sparse.hpp>

#include "unit/grad/against_differences.hpp"

// Derivatives of what puts entries of sparse matrices somewhere, or takes dense elements at them,
// and by several sparse arrays.
namespace sparse_places_test {

namespace rt = relatile;
using rt::test::few_site_counts;
using rt::test::loss_of;
using rt::test::require_gradient;
using rt::test::require_second_derivatives;
using rt::test::spread_between;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;
using Sparse = rt::SparseArray<double, 2>;
using Vector = rt::Array<double, 1>;

namespace {

/// With so many rows in place of each.
Sparse some_entries(std::int64_t apart = 1) {
  std::vector<std::int64_t> rows{0, 0, 1, 3, 3, 3, 5, 6};
  for (std::int64_t& row : rows) row *= apart;
  const std::vector<std::int64_t> columns{1, 3, 0, 0, 2, 4, 4, 1};
  return rt::from_coordinates(rows, columns, std::vector<double>{1, -2, 0.5, 3, -1, 2, 0.25, -0.75},
                              {7 * apart, 5});
}
Sparse other_entries(std::int64_t apart = 1) {
  std::vector<std::int64_t> rows{0, 1, 2, 3, 3, 4};
  for (std::int64_t& row : rows) row *= apart;
  const std::vector<std::int64_t> columns{1, 1, 3, 2, 3, 0};
  return rt::from_coordinates(rows, columns, std::vector<double>{0.5, 1, -1, 2, -0.5, 1.5},
                              {7 * apart, 5});
}

}  // namespace

TEST_CASE("derivatives of sparse matrices made dense, and of dense ones at entries") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const Sparse s = some_entries();
    const Sparse t = other_entries();
    const Vector x = spread_between<1>(-1, 1, {8});
    const auto with = [&](const Vector& e) { return s.with_values(e); };
    const auto dense = [&](const Vector& e) { return loss_of(rt::to_dense(with(e))); };
    require_gradient(dense, x);
    require_second_derivatives(dense, x);
    require_gradient([&](const Vector& e) { return loss_of(rt::to_dense(with(e), 2.0)); }, x);
    require_gradient([&](const Vector& e) { return loss_of((with(e) + t).values()); }, x);
    const auto squares = [&](const Vector& e) {
      const Sparse both = with(e) + rt::sin(with(e)) * t;
      return loss_of((both * both).values());
    };
    require_gradient(squares, x);
    require_second_derivatives(squares, x);
    const auto beside = [&](const auto& d) { return loss_of((s * d).values()); };
    require_gradient(beside, spread_between<2>(-1, 1, {7, 5}));
    require_gradient([&](const Matrix& row) { return beside(row); },
                     spread_between<2>(-1, 1, {1, 5}));
    require_gradient([&](const Matrix& column) { return beside(column); },
                     spread_between<2>(-1, 1, {7, 1}));
    require_gradient([&](const Matrix& one) { return beside(one); },
                     spread_between<2>(-1, 1, {1, 1}));
    require_gradient([&](const Vector& row) { return beside(row); }, spread_between<1>(-1, 1, {5}));
    require_second_derivatives([&](const Vector& row) { return beside(rt::sin(row)); },
                               spread_between<1>(-1, 1, {5}));
  }
}

TEST_CASE("derivatives of reductions of sparse matrices along an axis") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const Sparse s = some_entries();
    const Vector x = spread_between<1>(-1, 1, {8});
    const auto all = [&](const auto& reduce) {
      const auto along = [&](int axis) {
        const auto loss = [&](const Vector& e) { return loss_of(reduce(s.with_values(e), axis)); };
        require_gradient(loss, x);
        require_second_derivatives(loss, x);
      };
      along(0);
      along(1);
    };
    all([](const Sparse& e, int axis) { return rt::sum(e, axis); });
    all([](const Sparse& e, int axis) { return rt::mean(e, axis); });
    all([](const Sparse& e, int axis) { return rt::min(e, axis); });
    all([](const Sparse& e, int axis) { return rt::max(e, axis); });
  }
}

TEST_CASE("derivatives by several sparse arrays, and by sparse and dense ones") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const Sparse s = some_entries();
    const Sparse t = rt::transpose(other_entries()) * 1.0;
    const Vector v = spread_between<1>(-1, 1, {7});
    const auto f = [](const Sparse& a, const Vector& x, const Sparse& b) {
      return loss_of(rt::matmul(a, rt::sin(rt::matmul(b, x))));
    };
    const Number loss = f(s, v, t);
    const auto [by_s, by_v, by_t] = rt::grad(loss, s, v, t);
    const auto [of_s, of_v, of_t] = rt::grad(f, s, v, t);
    const auto [value, of_both_s, of_both_t] =
        rt::value_and_grad([&](const Sparse& a, const Sparse& b) { return f(a, v, b); }, s, t);
    const auto dense = [](const Matrix& a, const Vector& x, const Matrix& b) {
      return loss_of(rt::matmul(a, rt::sin(rt::matmul(b, x))));
    };
    const auto [all_s, all_v, all_t] = rt::grad(dense, rt::to_dense(s), v, rt::to_dense(t));
    const auto at = [](const Sparse& pattern, const Matrix& all) {
      return rt::as_array(all * rt::astype<double>(rt::to_dense(pattern) != 0.0));
    };
    CHECK(value.item() == Approx(loss.item()));
    for (const Sparse& found : {by_s, of_s, of_both_s}) {
      CHECK(rt::allclose(rt::to_dense(found), at(s, all_s)).item());
    }
    for (const Sparse& found : {by_t, of_t, of_both_t}) {
      CHECK(rt::allclose(rt::to_dense(found), at(t, all_t)).item());
    }
    CHECK(rt::allclose(by_v, all_v).item());
    CHECK(rt::allclose(of_v, all_v).item());
  }
}

TEST_CASE("derivatives are the same where only rows with entries are stored") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    constexpr std::int64_t apart = 800;
    const Vector x = spread_between<1>(-1, 1, {8});
    const auto squares = [](const auto& y) { return Number(rt::sum(rt::square(y))); };
    const auto require_same = [&](const auto& f) {
      const auto slopes = [&](std::int64_t far) {
        const Sparse s = some_entries(far);
        REQUIRE(s.is_doubly_compressed() == (far > 1));
        const Sparse t = other_entries(far);
        return rt::grad([&](const Vector& e) { return f(s.with_values(e), t); }, x);
      };
      CHECK(rt::allclose(slopes(apart), slopes(1), 1e-12, 1e-12).item());
    };
    const Vector v = spread_between<1>(-1, 1, {5});
    require_same([&](const Sparse& s, const Sparse&) { return squares(rt::matmul(s, v)); });
    require_same([&](const Sparse& s, const Sparse&) {
      return squares(rt::matmul(rt::ones({s.shape(0)}), s));
    });
    require_same([&](const Sparse& s, const Sparse&) {
      return squares(rt::matmul(rt::transpose(s), rt::ones({s.shape(0)})));
    });
    require_same([&](const Sparse& s, const Sparse&) { return squares(rt::sum(s, 0)); });
    require_same([&](const Sparse& s, const Sparse&) { return squares(rt::max(s, 1)); });
    require_same([&](const Sparse& s, const Sparse& t) { return squares((s + t).values()); });
    require_same([&](const Sparse& s, const Sparse& t) { return squares((s * t).values()); });
    require_same([&](const Sparse& s, const Sparse&) { return squares(rt::to_dense(s)); });
    require_same([&](const Sparse& s, const Sparse& t) {
      return squares(rt::matmul(rt::transpose(s), t).values());
    });
  }
}

}  // namespace sparse_places_test
