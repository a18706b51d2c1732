// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// ranks: 1 2 3
// timeout: 180
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <relatile/grad.hpp>
#include <relatile/sparse.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/directory.hpp"

namespace sparse_formats_test {

// Matrices in every format between processes, against plain loops over dense matrices, which every
// rank runs by itself. Elements are small whole numbers, so sums have no rounding errors.

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::Format;
using rt::FormatOption;
using rt::test::common_error;
using rt::test::Directory;
using Index = std::int64_t;
using Numbers = std::vector<double>;
using Sparse = rt::SparseArray<double>;

namespace {

constexpr Format all_formats[] = {Format::csr, Format::dcsr, Format::csc, Format::dcsc};

/// A dense matrix in plain memory.
struct Plain {
  Index n, m;
  Numbers at;

  double operator()(Index i, Index j) const { return at[std::size_t(i * m + j)]; }
  double& operator()(Index i, Index j) { return at[std::size_t(i * m + j)]; }
};

/// Of a shape, by what f says of each place.
template <class F>
Plain plain(Index n, Index m, F&& f) {
  Plain made{n, m, {}};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < m; ++j) made.at.push_back(double(f(i, j)));
  }
  return made;
}
/// Whole numbers at one of `apart` places, and none in most of the last rows and columns.
Plain drawn(Index n, Index m, Index apart, Index seed) {
  return plain(n, m, [&](Index i, Index j) -> Index {
    const Index mixed = (i * 7919 + j * 104729 + seed * 1299709) % 1000003;
    const bool is_entry = mixed % apart == 0 && i % 5 != 3 && j % 7 != 6;
    return is_entry ? mixed / apart % 8 - 3 : 0;
  });
}
Plain product(const Plain& a, const Plain& b) {
  Plain made = plain(a.n, b.m, [](Index, Index) { return 0; });
  for (Index i = 0; i < a.n; ++i) {
    for (Index k = 0; k < a.m; ++k) {
      if (a(i, k) == 0) continue;
      for (Index j = 0; j < b.m; ++j) made(i, j) += a(i, k) * b(k, j);
    }
  }
  return made;
}
Plain flipped(const Plain& a) {
  return plain(a.m, a.n, [&](Index i, Index j) { return a(j, i); });
}

Sparse sparse(const Plain& of, Format format) {
  std::vector<Index> rows, columns;
  Numbers values;
  for (Index i = 0; i < of.n; ++i) {
    for (Index j = 0; j < of.m; ++j) {
      if (of(i, j) == 0) continue;
      rows.push_back(i);
      columns.push_back(j);
      values.push_back(of(i, j));
    }
  }
  return rt::from_coordinates(rows, columns, values, {of.n, of.m}, {.format = format});
}
rt::Array<double, 2> dense(const Plain& of) { return rt::reshape(rt::array(of.at), {of.n, of.m}); }

/// Whether an array, dense or sparse, has just these numbers on this rank.
template <class X>
bool is(const X& x, const Plain& wanted) {
  if constexpr (requires { x.nnz(); }) {
    return x.shape() == rt::Extents{wanted.n, wanted.m} &&
           rt::to_vector(rt::to_dense(rt::astype<double>(x))) == wanted.at;
  } else {
    return rt::to_vector(rt::as_array(rt::astype<double>(x))) == wanted.at;
  }
}

struct Case {
  Plain s, t, r;  ///< of shapes (n, m), (n, m) and (m, k)
};
Case small() { return {drawn(23, 17, 3, 1), drawn(23, 17, 4, 2), drawn(17, 9, 3, 3)}; }
/// The format of what stands beside a matrix: of small ones by rows, of large ones the same.
Format beside(Format format, const Case& of) { return of.s.n > 100 ? format : Format::csr; }
/// Entries enough for blocks and parts on all ranks.
Case large() { return {drawn(211, 97, 3, 1), drawn(211, 97, 4, 2), drawn(97, 30, 3, 3)}; }
/// On more than two ranks small ones would all be on one of them.
std::vector<Case> cases(const rt::Context& context) {
  if (context.size() > 2) return {large()};
  return {small(), large()};
}

}  // namespace

