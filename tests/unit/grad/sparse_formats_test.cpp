// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include <relatile/iterative.hpp>
#include <relatile/sparse.hpp>

#include "unit/grad/against_differences.hpp"

// Derivatives by matrices in every format, and by transposes that are not made: those of the same
// program with the matrix by rows, in the format of the matrix.
namespace sparse_formats_test {

namespace rt = relatile;
using rt::Format;
using rt::test::few_site_counts;
using rt::test::loss_of;
using rt::test::spread_between;
using Number = rt::Array<double, 0>;
using Sparse = rt::SparseArray<double, 2>;
using Vector = rt::Array<double, 1>;
using Loss = std::function<Number(const Sparse&)>;

namespace {

Sparse some_entries(Format format) {
  const std::vector<std::int64_t> rows{0, 0, 1, 3, 3, 3, 5, 6};
  const std::vector<std::int64_t> columns{1, 3, 0, 0, 2, 4, 4, 1};
  const std::vector<double> values{1, -2, 0.5, 3, -1, 2, 0.25, -0.75};
  return rt::from_coordinates(rows, columns, values, {7, 5}, {.format = format});
}
Sparse other_entries(Format format) {
  const std::vector<std::int64_t> rows{0, 1, 2, 3, 3, 4, 6};
  const std::vector<std::int64_t> columns{1, 1, 3, 2, 3, 0, 4};
  return rt::from_coordinates(rows, columns, std::vector<double>{0.5, 1, -1, 2, -0.5, 1.5, 3},
                              {7, 5}, {.format = format});
}
Sparse square_entries(Format format) {
  const std::vector<std::int64_t> rows{0, 1, 2, 3, 4, 0, 3, 4};
  const std::vector<std::int64_t> columns{0, 1, 2, 3, 4, 2, 1, 3};
  return rt::from_coordinates(rows, columns, std::vector<double>{5, 6, 7, 5, 6, 1, -1, 0.5}, {5, 5},
                              {.format = format});
}

struct Named {
  std::string name;
  Loss loss;
};

/// Losses of all that has derivatives by entries, beside matrices in a format.
std::vector<Named> losses(Format other) {
  const Sparse t = other_entries(other);
  const auto v = spread_between<1>(-1, 1, {5}, 0.4);
  const auto w = spread_between<1>(-1, 1, {7}, 0.1);
  const auto x = spread_between<2>(-1, 1, {5, 3}, 0.4);
  const auto y = spread_between<2>(-1, 1, {3, 7}, 0.7);
  const auto dense = spread_between<2>(-1, 1, {7, 5}, 0.3);
  const auto odd = rt::array({true, false, true, true, false, true, true});
  return {
      {"s v", [=](const Sparse& s) { return loss_of(rt::matmul(s, v)); }},
      {"w s", [=](const Sparse& s) { return loss_of(rt::matmul(w, s)); }},
      {"s x", [=](const Sparse& s) { return loss_of(rt::matmul(s, x)); }},
      {"y s", [=](const Sparse& s) { return loss_of(rt::matmul(y, s)); }},
      {"s.T w", [=](const Sparse& s) { return loss_of(rt::matmul(rt::transpose(s), w)); }},
      {"rows", [=](const Sparse& s) { return loss_of(rt::matmul(s, x, rt::only(odd))); }},
      {"needed", [=](const Sparse& s) { return loss_of(rt::matmul(rt::with_needed_rows(s), v)); }},
      {"s t.T", [=](const Sparse& s) { return loss_of(rt::matmul(s, rt::transpose(t)).values()); }},
      {"t.T s",
       [=](const Sparse& s) { return loss_of(rt::to_dense(rt::matmul(rt::transpose(t), s))); }},
      {"s s.T",
       [=](const Sparse& s) { return loss_of(rt::to_dense(rt::matmul(s, rt::transpose(s)))); }},
      {"mask",
       [=](const Sparse& s) {
         return loss_of(
             rt::to_dense(rt::masked_matmul(s, rt::transpose(t), rt::matmul(t, rt::transpose(t)))));
       }},
      {"complement",
       [=](const Sparse& s) {
         return loss_of(rt::to_dense(rt::masked_matmul(
             s, rt::transpose(t), rt::complement(rt::matmul(t, rt::transpose(t))))));
       }},
      {"s * sddmm",
       [=](const Sparse& s) {
         return loss_of(rt::to_dense(s * rt::sddmm(s, rt::transpose(y), rt::transpose(x))));
       }},
      {"to_dense", [](const Sparse& s) { return loss_of(rt::to_dense(s)); }},
      {"values", [](const Sparse& s) { return loss_of(s.values()); }},
      {"coordinates", [](const Sparse& s) { return loss_of(rt::coordinates(s).values); }},
      {"sin", [](const Sparse& s) { return loss_of(rt::to_dense(rt::sin(s) * 2.0)); }},
      {"s + t", [=](const Sparse& s) { return loss_of(rt::to_dense(s + t)); }},
      {"s * t", [=](const Sparse& s) { return loss_of(rt::to_dense(s * t + s)); }},
      {"s * d", [=](const Sparse& s) { return loss_of(rt::to_dense(s * dense)); }},
      {"s / row", [=](const Sparse& s) { return loss_of(rt::to_dense(s / (v + 3.0))); }},
      {"where", [=](const Sparse& s) { return loss_of(rt::to_dense(rt::where(s > 0.6, s, t))); }},
      {"sums", [](const Sparse& s) { return loss_of(rt::sum(s, 0)) + loss_of(rt::sum(s, 1)); }},
      {"sum", [](const Sparse& s) { return Number(rt::sin(rt::sum(s))); }},
      {"max", [](const Sparse& s) { return loss_of(rt::max(s, 0)) + loss_of(rt::min(s, 1)); }},
      {"mean", [](const Sparse& s) { return loss_of(rt::mean(s, 0)) * rt::mean(s); }},
      {"asformat",
       [=](const Sparse& s) {
         return loss_of(rt::matmul(rt::asformat(s, Format::dcsr), v)) +
                loss_of(rt::matmul(rt::asformat(s, Format::csc), v));
       }},
      {"einsum", [=](const Sparse& s) { return loss_of(rt::einsum<"ij,jk->ik">(s, x)); }},
      {"twice",
       [=](const Sparse& s) {
         return loss_of(rt::matmul(s, rt::sin(rt::matmul(w, s)))) + Number(rt::sum(s.values()));
       }},
  };
}

/// Whether a loss of a matrix by rows that is written already has a derivative.
bool is_derived_when_written(const Loss& loss) {
  try {
    const Sparse rows = some_entries(Format::csr);
    rt::grad(loss(rows), rows);
    return true;
  } catch (const rt::Error&) {
    return false;
  }
}

/// Requires a derivative by a matrix in a format to be that by rows, in that format.
void require_same(const Sparse& found, const Sparse& of, const Sparse& by_rows) {
  REQUIRE(found.format() == of.format());
  REQUIRE(found.shape() == of.shape());
  REQUIRE(found.nnz() == of.nnz());
  CHECK(rt::allclose(rt::to_dense(found), rt::to_dense(by_rows), 1e-12, 1e-13).item());
}

}  // namespace

TEST_CASE("derivatives by a matrix in any format are those by its rows") {
  for (const int sites : {1, 2, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const Sparse rows = some_entries(Format::csr);
    for (const Format format : {Format::dcsr, Format::csc, Format::dcsc}) {
      const Format other = sites % 2 == 0 ? Format::csr : format;
      for (const auto& [name, loss] : losses(other)) {
        INFO(name << " of " << rt::format_name(format) << " beside " << rt::format_name(other)
                  << " on " << sites);
        const Sparse wanted = rt::grad(loss, rows);
        const Sparse s = some_entries(format);
        require_same(rt::grad(loss, s), s, wanted);
        // Of a loss that is written already, twice, unless a transpose is made for it.
        if (name == "asformat" || !is_derived_when_written(loss)) continue;
        const Number written = loss(s);
        require_same(rt::grad(written, s), s, wanted);
        const Number again = loss(s);
        const auto [value, slope] = rt::value_and_grad(again, s);
        CHECK(value.item() == Approx(loss(rows).item()));
        require_same(slope, s, wanted);
      }
    }
  }
}

TEST_CASE("derivatives by a transpose that is not made are transposes of those by the matrix") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const Sparse rows = some_entries(Format::csr);
    const auto [i, j, values] = rt::coordinates(rows);
    const Sparse transposed = rt::from_coordinates(j, i, values, {5, 7});
    for (const auto& [name, loss] : losses(Format::csr)) {
      INFO(name << " on " << sites);
      const Sparse wanted = rt::grad(loss, rows);
      const Sparse s = rt::transpose(transposed);
      const Sparse found = rt::grad(loss, s);
      REQUIRE(rt::detail::is_by_columns(found.format()));
      CHECK(found.nnz() == rows.nnz());
      CHECK(rt::allclose(rt::to_dense(found), rt::to_dense(wanted), 1e-12, 1e-13).item());
    }
    const Sparse s = some_entries(Format::csr);
    const auto w = spread_between<1>(-1, 1, {7}, 0.1);
    const Sparse t = rt::transpose(s);
    const auto loss = [&](const Sparse& m) { return loss_of(rt::matmul(m, w)); };
    CHECK(rt::allclose(rt::to_dense(rt::transpose(rt::grad(loss, t))),
                       rt::to_dense(rt::grad(loss(t), s)))
              .item());
    // What else is computed of the matrix itself is none of it, and an expression can't tell.
    const auto both = [&](const Sparse& m) {
      return Number(loss(m) + loss_of(rt::matmul(s, rt::sum(m, 1))));
    };
    const auto dense_s = rt::to_dense(s);
    const auto by_dense = rt::grad(
        [&](const auto& m) {
          return Number(loss_of(rt::matmul(m, w)) +
                        loss_of(rt::matmul(dense_s, rt::as_array(rt::sum(m, 1)))));
        },
        rt::as_array(rt::transpose(dense_s)));
    const auto at_entries = rt::to_dense(rt::astype<double>(t != 0.0));
    CHECK(rt::allclose(rt::to_dense(rt::grad(both, t)), by_dense * at_entries).item());
    REQUIRE_THROWS_AS(rt::grad(both(rt::transpose(s)), rt::transpose(s)), rt::Error);
    REQUIRE_THROWS_AS(rt::grad(loss(rt::transpose(s)), rt::transpose(s)), rt::Error);
    // Nor of what was computed before it was made together with what was after that.
    const Sparse later = rt::transpose(s);
    const Number before = loss(later);
    const Number after = rt::sum(rt::square(later.values()));
    REQUIRE_THROWS_AS(rt::grad(before + after, later), rt::Error);
    REQUIRE_THROWS_AS(rt::grad(after, later), rt::Error);
    // Nor of one by columns, whose rows a transpose has.
    const Sparse by_columns = some_entries(Format::csc);
    const Sparse its = rt::transpose(by_columns);
    const Number of_both = loss(its) + rt::sum(rt::square(rt::to_dense(by_columns)));
    REQUIRE_THROWS_AS(rt::grad(of_both, its), rt::Error);
    CHECK(rt::allclose(rt::to_dense(rt::transpose(rt::grad(loss, its))),
                       rt::to_dense(rt::grad(loss(its), by_columns)))
              .item());
    const Sparse made = rt::transpose(s);
    rt::evaluate(made);
    CHECK(
        rt::allclose(
            rt::to_dense(rt::grad(rt::sum(rt::square(made.values())) + loss(made), made)),
            rt::to_dense(rt::grad(
                [&](const Sparse& m) { return Number(rt::sum(rt::square(m.values())) + loss(m)); },
                made)))
            .item());
  }
}

