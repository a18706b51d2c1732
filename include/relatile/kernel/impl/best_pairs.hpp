// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "relatile/kernel/functions/vectors.hpp"
#include "relatile/kernel/reductions.hpp"

// Elements with their indices, for argmin and argmax: how they are joined to pairs, and how runs of
// pairs become one. A vector has some whole pairs, each as it lies in memory: value, padding,
// index.

namespace relatile::kernel::detail {

/// Whether vectors compare so: numbers of the language.
template <class T>
inline constexpr bool has_pair_vectors = (std::is_integral_v<T> && !std::is_same_v<T, bool>) ||
                                         std::is_same_v<T, float> || std::is_same_v<T, double>;

/// What comparisons say of elements of so many bytes: all bits, or none.
template <std::size_t bytes>
using Bits = std::conditional_t<
    bytes == 8, std::int64_t,
    std::conditional_t<bytes == 4, std::int32_t,
                       std::conditional_t<bytes == 2, std::int16_t, std::int8_t>>>;

/// A vector of pairs, and what is known of those that it was chosen from.
template <class Better, class T>
class PairVector {
  using Pair = ValueIndex<T>;
  using Values = Pack<T>;
  using Indices = Pack<std::int64_t>;
  using Mask = Pack<Bits<sizeof(T)>>;
  static constexpr int lanes = int(lanes_of<T>);
  static constexpr int lanes_of_pair = int(sizeof(Pair) / sizeof(T));
  static constexpr auto all_lanes = std::make_integer_sequence<int, lanes>{};

 public:
  static constexpr std::int64_t num_pairs = lanes / lanes_of_pair;

  explicit PairVector(const Pair* pairs) {
    std::memcpy(&best_, pairs, vector_bytes);
    special_ = is_special(best_);
  }
  void choose(const Pair* pairs) {
    Values next;
    std::memcpy(&next, pairs, vector_bytes);
    special_ |= is_special(next);
    choose(next);
  }
  /// Not all are numbers with an index: what was chosen has no meaning.
  bool special() const {
    bool any = false;
    for (int l = 0; l < lanes; ++l) any |= special_[l] != 0;
    return any;
  }
  /// The best of all.
  Pair best() {
    fold<lanes / 2>();
    Pair pair;
    std::memcpy(&pair, &best_, sizeof(Pair));
    return pair;
  }

 private:
  static_assert(sizeof(Pair) == 16);

  static Indices indices_of(const Values& pairs) {
    Indices indices;
    std::memcpy(&indices, &pairs, vector_bytes);
    return indices;
  }
  /// What holds of the values, or of the indices, said of all lanes of their pairs.
  template <int... Lane>
  static Mask of_values(const Mask& mask, std::integer_sequence<int, Lane...>) {
    return __builtin_shufflevector(mask, mask, (Lane / lanes_of_pair * lanes_of_pair)...);
  }
  template <int... Lane>
  static Mask of_indices(const Mask& mask, std::integer_sequence<int, Lane...>) {
    return __builtin_shufflevector(mask, mask,
                                   (Lane / lanes_of_pair * lanes_of_pair + lanes_of_pair / 2)...);
  }
  static Mask of_indices(const Indices& holds) {
    Mask mask;
    std::memcpy(&mask, &holds, vector_bytes);
    return of_indices(mask, all_lanes);
  }
  static Mask is_special(const Values& pairs) {
    Mask special = of_indices(indices_of(pairs) == no_index);
    if constexpr (std::is_floating_point_v<T>) special |= of_values(pairs != pairs, all_lanes);
    return special;
  }
  /// The better value, and of equal ones the first.
  void choose(const Values& next) {
    const Mask better = std::is_same_v<Better, Less> ? next < best_ : next > best_;
    const Mask first = of_indices(indices_of(next) < indices_of(best_));
    const Mask replaces =
        of_values(better, all_lanes) | (of_values(next == best_, all_lanes) & first);
    best_ = replaces ? next : best_;
  }
  template <int Half, int... Lane>
  static Values halves_exchanged(const Values& pairs, std::integer_sequence<int, Lane...>) {
    return __builtin_shufflevector(pairs, pairs, (Lane ^ Half)...);
  }
  template <int Half>
  void fold() {
    if constexpr (Half >= lanes_of_pair) {
      choose(halves_exchanged<Half>(best_, all_lanes));
      fold<Half / 2>();
    }
  }

