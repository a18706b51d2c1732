// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <complex>
#include <cstdint>
#include <limits>
#include <relatile/sparse.hpp>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace widths_test {

// Products with dense matrices of any number of columns, which go through registers several at a
// time, beside loops over whole numbers that every type holds.

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::int64_t rows = 23;
constexpr std::int64_t columns = 41;
constexpr std::int64_t widths[] = {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 63, 64, 65, 70};

/// A number from 1 to 9 for each place; row r has 2 r of 41, so none, few and many.
std::int64_t entry(std::int64_t row, std::int64_t column) {
  const bool there = row * 2 > (column * 17 + row * 5) % columns;
  return there ? (row * 7 + column * 3) % 9 + 1 : 0;
}
std::int64_t element(std::int64_t row, std::int64_t column) {
  return (row * 5 + column * 11) % 13 - 6;
}

template <class T>
T number(std::int64_t whole) {
  if constexpr (std::is_same_v<T, std::complex<double>>) {
    return static_cast<double>(whole);
  } else {
    return static_cast<T>(whole);
  }
}

template <class T>
using Matrix = std::vector<std::vector<T>>;

template <class T, class Element>
Matrix<T> matrix(std::int64_t height, std::int64_t width, Element element_at) {
  Matrix<T> made(static_cast<std::size_t>(height));
  for (std::int64_t i = 0; i < height; ++i) {
    for (std::int64_t j = 0; j < width; ++j) {
      made[static_cast<std::size_t>(i)].push_back(number<T>(element_at(i, j)));
    }
  }
  return made;
}
template <class T, class Element>
rt::Array<T, 2> array_of(std::int64_t height, std::int64_t width, Element element_at) {
  std::vector<T> flat;
  for (const auto& row : matrix<T>(height, width, element_at)) {
    flat.insert(flat.end(), row.begin(), row.end());
  }
  return rt::reshape(rt::array(flat), {height, width});
}

template <class T>
rt::SparseArray<T, 2> sparse() {
  return rt::to_sparse(array_of<T>(rows, columns, entry));
}

/// The same array as it is stored, by its transpose, and as every other column of a wider one.
template <class T>
std::vector<rt::Array<T, 2>> all_ways(const rt::Array<T, 2>& x) {
  const rt::Array<T, 2> transposed = rt::transpose(x);
  rt::Array<T, 2> twice = rt::repeat(x, 2, 1);
  rt::evaluate(x, transposed, twice);
  return {x, rt::transpose(rt::Array<T, 2>(rt::to_node(transposed))),
          rt::Array<T, 2>(twice(rt::all_of_axis, rt::slice({}, {}, 2)))};
}

/// Whole numbers are expected, or numbers of T.
template <class T, class Expected>
void require_elements(const rt::Array<T, 2>& made, Expected expected) {
  const std::vector<T> elements = rt::to_vector(rt::ravel(made));
  const std::int64_t width = made.shape(1);
  for (std::int64_t i = 0; i < made.shape(0); ++i) {
    for (std::int64_t j = 0; j < width; ++j) {
      CAPTURE(i, j, made.shape(0), width);
      const auto wanted = expected(i, j);
      const T made_here = elements[static_cast<std::size_t>(i * width + j)];
      if constexpr (std::is_same_v<decltype(wanted), const std::int64_t>) {
        REQUIRE(made_here == number<T>(wanted));
      } else {
        REQUIRE(made_here == wanted);
      }
    }
  }
}

template <class T>
void check_products(std::int64_t width) {
  const auto s = sparse<T>();
  for (const auto& x : all_ways(array_of<T>(columns, width, element))) {
    require_elements<T>(rt::matmul(s, x), [&](std::int64_t i, std::int64_t j) {
      std::int64_t sum = 0;
      for (std::int64_t k = 0; k < columns; ++k) sum += entry(i, k) * element(k, j);
      return sum;
    });
  }
  for (const auto& x : all_ways(array_of<T>(rows, width, element))) {
    require_elements<T>(rt::matmul(rt::transpose(s), x), [&](std::int64_t k, std::int64_t j) {
      std::int64_t sum = 0;
      for (std::int64_t i = 0; i < rows; ++i) sum += entry(i, k) * element(i, j);
      return sum;
    });
  }
}

