// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#if defined(RELATILE_HAS_BLAS)

#include <algorithm>
#include <cstdint>
#include <limits>

#include "relatile/core/promotion.hpp"
#include "relatile/kernel/products/blas_routines.hpp"
#include "relatile/kernel/products/matrix_ref.hpp"

namespace relatile::kernel::detail {

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

}  // namespace relatile::kernel::detail

#endif
