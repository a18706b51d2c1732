// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "relatile/einsum/semiring.hpp"
#include "relatile/einsum/structural_semirings.hpp"
#include "relatile/kernel/sparse/products.hpp"
#include "relatile/sparse/sparse_array.hpp"

// Which semirings products of sparse matrices know, and what their kernels are made of.

namespace relatile::detail {

/// What a semiring combines operands of these types in; bool for OrAnd.
template <class Semiring, class A, class B>
using sparse_combined_t = einsum_detail::combined_t<Semiring, promote_t<A, B>>;

/// What a semiring's combination is to kernels: of those that do not read entries one of two.
template <class Semiring>
using kernel_combination_t = std::conditional_t<
    einsum_detail::is_pair<Semiring>, kernel::One,
    std::conditional_t<einsum_detail::chosen_operand<Semiring> != 0, kernel::OtherAlone,
                       einsum_detail::combination_t<Semiring>>>;

/// What a matrix is multiplied by; of nothing elements are combined where it has entries.
enum class MultipliedBy { sparse, dense_on_right, dense_on_left, nothing };

/// The kernels of a semiring, which src/sparse/sparse_products.cpp has.
template <class Semiring, class T, MultipliedBy By>
struct SparseKernels {
  using Combine = kernel_combination_t<Semiring>;
  using Reduce = einsum_detail::reduction_t<Semiring>;
  static constexpr bool is_of_paths = is_one_of<T, std::int32_t, std::int64_t, float, double>;
  static constexpr bool of_entries =
      std::is_same_v<Semiring, PlusTimes> ||
      (std::is_same_v<Semiring, OrAnd> && std::is_same_v<T, bool>) ||
      (is_one_of<Semiring, MinPlus, MaxPlus, MinMax, MaxMin> && is_of_paths);
  static constexpr int chosen = einsum_detail::chosen_operand<Semiring>;
  static constexpr bool of_structure =
      (By == MultipliedBy::sparse && einsum_detail::is_pair<Semiring>) ||
      (((By == MultipliedBy::dense_on_right && chosen == 2) ||
        (By == MultipliedBy::dense_on_left && chosen == 1)) &&
       (std::is_same_v<Reduce, kernel::Any> || is_of_paths));
  static constexpr bool known = of_entries || of_structure;
};

template <class Semiring, class T, MultipliedBy By>
constexpr bool require_known_semiring() {
  constexpr bool known = SparseKernels<Semiring, T, By>::known;
  static_assert(known,
                "relatile: matmul of sparse matrices takes PlusTimes, MinPlus, MaxPlus, MinMax, "
                "MaxMin (of int32, int64, float, double) or OrAnd: what is not stored must be the "
                "identity of the reduction and give it in every combination; of two sparse "
                "matrices also PlusPair and AnyPair, with a dense operand on the right PlusSecond, "
                "MinSecond, MaxSecond and OrSecond, on the left PlusFirst and so on; of others "
                "take to_dense(s)");
  return known;
}

/// The nodes of a matrix as a semiring's kernels take them: where elements are not read, columns
/// stand for them.
template <class Semiring, class T, class S>
SparseNodes operand_nodes(const SparseArray<S, 2>& s) {
  if constexpr (kernel::reads_entries<kernel_combination_t<Semiring>>) {
    return nodes_as<T>(s);
  } else {
    return {s.pattern(), s.columns().node()};
  }
}

/// What a sparse matrix and what is dense are combined in: what is dense alone decides if elements
/// of entries are not read.
template <class Semiring, class S, class D>
using combined_with_dense_t = canonical_t<
    std::conditional_t<einsum_detail::chosen_operand<Semiring> != 0,
                       sparse_combined_t<Semiring, D, D>, sparse_combined_t<Semiring, S, D>>>;

}  // namespace relatile::detail