TEST_CASE("matrices are made in every format, and elementwise functions are of their elements") {
  rt::Context context(MPI_COMM_WORLD);
  for (const Case& of : cases(context)) {
    const Index n = of.s.n;
    const Index m = of.s.m;
    const Plain& a = of.s;
    const Plain& b = of.t;
    const Plain down = drawn(n, 1, 1, 5);
    const Plain across = drawn(1, m, 1, 6);
    for (const Format format : all_formats) {
      INFO(rt::format_name(format) << " of " << n << " x " << m);
      const Sparse s = sparse(a, format);
      REQUIRE(s.format() == format);
      CHECK(s.nnz() == std::count_if(a.at.begin(), a.at.end(), [](double x) { return x != 0; }));
      CHECK(is(s, a));
      const Sparse found = rt::to_sparse(dense(a), {.format = format});
      CHECK(found.format() == format);
      CHECK(rt::array_equal(found, s).item());
      CHECK(is(3.0 * s - s, plain(n, m, [&](Index i, Index j) { return 2 * a(i, j); })));
      CHECK(is(rt::abs(s), plain(n, m, [&](Index i, Index j) { return std::abs(a(i, j)); })));
      CHECK(is(s > 1.0, plain(n, m, [&](Index i, Index j) { return a(i, j) > 1; })));
      CHECK(is(s * dense(across),
               plain(n, m, [&](Index i, Index j) { return a(i, j) * across(0, j); })));
      CHECK(
          is(s * dense(down), plain(n, m, [&](Index i, Index j) { return a(i, j) * down(i, 0); })));
      CHECK(is(rt::tril(s, 2),
               plain(n, m, [&](Index i, Index j) { return j - i <= 2 ? a(i, j) : 0; })));
      CHECK(is(s(rt::slice(3, {}, 2), rt::slice(1, 12)),
               plain((n - 2) / 2, 11, [&](Index i, Index j) { return a(3 + 2 * i, 1 + j); })));
      CHECK(is(rt::transpose(s), flipped(a)));
      CHECK(is(rt::transpose(s) * 1.0, flipped(a)));
      const Format other = beside(format, of);
      INFO("and " << rt::format_name(other));
      const Sparse t = sparse(b, other);
      CHECK(is(s + t, plain(n, m, [&](Index i, Index j) { return a(i, j) + b(i, j); })));
      CHECK(is(s * t, plain(n, m, [&](Index i, Index j) { return a(i, j) * b(i, j); })));
      CHECK(is(rt::maximum(s, t),
               plain(n, m, [&](Index i, Index j) { return std::max(a(i, j), b(i, j)); })));
      CHECK(rt::asformat(s, other).format() == other);
      CHECK(is(rt::asformat(s, other), a));
    }
  }
}

