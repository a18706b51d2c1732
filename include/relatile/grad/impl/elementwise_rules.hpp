// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string_view>
#include <unordered_map>

#include "relatile/grad/impl/terms.hpp"

// The derivatives of elementwise functions, a line each.

namespace relatile::detail {

/// A call of a function: its operands, its result r, and the cotangent g of that.
struct Called {
  Term x, y, z, r, g;
};

/// What a call adds to the cotangent of one of its operands. A function of complex numbers gives g
/// times the conjugate of its derivative: cotangents are the derivatives by the real part, and, in
/// the imaginary one, by that.
using Partial = Term (*)(const Called& call);

/// By each operand; where there is none, the function is constant almost everywhere, or its operand
/// a condition.
using Partials = std::array<Partial, 3>;

/// A share of g: all of it where `x` is further than `y`, half where they are equal, as in JAX.
template <class Further>
Term share_of(const Term& g, const Term& x, const Term& y) {
  const Term further = call<Further>(x.type, x, y);
  return g * chosen(further, number(x, 1), chosen(equal(x, y), number(x, 0.5), 0.0));
}

/// x / length, and 0 where that is. What is divided by is not 0 there either: a second derivative
/// goes through the branch that is not taken, too.
inline Term over_length(const Term& x, const Term& length) {
  const Term none = equal(length, 0);
  return chosen(none, number(x, 0), x / chosen(none, number(length, 1), length));
}

/// g x / |x|, which is g times the sign of real numbers.
inline Term along(const Term& g, const Term& x) {
  if (!x.is_complex()) return g * call<function::Sign>(x.type, x);
  const Term length = converted(call<function::Abs>(x.type, x), x.type);
  return converted(g, x.type) * over_length(x, length);
}

inline Term power_by_base(const Called& c) {
  const Term lower = chosen(equal(c.y, 0), number(c.y, 1), c.y - 1.0);
  return c.g * conjugated(c.y * call<function::Power>(c.x.type, c.x, lower));
}
inline Term power_by_exponent(const Called& c) {
  const Term base = chosen(equal(c.x, 0), number(c.x, 1), c.x);
  return c.g * conjugated(c.r * call<function::Log>(base.type, base));
}
/// (sin(pi x) / (pi x))' is 0 at 0, where the formula divides by it.
inline Term sinc_slope(const Called& c) {
  const Term at = chosen(equal(c.x, 0), number(c.x, 1), c.x);
  const Term slope = (call<function::Cos>(c.x.type, at * std::numbers::pi) - c.r) / at;
  return c.g * conjugated(chosen(equal(c.x, 0), number(c.x, 0), slope));
}
/// i0 - i1 / x, which is 1/2 at 0.
inline Term i1_slope(const Called& c) {
  const Term none = equal(c.x, 0);
  const Term at = chosen(none, number(c.x, 1), c.x);
  const Term slope = call<function::I0>(c.x.type, c.x) - c.r / at;
  return c.g * chosen(none, number(c.x, 0.5), slope);
}
/// The power of two between x and its mantissa, which their quotient is exactly.
inline Term mantissa_slope(const Called& c) {
  const Term none = equal(c.x, 0);
  return c.g * chosen(none, number(c.x, 1), c.r / chosen(none, number(c.x, 1), c.x));
}
/// An imaginary part's derivative is i times its own.
inline Term as_imaginary(const Term& g, const Term& z) {
  Term i;
  visit_type(z.type, [&]<class C>(std::type_identity<C>) {
    if constexpr (is_complex_v<C>) i = z.list->constant(C(0, 1));
  });
  return converted(g, z.type) * i;
}
inline Term angle_slope(const Called& c) {
  if (!c.x.is_complex()) return number(c.x, 0);
  return as_imaginary(c.g, c.x) * c.x / (c.x * conjugated(c.x));
}
inline Term clip_lower(const Called& c) {
  const Term raised = call<function::Maximum>(c.x.type, c.x, c.y);
  return share_of<function::Less>(c.g, raised, c.z);
}

/// The variance that sums of distances and of their squares, as the parts of complex numbers, give.
inline Term variance_slope(const Called& c) {
  const Term real_sum = call<function::Real>(c.x.type, c.x);
  const Term count = call<function::Real>(c.y.type, c.y);
  const Term divisor = call<function::Real>(c.z.type, c.z);
  return converted(c.g * -2.0 * real_sum / (count * divisor), c.x.type) +
         as_imaginary(c.g / divisor, c.x);
}
inline Term distance_slope(const Called& c) {
  const Term distance =
      converted(c.x, element_type_of<double>()) - converted(c.y, element_type_of<double>());
  const Term slope =
      call<function::Real>(c.g.type, c.g) + distance * 2.0 * call<function::Imag>(c.g.type, c.g);
  return converted(slope, c.x.type);
}

/// The partial derivatives of a function by its name; null for one that has none here.
inline const Partials* partials_of(std::string_view name) {
  using namespace function;
  constexpr double ln2 = std::numbers::ln2;
  constexpr double ln10 = std::numbers::ln10;
  constexpr double pi = std::numbers::pi;
#define RELATILE_BY(...)                               \
  [](const Called& c) -> Term {                        \
    [[maybe_unused]] const auto& [x, y, z, r, g] = c;  \
    [[maybe_unused]] const ElementType& type = x.type; \
    return __VA_ARGS__;                                \
  }
  static const std::unordered_map<std::string_view, Partials> table = {
      {"exp", {RELATILE_BY(g * conjugated(r))}},
      {"exp2", {RELATILE_BY(g * conjugated(r * ln2))}},
      {"expm1", {RELATILE_BY(g * conjugated(r + 1.0))}},
      {"log", {RELATILE_BY(g / conjugated(x))}},
      {"log2", {RELATILE_BY(g / conjugated(x * ln2))}},
      {"log10", {RELATILE_BY(g / conjugated(x * ln10))}},
      {"log1p", {RELATILE_BY(g / conjugated(x + 1.0))}},
      {"logaddexp",
       {RELATILE_BY(g * call<Exp>(type, x - r)), RELATILE_BY(g * call<Exp>(type, y - r))}},
      {"logaddexp2",
       {RELATILE_BY(g * call<Exp2>(type, x - r)), RELATILE_BY(g * call<Exp2>(type, y - r))}},
      {"logistic", {RELATILE_BY(g * r * (1.0 - r))}},
      {"sqrt", {RELATILE_BY(g / conjugated(r * 2.0))}},
      {"cbrt", {RELATILE_BY(g / (r * r * 3.0))}},
      {"erf", {RELATILE_BY(g * call<Exp>(type, -(x * x)) * (2 / std::sqrt(pi)))}},
      {"erfc", {RELATILE_BY(g * call<Exp>(type, -(x * x)) * (-2 / std::sqrt(pi)))}},
      {"norm_cdf", {RELATILE_BY(g * call<Exp>(type, x * x * -0.5) * (1 / std::sqrt(2 * pi)))}},
      {"i0", {RELATILE_BY(g * call<I1>(type, x))}},
      {"i1", {&i1_slope}},
      {"sin", {RELATILE_BY(g * conjugated(call<Cos>(type, x)))}},
      {"cos", {RELATILE_BY(-(g * conjugated(call<Sin>(type, x))))}},
      {"tan", {RELATILE_BY(g * conjugated(r * r + 1.0))}},
      {"sinc", {&sinc_slope}},
      {"sinh", {RELATILE_BY(g * conjugated(call<Cosh>(type, x)))}},
      {"cosh", {RELATILE_BY(g * conjugated(call<Sinh>(type, x)))}},
      {"tanh", {RELATILE_BY(g * conjugated(1.0 - r * r))}},
      {"arcsin", {RELATILE_BY(g / conjugated(call<Sqrt>(type, 1.0 - x * x)))}},
      {"arccos", {RELATILE_BY(-(g / conjugated(call<Sqrt>(type, 1.0 - x * x))))}},
      {"arctan", {RELATILE_BY(g / conjugated(x * x + 1.0))}},
      {"arcsinh", {RELATILE_BY(g / conjugated(call<Sqrt>(type, x * x + 1.0)))}},
      {"arccosh",
       {RELATILE_BY(g / conjugated(call<Sqrt>(type, x - 1.0) * call<Sqrt>(type, x + 1.0)))}},
      {"arctanh", {RELATILE_BY(g / conjugated(1.0 - x * x))}},
      {"arctan2", {RELATILE_BY(g * y / (x * x + y * y)), RELATILE_BY(-(g * x / (x * x + y * y)))}},
      {"hypot", {RELATILE_BY(g * over_length(x, r)), RELATILE_BY(g * over_length(y, r))}},
      {"degrees", {RELATILE_BY(g * (180 / pi))}},
      {"radians", {RELATILE_BY(g * (pi / 180))}},
      {"add", {RELATILE_BY(g), RELATILE_BY(g)}},
      {"subtract", {RELATILE_BY(g), RELATILE_BY(-g)}},
      {"multiply", {RELATILE_BY(g * conjugated(y)), RELATILE_BY(g * conjugated(x))}},
      {"divide", {RELATILE_BY(g / conjugated(y)), RELATILE_BY(-(g * conjugated(r / y)))}},
      {"floor_divide", {}},
      {"remainder", {RELATILE_BY(g), RELATILE_BY(-(g * call<FloorDivide>(type, x, y)))}},
      {"fmod", {RELATILE_BY(g), RELATILE_BY(-(g * call<Trunc>(type, x / y)))}},
      {"power", {&power_by_base, &power_by_exponent}},
      {"float_power", {&power_by_base, &power_by_exponent}},
      {"negative", {RELATILE_BY(-g)}},
      {"positive", {RELATILE_BY(g)}},
      {"abs", {RELATILE_BY(along(g, x))}},
      {"fabs", {RELATILE_BY(along(g, x))}},
      {"sign", {}},
      {"square", {RELATILE_BY(g * conjugated(x * 2.0))}},
      {"reciprocal", {RELATILE_BY(-(g * conjugated(r * r)))}},
      {"maximum",
       {RELATILE_BY(share_of<Greater>(g, x, y)), RELATILE_BY(share_of<Greater>(g, y, x))}},
      {"minimum", {RELATILE_BY(share_of<Less>(g, x, y)), RELATILE_BY(share_of<Less>(g, y, x))}},
      {"fmax",
       {RELATILE_BY(chosen(call<Isnan>(type, y), g, share_of<Greater>(g, x, y))),
        RELATILE_BY(chosen(call<Isnan>(type, x), g, share_of<Greater>(g, y, x)))}},
      {"fmin",
       {RELATILE_BY(chosen(call<Isnan>(type, y), g, share_of<Less>(g, x, y))),
        RELATILE_BY(chosen(call<Isnan>(type, x), g, share_of<Less>(g, y, x)))}},
      {"clip",
       {RELATILE_BY(share_of<Greater>(clip_lower(c), x, y)),
        RELATILE_BY(share_of<Greater>(clip_lower(c), y, x)),
        RELATILE_BY(share_of<Less>(g, z, call<Maximum>(type, x, y)))}},
      {"where", {nullptr, RELATILE_BY(chosen(x, g, 0.0)), RELATILE_BY(chosen(x, 0.0, g))}},
      {"floor", {}},
      {"ceil", {}},
      {"trunc", {}},
      {"rint", {}},
      {"copysign",
       {RELATILE_BY(g * call<Copysign>(type, number(x, 1), x) *
                    call<Copysign>(type, number(y, 1), y))}},
      {"heaviside", {nullptr, RELATILE_BY(chosen(equal(x, 0), g, 0.0))}},
      {"nextafter", {RELATILE_BY(g)}},
      {"spacing", {}},
      {"ldexp", {RELATILE_BY(g * call<Exp2>(type, call<Trunc>(type, y)))}},
      {"frexp_mantissa", {&mantissa_slope}},
      {"modf_fraction", {RELATILE_BY(g)}},
      {"conj", {RELATILE_BY(conjugated(g))}},
      {"real", {RELATILE_BY(converted(g, type))}},
      {"imag", {RELATILE_BY(x.is_complex() ? as_imaginary(g, x) : g * 0.0)}},
      {"angle", {&angle_slope}},
      {"astype", {RELATILE_BY(converted(g, type))}},
      {"absolute_difference",
       {RELATILE_BY(g * call<Sign>(type, x - y)), RELATILE_BY(g * call<Sign>(type, y - x))}},
      {"squared_difference", {RELATILE_BY(g * (x - y) * 2.0), RELATILE_BY(g * (y - x) * 2.0)}},
      {"distance", {&distance_slope, RELATILE_BY(-distance_slope(c))}},
      {"variance", {&variance_slope}},
  };
#undef RELATILE_BY
  const auto known = table.find(name);
  return known == table.end() ? nullptr : &known->second;
}

}  // namespace relatile::detail
