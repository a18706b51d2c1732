// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/promotion.hpp"
#include "relatile/kernel/spectral/decomposed.hpp"
#include "relatile/kernel/spectral/lapack.hpp"
#include "relatile/kernel/spectral/refusals.hpp"
#include "relatile/kernel/spectral/singular_vectors.hpp"

// Decompositions by LAPACK's drivers: divide and conquer where there is a choice. Every driver is
// called twice, first for the size of the memory that it works in.

namespace relatile::kernel::detail::with_lapack {

using Complex = std::complex<double>;

[[noreturn]] inline void refuse_size(const std::string& function) {
  throw Error("relatile: " + function +
              ": LAPACK counts rows, columns and the elements that it works on in integers of 32 "
              "bits, and this matrix has too many; compile with RELATILE_WITH_LAPACK=OFF");
}
inline int size_for_lapack(const std::string& function, std::int64_t n) {
  if (n > std::numeric_limits<int>::max()) refuse_size(function);
  return int(n);
}
/// The distance of columns in memory, which is 1 at least.
template <class M>
int column_stride(const M& a) {
  return std::max(1, int(a.rows()));
}

/// Memory that a driver works in; `size` is that of the first call, which asks for it.
template <class W>
struct Work {
  std::vector<W> memory = std::vector<W>(1);
  int size = -1;

