// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/foreign.hpp"
#include "relatile/expr/listed.hpp"

// Functions that only dense arrays have: of a sparse one each says what to write, as nothing is
// made dense unasked. Without these the compiler lists all that does not fit.

namespace relatile {

template <detail::SparseLike S, class... More>
detail::NoMember cumsum(const S&, const More&...) {
  static_assert(sizeof(S) == 0, "relatile: cumsum: of dense arrays: cumsum(to_dense(s), axis)");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember cumprod(const S&, const More&...) {
  static_assert(sizeof(S) == 0, "relatile: cumprod: of dense arrays: cumprod(to_dense(s), axis)");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember sort(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: sort: of dense arrays: sort(to_dense(s)); of the entries' elements "
                "sort(s.values())");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember argsort(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: argsort: of dense arrays: argsort(to_dense(s)); of the entries' "
                "elements argsort(s.values())");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember unique(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: unique: of dense arrays: unique(to_dense(s)); of the entries' elements "
                "unique(s.values())");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember median(const S&, const More&...) {
  static_assert(sizeof(S) == 0, "relatile: median: of dense arrays: median(to_dense(s), axis)");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember quantile(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: quantile: of dense arrays: quantile(to_dense(s), q, axis)");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember percentile(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: percentile: of dense arrays: percentile(to_dense(s), q, axis)");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember ravel(const S&, const More&...) {
  static_assert(
      sizeof(S) == 0,
      "relatile: ravel: of dense arrays: ravel(to_dense(s)); the entries' elements are s.values()");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember flatten(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: flatten: of dense arrays: flatten(to_dense(s)); the entries' elements "
                "are s.values()");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember to_vector(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: to_vector: of dense arrays: to_vector(to_dense(s)); the entries' "
                "elements are to_vector(s.values())");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember save(const char*, const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: save: of dense arrays: save_sparse(path, s) writes what load_sparse "
                "reads, save(path, to_dense(s)) all elements");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember inv(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: inv: of dense matrices: inv(to_dense(s)), which fills memory; instead "
                "of inv(s) times b, cg(s, b) or gmres(s, b) of relatile/iterative.hpp");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember solve(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: solve: of dense matrices: solve(to_dense(s), b); with a sparse one "
                "cg(s, b), minres(s, b) or gmres(s, b) of relatile/iterative.hpp");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember det(const S&, const More&...) {
  static_assert(sizeof(S) == 0, "relatile: det: of dense matrices: det(to_dense(s))");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember cholesky(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: cholesky: of dense matrices: cholesky(to_dense(s)); with a sparse one "
                "cg(s, b) of relatile/iterative.hpp solves");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember lu(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: lu: of dense matrices: lu(to_dense(s)); with a sparse one gmres(s, b) "
                "of relatile/iterative.hpp solves");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember qr(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: qr: of dense matrices: qr(to_dense(s)); with a sparse one lsqr(s, b) of "
                "relatile/iterative.hpp solves");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember lstsq(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: lstsq: of dense matrices: lstsq(to_dense(s), b); with a sparse one "
                "lsqr(s, b) of relatile/iterative.hpp");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember svd(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: svd: of dense matrices: svds(s, k) of relatile/spectral.hpp has the k "
                "greatest of a sparse one, svd(to_dense(s)) all");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember eigh(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: eigh: of dense matrices: eigsh(s, k) of relatile/spectral.hpp has k of "
                "a sparse one, eigh(to_dense(s)) all");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember eigvalsh(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: eigvalsh: of dense matrices: eigsh(s, k) of relatile/spectral.hpp has k "
                "of a sparse one, eigvalsh(to_dense(s)) all");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember eig(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: eig: of dense matrices: eig(to_dense(s)); of a symmetric one eigsh(s, "
                "k) of relatile/spectral.hpp");
  return {};
}

template <detail::SparseLike S, class... More>
detail::NoMember zeros_like(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: zeros_like: of dense arrays; entries in the places of a sparse one are "
                "s.with_values(zeros_like(s.values())), a dense array is zeros(s.shape())");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember ones_like(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: ones_like: of dense arrays; entries in the places of a sparse one are "
                "s.with_values(ones_like(s.values())), a dense array is ones(s.shape())");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember full_like(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: full_like: of dense arrays; entries in the places of a sparse one are "
                "s.with_values(full_like(s.values(), x)), a dense array is full(s.shape(), x)");
  return {};
}
template <detail::SparseLike S, class... More>
detail::NoMember tensordot(const S&, const More&...) {
  static_assert(
      sizeof(S) == 0,
      "relatile: tensordot: of dense arrays: tensordot<1>(to_dense(s), x); of matrices, and of a "
      "matrix and a vector, matmul(s, x)");
  return {};
}
/// What is Eigen's beside a sparse array.
template <class Semiring = void, class A, class B, class... More>
  requires((detail::SparseLike<A> && detail::EigenLike<B>) ||
           (detail::EigenLike<A> && detail::SparseLike<B>))
detail::NoMember matmul(const A&, const B&, const More&...) {
  static_assert(sizeof(A) == 0,
                "relatile: matmul: an Eigen matrix is no array; make one of it: from_eigen(m), of "
                "a sparse one as well");
  return {};
}

}  // namespace relatile
