// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <bit>
#include <complex>
#include <cstdint>
#include <cstring>
#include <utility>

#include "relatile/kernel/impl/best_pairs.hpp"
#include "relatile/kernel/impl/log_sums.hpp"
#include "relatile/kernel/impl/vector_folds.hpp"
#include "relatile/kernel/reductions.hpp"

// The reductions that this library knows: what vector_folds.hpp has loops for, by these.

namespace relatile::kernel::detail {

RELATILE_INLINE Reduction reduction_named(const char* name, const ElementType& element,
                                          const void* identity, bool idempotent) {
  Reduction reduction;
  reduction.name = name;
  reduction.element = element;
  reduction.identity.resize(element.size);
  std::memcpy(reduction.identity.data(), identity, element.size);
  reduction.laws.associative = true;
  reduction.laws.commutative = true;
  reduction.laws.has_identity = true;
  reduction.laws.idempotent = idempotent;
  return reduction;
}

/// The best of elements that lie next to each other, one at least; NaN if one of them is.
template <class Better, class T>
T best_value(const T* elements, std::int64_t count) {
  if constexpr (std::is_floating_point_v<T>) {
    return chosen_of<std::is_same_v<Better, Greater>>(elements[0], elements, count);
  } else {
    T best = elements[0];
    for (std::int64_t i = 1; i < count; ++i) {
      best = Better::better(elements[i], best) ? elements[i] : best;
    }
    return best;
  }
}

/// The best of at most 32 elements that lie next to each other, and where it stands: without a
/// branch on what they are, which nobody could predict.
template <class Better, class T>
ValueIndex<T> best_of_few(const T* elements, std::int64_t count) {
  T best = elements[0];
  bool numbers = true;
  for (std::int64_t i = 0; i < count; ++i) {
    best = Better::better(elements[i], best) ? elements[i] : best;
    numbers &= !is_nan(elements[i]);
  }
  if (!numbers) {
    const T* const first = std::find_if(elements, elements + count, is_nan<T>);
    return {*first, first - elements};
  }
  std::uint32_t found = 0;  // a bit for each that is the best
  for (std::int64_t i = 0; i < count; ++i) found |= std::uint32_t{elements[i] == best} << i;
  const int first = std::countr_zero(found);
  return {elements[first], first};
}

/// The best of elements that lie next to each other, and where it stands: of all parts that fit
/// into a cache the best one is looked through again.
template <class Better, class T>
ValueIndex<T> best_of_run(const T* elements, std::int64_t count) {
  constexpr std::int64_t few = 32;
  if (count <= few) return best_of_few<Better>(elements, count);
  constexpr std::int64_t in_cache = 16'384 / sizeof(T);
  ValueIndex<T> best{elements[0], 0};
  for (std::int64_t i = 0; i < count && !is_nan(best.value); i += in_cache) {
    const T value = best_value<Better>(elements + i, std::min(in_cache, count - i));
    if (is_nan(value) || Better::better(value, best.value)) best = {value, i};
  }
  const auto is_best = [&](const T& x) { return is_nan(best.value) ? is_nan(x) : x == best.value; };
  best.index = std::find_if(elements + best.index, elements + count, is_best) - elements;
  return best;
}

template <class Op, class T>
void best_of_lines(const Lines& lines) {
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    const T* from = reinterpret_cast<const T*>(lines.from) + line * lines.from_next;
    auto* const to = reinterpret_cast<ValueIndex<T>*>(lines.to) + line * lines.to_next;
    if (lines.from_step == 1) {
      *to = best_of_run<typename Op::By>(from, lines.count);
      continue;
    }
    ValueIndex<T> best = Op::template identity<ValueIndex<T>>();
    for (std::int64_t i = 0; i < lines.count; ++i) {
      best = Op::combine(best, ValueIndex<T>{from[i * lines.from_step], i});
    }
    *to = best;
  }
}

/// How an operation folds a run of elements into a result; nothing where plain loops are as good.
template <class Op, class T>
struct Fold {};
template <class T>
  requires std::is_floating_point_v<real_t<T>>
