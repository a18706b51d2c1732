// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <limits>
#include <random>
#include <relatile/core/memory.hpp>
#include <relatile/sparse.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/directory.hpp"

namespace formats_test {

// Matrices in every format, against plain loops over the dense matrix.

namespace rt = relatile;
using rt::Format;
using Index = std::int64_t;
using Sparse = rt::SparseArray<double>;
using Numbers = std::vector<double>;

namespace {

struct Drawn {
  Index n, m;
  std::vector<Index> i, j;
  Numbers v;
  Numbers dense;
};

Drawn drawn(Index n, Index m, unsigned seed) {
  std::mt19937 random(seed);
  Drawn made{n, m, {}, {}, {}, Numbers(std::size_t(n * m), 0.0)};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < m; ++j) {
      if (random() % 4 != 0 || i == 2) continue;
      made.i.push_back(i);
      made.j.push_back(j);
      made.v.push_back(double(random() % 9) - 3.0);
      made.dense[std::size_t(i * m + j)] = made.v.back();
    }
  }
  return made;
}
Sparse in_format(const Drawn& of, Format format) {
  return rt::from_coordinates(of.i, of.j, of.v, {of.n, of.m}, {.format = format});
}
template <class X>
Numbers plain(const X& x) {
  if constexpr (requires { x.nnz(); }) {
    return rt::to_vector(rt::to_dense(rt::astype<double>(x)));
  } else {
    return rt::to_vector(rt::as_array(rt::astype<double>(x)));
  }
}
/// Of plain matrices, by what is at each place.
template <class F>
Numbers each(Index n, Index m, F&& at) {
  Numbers made;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < m; ++j) made.push_back(double(at(i, j)));
  }
  return made;
}

}  // namespace