TEST_CASE("products of matrices in every format") {
  rt::Context context(MPI_COMM_WORLD);
  for (const Case& of : cases(context)) {
    const Index n = of.s.n;
    const Index m = of.s.m;
    const Plain x = drawn(m, 1, 1, 7);
    const Plain y = drawn(1, n, 1, 8);
    const Plain wide = drawn(m, 5, 1, 9);
    const Plain high = drawn(4, n, 1, 10);
    const Plain p = product(of.s, of.r);
    const Plain mask = drawn(n, of.r.m, 2, 11);
    const auto vector_x = rt::array(x.at);
    const auto vector_y = rt::array(y.at);
    const auto odd = rt::as_array(rt::arange<Index>(n) % Index{2} == Index{1});
    for (const Format format : all_formats) {
      INFO(rt::format_name(format) << " of " << n << " x " << m);
      const Sparse s = sparse(of.s, format);
      CHECK(is(rt::matmul(s, vector_x), product(of.s, x)));
      CHECK(is(rt::matmul(vector_y, s), product(y, of.s)));
      CHECK(is(rt::matmul(s, dense(wide)), product(of.s, wide)));
      CHECK(is(rt::matmul(dense(high), s), product(high, of.s)));
      CHECK(is(rt::matmul(rt::transpose(s), vector_y), product(y, of.s)));
      CHECK(is(rt::matmul(rt::with_needed_rows(s), vector_x), product(of.s, x)));
      CHECK(is(rt::matmul(s, dense(wide), rt::only(odd)), [&] {
        Plain some = product(of.s, wide);
        for (Index i = 0; i < n; i += 2) {
          for (Index j = 0; j < some.m; ++j) some(i, j) = 0;
        }
        return some;
      }()));
      // Long enough for ranks to look at what entries touch.
      rt::Array<double, 1> powers = vector_x;
      Plain wanted = x;
      for (int step = 0; step < 4; ++step) {
        powers = rt::matmul(rt::transpose(s), rt::matmul(s, powers)) % 101.0;
        rt::evaluate(powers);
        wanted = product(flipped(of.s), product(of.s, wanted));
        for (double& number : wanted.at) number = std::fmod(std::fmod(number, 101) + 101, 101);
      }
      CHECK(is(powers, wanted));
      const Format other = beside(format, of);
      INFO("by " << rt::format_name(other));
      const Sparse r = sparse(of.r, other);
      CHECK(is(rt::matmul(s, r), p));
      CHECK(is(rt::masked_matmul(s, r, sparse(mask, format)),
               plain(n, p.m, [&](Index i, Index j) { return mask(i, j) != 0 ? p(i, j) : 0; })));
      CHECK(is(rt::masked_matmul(s, r, rt::complement(sparse(mask, other))),
               plain(n, p.m, [&](Index i, Index j) { return mask(i, j) != 0 ? 0 : p(i, j); })));
    }
  }
}

TEST_CASE("reductions of matrices in every format") {
  rt::Context context(MPI_COMM_WORLD);
  for (const Case& of : cases(context)) {
    const Plain& a = of.s;
    Plain rows = plain(a.n, 1, [](Index, Index) { return 0; });
    Plain columns = plain(1, a.m, [](Index, Index) { return 0; });
    Plain most = rows;
    Plain least = columns;
    double all = 0;
    for (Index i = 0; i < a.n; ++i) {
      for (Index j = 0; j < a.m; ++j) {
        rows(i, 0) += a(i, j);
        columns(0, j) += a(i, j);
        most(i, 0) = j == 0 ? a(i, j) : std::max(most(i, 0), a(i, j));
        least(0, j) = i == 0 ? a(i, j) : std::min(least(0, j), a(i, j));
        all += a(i, j);
      }
    }
    for (const Format format : all_formats) {
      INFO(rt::format_name(format) << " of " << a.n << " x " << a.m);
      const Sparse s = sparse(a, format);
      CHECK(rt::item(rt::sum(s)) == all);
      CHECK(is(rt::sum(s, 1), rows));
      CHECK(is(rt::sum(s, 0), columns));
      CHECK(is(rt::max(s, 1), most));
      CHECK(is(rt::min(s, 0), least));
      CHECK(rt::item(rt::sum(rt::count_nonzero(s, 0))) == s.nnz());
      CHECK(rt::item(rt::argmax(s)) == std::max_element(a.at.begin(), a.at.end()) - a.at.begin());
    }
  }
}