struct Fold<Sum, T> {
  static T of(T result, const T* elements, std::int64_t count) {
    return result + sum_of(elements, count);
  }
};
template <class T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
struct Fold<Sum, T> {
  static T of(T result, const T* elements, std::int64_t count) {
    std::make_unsigned_t<T> sum = 0;  // which wraps
#pragma omp simd reduction(+ : sum)
    for (std::int64_t i = 0; i < count; ++i) {
      sum = static_cast<std::make_unsigned_t<T>>(sum + static_cast<decltype(sum)>(elements[i]));
    }
    return Sum::combine(result, static_cast<T>(sum));
  }
};
template <class T>
  requires std::is_floating_point_v<T>
struct Fold<Prod, T> {
  static T of(T result, const T* elements, std::int64_t count) {
    return result * product_of(elements, count);
  }
};
template <class T>
  requires std::is_floating_point_v<T>
struct Fold<Prod, std::complex<T>> {
  static std::complex<T> of(std::complex<T> result, const std::complex<T>* elements,
                            std::int64_t count) {
    multiply_complex(result, complex_product_of(elements, count));
    return result;
  }
};
template <class T>
  requires std::is_floating_point_v<T>
struct Fold<Min, T> {
  static T of(T result, const T* elements, std::int64_t count) {
    return Min::combine(result, chosen_of<false>(Min::identity<T>(), elements, count));
  }
};
template <class T>
  requires std::is_floating_point_v<T>
struct Fold<Max, T> {
  static T of(T result, const T* elements, std::int64_t count) {
    return Max::combine(result, chosen_of<true>(Max::identity<T>(), elements, count));
  }
};
template <class T>
struct Fold<LogAddExp, T> {
  static T of(T result, const T* elements, std::int64_t count) {
    return LogAddExp::combine(result, log_sum_of(elements, count));
  }
};
/// Whether some element has this truth value.
inline bool has_truth(const bool* elements, std::int64_t count, bool value) {
  return count > 0 && std::memchr(elements, value, static_cast<std::size_t>(count)) != nullptr;
}
template <>
struct Fold<Any, bool> {
  static bool of(bool result, const bool* elements, std::int64_t count) {
    return result || has_truth(elements, count, true);
  }
};
template <>
struct Fold<All, bool> {
  static bool of(bool result, const bool* elements, std::int64_t count) {
    return result && !has_truth(elements, count, false);
  }
};
template <class Better, class T>
struct Fold<ArgBest<Better>, ValueIndex<T>> {
  static ValueIndex<T> of(ValueIndex<T> result, const ValueIndex<T>* elements, std::int64_t count) {
    return best_pair<Better>(result, elements, count);
  }
};

template <class Op, class T>
Reduction known_reduction() {
  Reduction reduction = plain_reduction<Op, T>();
  if constexpr (requires(T x) { Fold<Op, T>::of(x, &x, 1); }) {
    reduction.fold = [](void* accumulators, std::int64_t step, const void* runs,
                        std::int64_t num_runs, std::int64_t count) {
      auto* results = static_cast<T*>(accumulators);
      const auto* elements = static_cast<const T*>(runs);
      for (std::int64_t r = 0; r < num_runs; ++r, elements += count) {
        results[r * step] = Fold<Op, T>::of(results[r * step], elements, count);
      }
    };
  }
  if constexpr (std::is_same_v<Op, Sum> && std::is_floating_point_v<real_t<T>>) {
    reduction.combine = [](void* accumulator, const void* run, std::int64_t count) {
      constexpr std::int64_t parts = sizeof(T) / sizeof(real_t<T>);
      add_to(static_cast<real_t<T>*>(accumulator), static_cast<const real_t<T>*>(run),
             parts * count);
    };
  }
  if constexpr (std::is_same_v<Op, LogAddExp>) {
    reduction.combine = [](void* accumulator, const void* run, std::int64_t count) {
      add_logs_to(static_cast<T*>(accumulator), static_cast<const T*>(run), count);
    };
  }
  return reduction;
}

}  // namespace relatile::kernel::detail