TEST_CASE("a matrix is what it is in every format") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  const Index n = GENERATE(0, 1, 13);
  const Index m = GENERATE(0, 1, 11);
  const Drawn of_s = drawn(n, m, 1);
  const Drawn of_t = drawn(n, m, 2);
  const Drawn of_r = drawn(m, n, 3);
  const auto at_s = [&](Index i, Index j) { return of_s.dense[std::size_t(i * m + j)]; };
  const auto at_t = [&](Index i, Index j) { return of_t.dense[std::size_t(i * m + j)]; };
  const auto at_r = [&](Index i, Index j) { return of_r.dense[std::size_t(i * n + j)]; };
  const auto x = rt::as_array(rt::astype<double>(rt::arange<Index>(m)) + 1.0);
  const auto y = rt::as_array(rt::astype<double>(rt::arange<Index>(n)) + 1.0);
  constexpr Format all[] = {Format::csr, Format::dcsr, Format::csc, Format::dcsc};
  for (const Format format : all) {
    const Sparse s = in_format(of_s, format);
    INFO(rt::format_name(format) << " of " << n << " x " << m << " on " << sites);
    REQUIRE(s.format() == format);
    REQUIRE(s.nnz() == Index(of_s.v.size()));
    std::ostringstream printed;
    printed << s;
    CHECK(printed.str().find("(" + std::string(rt::format_name(format)) + ")") !=
          std::string::npos);
    CHECK(plain(s) == of_s.dense);
    for (const Format other : all) {
      const Sparse again = rt::asformat(s, other);
      CHECK(again.format() == other);
      CHECK(plain(again) == of_s.dense);
      CHECK(rt::array_equal(again, s));
      // Two of them.
      const Sparse t = in_format(of_t, other);
      CHECK(plain(s + t) == each(n, m, [&](Index i, Index j) { return at_s(i, j) + at_t(i, j); }));
      CHECK(plain(s * t) == each(n, m, [&](Index i, Index j) { return at_s(i, j) * at_t(i, j); }));
      CHECK((s + t).nnz() == (in_format(of_s, Format::csr) + in_format(of_t, Format::csr)).nnz());
      const Sparse r = in_format(of_r, other);
      const Numbers product = each(n, n, [&](Index i, Index j) {
        double sum = 0;
        for (Index k = 0; k < m; ++k) sum += at_s(i, k) * at_r(k, j);
        return sum;
      });
      const Sparse p = rt::matmul(s, r);
      CHECK(plain(p) == product);
      CHECK(plain(rt::masked_matmul(s, r, p)) == product);
      CHECK(rt::masked_matmul(s, r, rt::complement(p)).nnz() == 0);
      const auto odd = rt::as_array(rt::arange<Index>(n) % Index{2} == Index{1});
      CHECK(plain(rt::matmul(s, r, rt::only(odd))) == each(n, n, [&](Index i, Index j) {
              return i % 2 == 1 ? product[std::size_t(i * n + j)] : 0;
            }));
      const Sparse outside = rt::masked_matmul(t, rt::transpose(t), rt::complement(p));
      CHECK(plain(rt::masked_matmul(t, rt::transpose(t), p) + outside) ==
            plain(rt::matmul(t, rt::transpose(t))));
      if (format == other) {
        CHECK((s + t).format() == format);
        CHECK(p.format() == format);
      }
    }
    // What keeps the format.
    for (const Sparse& made : {2.0 * s, -s, rt::abs(s), rt::drop_zeros(s), rt::tril(s, 1)}) {
      CHECK(made.format() == format);
    }
    CHECK(rt::astype<float>(s).format() == format);
    CHECK(plain(rt::tril(s, 1)) ==
          each(n, m, [&](Index i, Index j) { return j - i <= 1 ? at_s(i, j) : 0; }));
    CHECK(plain(rt::triu(s, 1)) ==
          each(n, m, [&](Index i, Index j) { return j - i >= 1 ? at_s(i, j) : 0; }));
    CHECK(plain(s > 0.5) == each(n, m, [&](Index i, Index j) { return at_s(i, j) > 0.5; }));
    CHECK((s * x).format() == format);
    CHECK(plain(s * x) == each(n, m, [&](Index i, Index j) { return at_s(i, j) * double(j + 1); }));
    CHECK(plain(s / rt::expand_dims(y, 1)) ==
          each(n, m, [&](Index i, Index j) { return at_s(i, j) / double(i + 1); }));
    CHECK(plain(rt::transpose(s)) == each(m, n, [&](Index i, Index j) { return at_s(j, i); }));
    // Products with what is dense, and sums.
    const Numbers by_x = each(n, 1, [&](Index i, Index) {
      double sum = 0;
      for (Index k = 0; k < m; ++k) sum += at_s(i, k) * double(k + 1);
      return sum;
    });
    const Numbers by_y = each(m, 1, [&](Index j, Index) {
      double sum = 0;
      for (Index k = 0; k < n; ++k) sum += at_s(k, j) * double(k + 1);
      return sum;
    });
    CHECK(plain(rt::matmul(s, x)) == by_x);
    CHECK(plain(rt::matmul(y, s)) == by_y);
    CHECK(plain(rt::matmul(rt::transpose(s), y)) == by_y);
    CHECK(plain(rt::matmul(rt::with_needed_rows(s), x)) == by_x);
    const auto odd = rt::as_array(rt::arange<Index>(n) % Index{2} == Index{1});
    const Numbers by_odd =
        each(n, 1, [&](Index i, Index) { return i % 2 == 1 ? by_x[std::size_t(i)] : 0; });
    CHECK(plain(rt::matmul(s, x, rt::only(odd))) == by_odd);
    CHECK(plain(rt::matmul(rt::with_needed_rows(s), x, rt::only(odd))) == by_odd);
    CHECK(plain(rt::sum(s * y.shape(0), 0)) == plain(rt::sum(rt::to_dense(s) * y.shape(0), 0)));
    CHECK(plain(rt::sum(s, 1)) == plain(rt::sum(rt::to_dense(s), 1)));
    CHECK(plain(rt::sum(s, 0, rt::keepdims)) == plain(rt::sum(rt::to_dense(s), 0, rt::keepdims)));
    CHECK(plain(rt::count_nonzero(s, -2)) == plain(rt::count_nonzero(rt::to_dense(s), 0)));
    if (n > 0 && m > 0) CHECK(plain(rt::max(s, 1)) == plain(rt::max(rt::to_dense(s), 1)));
    const auto u = rt::ones<double>({n, 3});
    const auto v = rt::ones<double>({3, m});
    CHECK(plain(s * rt::sddmm(s, 2.0 * u, v)) ==
          each(n, m, [&](Index i, Index j) { return 6 * at_s(i, j); }));
    if (n > 2 && m > 2) {
      const Sparse part = s(rt::slice(1, n), rt::slice({}, {}, 2));
      CHECK(rt::detail::is_by_columns(part.format()) == rt::detail::is_by_columns(format));
      CHECK(plain(part) ==
            each(n - 1, (m + 1) / 2, [&](Index i, Index j) { return at_s(i + 1, 2 * j); }));
      CHECK(plain(s(rt::all_of_axis, 1)) == each(n, 1, [&](Index i, Index) { return at_s(i, 1); }));
      CHECK(plain(rt::take(s, rt::array<Index>({2, 0}), 1)) ==
            each(n, 2, [&](Index i, Index j) { return at_s(i, 2 - 2 * j); }));
      CHECK(plain(rt::vstack({s, s})).size() == std::size_t(2 * n * m));
      CHECK(plain(rt::diagonal(s, 1)) == plain(rt::diagonal(rt::to_dense(s), 1)));
    }
  }
}