template <class T>
void check_samples(std::int64_t width) {
  const auto s = sparse<T>();
  const auto expected = [&](std::int64_t i, std::int64_t k) {
    std::int64_t sum = 0;
    for (std::int64_t r = 0; r < width; ++r) sum += element(i, r) * element(r, k);
    return entry(i, k) == 0 ? 0 : sum;
  };
  for (const auto& u : all_ways(array_of<T>(rows, width, element))) {
    for (const auto& v : all_ways(array_of<T>(width, columns, element))) {
      require_elements<T>(rt::to_dense(rt::sddmm(s, u, v)), expected);
    }
  }
}

}  // namespace

TEST_CASE("products with any number of columns, however these are stored") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  for (const std::int64_t width : widths) {
    check_products<double>(width);
    check_products<float>(width);
  }
  check_products<std::int64_t>(21);
  check_products<std::complex<double>>(21);
}

TEST_CASE("shortest paths to any number of targets") {
  auto context = rt::Context::loopback(2);
  for (const std::int64_t width : {1, 5, 16, 37}) {
    const auto x = array_of<double>(columns, width, element);
    require_elements<double>(rt::matmul<rt::MinPlus>(sparse<double>(), x),
                             [&](std::int64_t i, std::int64_t j) {
                               double least = std::numeric_limits<double>::infinity();
                               for (std::int64_t k = 0; k < columns; ++k) {
                                 if (entry(i, k) != 0)
                                   least = std::min(least, double(entry(i, k) + element(k, j)));
                               }
                               return least;
                             });
  }
}

TEST_CASE("products at entries of any length, however their operands are stored") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  for (const std::int64_t width : {1, 2, 3, 4, 7, 8, 16, 17, 40}) check_samples<double>(width);
  for (const std::int64_t width : {5, 8, 19}) check_samples<float>(width);
  check_samples<std::int64_t>(6);
}

TEST_CASE("columns are put in order for products at entries where these are more") {
  auto context = rt::Context::loopback(1);
  const auto explained = [](const rt::SparseArray<double, 2>& s, const auto& v) {
    const auto u = rt::ones({s.shape(0), 4});
    return rt::explain(rt::sddmm(s, u, v).values());
  };
  rt::Array<double, 2> v = array_of<double>(4, columns, element);
  rt::evaluate(v);
  CHECK_THAT(explained(sparse<double>(), v), ContainsSubstring("positive.transpose"));
  CHECK_THAT(explained(rt::tril(sparse<double>(), -16), v),
             !ContainsSubstring("positive.transpose"));
  rt::Array<double, 2> by_columns = rt::transpose(v);
  rt::evaluate(by_columns);
  CHECK_THAT(explained(sparse<double>(), rt::transpose(by_columns)),
             !ContainsSubstring("positive.transpose"));
  CHECK_THAT(explained(sparse<double>(), rt::Array<double, 2>(rt::transpose(by_columns))),
             !ContainsSubstring("positive.transpose"));
}

TEST_CASE("mttkrp with factors of any number of columns") {
  auto context = rt::Context::loopback(2);
  const std::vector<std::int64_t> i{0, 4, 2, 2, 0, 3};
  const std::vector<std::int64_t> j{1, 0, 2, 2, 1, 2};
  const std::vector<std::int64_t> k{6, 5, 0, 3, 1, 6};
  const std::vector<double> values{1, 2, 3, 4, 5, 6};
  const auto s =
      rt::from_coordinates({rt::array(i), rt::array(j), rt::array(k)}, values, {5, 3, 7});
  for (const std::int64_t width : {1, 3, 4, 5, 8, 13}) {
    const auto a = array_of<double>(5, width, element);
    const auto b = array_of<double>(3, width, element);
    const auto c = array_of<double>(7, width, element);
    for (int mode = 0; mode < 3; ++mode) {
      CAPTURE(width, mode);
      require_elements<double>(rt::mttkrp(s, {a, b, c}, mode),
                               [&](std::int64_t row, std::int64_t r) {
                                 double sum = 0;
                                 for (std::size_t e = 0; e < values.size(); ++e) {
                                   const std::int64_t index[] = {i[e], j[e], k[e]};
                                   if (index[mode] != row) continue;
                                   double product = values[e];
                                   for (int axis = 0; axis < 3; ++axis) {
                                     if (axis != mode) product *= double(element(index[axis], r));
                                   }
                                   sum += product;
                                 }
                                 return sum;
                               });
    }
  }
}

}  // namespace widths_test
