// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include "relatile/core/element_type.hpp"
#include "relatile/core/kernel.hpp"

namespace relatile::kernel {

template <class T>
bool is_nan([[maybe_unused]] const T& x) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isnan(x);
  } else {
    return false;
  }
}

template <class T>
using ConstRun = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>;
template <class T>
using Run = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>;

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
  template <class T>
  static T fold(const ConstRun<T>& run) {
    return run.sum();
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
  template <class T>
  static T fold(const ConstRun<T>& run) {
    return run.prod();
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
  template <class T>
  static T fold(const ConstRun<T>& run) {
    return run.template minCoeff<Eigen::PropagateNaN>();
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
  template <class T>
  static T fold(const ConstRun<T>& run) {
    return run.template maxCoeff<Eigen::PropagateNaN>();
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
  /// The same for a whole run, by selections instead of branches where all are numbers.
  template <class T>
  static ValueIndex<T> fold(ValueIndex<T> result, const ValueIndex<T>* elements,
                            std::int64_t count) {
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
    if (!special) return combine(result, best);
    for (std::int64_t i = 0; i < count; ++i) result = combine(result, elements[i]);
    return result;
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

/// `result` combined with every element of a run.
template <class Op, class T>
T folded(T result, const T* elements, std::int64_t count) {
  if constexpr (requires { Op::fold(result, elements, count); }) {
    return Op::fold(result, elements, count);
  } else if constexpr (requires { Op::template fold<T>(ConstRun<T>(elements, count)); } &&
                       !std::is_integral_v<T>) {
    return Op::combine(result, T(Op::template fold<T>(ConstRun<T>(elements, count))));
  } else {
    for (std::int64_t i = 0; i < count; ++i) result = Op::combine(result, elements[i]);
    return result;
  }
}

}  // namespace detail

/// A reduction by `Op` of elements of type T, its type erased.
template <class Op, class T>
Reduction make_reduction() {
  Reduction reduction;
  reduction.name = Op::name;
  reduction.element = element_type_of<T>();
  const T identity = Op::template identity<T>();
  reduction.identity.resize(sizeof(T));
  std::memcpy(reduction.identity.data(), &identity, sizeof(T));
  reduction.fold = [](void* accumulators, std::int64_t step, const void* runs,
                      std::int64_t num_runs, std::int64_t count) {
    auto* results = static_cast<T*>(accumulators);
    const auto* elements = static_cast<const T*>(runs);
    for (std::int64_t r = 0; r < num_runs; ++r) {
      T& result = results[r * step];
      result = detail::folded<Op>(result, elements + r * count, count);
    }
  };
  reduction.combine = [](void* accumulator, const void* run, std::int64_t count) {
    auto* results = static_cast<T*>(accumulator);
    const auto* elements = static_cast<const T*>(run);
    if constexpr (std::is_same_v<Op, Sum> && std::is_floating_point_v<T>) {
      Run<T>(results, count) += ConstRun<T>(elements, count);  // by vectors at -O2, too
    } else {
      for (std::int64_t i = 0; i < count; ++i) results[i] = Op::combine(results[i], elements[i]);
    }
  };
  reduction.plain = [](void* accumulator, const void* element) {
    auto& result = *static_cast<T*>(accumulator);
    result = Op::combine(result, *static_cast<const T*>(element));
  };
  reduction.kernel_identity.type = relatile::detail::type_hash<Op>();
  reduction.laws.associative = true;
  reduction.laws.commutative = true;
  reduction.laws.has_identity = true;
  reduction.laws.idempotent = !std::is_same_v<Op, Sum> && !std::is_same_v<Op, Prod>;
  return reduction;
}

}  // namespace relatile::kernel
