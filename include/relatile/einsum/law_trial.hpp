// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <sstream>
#include <string>
#include <type_traits>

#include "relatile/core/error.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/core/scalar_types.hpp"

namespace relatile {

/// What is declared of the functions of a semiring, beside that `reduce` is associative and
/// commutative.
struct SemiringLaws {
  bool associative = false;  ///< combine(a, combine(b, c)) == combine(combine(a, b), c)
  bool commutative = false;  ///< combine(a, b) == combine(b, a)
  /// combine(a, reduce(b, c)) == reduce(combine(a, b), combine(a, c)), and so on the right
  bool distributes = false;
  std::int64_t flops = 1;         ///< a rough weight of one combination, which planners price
  const char* name = "semiring";  ///< what plans and errors call it: a literal
};

namespace einsum_detail {

/// Tries the laws of a semiring with a few numbers. It finds no proof, but most mistakes.
template <class T, class Combine, class Reduce>
class LawTrial {
 public:
  LawTrial(const Combine& combine, const Reduce& reduce, const T& identity)
      : combine_(combine), reduce_(reduce), identity_(identity) {}

  void require(const SemiringLaws& laws) const {
    for (const T& a : numbers()) {
      require_equal(laws, "reduce(identity, a) is a", reduce_(identity_, a), a, {a});
      for (const T& b : numbers()) {
        require_of_two(laws, a, b);
        for (const T& c : numbers()) require_of_three(laws, a, b, c);
      }
    }
  }

 private:
  static constexpr auto numbers() {
    if constexpr (std::is_same_v<T, bool>) {
      return std::array<T, 2>{false, true};
    } else if constexpr (std::is_integral_v<T>) {
      return std::array<T, 3>{T(1), T(2), T(3)};
    } else {
      return std::array<T, 3>{T(0.25), T(0.5), T(1)};
    }
  }

  void require_of_two(const SemiringLaws& laws, const T& a, const T& b) const {
    require_equal(laws, "reduce(a, b) is reduce(b, a)", reduce_(a, b), reduce_(b, a), {a, b});
    if (!laws.commutative) return;
    require_equal(laws, "combine(a, b) is combine(b, a)", combine_(a, b), combine_(b, a), {a, b});
  }

  void require_of_three(const SemiringLaws& laws, const T& a, const T& b, const T& c) const {
    require_equal(laws, "reduce(a, reduce(b, c)) is reduce(reduce(a, b), c)",
                  reduce_(a, reduce_(b, c)), reduce_(reduce_(a, b), c), {a, b, c});
    if (laws.associative) {
      require_equal(laws, "combine(a, combine(b, c)) is combine(combine(a, b), c)",
                    combine_(a, combine_(b, c)), combine_(combine_(a, b), c), {a, b, c});
    }
    if (!laws.distributes) return;
    require_equal(laws, "combine(a, reduce(b, c)) is reduce(combine(a, b), combine(a, c))",
                  combine_(a, reduce_(b, c)), reduce_(combine_(a, b), combine_(a, c)), {a, b, c});
    require_equal(laws, "combine(reduce(a, b), c) is reduce(combine(a, c), combine(b, c))",
                  combine_(reduce_(a, b), c), reduce_(combine_(a, c), combine_(b, c)), {a, b, c});
  }

  /// Up to rounding, since these are laws of numbers. What is NaN was not meant to be tried.
  static bool equal(const T& x, const T& y) {
    if constexpr (std::is_integral_v<T>) {
      return x == y;
    } else {
      using Real = real_t<T>;
      if (x == y || x != x || y != y) return true;
      const Real digits = std::is_same_v<Real, float> ? Real(1e-4) : Real(1e-10);
      const Real distance = std::abs(x - y);  // infinite if one of them is: they are not close
      return std::isfinite(distance) && distance <= digits * (std::abs(x) + std::abs(y));
    }
  }

  static void require_equal(const SemiringLaws& laws, const char* law, const T& left,
                            const T& right, std::initializer_list<T> of) {
    if (equal(left, right)) return;
    std::ostringstream text;
    text << std::boolalpha << "relatile: einsum: " << laws.name << ": it is a law that " << law
         << ", but for";
    char letter = 'a';
    for (const T& number : of) {
      text << (letter == 'a' ? " " : ", ") << letter << " = " << +number;
      ++letter;
    }
    text << " these are " << +left << " and " << +right
         << "; declare only what holds, of combine in {.associative, .commutative, .distributes}";
    throw Error(text.str());
  }

  const Combine& combine_;
  const Reduce& reduce_;
  T identity_;
};

/// Throws Error for a law that does not hold for some numbers.
template <class T, class Combine, class Reduce>
void require_laws(const SemiringLaws& laws, const Combine& combine, const Reduce& reduce,
                  const T& identity) {
  LawTrial<T, Combine, Reduce>(combine, reduce, identity).require(laws);
}

}  // namespace einsum_detail

}  // namespace relatile