  Values best_;
  Mask special_;
};

/// Pairs elements with indices at equal distances, eight bytes beside eight bytes, by vectors: so
/// more is asked of memory at once than by a few elements at a time.
template <class T, int... Lane>
std::int64_t join_vectors(const T* elements, std::int64_t first, std::int64_t step,
                          std::int64_t count, ValueIndex<T>* pairs,
                          std::integer_sequence<int, Lane...>) {
  constexpr int lanes = int(lanes_of<T>);
  Pack<std::int64_t> indices{(first + Lane * step)...};
  Pack<std::int64_t> values;
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes, indices += lanes * step) {
    std::memcpy(&values, elements + i, vector_bytes);
    const Pack<std::int64_t> low =
        __builtin_shufflevector(values, indices, (Lane / 2 + Lane % 2 * lanes)...);
    const Pack<std::int64_t> high =
        __builtin_shufflevector(values, indices, ((lanes + Lane) / 2 + Lane % 2 * lanes)...);
    std::memcpy(pairs + i, &low, vector_bytes);
    std::memcpy(pairs + i + lanes / 2, &high, vector_bytes);
  }
  return i;
}
template <class T>
void join_pairs(const T* elements, std::int64_t first, std::int64_t step, std::int64_t count,
                ValueIndex<T>* pairs) {
  std::int64_t i = 0;
  if constexpr (has_pair_vectors<T> && sizeof(T) == sizeof(std::int64_t)) {
    i = join_vectors(elements, first, step, count, pairs,
                     std::make_integer_sequence<int, int(lanes_of<T>)>{});
  }
  for (; i < count; ++i) pairs[i] = {elements[i], first + i * step};
}

/// One after the other, by selections instead of branches where all are numbers.
template <class Better, class T>
ValueIndex<T> best_pair_of_few(ValueIndex<T> result, const ValueIndex<T>* elements,
                               std::int64_t count) {
  using Best = ArgBest<Better>;
  if (count == 0) return result;
  ValueIndex<T> best = elements[0];
  bool special = false;
  for (std::int64_t i = 0; i < count; ++i) {
    const ValueIndex<T> next = elements[i];
    special |= is_nan(next.value) || next.index == no_index;
    const bool first = next.index < best.index;
    const bool replaces = Better::better(next.value, best.value) ||
                          (first && !Better::better(best.value, next.value));
    best.value = replaces ? next.value : best.value;
    best.index = replaces ? next.index : best.index;
  }
  if (!special) return Best::combine(result, best);
  for (std::int64_t i = 0; i < count; ++i) result = Best::combine(result, elements[i]);
  return result;
}

/// The best of `result` and a run of pairs.
template <class Better, class T>
ValueIndex<T> best_pair(ValueIndex<T> result, const ValueIndex<T>* elements, std::int64_t count) {
  if constexpr (has_pair_vectors<T>) {
    using Vector = PairVector<Better, T>;
    constexpr std::int64_t step = Vector::num_pairs;
    if (count >= step) {
      Vector vector(elements);
      std::int64_t i = step;
      for (; i + step <= count; i += step) vector.choose(elements + i);
      if (!vector.special()) {
        result = ArgBest<Better>::combine(result, vector.best());
        elements += i;
        count -= i;
      }
    }
  }
  return best_pair_of_few<Better>(result, elements, count);
}

}  // namespace relatile::kernel::detail
