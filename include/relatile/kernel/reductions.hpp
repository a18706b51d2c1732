// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numbers>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/promotion.hpp"

namespace relatile::kernel {

template <class T>
bool is_nan([[maybe_unused]] const T& x) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isnan(x);
  } else {
    return false;
  }
}

/// Sums; signed integers wrap as NumPy's do.
struct Sum {
  static constexpr const char* name = "sum";
  template <class T>
  static T identity() {
    return T(0);
  }
  template <class T>
  static T combine(const T& a, const T& b) {
    if constexpr (std::is_same_v<T, bool>) {
      return a || b;
    } else if constexpr (std::is_integral_v<T>) {
      using U = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<U>(static_cast<U>(a) + static_cast<U>(b)));
    } else {
      return a + b;
    }
  }
};

struct Prod {
  static constexpr const char* name = "prod";
  template <class T>
  static T identity() {
    return T(1);
  }
  template <class T>
  static T combine(const T& a, const T& b) {
    if constexpr (std::is_same_v<T, bool>) {
      return a && b;
    } else if constexpr (std::is_integral_v<T>) {
      using U = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
      return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
    } else {
      return a * b;
    }
  }
};

/// The least element; a NaN anywhere makes the result NaN, as in NumPy.
struct Min {
  static constexpr const char* name = "min";
  template <class T>
  static T identity() {
    if constexpr (std::numeric_limits<T>::has_infinity) {
      return std::numeric_limits<T>::infinity();
    } else {
      return std::numeric_limits<T>::max();
    }
  }
  template <class T>
  static T combine(const T& a, const T& b) {
    return is_nan(a) || a < b ? a : b;
  }
};

struct Max {
  static constexpr const char* name = "max";
  template <class T>
  static T identity() {
    if constexpr (std::numeric_limits<T>::has_infinity) {
      return -std::numeric_limits<T>::infinity();
    } else {
      return std::numeric_limits<T>::lowest();
    }
  }
  template <class T>
  static T combine(const T& a, const T& b) {
    return is_nan(a) || a > b ? a : b;
  }
};

/// The least number; NaN only if there is nothing else, which is why NaN stands for "none yet".
struct NanMin {
  static constexpr const char* name = "nanmin";
  template <class T>
  static T identity() {
    return std::numeric_limits<T>::quiet_NaN();
  }
  template <class T>
  static T combine(const T& a, const T& b) {
    return is_nan(a) || b < a ? b : a;
  }
};

/// The greatest number; NaN only if there is nothing else.
struct NanMax {
  static constexpr const char* name = "nanmax";
  template <class T>
  static T identity() {
    return std::numeric_limits<T>::quiet_NaN();
  }
  template <class T>
  static T combine(const T& a, const T& b) {
    return is_nan(a) || b > a ? b : a;
  }
};

/// log(exp(a) + exp(b)) without overflow: the greater one is taken out. NaN propagates.
struct LogAddExp {
  static constexpr const char* name = "logaddexp";
  template <class T>
  static T identity() {
    return -std::numeric_limits<T>::infinity();
  }
  template <class T>
  static T combine(const T& a, const T& b) {
    if (a == b) return a + std::numbers::ln2_v<T>;  // infinities too, whose difference is NaN
    const T greater = a > b ? a : b;
    return greater + std::log1p(std::exp(-std::abs(a - b)));
  }
};

struct Any {
  static constexpr const char* name = "any";
  template <class T>
  static T identity() {
    return T(false);
  }
  template <class T>
  static T combine(const T& a, const T& b) {
    return a || b;
  }
};

struct All {
  static constexpr const char* name = "all";
  template <class T>
  static T identity() {
    return T(true);
  }
  template <class T>
  static T combine(const T& a, const T& b) {
    return a && b;
  }
};

/// An element and where it stands, for argmin and argmax.
template <class T>
struct ValueIndex {
  T value;
  std::int64_t index;
};

/// The index that stands for "no element yet".
inline constexpr std::int64_t no_index = std::numeric_limits<std::int64_t>::max();

