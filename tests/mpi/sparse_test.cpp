// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <charconv>
#include <cmath>
#include <complex>
#include <limits>
#include <relatile/sparse.hpp>
#include <relatile/sparse/eigen.hpp>
#include <string>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"
#include "support/directory.hpp"

namespace sparse_test {

// Sparse matrices between processes: the same numbers on any number of them.

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::common_error;
using rt::test::Directory;

namespace {

/// The Laplacian of a grid of side x side points.
rt::SparseArray<double> laplacian(std::int64_t side) {
  const std::int64_t n = side * side;
  const auto eye = [n](std::int64_t k) { return rt::sparse_eye(n, n, k); };
  const rt::Array<std::int64_t, 1> point = rt::arange<std::int64_t>(n - 1);
  // No link from the end of a row of the grid to the next row's beginning.
  const auto inner = rt::astype<double>((point + std::int64_t{1}) % side != std::int64_t{0});
  const auto beside = rt::diags(inner, 1);
  return 4.0 * eye(0) - beside - rt::transpose(beside) - eye(side) - eye(-side);
}

/// A matrix as the Matrix Market has it, entry after entry.
std::string market_text(const rt::SparseArray<double>& s) {
  const auto [rows, columns, values] = rt::coordinates(s);
  const auto of_rows = rt::to_vector(rows);
  const auto of_columns = rt::to_vector(columns);
  const auto of_values = rt::to_vector(values);
  std::string text = "%%MatrixMarket matrix coordinate real general\n" +
                     std::to_string(s.shape(0)) + ' ' + std::to_string(s.shape(1)) + ' ' +
                     std::to_string(s.nnz()) + '\n';
  for (std::size_t e = 0; e < of_rows.size(); ++e) {
    char number[32];
    const auto end = std::to_chars(number, number + sizeof number, of_values[e]).ptr;
    text += std::to_string(of_rows[e] + 1) + ' ' + std::to_string(of_columns[e] + 1) + ' ' +
            std::string(number, end) + '\n';
  }
  return text;
}

}  // namespace

TEST_CASE("conjugate gradients on a grid, of which boundaries travel") {
  rt::Context context(MPI_COMM_WORLD);
  const std::int64_t side = 48;
  const std::int64_t n = side * side;
  const auto a = laplacian(side);
  CHECK(a.nnz() == 5 * n - 4 * side + 2 * (side - 1));  // some of them are 0
  const rt::Array<double, 1> wanted = rt::sin(rt::arange<double>(double(n)));
  const rt::Array<double, 1> b = rt::matmul(a, wanted);
  rt::Array<double, 1> x = rt::zeros({n});
  rt::Array<double, 1> r = b;
  rt::Array<double, 1> p = r;
  double norm = rt::item(rt::sum(r * r));
  int steps = 0;
  for (; norm > 1e-20 && steps < 1000; ++steps) {
    const rt::Array<double, 1> ap = rt::matmul(a, p);
    rt::evaluate(ap);
    rt::test::require_exact_traffic(rt::report(ap));
    const double alpha = norm / rt::item(rt::sum(p * ap));
    x = x + alpha * p;
    r = r - alpha * ap;
    const double next = rt::item(rt::sum(r * r));
    p = r + (next / norm) * p;
    norm = next;
  }
  CHECK(steps < 200);
  CHECK(rt::item(rt::max(rt::abs(x - wanted))) < 1e-8);
}

TEST_CASE("a graph drawn at random is the same on any number of ranks") {
  rt::Context context(MPI_COMM_WORLD);
  rt::random::seed(7);
  const auto graph = rt::random::rmat(10, 8);
  CHECK(graph.nnz() == 6725);
  CHECK(rt::item(rt::sum(graph)) == 8192);
  const auto back = rt::transpose(rt::transpose(graph));
  CHECK(rt::all(back.values() == graph.values()).item());
  CHECK(rt::all(back.columns() == graph.columns()).item());
  const rt::Array<double, 1> ones = rt::ones({1024});
  CHECK(rt::array_equal(rt::matmul(rt::matmul(graph, graph), ones),
                        rt::matmul(graph, rt::matmul(graph, ones)))
            .item());
  CHECK(rt::array_equal(rt::matmul(ones, graph), rt::sum(rt::transpose(graph), 1)).item());
  const auto chosen = rt::random::sparse({500, 300}, 0.02);
  CHECK(chosen.nnz() == 3000);
  CHECK(rt::item(rt::max(chosen)) <= 1);
}

TEST_CASE("what scipy's users write gives the same on any number of ranks") {
  rt::Context context(MPI_COMM_WORLD);
  rt::random::seed(11);
  const auto graph = rt::random::erdos_renyi(60, 0.1);
  CHECK(graph.nnz() == 418);
  CHECK(rt::array_equal(graph, rt::transpose(graph)).item());
  const auto s = rt::random::sparse(60, 40, 0.1);
  const auto dense = rt::to_dense(s);
  const auto wide = rt::reshape(rt::sin(rt::arange(120.0)), {40, 3});
  const auto same = [](const auto& x, const auto& y) { return rt::allclose(x, y).item(); };
  CHECK(same(rt::einsum<"ij,jk->ik">(s, wide), rt::einsum<"ij,jk->ik">(dense, wide)));
  CHECK(same(rt::einsum<"ij,ik,kl->jl">(s, graph, s),
             rt::einsum<"ij,ik,kl->jl">(dense, rt::to_dense(graph), dense)));
  CHECK(same(rt::einsum<"ij,jk,ki->">(graph, graph, graph),
             rt::trace(rt::matmul(graph, rt::matmul(graph, graph)))));
  CHECK(same(rt::var(s, 0, {.ddof = 1}), rt::var(dense, 0, {.ddof = 1})));
  CHECK(same(rt::prod(s + 1.0 * rt::to_sparse(rt::ones({60, 40})), 0), rt::prod(dense + 1.0, 0)));
  CHECK(rt::array_equal(rt::argmax(s, 0), rt::argmax(dense, 0)).item());
  CHECK(rt::array_equal(rt::argmin(s, 1), rt::argmin(dense, 1)).item());
  CHECK(rt::argmax(s).item() == rt::argmax(dense).item());
  CHECK(same(rt::norm(s, std::numeric_limits<double>::infinity()),
             rt::norm(dense, std::numeric_limits<double>::infinity())));
  CHECK(same(rt::where(s > 0.5, s, 0), rt::where(dense > 0.5, dense, 0)));
  CHECK(same(rt::reshape(s, {80, 30}), rt::reshape(dense, {80, 30})));
  CHECK(
      same(rt::block_diag({s, graph})(rt::slice(60, {}), rt::slice(40, {})), rt::to_dense(graph)));
  CHECK(rt::nonzero(graph)[0].size() == graph.nnz());
  CHECK_THROWS_AS(s == s, rt::Error);
  CHECK_THROWS_AS((rt::einsum<"ij,jk->ik">(s, s)), rt::ShapeMismatch);
  const auto stencil = rt::diags({-1.0, 2.0, -1.0}, {-1, 0, 1}, {1000, 1000});
  CHECK(rt::item(rt::sum(stencil)) == 2);
  // Only one rank looks at what it is given.
  const int last = context.size() - 1;
  const auto here = rt::to_eigen_on(last, s);
  CHECK(here.has_value() == (context.rank() == last));
  const auto back =
      rt::from_eigen(here ? *here : decltype(rt::to_eigen(s))(60, 40), rt::on_rank(last));
  CHECK(rt::array_equal(back, s).item());
  CHECK(rt::to_eigen(s).isApprox(rt::to_eigen(back)));
}

TEST_CASE("an index outside is refused on all ranks, and nothing is lost") {
  rt::Context context(MPI_COMM_WORLD);
  const rt::Array<std::int64_t, 1> rows = rt::arange<std::int64_t>(10);
  const rt::Array<double, 1> values = rt::ones({10});
  CHECK_THROWS_AS(rt::from_coordinates(rows, rows * 2, values, {10, 18}), rt::ShapeMismatch);
  const auto s = rt::from_coordinates(rows, rows * 2, values, {10, 19});
  CHECK_THROWS_AS(rt::matmul(s, values), rt::ShapeMismatch);
  CHECK(rt::item(rt::sum(s)) == 10);
  if (context.size() == 1) return;
  CHECK_THROWS_AS(rt::evaluate(rt::to_dense(s, double(context.rank()))), rt::PlanMismatch);
  CHECK(rt::item(rt::sum(rt::to_dense(s, 1.0))) == 190);
}

TEST_CASE("files of the Matrix Market in coordinate format") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const auto written = [&](const std::string& text) { return directory.put("x.mtx", text); };
  const auto general = rt::mmread_sparse<double>(
      written("%%MatrixMarket matrix coordinate real general\n% a comment\n3 4 3\n1 1 2.5\n3  4 "
              "-1e2\n1 2 7\n"));
  CHECK(rt::to_vector(rt::to_dense(general)) ==
        std::vector<double>{2.5, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, -100});
  const auto symmetric = rt::mmread_sparse<float>(
      written("%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 3\n"));
  CHECK(rt::to_vector(rt::to_dense(symmetric)) == std::vector<float>{0, -3, 3, 0});
  const auto pattern = rt::mmread_sparse<int>(
      written("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n"));
  CHECK(rt::to_vector(rt::to_dense(pattern)) == std::vector<int>{1, 1, 1, 0});
  using Complex = std::complex<double>;
  const auto hermitian = rt::mmread_sparse<Complex>(
      written("%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 4 0\n2 1 1 2\n"));
  CHECK(rt::to_vector(rt::to_dense(hermitian)) == std::vector<Complex>{4, {1, -2}, {1, 2}, 0});
  const auto none =
      rt::mmread_sparse<double>(written("%%MatrixMarket matrix coordinate real general\n3 2 0\n"));
  CHECK(none.nnz() == 0);
  CHECK_THROWS_AS(
      rt::mmread_sparse<double>(written("%%MatrixMarket matrix array real general\n1 1\n1\n")),
      rt::Error);
}

