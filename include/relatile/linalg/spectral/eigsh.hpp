// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "relatile/linalg/iterative/linear_operator.hpp"
#include "relatile/linalg/iterative/options.hpp"
#include "relatile/linalg/spectral/svd.hpp"

namespace relatile {

/// SciPy's names.
struct EigshOptions {
  /// Which eigenvalues: "LM" those of largest magnitude, "SM" of smallest, "LA" the largest, "SA"
  /// the smallest, "BE" from both ends, of an odd number one more from above.
  std::string which = "LM";
  double tol = 0;                         ///< of an eigenvalue, relative; 0: the precision
  std::optional<std::int64_t> ncv{};      ///< vectors kept; max(2 k + 1, 20) if not said
  std::optional<std::int64_t> maxiter{};  ///< products with a; 10 n, or 1000 if that is more
  std::uint64_t seed = 0;                 ///< of the vector it begins with
  bool require_convergence = false;       ///< throw NotConverged where the result would say so
  /// Is called after every restart with the number of products and the largest residual of those
  /// that are wanted; of svds |a^H u - s v| for u = a v / s, or |a v - s u| for v = a^H u / s.
  std::function<void(std::int64_t products, double residual)> progress{};
};

template <class T>
struct EigshResult {
  Array<real_t<T>, 1> eigenvalues;  ///< ascending
  Array<T, 2> eigenvectors;         ///< orthonormal columns
  std::int64_t iterations = 0;      ///< products with a
  double residual = 0;              ///< the largest |a v - w v|, estimated
  bool converged = false;
};

namespace detail {
/// The same of an operator of n rows.
template <class T>
EigshResult<T> eigsh(const std::string& function, const LinearOperator<T>& a, std::int64_t n,
                     std::int64_t k, const EigshOptions& options);

template <class A>
struct OperatorElement {
  using type = double;
};
template <class A>
  requires requires { typename A::value_type; }
struct OperatorElement<A> {
  using type = factored_t<typename A::value_type>;
};
/// The vectors that a multiplies: those of a matrix' elements, of a function double.
template <class A>
using operator_element_t = typename OperatorElement<std::remove_cvref_t<A>>::type;
}  // namespace detail

/// k eigenvalues and eigenvectors of a symmetric, or Hermitian, matrix, dense or sparse, or a
/// LinearOperator with a shape: scipy.sparse.linalg.eigsh, by Lanczos' method with all vectors kept
/// orthogonal and thick restarts. Of an eigenvalue that occurs several times it finds as many as
/// rounding lets it see, as ARPACK does. Where a matrix of up to 2000 rows, dense or sparse, has
/// not converged by when eigh would have been done, that decomposes it, and n products are counted.
///
///   shapes  (n,n) -> (k), (n,k)
///   errors  ShapeMismatch for a matrix that is not square or has less than k rows, and for another
///           `which`; NotConverged if the options require convergence
///   cost    a product with a, and four with ncv vectors, by one plan a step; eigenvalues of ncv x
///           ncv matrices on one site at each restart; O(n^3) and n^2 numbers of a small matrix
///   source  [Wu and Simon 2000]
template <class A>
auto eigsh(const A& a, std::int64_t k = 6, const EigshOptions& options = {},
           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = detail::operator_element_t<A>;
  const LinearOperator<T> op(a);
  if (!op.has_shape()) {
    throw Error(
        "relatile: eigsh: of a function the number of rows must be told: "
        "LinearOperator<T>({n, n}, f)");
  }
  return detail::eigsh<T>("eigsh", op, op.rows(), k, options);
}

/// The k largest singular values, descending, and their vectors, of a matrix, dense or sparse, or a
/// LinearOperator with both products: scipy.sparse.linalg.svds, by eigsh of a^H a or a a^H. SciPy's
/// are ascending.
///
///   shapes  (m,n) -> (m,k), (k), (k,n)
///   errors  as of eigsh; Error for an operator without rmatvec
template <class A>
auto svds(const A& a, std::int64_t k = 6, const EigshOptions& options = {},
          SourceLine line = SourceLine::current());

namespace detail {
template <class T>
SvdResult<T, 2> svds(const LinearOperator<T>& a, std::int64_t k, const EigshOptions& options);
}  // namespace detail

template <class A>
auto svds(const A& a, std::int64_t k, const EigshOptions& options, SourceLine line) {
  const AskedFrom scope(line);
  using T = detail::operator_element_t<A>;
  return detail::svds<T>(LinearOperator<T>(a), k, options);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/spectral/impl/eigsh.hpp"
#endif