TEST_CASE("files hold matrices in every format, and are read in every one") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  for (const Case& of : cases(context)) {
    for (const Format other : all_formats) {
      const Format format = beside(other, of);
      INFO(rt::format_name(format) << " as " << rt::format_name(other));
      const Sparse s = sparse(of.s, format);
      const rt::Extents shape = s.shape();
      const FormatOption option{other};
      const auto same = [&](const Sparse& read) {
        CHECK(read.format() == other);
        CHECK(is(read, of.s));
      };
      rt::save_sparse(directory / "x", s);
      same(rt::load_sparse<double>(directory / "x", option));
      rt::mmwrite(directory / "x.mtx", s);
      same(rt::mmread_sparse<double>(directory / "x.mtx", option));
      rt::write_tns(directory / "x.tns", s);
      same(rt::read_tns<double>(directory / "x.tns", {.shape = shape, .format = other}));
      rt::write_weighted_edgelist(directory / "x.txt", s, 1);
      same(rt::read_weighted_edgelist<double>(directory / "x.txt",
                                              {.first_index = 1, .shape = shape, .format = other}));
    }
  }
  if (context.size() == 1) return;
  const Format own = context.rank() == 0 ? Format::csc : Format::csr;
  CHECK_THROWS_AS(rt::mmread_sparse<double>(directory / "x.mtx", {.format = own}),
                  rt::PlanMismatch);
  CHECK_THROWS_AS(rt::read_tns<double>(directory / "x.tns", {.format = own}), rt::PlanMismatch);
  CHECK(rt::mmread_sparse<double>(directory / "x.mtx").format() == Format::csr);
}

TEST_CASE("an index outside is the same error on all ranks in every format") {
  rt::Context context(MPI_COMM_WORLD);
  const Sparse s = sparse(small().s, Format::csc);
  for (const Format format : all_formats) {
    const std::string told = common_error<rt::ShapeMismatch>(context.transport(), [&] {
      rt::from_coordinates(std::vector<Index>{0, 5}, std::vector<Index>{0, 1}, 1.0, {5, 2},
                           {.format = format});
    });
    CHECK_THAT(told, ContainsSubstring("entry 1 has row 5; rows are from 0 to 4"));
    CHECK(is(s, small().s));
  }
}

TEST_CASE("gradients by matrices in every format") {
  rt::Context context(MPI_COMM_WORLD);
  for (const Case& of : cases(context)) {
    const Plain& a = of.s;
    const Plain x = drawn(a.m, 1, 1, 7);
    const Plain y = drawn(1, a.n, 1, 8);
    // The loss is sum(square(s x)) + sum((y s) ** 2) + sum(square(values)) / 2 + y s x.
    const Plain ax = product(a, x);
    const Plain ya = product(y, a);
    const Plain wanted = plain(a.n, a.m, [&](Index i, Index j) {
      return a(i, j) == 0
                 ? 0
                 : 2 * ax(i, 0) * x(j, 0) + 2 * ya(0, j) * y(0, i) + a(i, j) + y(0, i) * x(j, 0);
    });
    const auto vector_x = rt::array(x.at);
    const auto vector_y = rt::array(y.at);
    const auto loss = [&](const Sparse& s) {
      const auto sx = rt::as_array(rt::matmul(s, vector_x));
      return rt::Array<double, 0>(rt::sum(rt::square(sx)) +
                                  rt::sum(rt::square(rt::matmul(vector_y, s))) +
                                  rt::sum(rt::square(s.values())) / 2.0 + rt::sum(vector_y * sx));
    };
    for (const Format format : all_formats) {
      INFO(rt::format_name(format) << " of " << a.n << " x " << a.m);
      const Sparse s = sparse(a, format);
      for (const Sparse& slope : {rt::grad(loss, s), rt::grad(loss(s), s)}) {
        CHECK(slope.format() == format);
        CHECK(slope.nnz() == s.nnz());
        CHECK(is(slope, wanted));
      }
    }
    const Sparse t = rt::transpose(sparse(flipped(a), Format::csr));
    CHECK(is(rt::grad(loss, t), wanted));
  }
}

}  // namespace sparse_formats_test