TEST_CASE("a graph that is written in any format is read again by all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  rt::random::seed(11);
  const auto ones = rt::random::rmat(9, 8);
  const rt::SparseArray<double> graph = ones.with_values(1.0 / (ones.values() + 2.0));
  const auto same = [&](const rt::SparseArray<double>& s) {
    CHECK(rt::array_equal(s, graph).item());
  };
  rt::mmwrite(directory / "x.mtx", graph);
  same(rt::mmread_sparse<double>(directory / "x.mtx"));
  const auto both = graph + rt::transpose(graph);
  rt::mmwrite(directory / "y.mtx", both, {.symmetry = "symmetric"});
  CHECK(rt::array_equal(rt::mmread_sparse<double>(directory / "y.mtx"), both).item());
  rt::write_tns(directory / "x.tns", graph);
  same(rt::read_tns<double>(directory / "x.tns", {.shape = graph.shape()}));
  const auto tensor = rt::reshape(graph, {graph.shape(0), 16, -1});
  rt::write_tns(directory / "y.tns", tensor);
  const auto read = rt::read_tns<double, 3>(directory / "y.tns", {.shape = tensor.shape()});
  same(rt::reshape(read, {graph.shape(0), graph.shape(1)}));
  rt::write_weighted_edgelist(directory / "x.txt", graph);
  same(rt::read_weighted_edgelist<double>(directory / "x.txt", {.shape = graph.shape()}));
  rt::save_sparse(directory / "x", graph);
  same(rt::load_sparse<double>(directory / "x"));
  CHECK((directory.get("x.mtx") == market_text(graph)));  // in one line, if it is not
}

