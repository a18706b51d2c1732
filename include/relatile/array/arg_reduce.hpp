// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/tra/node.hpp"

// argmin and argmax: elements are paired with their positions, pairs reduced, positions taken.

namespace relatile::detail {

/// What is done with elements of one type and with pairs of them and positions.
struct Pairing {
  ElementType element;
  ElementType pair;
  /// Pairs elements that lie one after another with positions at equal distances.
  void (*join)(const void* elements, std::int64_t first, std::int64_t step, std::int64_t count,
               void* pairs);
  void (*take_positions)(const void* pairs, std::int64_t count, std::int64_t* positions);
  /// Of a pair after which positions are counted from `first` on.
  void (*shift)(void* pair, std::int64_t first);
};

template <class T>
Pairing pairing_of() {
  using Pair = kernel::ValueIndex<T>;
  Pairing pairing;
  pairing.element = element_type_of<T>();
  pairing.pair = element_type_of<Pair>();
  pairing.join = [](const void* elements, std::int64_t first, std::int64_t step, std::int64_t count,
                    void* pairs) {
    for (std::int64_t i = 0; i < count; ++i) {
      static_cast<Pair*>(pairs)[i] = {static_cast<const T*>(elements)[i], first + i * step};
    }
  };
  pairing.take_positions = [](const void* pairs, std::int64_t count, std::int64_t* positions) {
    for (std::int64_t i = 0; i < count; ++i)
      positions[i] = static_cast<const Pair*>(pairs)[i].index;
  };
  pairing.shift = [](void* pair, std::int64_t first) { static_cast<Pair*>(pair)->index += first; };
  return pairing;
}

/// The same of numbers, by a canonical type: compiled once.
template <class T>
Pairing known_pairing();

/// The elements of x with their row-major positions, and the positions of such pairs.
tra::NodePtr paired_node(const tra::NodePtr& x, const Pairing& pairing, const std::string& name);
tra::NodePtr positions_of(const tra::NodePtr& pairs, const Pairing& pairing,
                          const std::string& name);

/// Of every line the pair of its best element and where in the line that stands.
using BestOfLines = void (*)(const Lines& lines);

/// The index of the best element along `axes` (one axis, or all of them flattened).
/// `best_of_lines`, if there is one, finds the best of rows in memory, and of the blocks of a long
/// vector that is there already.
tra::NodePtr arg_reduce_node(const tra::NodePtr& x, const std::vector<int>& axes,
                             const Pairing& pairing, Reduction best,
                             BestOfLines best_of_lines = nullptr);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/arg_reduce.hpp"
#endif
