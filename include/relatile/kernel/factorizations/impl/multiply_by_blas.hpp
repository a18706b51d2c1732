// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/kernel/factorizations/row_major.hpp"
#include "relatile/kernel/products/blas_routines.hpp"

// Products by the BLAS, which sees our matrices transposed: by columns. Vectors have routines of
// their own, which don't copy the matrix first.

namespace relatile::kernel::detail {

/// What the BLAS counts in integers of 32 bits; an error if it can't.
inline int count_for_blas(std::int64_t count) {
  if (count > std::numeric_limits<int>::max()) {
    throw Error(
        "relatile: the BLAS counts rows and columns in integers of 32 bits, and a factorization "
        "has " +
        std::to_string(count) +
        " of them on one site; use more sites, or compile with RELATILE_WITH_BLAS=OFF");
  }
  return static_cast<int>(count);
}

/// The routines for T, whose complex numbers they take as their parts.
template <class T>
class BlasOf {
 public:
  /// c += factor op(a) op(b), where op is 'N', the matrix as it is, or 'C', its adjoint.
  static void gemm(const RowsMap<T>& c, const T& factor, char of_a, const RowsMap<T>& a, char of_b,
                   const RowsMap<T>& b) {
    const Sizes sizes(c.cols(), c.rows(), of_b == 'N' ? b.rows() : b.cols());
    const Sizes strides(c.stride(), a.stride(), b.stride());
    const T one(1);
    routine_for<T>(sgemm_, dgemm_, cgemm_, zgemm_)(&of_b, &of_a, &sizes.first, &sizes.second,
                                                   &sizes.third, parts(&factor), parts(b.data()),
                                                   &strides.third, parts(a.data()), &strides.second,
                                                   parts(&one), parts(c.data()), &strides.first);
  }
  /// y += factor op(a) x, where a has `rows` rows as the BLAS sees it.
  static void gemv(char applied, std::int64_t rows, std::int64_t columns, const T& factor,
                   const RowsMap<T>& a, const T* x, std::int64_t x_step, T* y,
                   std::int64_t y_step) {
    const Sizes sizes(rows, columns, a.stride());
    const Sizes steps(x_step, y_step, 1);
    const T one(1);
    routine_for<T>(sgemv_, dgemv_, cgemv_, zgemv_)(
        &applied, &sizes.first, &sizes.second, parts(&factor), parts(a.data()), &sizes.third,
        parts(x), &steps.first, parts(&one), parts(y), &steps.second);
  }

 private:
  struct Sizes {
    Sizes(std::int64_t a, std::int64_t b, std::int64_t c)
        : first(count_for_blas(a)), second(count_for_blas(b)), third(count_for_blas(c)) {}
    int first;
    int second;
    int third;
  };
  using Part = real_t<T>;
  static const Part* parts(const T* numbers) { return reinterpret_cast<const Part*>(numbers); }
  static Part* parts(T* numbers) { return reinterpret_cast<Part*>(numbers); }
};

/// c += factor a b.
template <class T>
void multiply_add(const RowsMap<T>& c, T factor, const RowsMap<T>& a, const RowsMap<T>& b) {
  if (c.cols() == 1) {
    BlasOf<T>::gemv('T', a.cols(), a.rows(), factor, a, b.data(), b.stride(), c.data(), c.stride());
  } else if (c.rows() == 1) {
    BlasOf<T>::gemv('N', b.cols(), b.rows(), factor, b, a.data(), 1, c.data(), 1);
  } else {
    BlasOf<T>::gemm(c, factor, 'N', a, 'N', b);
  }
}

/// The conjugates of a column.
template <class T>
std::vector<T> conjugates_of_column(const RowsMap<T>& a) {
  std::vector<T> made(static_cast<std::size_t>(a.rows()));
  for (std::int64_t i = 0; i < a.rows(); ++i) made[std::size_t(i)] = conjugate(a(i, 0));
  return made;
}

/// c += factor a^H b: of complex vectors as the conjugate of a^T conj(b), which the BLAS has.
template <class T>
void multiply_add_adjoint(const RowsMap<T>& c, T factor, const RowsMap<T>& a, const RowsMap<T>& b) {
  if (c.cols() > 1 && c.rows() > 1) return BlasOf<T>::gemm(c, factor, 'C', a, 'N', b);
  if constexpr (is_complex_v<T>) {
    const std::vector<T> x = conjugates_of_column(c.cols() == 1 ? b : a);
    if (c.cols() > 1) {
      return BlasOf<T>::gemv('N', b.cols(), b.rows(), factor, b, x.data(), 1, c.data(), 1);
    }
    std::vector<T> y(static_cast<std::size_t>(c.rows()));
    BlasOf<T>::gemv('N', a.cols(), a.rows(), conjugate(factor), a, x.data(), 1, y.data(), 1);
    for (std::int64_t i = 0; i < c.rows(); ++i) c(i, 0) += conjugate(y[std::size_t(i)]);
  } else if (c.cols() == 1) {
    BlasOf<T>::gemv('N', a.cols(), a.rows(), factor, a, b.data(), b.stride(), c.data(), c.stride());
  } else {
    BlasOf<T>::gemv('N', b.cols(), b.rows(), factor, b, a.data(), a.stride(), c.data(), 1);
  }
}

/// c += factor a b^H.
template <class T>
void multiply_add_by_adjoint(const RowsMap<T>& c, T factor, const RowsMap<T>& a,
                             const RowsMap<T>& b) {
  BlasOf<T>::gemm(c, factor, 'N', a, 'C', b);
}

}  // namespace relatile::kernel::detail
