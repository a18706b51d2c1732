// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <relatile/grad.hpp>
#include <relatile/sparse.hpp>
#include <string>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace sparse_products_test {

// Products of sparse arrays between processes: the same on any number of them.

namespace rt = relatile;

TEST_CASE("what was expected of products is the same on all ranks, before and after they ran") {
  rt::Context context(MPI_COMM_WORLD);
  rt::random::seed(11);
  const rt::SparseArray<double> s = rt::random::rmat(9, 6);
  const rt::SparseArray<double> product = rt::matmul(s, s);
  const rt::Array<double, 0> total = rt::sum(product);
  const std::string before = rt::explain(total, rt::in_full);
  rt::evaluate(total);
  rt::test::require_exact_traffic(rt::report(total));
  CHECK(total.item() == Approx(rt::item(rt::sum(rt::matmul(rt::to_dense(s), rt::to_dense(s))))));
  const auto said = [&](const std::string& text) {
    const auto at = text.find(", ~");
    REQUIRE(at != std::string::npos);
    return text.substr(at, text.find("(1 times)", at) - at);
  };
  CHECK(said(before) == said(rt::explain(total, rt::in_full)));
  CHECK(said(before).find(" and " + rt::grouped(product.nnz()) + " found") != std::string::npos);
}

TEST_CASE("shortest ways over a sparse array of three dimensions") {
  rt::Context context(MPI_COMM_WORLD);
  // From i by way of j to k, at a price that depends on all three; k is left at a price, too.
  const auto places = rt::reshape(rt::arange<double>(7.0 * 6 * 5), {7, 6, 5});
  const auto price = rt::to_sparse(rt::where(places % 4.0 == 1.0, places % 13.0 + 1.0, 0.0));
  const rt::Array<double, 1> by_j = rt::arange<double>(6.0) * 2.0;
  const rt::Array<double, 1> by_k = 9.0 - rt::arange<double>(5.0);
  const rt::Array<double, 1> least = rt::einsum<"ijk,j,k->i", rt::MinPlus>(price, by_j, by_k);
  rt::evaluate(least);
  rt::test::require_exact_traffic(rt::report(least));
  const rt::Array<double, 2> through = rt::mode_dot<rt::MinPlus>(price, by_k, 2);
  std::vector<double> wanted(7, std::numeric_limits<double>::infinity());
  std::vector<double> wanted_through(42, std::numeric_limits<double>::infinity());
  for (std::size_t place = 0; place < 210; ++place) {
    if (place % 4 != 1) continue;
    const std::size_t j = place / 5 % 6;
    const double to_k = double(place % 13 + 1) + 9.0 - double(place % 5);
    wanted[place / 30] = std::min(wanted[place / 30], to_k + 2.0 * double(j));
    wanted_through[place / 5] = std::min(wanted_through[place / 5], to_k);
  }
  CHECK(rt::to_vector(least) == wanted);
  CHECK(rt::to_vector(through) == wanted_through);
}

TEST_CASE("levels of a graph, and products outside of a mask") {
  rt::Context context(MPI_COMM_WORLD);
  rt::random::seed(12);
  const rt::SparseArray<double> drawn = rt::random::rmat(8, 3);
  const rt::SparseArray<double> graph = drawn + rt::transpose(drawn);
  const auto dense = rt::to_vector(rt::to_dense(graph != 0.0));
  std::vector<std::int32_t> wanted(256, -1);
  wanted[9] = 0;
  for (std::int32_t level = 0; level < 256; ++level) {
    for (std::size_t v = 0; v < 256; ++v) {
      if (wanted[v] != level) continue;
      for (std::size_t w = 0; w < 256; ++w) {
        if (dense[v * 256 + w] && wanted[w] < 0) wanted[w] = level + 1;
      }
    }
  }
  CHECK(rt::to_vector(rt::bfs_levels(graph, 9)) == wanted);
  CHECK(rt::to_vector(rt::bfs_levels(graph, 9, graph)) == wanted);
  CHECK(rt::to_vector(rt::bfs_levels(rt::transpose(graph), 9)) == wanted);
  CHECK_THROWS_AS(rt::bfs_levels(graph, 256), rt::ShapeMismatch);

  const auto strangers = rt::masked_matmul<rt::PlusPair>(graph, graph, rt::complement(graph));
  rt::evaluate(strangers);
  rt::test::require_exact_traffic(rt::report(strangers));
  const auto found = rt::to_vector(rt::to_dense(strangers));
  for (std::size_t place = 0; place < found.size(); ++place) {
    std::int64_t common = 0;
    for (std::size_t v = 0; v < 256; ++v) {
      common += dense[place / 256 * 256 + v] && dense[v * 256 + place % 256] ? 1 : 0;
    }
    if (found[place] != (dense[place] ? 0 : common)) CHECK(found[place] == common);
  }
  const rt::Array<bool, 1> few = rt::arange<std::int64_t>(256) % std::int64_t{5} == std::int64_t{0};
  const auto chosen = rt::matmul<rt::PlusPair>(graph, graph, rt::only(few));
  const auto all = rt::to_dense(rt::matmul<rt::PlusPair>(graph, graph));
  CHECK(rt::array_equal(rt::to_dense(chosen),
                        rt::where(rt::expand_dims(few, 1), all, std::int64_t{0}))
            .item());
}