TEST_CASE("columns scale rows that lie on several sites") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  const Drawn of_s = drawn(211, 31, 7);
  const auto by = rt::as_array(rt::astype<double>(rt::arange<Index>(211)) + 1.0);
  for (const Format format : {Format::csr, Format::dcsr, Format::csc, Format::dcsc}) {
    CHECK(plain(in_format(of_s, format) * rt::expand_dims(by, 1)) ==
          each(211, 31, [&](Index i, Index j) {
            return of_s.dense[std::size_t(i * 31 + j)] * double(i + 1);
          }));
  }
}

TEST_CASE("truth values have formats, too") {
  auto context = rt::Context::loopback(3);
  const Drawn of_s = drawn(13, 11, 5);
  for (const Format format : {Format::dcsr, Format::csc, Format::dcsc}) {
    const auto s = in_format(of_s, format) != 0.0;
    CHECK(s.format() == format);
    CHECK(plain(s) == plain(in_format(of_s, Format::csr) != 0.0));
    CHECK(plain(rt::matmul<rt::OrAnd>(s, rt::ones<bool>({11}))) ==
          plain(rt::any(rt::to_dense(s), 1)));
  }
}

TEST_CASE("files hold what is stored, and load it in the format that is asked for") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  const rt::test::Directory directory(context.transport());
  const std::string path = directory / "matrix";
  const Index n = GENERATE(0, 1, 13);
  const Drawn of_s = drawn(n, 11, 1);
  for (const Format format : {Format::csr, Format::dcsr, Format::csc, Format::dcsc}) {
    rt::save_sparse(path, in_format(of_s, format));
    CHECK(plain(rt::load_sparse<double>(path)) == of_s.dense);
    CHECK(rt::load_sparse<double>(path).format() == Format::csr);
    for (const Format other : {Format::csr, Format::dcsr, Format::csc, Format::dcsc}) {
      const Sparse loaded = rt::load_sparse<double>(path, {.format = other});
      CHECK(loaded.format() == other);
      CHECK(plain(loaded) == of_s.dense);
    }
  }
}

TEST_CASE("of 2^31 - 1 rows those are worked on that have entries") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  constexpr Index n = std::numeric_limits<std::int32_t>::max();
  std::vector<Index> i, j;
  Numbers v;
  for (Index e = 0; e < 1000; ++e) {
    i.push_back(e * 2'000'003 % n);
    j.push_back(e * 7919 * 7919 % n);
    v.push_back(double(e % 7) + 1);
  }
  const Sparse s = rt::from_coordinates(i, j, v, {n, n});
  const Sparse t = rt::transpose(s);
  rt::evaluate(t);
  const auto live = [] { return Index(rt::memory_meter().live_bytes); };
  const Index before = live();
  const Sparse p = rt::matmul(s, t);
  CHECK(rt::array_equal(rt::masked_matmul(s, t, p), p));
  CHECK(rt::masked_matmul(s, t, rt::complement(p)).nnz() == 0);
  CHECK(rt::masked_matmul(s, t, s).nnz() == 1000);
  const auto ones = rt::ones<double>({1, 3});
  CHECK((s(rt::all_of_axis, rt::slice(0, 3)) * ones).format() == Format::dcsr);
  const Sparse by_columns = rt::asformat(s, Format::dcsc);
  CHECK(by_columns.format() == Format::dcsc);
  const rt::test::Directory directory(context.transport());
  const std::string path = directory / "large";
  for (const Sparse& saved : {s, by_columns}) {
    rt::save_sparse(path, saved);
    CHECK(rt::array_equal(rt::load_sparse<double>(path), s));
  }
  rt::mmwrite(path + ".mtx", s);
  CHECK(rt::array_equal(rt::mmread_sparse<double>(path + ".mtx"), s));
  rt::mmwrite(path + ".mtx", s + t, {.symmetry = "symmetric"});
  CHECK(rt::array_equal(rt::mmread_sparse<double>(path + ".mtx"), s + t));
  rt::write_tns(path + ".tns", s);
  CHECK(rt::array_equal(rt::read_tns<double>(path + ".tns", {.shape = {{n, n}}}), s));
  CHECK(live() - before < 1 << 20);
}

}  // namespace formats_test