TEST_CASE("second derivatives by entries of matrices by columns") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto v = spread_between<1>(-1, 1, {5}, 0.4);
    const auto slopes = [&](const Sparse& s) {
      const auto f = [&](const Sparse& a) {
        return loss_of(rt::matmul(a, rt::sin(rt::matmul(rt::transpose(a), rt::matmul(a, v))))) +
               loss_of(a.values());
      };
      return loss_of(rt::to_dense(rt::grad(f, s)));
    };
    const Sparse wanted = rt::grad(slopes, some_entries(Format::csr));
    for (const Format format : {Format::csc, Format::dcsc}) {
      const Sparse s = some_entries(format);
      require_same(rt::grad(slopes, s), s, wanted);
    }
  }
}

TEST_CASE("derivatives by several matrices in different formats, and through solutions") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto b = spread_between<1>(-1, 1, {5}, 0.4);
    const auto f = [&](const Sparse& s, const Sparse& a) {
      return loss_of(rt::matmul(s, rt::gmres(a, b, {.rtol = 1e-13}).x));
    };
    const Sparse s = some_entries(Format::csr);
    const Sparse a = square_entries(Format::csr);
    const auto [by_s, by_a] = rt::grad(f, s, a);
    const Sparse s_columns = some_entries(Format::csc);
    const Sparse a_columns = square_entries(Format::dcsc);
    const auto [of_s, of_a] = rt::grad(f, s_columns, a_columns);
    require_same(of_s, s_columns, by_s);
    REQUIRE(of_a.format() == Format::dcsc);
    CHECK(rt::allclose(rt::to_dense(of_a), rt::to_dense(by_a), 1e-8, 1e-9).item());
  }
}

}  // namespace sparse_formats_test