TEST_CASE("derivatives by entries that were sorted anew come back to them") {
  rt::Context context(MPI_COMM_WORLD);
  const auto places = rt::reshape(rt::arange<double>(9.0 * 8 * 70), {9, 8, 70});
  const auto s = rt::to_sparse(rt::where(places % 3.0 == 1.0, places % 11.0 + 1.0, 0.0));
  const rt::Array<double, 2> x = rt::reshape(rt::arange<double>(3.0 * 70), {3, 70});
  const rt::Array<double, 3> y = rt::mode_dot(s, x, 2);
  const auto gradient = rt::grad(rt::Array<double, 0>(rt::sum(y * y)), s);
  rt::evaluate(gradient);
  rt::test::require_exact_traffic(rt::report(gradient));
  const auto of_y = rt::to_vector(y);
  const auto of_x = rt::to_vector(x);
  const auto [indices, values] = rt::coordinates(s);
  const auto i = rt::to_vector(indices[0]);
  const auto j = rt::to_vector(indices[1]);
  const auto k = rt::to_vector(indices[2]);
  const auto found = rt::to_vector(gradient.values());
  REQUIRE(found.size() == std::size_t(s.nnz()));
  for (std::size_t e = 0; e < found.size(); ++e) {
    double wanted = 0;
    for (std::int64_t r = 0; r < 3; ++r) {
      wanted += 2 * of_y[std::size_t((i[e] * 8 + j[e]) * 3 + r)] * of_x[std::size_t(r * 70 + k[e])];
    }
    if (std::abs(found[e] - wanted) > 1e-9 * std::abs(wanted)) CHECK(found[e] == wanted);
  }
}

TEST_CASE("derivatives of products of two sparse matrices") {
  rt::Context context(MPI_COMM_WORLD);
  rt::random::seed(13);
  const rt::SparseArray<double> a = rt::random::sparse(90, 70, 0.1);
  const rt::SparseArray<double> b = rt::random::sparse(70, 80, 0.1);
  const rt::SparseArray<double> product = rt::matmul(a, b);
  const rt::Array<double, 0> loss = rt::sum(product.values() * product.values());
  const auto [of_a, of_b] = rt::grad(loss, a.values(), b.values());
  rt::evaluate(of_a, of_b);
  rt::test::require_exact_traffic(rt::report(of_a));
  const auto by_a = a.with_values(of_a);
  const auto by_b = b.with_values(of_b);
  const rt::Array<double, 2> x = rt::to_dense(a);
  const rt::Array<double, 2> y = rt::to_dense(b);
  const rt::Array<double, 2> g = 2.0 * rt::matmul(x, y);
  const auto at_entries = [](const auto& s, const auto& whole) {
    return rt::where(rt::to_dense(s) != 0.0, whole, 0.0);
  };
  CHECK(rt::allclose(rt::to_dense(by_a), at_entries(a, rt::matmul(g, rt::transpose(y)))).item());
  CHECK(rt::allclose(rt::to_dense(by_b), at_entries(b, rt::matmul(rt::transpose(x), g))).item());
}

TEST_CASE("of few rows that have entries ranks store no others") {
  const rt::Context context(MPI_COMM_WORLD);
  constexpr std::int64_t n = 5003;
  std::vector<std::int64_t> rows, columns;
  std::vector<double> values;
  for (std::int64_t e = 0; e < 41; ++e) {
    rows.push_back(e * e * 37 % n);
    columns.push_back(e * 1999 % n);
    values.push_back(double(e) + 1);
  }
  const auto s = rt::from_coordinates(rows, columns, values, {n, n});
  REQUIRE(s.is_doubly_compressed());
  const auto x = rt::Array<double, 1>(rt::astype<double>(rt::arange<std::int64_t>(n)));
  const auto back = rt::transpose(s);
  rt::evaluate(back);
  std::vector<double> forth(std::size_t(n), 0.0);
  std::vector<double> sideways = forth;
  for (std::size_t e = 0; e < values.size(); ++e) {
    forth[std::size_t(rows[e])] += values[e] * double(columns[e]);
    sideways[std::size_t(columns[e])] += values[e] * double(rows[e]);
  }
  const rt::Array<double, 1> product = rt::matmul(s, x);
  CHECK(rt::to_vector(product) == forth);
  rt::test::require_exact_traffic(rt::report(product));
  CHECK(rt::to_vector(rt::as_array(rt::matmul(x, s))) == sideways);
  CHECK(rt::to_vector(rt::as_array(rt::matmul(back, x))) == sideways);
  const rt::Array<double, 1> twice = rt::matmul(rt::matmul(s, back), x);
  const rt::Array<double, 1> again = rt::matmul(s, rt::as_array(rt::matmul(back, x)));
  CHECK(rt::allclose(twice, again));
  CHECK_THROWS_AS(rt::from_coordinates(rows, columns, values, {100, n}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::matmul(s, rt::as_array(rt::zeros({n + 1}))), rt::ShapeMismatch);
}

}  // namespace sparse_products_test
