// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <limits>

#include "support/against_reference.hpp"

namespace einsum_test {

namespace rt = relatile;
using rt::test::require_reference;
using rt::test::site_counts;

namespace {
template <class T = double, std::size_t N>
rt::Array<T, int(N)> numbers(const std::int64_t (&shape)[N], std::int64_t seed) {
  const rt::Extents extents{std::span<const std::int64_t>(shape, N)};
  return rt::generate<T, int(N)>("numbers", extents, 1, [seed](const rt::Extents& at) {
    std::int64_t sum = seed;
    for (int d = 0; d < at.rank(); ++d) sum += at[d] * (7 + 4 * d);
    return rt::convert_element<T>(sum % 5);
  });
}
}  // namespace

TEST_CASE("products of vectors, matrices and batches equal the reference") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    auto a = numbers({11, 6}, 1);
    auto b = numbers({6, 9}, 2);
    auto u = numbers({6}, 3);
    auto batch = numbers({4, 5, 6}, 4);
    auto single = numbers({1, 6, 3}, 5);
    rt::evaluate(a, b, u, batch, single);
    require_reference(rt::matmul(a, b));
    require_reference(rt::matmul(a, u));
    require_reference(rt::matmul(u, b));
    require_reference(rt::matmul(u, u));
    require_reference(rt::matmul(batch, b));
    require_reference(rt::matmul(batch, single));
    require_reference(rt::matmul(rt::transpose(b), rt::transpose(a)));
    require_reference(rt::matmul(a(rt::slice(1, 9, 2)), b(rt::all_of_axis, rt::slice(0, 9, 3))));
    require_reference(rt::outer(u, u));
    require_reference(rt::inner(a, a));
    require_reference(rt::trace(rt::matmul(a, rt::transpose(a))));
    require_reference(rt::matmul(rt::matmul(rt::transpose(a), a), b));
  }
}

TEST_CASE("einsum sums, transposes, takes diagonals and contracts as NumPy's does") {
  for (int sites : {1, 2, 3, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    auto m = numbers({5, 5}, 1);
    auto t = numbers({3, 4, 5}, 2);
    auto w = numbers({4, 5, 2}, 3);
    rt::evaluate(m, t, w);
    require_reference(rt::einsum<"ij->ji">(m));
    require_reference(rt::einsum<"ij->j">(m));
    require_reference(rt::einsum<"ii->i">(m));
    require_reference(rt::einsum<"ii">(m));
    require_reference(rt::einsum<"ba">(m));
    require_reference(rt::einsum<"kji">(t));
    require_reference(rt::einsum<"ijk,jkf->if">(t, w));
    require_reference(rt::einsum<"ijk,jkf->fi">(t, w));
    require_reference(rt::einsum<"ijk,jkf->kij">(t, w));
    require_reference(rt::einsum<"ijk,jkf->">(t, w));
    require_reference(rt::einsum<"ii,ij->j">(m, m));
    require_reference(rt::einsum<"ij,kj->ikj">(m, m));
    require_reference(rt::einsum<"ij,ij->ij">(m, m));
    require_reference(rt::einsum<2>("ijk, jkf -> if", t, w));
    require_reference(rt::einsum<0>("ijk->", t));
  }
}

TEST_CASE("einsum works for every element type, also for empty and single axes") {
  for (int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto check = [](auto one) {
      using T = decltype(one);
      for (std::int64_t inner : {0, 1, 7}) {
        auto a = numbers<T>({3, inner}, 1);
        auto b = numbers<T>({inner, 5}, 2);
        rt::evaluate(a, b);
        require_reference(rt::einsum<"ij,jk->ik">(a, b));
        require_reference(rt::einsum<"ij,jk->">(a, b));
      }
    };
    check(float{});
    check(std::complex<double>{});
    check(std::int32_t{});
    check(std::uint8_t{});
    check(bool{});
  }
}

TEST_CASE("operands of different types promote") {
  auto context = rt::Context::loopback(2);
  auto a = numbers<std::int32_t>({3, 4}, 1);
  auto b = numbers<float>({4, 2}, 2);
  auto c = rt::matmul(a, b);
  static_assert(std::is_same_v<decltype(c)::value_type, double>);
  require_reference(c);
}

TEST_CASE("malformed strings and shapes that do not fit are refused with the place") {
  auto context = rt::Context::loopback(2);
  auto a = numbers({3, 4}, 1);
  CHECK_THROWS_WITH(rt::einsum<2>("ij,jk-ik", a, a),
                    "relatile: einsum 'ij,jk-ik': '-' without '>' (at position 5)");
  CHECK_THROWS_AS(rt::einsum<2>("i1,jk->ik", a, a), rt::ParseError);
  CHECK_THROWS_AS(rt::einsum<2>("ij,jk->iz", a, a), rt::ParseError);
  CHECK_THROWS_AS(rt::einsum<2>("ij,jk->ii", a, a), rt::ParseError);
  CHECK_THROWS_AS(rt::einsum<2>("ij->ij", a, a), rt::ParseError);
  CHECK_THROWS_AS(rt::einsum<2>("...j,jk->ik", a, a), rt::ParseError);
  CHECK_THROWS_AS(rt::einsum<2>("ijk,jk->ik", a, a), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::einsum<1>("ij,ij->ij", a, a), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::einsum<2>("ij,jk->ik", a, a), rt::ShapeMismatch);
  CHECK_THROWS_WITH(rt::matmul(a, a),
                    "relatile: matmul: operands of shapes (3, 4) and (3, 4) do not fit: axis 1 of "
                    "the first has extent 4, axis 0 of the second 3");
}

TEST_CASE("what a result's memory held before is not seen in it") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (int sites : {1, 2, 4}) {
    auto context = rt::Context::loopback(sites);
    auto x = numbers({150, 400}, 1);
    auto y = numbers({400, 150}, 2);
    rt::evaluate(x, y);
    for (const auto& product :
         {rt::as_array(rt::matmul(x, y)), rt::as_array(rt::matmul(x, rt::transpose(x))),
          rt::as_array(rt::einsum<"ij,jk->ki">(x, y))}) {
      {
        auto before = rt::full({150, 150}, nan);
        rt::evaluate(before);  // its memory is what the next result gets
      }
      require_reference(product);
    }
  }
}

}  // namespace einsum_test
