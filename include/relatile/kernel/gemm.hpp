// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "relatile/core/promotion.hpp"

#if defined(RELATILE_HAS_BLAS)
#include <Eigen/src/misc/blas.h>
#endif

namespace relatile::kernel {

/// A matrix somewhere in memory: strides in elements, one of them 1.
struct MatrixRef {
  std::byte* data = nullptr;
  std::int64_t rows = 1;
  std::int64_t cols = 1;
  std::int64_t row_stride = 1;
  std::int64_t col_stride = 1;

  /// Usable by BLAS in row-major order: rows of consecutive elements.
  bool row_major() const { return col_stride == 1 || cols == 1; }
  /// From one row to the next, or, in column-major order, from one column to the next.
  std::int64_t leading() const {
    return row_major() ? std::max(row_stride, cols) : std::max(col_stride, rows);
  }
};

/// Whether to add to what the result holds, or to write over it.
enum class Into : std::uint8_t { sum, nothing };

namespace detail {

template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using ColMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;

template <class M>
Eigen::Map<M, 0, Eigen::OuterStride<>> map_of(const MatrixRef& m) {
  using Scalar = typename std::remove_const_t<M>::Scalar;
  const std::int64_t outer = M::IsRowMajor ? m.row_stride : m.col_stride;
  const std::int64_t inner_count = M::IsRowMajor ? m.cols : m.rows;
  return {reinterpret_cast<Scalar*>(m.data), m.rows, m.cols,
          Eigen::OuterStride<>(std::max(outer, inner_count))};
}

template <class T>
void gemm_by_eigen(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into) {
  auto out = map_of<RowMajor<T>>(c);
  const auto with_both = [&](const auto& left, const auto& right) {
    if (into == Into::sum) {
      out.noalias() += left * right;
    } else {
      out.noalias() = left * right;
    }
  };
  const auto with_left = [&](const auto& left) {
    if (b.row_major()) {
      with_both(left, map_of<const RowMajor<T>>(b));
    } else {
      with_both(left, map_of<const ColMajor<T>>(b));
    }
  };
  if (a.row_major()) {
    with_left(map_of<const RowMajor<T>>(a));
  } else {
    with_left(map_of<const ColMajor<T>>(a));
  }
}

#if defined(RELATILE_HAS_BLAS)

template <class T>
inline constexpr bool in_blas =
    std::is_same_v<T, float> || std::is_same_v<T, double> ||
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

/// The one for T of a BLAS routine's four forms.
template <class T, class S, class D, class C, class Z>
constexpr auto routine_for(S s, D d, C c, Z z) {
  if constexpr (std::is_same_v<T, float>) {
    return s;
  } else if constexpr (std::is_same_v<T, double>) {
    return d;
  } else if constexpr (std::is_same_v<T, std::complex<float>>) {
    return c;
  } else {
    return z;
  }
}

/// Copies what is below the diagonal to above it, in squares that fit the first-level cache.
template <class T>
void mirror_lower(const MatrixRef& c) {
  constexpr std::int64_t side = 32;
  T* const at = reinterpret_cast<T*>(c.data);
  for (std::int64_t top = 0; top < c.rows; top += side) {
    for (std::int64_t left = top; left < c.rows; left += side) {
      for (std::int64_t i = top; i < std::min(top + side, c.rows); ++i) {
        for (std::int64_t j = std::max(left, i + 1); j < std::min(left + side, c.rows); ++j) {
          at[i * c.row_stride + j] = at[j * c.row_stride + i];
        }
      }
    }
  }
}

/// Matrices as BLAS sees them, which is column by column: what we store by rows is transposed.
template <class T>
class Blas {
 public:
  using Part = real_t<T>;  ///< what BLAS takes for T: parts of complex numbers

  static void gemm(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into) {
    const Sizes sizes{int(c.cols), int(c.rows), int(a.cols)};
    const T one(1);
    const T beta(into == Into::sum ? 1 : 0);
    const int lda = int(a.leading());
    const int ldb = int(b.leading());
    const int ldc = int(c.leading());
    const char of_a = a.row_major() ? 'N' : 'T';
    const char of_b = b.row_major() ? 'N' : 'T';
    routine_for<T>(sgemm_, dgemm_, cgemm_, zgemm_)(&of_b, &of_a, &sizes.columns, &sizes.rows,
                                                   &sizes.summed, part(one), part(b), &ldb, part(a),
                                                   &lda, part(beta), part(c), &ldc);
  }
  /// c of a times its transpose: one half is computed, the other one copied.
  static void syrk(const MatrixRef& a, const MatrixRef& c, Into into) {
    const int rows = int(c.rows);
    const int summed = int(a.cols);
    const T one(1);
    const T beta(into == Into::sum ? 1 : 0);
    const int lda = int(a.leading());
    const int ldc = int(c.leading());
    const char lower_of_ours = 'U';
    const char of_a = a.row_major() ? 'T' : 'N';
    routine_for<T>(ssyrk_, dsyrk_, csyrk_, zsyrk_)(&lower_of_ours, &of_a, &rows, &summed, part(one),
                                                   part(a), &lda, part(beta), part(c), &ldc);
    mirror_lower<T>(c);
  }

 private:
  struct Sizes {
    int columns;
    int rows;
    int summed;
  };
  static const Part* part(const T& number) { return reinterpret_cast<const Part*>(&number); }
  static Part* part(const MatrixRef& m) { return reinterpret_cast<Part*>(m.data); }
};

inline bool fits_blas(const MatrixRef& m) {
  return std::max({m.rows, m.cols, m.leading()}) <= std::numeric_limits<int>::max();
}

/// Vectors, and what is so small that Eigen multiplies it without a call.
inline bool worth_a_call(const MatrixRef& a, const MatrixRef& c) {
  return c.rows > 1 && c.cols > 1 && a.cols > 0 && a.cols + c.rows + c.cols >= 20;
}

#endif

/// True if b is the transpose of a: the same memory, read the other way.
inline bool is_transpose(const MatrixRef& a, const MatrixRef& b) {
  return a.data == b.data && a.rows == b.cols && a.cols == b.rows && a.row_stride == b.col_stride &&
         a.col_stride == b.row_stride;
}

/// A result of fewer rows is multiplied as any other: half of little is not worth copying.
inline constexpr std::int64_t fewest_symmetric_rows = 16;

}  // namespace detail

/// c += a b, or c = a b. c is row-major, a and b are either; c overlaps neither. Of a matrix and
/// its transpose half is computed: then c must be symmetric before, if it is added to.
///
///   cost  2 m n k flops by the BLAS if there is one and it knows T, else by Eigen; m^2 k for a
///         matrix times its transpose by the BLAS
template <class T>
void gemm(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into) {
#if defined(RELATILE_HAS_BLAS)
  if constexpr (detail::in_blas<T>) {
    const bool fits = detail::fits_blas(a) && detail::fits_blas(b) && detail::fits_blas(c);
    if (fits && detail::worth_a_call(a, c)) {
      if (c.rows >= detail::fewest_symmetric_rows && detail::is_transpose(a, b)) {
        return detail::Blas<T>::syrk(a, c, into);
      }
      return detail::Blas<T>::gemm(a, b, c, into);
    }
  }
#endif
  detail::gemm_by_eigen<T>(a, b, c, into);
}

}  // namespace relatile::kernel