TEST_CASE("what is wrong in a file of entries is the same error on all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  auto& sites = context.transport();
  std::string lines = "%%MatrixMarket matrix coordinate real general\n50 50 60\n";
  for (int i = 0; i < 59; ++i) lines += std::to_string(i % 50 + 1) + " 7 1.5\n";
  const auto path = directory / "x.mtx";
  const auto error_of = [&](const std::string& last) {
    directory.put("x.mtx", lines + last);
    return common_error<rt::ParseError>(sites, [&] { rt::mmread_sparse<double>(path); });
  };
  CHECK(error_of("") == path + ": expected 60 entries, found 59");
  CHECK(error_of("51 1 1\n") ==
        "relatile: " + path + ":62: expected a row from 1 to 50, found '51'");
  CHECK(error_of("1 x 1\n") ==
        "relatile: " + path + ":62: expected a column from 1 to 50, found 'x'");
  CHECK(error_of("1 1 one") == "relatile: " + path + ":62: expected a number, found 'one'");
  const auto s = rt::sparse_eye(50);
  const auto io_error = [&](auto&& work) {
    CHECK_THAT(common_error<rt::IoError>(sites, work), ContainsSubstring("relatile: cannot "));
  };
  io_error([&] { rt::mmwrite(directory / "none/x.mtx", s); });
  io_error([&] { rt::save_sparse(directory / "none/x", s); });
  io_error([&] { rt::mmwrite("/dev/full", s); });
  io_error([&] { rt::load_sparse<double>(directory / "none"); });
  rt::save_sparse(directory / "x", s);
  directory.put("x/indices.npy", "no array");
  CHECK_THAT(common_error<rt::ParseError>(sites, [&] { rt::load_sparse<double>(directory / "x"); }),
             ContainsSubstring("x/indices.npy: expected a NumPy file"));
  if (context.size() == 1) return;
  CHECK_THROWS_AS(rt::save_sparse(directory / "x", s * double(context.rank() + 1)),
                  rt::PlanMismatch);
}

}  // namespace sparse_test