  /// As large as the first call said, and as LAPACK's manual says at `least`: what a driver says of
  /// large matrices has overflown in it.
  void allocate(const std::string& function, double least) {
    const double wanted = std::max(least, std::real(memory[0]) * (1 + 1e-15) + 1);
    if (wanted > double(std::numeric_limits<int>::max())) refuse_size(function);
    size = int(wanted);
    memory.resize(std::size_t(size));
  }
  W* data() { return memory.data(); }
};

/// Calls a driver, which writes what it says to `info`, for the sizes of its work space, and again
/// once that is allocated.
template <class Call, class Allocate>
void run_driver(const std::string& function, const Call& call, const Allocate& allocate) {
  int info = 0;
  call(&info);
  allocate();
  call(&info);
  require_convergence(function, info == 0);
}

template <class W>
Singular<W> singular(const std::string& function, ColumnMajor<W> a, SingularVectors vectors) {
  const std::int64_t least = std::min(a.rows(), a.cols());
  const int m = size_for_lapack(function, a.rows());
  const int n = size_for_lapack(function, a.cols());
  const bool full = vectors == SingularVectors::full;
  Singular<W> found;
  found.s.resize(std::size_t(least));
  if (vectors != SingularVectors::none) {
    found.u = identity<W>(m, full ? m : least);
    found.vh = identity<W>(full ? n : least, n);
  }
  if (least == 0) return found;
  const char job = vectors == SingularVectors::none ? 'N' : full ? 'A' : 'S';
  const int lda = column_stride(a);
  const int ldu = column_stride(found.u);
  const int ldvh = column_stride(found.vh);
  const auto k = std::size_t(least);
  std::vector<int> of_integers(8 * k);
  const auto longest = std::size_t(std::max(m, n));
  const bool none = vectors == SingularVectors::none;
  std::vector<double> of_reals;
  if (is_complex_v<W>) {
    of_reals.resize(none ? 7 * k : k * std::max(5 * k + 7, 2 * longest + 2 * k + 1));
  }
  Work<W> work;
  const auto call = [&](int* info) {
    if constexpr (std::is_same_v<W, double>) {
      dgesdd_(&job, &m, &n, a.data(), &lda, found.s.data(), found.u.data(), &ldu, found.vh.data(),
              &ldvh, work.data(), &work.size, of_integers.data(), info, 1);
    } else {
      zgesdd_(&job, &m, &n, a.data(), &lda, found.s.data(), found.u.data(), &ldu, found.vh.data(),
              &ldvh, work.data(), &work.size, of_reals.data(), of_integers.data(), info, 1);
    }
  };
  run_driver(function, call, [&] {
    const double size = double(least);
    work.allocate(function, (none ? 10 * size : size * (4 * size + 7)) + double(longest));
  });
  return found;
}

/// Of an upper matrix of two diagonals; the last element above the diagonal is not read.
inline Singular<double> bidiagonal(const std::string& function, RealVector diagonal,
                                   RealVector above, bool vectors) {
  const int n = size_for_lapack(function, std::int64_t(diagonal.size()));
  if (n > 20'000) refuse_size(function);  // 3 n^2 elements of work space, which it counts
  const char job = vectors ? 'I' : 'N';
  Singular<double> found;
  found.s = std::move(diagonal);
  if (vectors) {
    found.u.resize(n, n);
    found.vh.resize(n, n);
  }
  const int stride = std::max(1, n);
  const auto size = std::size_t(n);
  std::vector<double> work(size * (vectors ? 3 * size + 4 : 4));
  std::vector<int> of_integers(8 * size);
  int info = 0;
  dbdsdc_("U", &job, &n, found.s.data(), above.data(), found.u.data(), &stride, found.vh.data(),
          &stride, nullptr, nullptr, work.data(), of_integers.data(), &info, 1, 1);
  require_convergence(function, info == 0);
  return found;
}

/// Of the lower half of a.
template <class W>
Eigenpairs<W> hermitian_pairs(const std::string& function, ColumnMajor<W> a, bool vectors) {
  const int n = size_for_lapack(function, a.rows());
  const int lda = column_stride(a);
  const char job = vectors ? 'V' : 'N';
  Eigenpairs<W> pairs;
  pairs.values.resize(std::size_t(n));
  Work<W> work;
  Work<double> of_reals;
  Work<int> of_integers;
  const auto call = [&](int* info) {
    if constexpr (std::is_same_v<W, double>) {
      dsyevd_(&job, "L", &n, a.data(), &lda, pairs.values.data(), work.data(), &work.size,
              of_integers.data(), &of_integers.size, info, 1, 1);
    } else {
      zheevd_(&job, "L", &n, a.data(), &lda, pairs.values.data(), work.data(), &work.size,
              of_reals.data(), &of_reals.size, of_integers.data(), &of_integers.size, info, 1, 1);
    }
  };
  run_driver(function, call, [&] {
    const double size = n;
    work.allocate(function, vectors ? 1 + 6 * size + 2 * size * size : 2 * size + 1);
    if constexpr (!std::is_same_v<W, double>) {
      of_reals.allocate(function, vectors ? 1 + 5 * size + 2 * size * size : size);
    }
    of_integers.allocate(function, vectors ? 3 + 5 * size : 1);
  });
  if (vectors) pairs.vectors = std::move(a);
  return pairs;
}

/// Of a symmetric matrix of three diagonals; the last element beside the diagonal is not read.
inline Eigenpairs<double> tridiagonal_pairs(const std::string& function, RealVector diagonal,
                                            RealVector beside, bool vectors) {
  const int n = size_for_lapack(function, std::int64_t(diagonal.size()));
  const char job = vectors ? 'V' : 'N';
  Eigenpairs<double> pairs;
  pairs.values = std::move(diagonal);
  if (vectors) pairs.vectors.resize(n, n);
  const int stride = std::max(1, n);
  Work<double> work;
  Work<int> of_integers;
  const auto call = [&](int* info) {
    dstevd_(&job, &n, pairs.values.data(), beside.data(), pairs.vectors.data(), &stride,
            work.data(), &work.size, of_integers.data(), &of_integers.size, info, 1);
  };
  run_driver(function, call, [&] {
    const double size = n;
    work.allocate(function, vectors ? 1 + 4 * size + size * size : 1);
    of_integers.allocate(function, vectors ? 3 + 5 * size : 1);
  });
  return pairs;
}

/// LAPACK has vectors of a pair of conjugate eigenvalues as real and imaginary parts of one.
inline ColumnMajor<Complex> paired(const ColumnMajor<double>& parts, const RealVector& imaginary) {
  ColumnMajor<Complex> vectors(parts.rows(), parts.cols());
  for (std::int64_t j = 0; j < parts.cols(); ++j) {
    const bool pair = imaginary[std::size_t(j)] != 0 && j + 1 < parts.cols();
    for (std::int64_t i = 0; i < parts.rows(); ++i) {
      vectors(i, j) = Complex(parts(i, j), pair ? parts(i, j + 1) : 0.0);
      if (pair) vectors(i, j + 1) = std::conj(vectors(i, j));
    }
    if (pair) ++j;
  }
  return vectors;
}

inline GeneralEigenpairs general_pairs(const std::string& function, ColumnMajor<double> a,
                                       bool vectors) {
  const int n = size_for_lapack(function, a.rows());
  const int lda = column_stride(a);
  RealVector real(static_cast<std::size_t>(n));
  RealVector imaginary(static_cast<std::size_t>(n));
  ColumnMajor<double> parts;
  if (vectors) parts.resize(n, n);
  const char job = vectors ? 'V' : 'N';
  Work<double> work;
  const auto call = [&](int* info) {
    dgeev_("N", &job, &n, a.data(), &lda, real.data(), imaginary.data(), nullptr, &lda,
           parts.data(), &lda, work.data(), &work.size, info, 1, 1);
  };
  run_driver(function, call, [&] { work.allocate(function, 4.0 * n); });
  GeneralEigenpairs pairs;
  for (std::size_t j = 0; j < real.size(); ++j) pairs.values.emplace_back(real[j], imaginary[j]);
  if (vectors) pairs.vectors = paired(parts, imaginary);
  return pairs;
}

inline GeneralEigenpairs general_pairs(const std::string& function, ColumnMajor<Complex> a,
                                       bool vectors) {
  const int n = size_for_lapack(function, a.rows());
  const int lda = column_stride(a);
  GeneralEigenpairs pairs;
  pairs.values.resize(std::size_t(n));
  if (vectors) pairs.vectors.resize(n, n);
  const char job = vectors ? 'V' : 'N';
  std::vector<double> of_reals(2 * std::size_t(n) + 1);
  Work<Complex> work;
  const auto call = [&](int* info) {
    zgeev_("N", &job, &n, a.data(), &lda, pairs.values.data(), nullptr, &lda, pairs.vectors.data(),
           &lda, work.data(), &work.size, of_reals.data(), info, 1, 1);
  };
  run_driver(function, call, [&] { work.allocate(function, 2.0 * n); });
  return pairs;
}

template <class W>
SchurForm<W> schur_form(const std::string& function, ColumnMajor<W> a) {
  const int n = size_for_lapack(function, a.rows());
  SchurForm<W> form{std::move(a), ColumnMajor<W>(n, n)};
  const int lda = column_stride(form.t);
  std::vector<double> of_reals(2 * std::size_t(n) + 1);
  std::vector<W> values(static_cast<std::size_t>(n));
  Work<W> work;
  int sorted = 0;
  const auto call = [&](int* info) {
    if constexpr (std::is_same_v<W, double>) {
      dgees_("V", "N", nullptr, &n, form.t.data(), &lda, &sorted, values.data(), of_reals.data(),
             form.z.data(), &lda, work.data(), &work.size, nullptr, info, 1, 1);
    } else {
      zgees_("V", "N", nullptr, &n, form.t.data(), &lda, &sorted, values.data(), form.z.data(),
             &lda, work.data(), &work.size, of_reals.data(), nullptr, info, 1, 1);
    }
  };
  run_driver(function, call, [&] { work.allocate(function, 3.0 * n); });
  return form;
}

}  // namespace relatile::kernel::detail::with_lapack
