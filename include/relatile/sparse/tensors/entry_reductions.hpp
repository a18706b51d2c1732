// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/shapes/reshape.hpp"
#include "relatile/sparse/along_axis.hpp"
#include "relatile/sparse/tensors/unfolding.hpp"

// Reductions of entries alone, where what is not stored is the identity: those of semirings.

namespace relatile::detail {

/// The reduction of the entries of a sparse array along some axes; of none its identity. Collective
/// where entries are sorted anew.
template <class Reduce, int Count, class T, int N>
auto reduced_entries(const SparseArray<T, N>& s, const Extents& axes) {
  if constexpr (Count == N) {
    return as_array(reduce<Reduce, false>(s.values(), all_axes<1>(), false));
  } else {
    const Extents kept = other_axes(N, axes);
    const Array<T, 1> lines =
        axes == Extents{0} ? reduced_along<Reduce>(s.matrix(), 0)
                           : reduced_along<Reduce>(unfolded("a reduction", s, kept, axes), 1);
    return as_array(reshape<N - Count>(lines, extents_along(s.shape(), kept)));
  }
}

}  // namespace relatile::detail