/// The first of the least elements; the first NaN, if there is one (as NumPy's argmin).
template <class Better>
struct ArgBest {
  using By = Better;
  static constexpr const char* name = Better::name;
  template <class Pair>
  static Pair identity() {
    return Pair{{}, no_index};
  }
  template <class Pair>
  static Pair combine(const Pair& a, const Pair& b) {
    if (a.index == no_index) return b;
    if (b.index == no_index) return a;
    const Pair& first = a.index <= b.index ? a : b;
    const Pair& second = a.index <= b.index ? b : a;
    if (is_nan(first.value)) return first;
    if (is_nan(second.value)) return second;
    return Better::better(second.value, first.value) ? second : first;
  }
};
struct Less {
  static constexpr const char* name = "argmin";
  static bool better(const auto& a, const auto& b) { return a < b; }
};
struct Greater {
  static constexpr const char* name = "argmax";
  static bool better(const auto& a, const auto& b) { return a > b; }
};
using ArgMin = ArgBest<Less>;
using ArgMax = ArgBest<Greater>;

namespace detail {

template <class T>
inline constexpr bool is_scalar_pair = false;
template <class T>
inline constexpr bool is_scalar_pair<ValueIndex<T>> = is_scalar_type_v<T>;

/// Whether it is the library's own function of elements that it knows: then it is compiled once,
/// with loops that are made for it.
template <class Op, class T>
constexpr bool is_known_reduction() {
  using relatile::detail::is_one_of;
  if constexpr (is_one_of<Op, ArgMin, ArgMax>) {
    return is_scalar_pair<T>;
  } else if constexpr (is_one_of<Op, Any, All>) {
    return std::is_same_v<T, bool>;
  } else if constexpr (is_one_of<Op, NanMin, NanMax, LogAddExp>) {
    return std::is_floating_point_v<T>;
  } else if constexpr (is_one_of<Op, Min, Max>) {
    return is_scalar_type_v<T> && !is_complex_v<T>;
  } else {
    return is_scalar_type_v<T> && is_one_of<Op, Sum, Prod>;
  }
}

/// What all reductions by functions of this library have in common: all but the loops.
Reduction reduction_named(const char* name, const ElementType& element, const void* identity,
                          bool idempotent);

/// A reduction by any function, in plain loops.
template <class Op, class T>
Reduction plain_reduction() {
  const T identity = Op::template identity<T>();
  constexpr bool idempotent =
      is_known_reduction<Op, T>() && !relatile::detail::is_one_of<Op, Sum, Prod, LogAddExp>;
  Reduction reduction =
      reduction_named(Op::name, element_type_of<T>(), std::addressof(identity), idempotent);
  reduction.fold = [](void* accumulators, std::int64_t step, const void* runs,
                      std::int64_t num_runs, std::int64_t count) {
    auto* results = static_cast<T*>(accumulators);
    const auto* elements = static_cast<const T*>(runs);
    for (std::int64_t r = 0; r < num_runs; ++r, elements += count) {
      T result = results[r * step];  // of its own: what is stored might be among the elements
      for (std::int64_t i = 0; i < count; ++i) result = Op::combine(result, elements[i]);
      results[r * step] = result;
    }
  };
  reduction.combine = [](void* accumulator, const void* run, std::int64_t count) {
    auto* results = static_cast<T*>(accumulator);
    const auto* elements = static_cast<const T*>(run);
    for (std::int64_t i = 0; i < count; ++i) results[i] = Op::combine(results[i], elements[i]);
  };
  reduction.plain = [](void* accumulator, const void* element) {
    auto& result = *static_cast<T*>(accumulator);
    result = Op::combine(result, *static_cast<const T*>(element));
  };
  reduction.kernel_identity.type = relatile::detail::type_hash<Op>();
  reduction.kernel_identity.pure = true;
  return reduction;
}

/// A reduction that is compiled once, by a canonical type.
template <class Op, class T>
Reduction known_reduction();

/// Of every line its best element by ArgMin or ArgMax, and where in the line that stands, as
/// ValueIndex<T>. Lines are not empty.
template <class Op, class T>
void best_of_lines(const Lines& lines);

template <class T>
struct Canonical {
  using type = canonical_t<T>;
};
template <class T>
struct Canonical<ValueIndex<T>> {
  using type = ValueIndex<canonical_t<T>>;
};

}  // namespace detail

/// A reduction by `Op` of elements of type T, its type erased.
template <class Op, class T>
Reduction make_reduction() {
  if constexpr (detail::is_known_reduction<Op, T>()) {
    return detail::known_reduction<Op, typename detail::Canonical<T>::type>();
  } else {
    return detail::plain_reduction<Op, T>();
  }
}

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/impl/reductions.hpp"
#endif
