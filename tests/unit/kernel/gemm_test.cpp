// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/kernel/products/gemm.hpp>

#include <complex>
#include <limits>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace gemm_test {

using relatile::kernel::Into;
using relatile::kernel::MatrixRef;
using relatile::kernel::detail::gemm_by;
using relatile::kernel::detail::Multiplier;

namespace {

template <class T>
T small_integer(std::int64_t number) {
  return T(static_cast<float>(number));
}

template <class T>
struct Matrix {
  Matrix(std::int64_t rows, std::int64_t cols, bool row_major, std::int64_t gap, int seed)
      : row_stride(row_major ? cols + gap : 1), col_stride(row_major ? 1 : rows + gap) {
    ref = {nullptr, rows, cols, row_stride, col_stride};
    elements.resize(static_cast<std::size_t>((rows + gap) * (cols + gap)));
    for (std::size_t i = 0; i < elements.size(); ++i) {
      elements[i] = small_integer<T>(static_cast<std::int64_t>(i * 7 + std::size_t(seed)) % 9 - 4);
    }
    ref.data = reinterpret_cast<std::byte*>(elements.data());
  }
  T& at(std::int64_t i, std::int64_t j) {
    return elements[static_cast<std::size_t>(i * row_stride + j * col_stride)];
  }
  std::int64_t row_stride;
  std::int64_t col_stride;
  std::vector<T> elements;
  MatrixRef ref;
};

/// What a result is filled with that may not be read.
template <class T>
T garbage() {
  if constexpr (std::numeric_limits<T>::has_quiet_NaN) {
    return std::numeric_limits<T>::quiet_NaN();
  } else {
    return T(99);
  }
}

/// Whoever is chosen in this build, both are there.
template <class T>
void check_one(Multiplier multiplier, Matrix<T>& a, Matrix<T>& b, Into into,
               bool symmetric_before) {
  Matrix<T> c(a.ref.rows, b.ref.cols, true, 3, 1);
  std::vector<T> expected;
  for (std::int64_t i = 0; i < c.ref.rows; ++i) {
    for (std::int64_t j = 0; j < c.ref.cols; ++j) {
      if (symmetric_before) c.at(i, j) = small_integer<T>(i + j);
      T sum = into == Into::sum ? c.at(i, j) : T(0);
      for (std::int64_t k = 0; k < a.ref.cols; ++k) sum += a.at(i, k) * b.at(k, j);
      expected.push_back(sum);
      if (into == Into::nothing) c.at(i, j) = garbage<T>();
    }
  }
  const std::vector<T> outside = c.elements;
  gemm_by<T>(multiplier, a.ref, b.ref, c.ref, into);
  std::size_t n = 0;
  for (std::int64_t i = 0; i < c.ref.rows; ++i) {
    for (std::int64_t j = 0; j < c.ref.cols; ++j) REQUIRE(c.at(i, j) == expected[n++]);
    for (std::int64_t j = c.ref.cols; j < c.row_stride && i + 1 < c.ref.rows; ++j) {
      REQUIRE(c.at(i, j) == outside[static_cast<std::size_t>(i * c.row_stride + j)]);
    }
  }
}

template <class T>
void check(Matrix<T>& a, Matrix<T>& b, Into into, bool symmetric_before) {
  for (Multiplier multiplier : {Multiplier::blas, Multiplier::own}) {
    CAPTURE(multiplier, into);
    check_one(multiplier, a, b, into, symmetric_before);
  }
}

template <class T>
void check_all() {
  for (std::int64_t m : {1, 2, 17, 33}) {
    for (std::int64_t n : {1, 16, 37}) {
      for (std::int64_t k : {1, 5, 40}) {
        for (int order = 0; order < 8; ++order) {
          Matrix<T> a(m, k, (order & 1) != 0, order & 4, 2);
          Matrix<T> b(k, n, (order & 2) != 0, order & 4, 3);
          CAPTURE(m, n, k, order);
          for (Into into : {Into::sum, Into::nothing}) check(a, b, into, false);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("products in every order of storage are what plain loops compute") {
  check_all<double>();
  check_all<float>();
  check_all<std::complex<double>>();
  check_all<std::complex<float>>();
  check_all<int>();
}

TEST_CASE("products of few columns are right with any number of rows, however long the sums") {
  for (std::int64_t columns : {8, 29, 64, 100, 128}) {
    for (std::int64_t rows : {1, 8, 15, 83}) {
      for (std::int64_t summed : {2, 70, 600}) {
        for (int order = 0; order < 8; ++order) {
          Matrix<double> a(rows, summed, (order & 1) != 0, order & 4, 2);
          Matrix<double> b(summed, columns, (order & 2) != 0, order & 4, 3);
          CAPTURE(rows, columns, summed, order);
          for (Into into : {Into::sum, Into::nothing}) check(a, b, into, false);
        }
      }
    }
  }
  for (int order = 0; order < 4; ++order) {
    Matrix<float> a(70, 300, (order & 1) != 0, 0, 2);
    Matrix<float> b(300, 47, (order & 2) != 0, 0, 3);
    for (Into into : {Into::sum, Into::nothing}) check(a, b, into, false);
  }
}

TEST_CASE("a large operand whose columns are consecutive is copied tile by tile, and is right") {
  // From 2 MB on; rows that tiles divide, that they do not, and too few for a copy.
  for (const auto& [rows, summed] : {std::pair<std::int64_t, std::int64_t>{64, 4200},
                                     {67, 4000},
                                     {200, 1500},
                                     {1003, 300},
                                     {40, 7000}}) {
    for (std::int64_t columns : {8, 16, 29, 128}) {
      Matrix<double> a(rows, summed, false, columns == 29 ? 3 : 0, 2);
      Matrix<double> b(summed, columns, true, 0, 3);
      CAPTURE(rows, columns, summed);
      for (Into into : {Into::sum, Into::nothing}) {
        check_one(Multiplier::own, a, b, into, false);
      }
    }
  }
  Matrix<float> a(130, 5000, false, 0, 2);
  Matrix<float> b(5000, 33, true, 0, 3);
  check(a, b, Into::nothing, false);
  Matrix<double> x(70, 4000, false, 0, 2);
  Matrix<double> transposed(4000, 70, true, 0, 2);  // the same numbers in the same places
  transposed.ref.data = x.ref.data;
  transposed.elements = x.elements;
  check(x, transposed, Into::nothing, false);
}

TEST_CASE("products of many columns are right, panel by panel") {
  const auto check_orders = [](std::int64_t rows, std::int64_t summed, std::int64_t columns) {
    for (int order = 0; order < 8; ++order) {
      Matrix<double> a(rows, summed, (order & 1) != 0, order & 4, 2);
      Matrix<double> b(summed, columns, (order & 2) != 0, order & 4, 3);
      CAPTURE(rows, columns, summed, order);
      for (Into into : {Into::sum, Into::nothing}) check(a, b, into, false);
    }
  };
  for (std::int64_t columns : {129, 136, 300}) {
    for (std::int64_t rows : {8, 70}) {
      for (std::int64_t summed : {16, 530}) check_orders(rows, summed, columns);
    }
  }
  check_orders(66, 20, 1100);
}

TEST_CASE("a tall matrix's transpose times itself is symmetric and right") {
  for (std::int64_t columns : {16, 29, 64, 128, 331}) {
    for (std::int64_t summed : {3, 256, 700}) {
      Matrix<double> a(columns, summed, false, 0, 2);
      Matrix<double> b = a;
      std::swap(b.ref.rows, b.ref.cols);
      std::swap(b.ref.row_stride, b.ref.col_stride);
      std::swap(b.row_stride, b.col_stride);
      b.ref.data = a.ref.data;
      CAPTURE(columns, summed);
      check(a, b, Into::nothing, false);
      check(a, b, Into::sum, true);
    }
  }
}

TEST_CASE("a matrix times its transpose is symmetric and right, wherever half would do") {
  for (bool row_major : {true, false}) {
    for (std::int64_t rows : {2, 15, 16, 31, 70}) {
      for (std::int64_t summed : {1, 40}) {
        Matrix<double> a(rows, summed, row_major, 2, 5);
        Matrix<double> b = a;
        b.ref = {a.ref.data, summed, rows, a.col_stride, a.row_stride};
        std::swap(b.row_stride, b.col_stride);
        CAPTURE(row_major, rows, summed);
        for (Into into : {Into::sum, Into::nothing}) check(a, b, into, true);
      }
    }
  }
}

}  // namespace gemm_test
