// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/sparse/semirings.hpp"
#include "relatile/sparse/tensors/sparse_tensor.hpp"

namespace relatile {

namespace detail {

/// The product as a node, over + and * with its derivatives; the factors are those of the axes but
/// `mode`. Known for the types and semirings that src/sparse/sparse_tensors.cpp lists.
template <class Combine, class Reduce, class T>
tra::NodePtr mttkrp_node(const SparseNodes& s, const Extents& shape, int mode,
                         const std::vector<tra::NodePtr>& factors);
/// Throws ShapeMismatch unless a factor has a row for each index of its axis, and so many columns.
void require_factor(const Extents& shape, int axis, const Extents& factor, std::int64_t columns);

}  // namespace detail

/// The matricized tensor times a Khatri-Rao product, the Tensor Toolbox's mttkrp: of mode 0 of
/// three dimensions y(i, r) = sum over j, k of s(i, j, k) b(j, r) c(k, r), numpy's
/// einsum("ijk,jr,kr->ir", s, b, c). There is a factor for each axis, of which that of `mode` is
/// not read: mttkrp(s, {a, b, c}, 0).
///
/// Over another semiring, mttkrp<MinPlus>(s, {a, b, c}, 0), what is not stored is the identity of
/// its reduction, as in products of matrices.
///
/// Nothing is made of the size of the Khatri-Rao product, and entries are read as they are stored.
/// Of mode 0 each site has the rows of its blocks, of other modes sites add up what they have.
/// Gradients pass to the factors, each by an mttkrp in the mode of its axis, and to the entries.
///
///   shapes  (d0,...,dN-1), N matrices (d, r) -> (d of mode, r)
///   errors  ShapeMismatch for a factor of another shape, and for a mode that s lacks
///   cost    N flops an entry and column
template <class Semiring = PlusTimes, class T, int N>
Array<T, 2> mttkrp(const SparseArray<T, N>& s,
                   const std::type_identity_t<Array<T, 2>> (&factors)[N], int mode,
                   SourceLine line = SourceLine::current()) {
  static_assert(N >= 3,
                "relatile: mttkrp takes sparse arrays of three dimensions or more; of a "
                "matrix it is matmul");
  static_assert(
      !std::is_same_v<Semiring, PlusTimes> || detail::is_one_of<T, float, double, std::int64_t> ||
          is_complex_v<T>,
      "relatile: mttkrp: elements are float, double, complex or int64: take astype<T>(s)");
  static_assert(std::is_same_v<T, einsum_detail::combined_t<Semiring, T>>,
                "relatile: mttkrp: over (or, and) elements are bool: take astype<bool>(s)");
  detail::require_known_semiring<Semiring, T, detail::MultipliedBy::nothing>();
  const AskedFrom scope(line);
  const int kept = static_cast<int>(detail::tensor_axes("mttkrp", s.shape(), {mode})[0]);
  const std::int64_t columns = factors[kept == 0 ? 1 : 0].shape(1);
  std::vector<tra::NodePtr> nodes;
  for (int axis = 0; axis < N; ++axis) {
    if (axis == kept) continue;
    detail::require_factor(s.shape(), axis, factors[axis].shape(), columns);
    nodes.push_back(factors[axis].node());
  }
  return Array<T, 2>(detail::mttkrp_node<einsum_detail::combination_t<Semiring>,
                                         einsum_detail::reduction_t<Semiring>, T>(
      detail::nodes_as<T>(s.matrix()), s.shape(), kept, nodes));
}

/// The same of an array of factors, as cp_als gives them.
template <class Semiring = PlusTimes, class T, int N>
Array<T, 2> mttkrp(const SparseArray<T, N>& s,
                   const std::array<Array<T, 2>, std::size_t(N)>& factors, int mode,
                   SourceLine line = SourceLine::current()) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return mttkrp<Semiring>(s, {factors[K]...}, mode, line);
  }
  (std::make_index_sequence<std::size_t(N)>{});
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/tensors/impl/mttkrp.hpp"
#endif
