// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>
#include <string_view>
#include <type_traits>

#include "relatile/core/type_list.hpp"
#include "relatile/function/list.hpp"
#include "relatile/function/pairs.hpp"
#include "support/catch.hpp"

namespace relatile::values_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double tiniest = std::numeric_limits<double>::denorm_min();
constexpr double pi = std::numbers::pi;

struct Row {
  std::string_view function;
  std::array<double, 3> operands;  // as many as the function takes
  double value;                    // NumPy's, for operands that are float64, or int64 if need be
};

/// At least one row for every function: a plain value, then what is special.
constexpr Row rows[] = {
    {"add", {0.5, 2}, 2.5},
    {"add", {infinity, -infinity}, nan},
    {"subtract", {0.5, 2}, -1.5},
    {"multiply", {0.5, 3}, 1.5},
    {"multiply", {infinity, 0}, nan},
    {"divide", {1, 4}, 0.25},
    {"divide", {1, -0.0}, -infinity},
    {"divide", {0, 0}, nan},
    {"floor_divide", {-7, 2}, -4},
    {"floor_divide", {0.3, 0.1}, 2},
    {"floor_divide", {5, 0}, infinity},
    {"floor_divide", {-5, 0}, -infinity},
    {"floor_divide", {0, 0}, nan},
    {"floor_divide", {infinity, 2}, nan},
    {"floor_divide", {-1, infinity}, -1},
    {"floor_divide", {0, -1}, -0.0},
    {"remainder", {-7, 2}, 1},
    {"remainder", {7, -2}, -1},
    {"remainder", {0.3, 0.1}, 0.09999999999999998},
    {"remainder", {5, 0}, nan},
    {"remainder", {-1, infinity}, infinity},
    {"remainder", {1, infinity}, 1},
    {"remainder", {-0.0, 1}, 0},
    {"remainder", {0, -1}, -0.0},
    {"fmod", {-7, 2}, -1},
    {"fmod", {-6, 3}, -0.0},
    {"fmod", {1, infinity}, 1},
    {"fmod", {1, 0}, nan},
    {"power", {2.5, -1.5}, 0.25298221281347033},
    {"power", {-0.0, -1}, -infinity},
    {"power", {-8, 1.0 / 3}, nan},
    {"power", {nan, 0}, 1},
    {"power", {1, nan}, 1},
    {"power", {-infinity, 3}, -infinity},
    {"float_power", {2, -2}, 0.25},
    {"float_power", {-8, 1.0 / 3}, nan},
    {"fabs", {-2.5}, 2.5},
    {"fabs", {-0.0}, 0},
    {"negative", {2.5}, -2.5},
    {"negative", {0}, -0.0},
    {"positive", {-2.5}, -2.5},
    {"abs", {-2.5}, 2.5},
    {"abs", {-0.0}, 0},
    {"sign", {2.5}, 1},
    {"sign", {-0.0}, 0},
    {"sign", {nan}, nan},
    {"sign", {-infinity}, -1},
    {"square", {-3}, 9},
    {"reciprocal", {4}, 0.25},
    {"reciprocal", {-0.0}, -infinity},

    {"maximum", {-infinity, infinity}, infinity},
    {"maximum", {2, 1}, 2},
    {"maximum", {nan, 1}, nan},
    {"maximum", {1, nan}, nan},
    {"minimum", {2, 1}, 1},
    {"minimum", {1, 2}, 1},
    {"minimum", {nan, 1}, nan},
    {"minimum", {1, nan}, nan},
    {"fmax", {1, 2}, 2},
    {"fmax", {nan, 1}, 1},
    {"fmax", {1, nan}, 1},
    {"fmax", {nan, nan}, nan},
    {"fmin", {1, 2}, 1},
    {"fmin", {nan, 1}, 1},
    {"fmin", {1, nan}, 1},
    {"fmin", {nan, nan}, nan},
    {"clip", {5, 0, 3}, 3},
    {"clip", {-5, 0, 3}, 0},
    {"clip", {2, 3, 1}, 1},
    {"clip", {nan, 0, 3}, nan},
    {"clip", {1, nan, 3}, nan},
    {"clip", {1, 0, nan}, nan},
    {"where", {1, 2, 3}, 2},
    {"where", {0, nan, -0.0}, -0.0},
    {"where", {nan, 2, 3}, 2},

    {"exp", {-2.5}, 0.0820849986238988},
    {"exp", {-infinity}, 0},
    {"exp", {infinity}, infinity},
    {"exp2", {10}, 1024},
    {"expm1", {1e-5}, 1.0000050000166668e-05},
    {"expm1", {-infinity}, -1},
    {"expm1", {-0.0}, -0.0},
    {"expm1", {1e-20}, 1e-20},
    {"log", {10}, 2.302585092994046},
    {"log", {0}, -infinity},
    {"log", {-1}, nan},
    {"log", {tiniest}, -744.4400719213812},
    {"log2", {8}, 3},
    {"log10", {1000}, 3},
    {"log1p", {1e-5}, 9.999950000333332e-06},
    {"log1p", {-1}, -infinity},
    {"log1p", {1e-20}, 1e-20},
    {"logaddexp", {0, 1}, 1.3132616875182228},
    {"logaddexp", {1000, 1000}, 1000.6931471805599},
    {"logaddexp", {-infinity, -infinity}, -infinity},
    {"logaddexp", {-infinity, 3}, 3},
    {"logaddexp", {infinity, infinity}, infinity},
    {"logaddexp", {infinity, -infinity}, infinity},
    {"logaddexp", {0, nan}, nan},
    {"logaddexp", {nan, 0}, nan},
    {"logaddexp2", {0, 1}, 1.584962500721156},
    {"logaddexp2", {1000, 1000}, 1001},
    {"logaddexp2", {-infinity, 3}, 3},
    {"logaddexp2", {infinity, infinity}, infinity},
    {"logaddexp2", {nan, 0}, nan},
    {"erf", {0.5}, 0.5204998778130465},
    {"erf", {-infinity}, -1},
    {"erfc", {0.5}, 0.4795001221869535},
    {"erfc", {10}, 2.088487583762545e-45},
    {"norm_cdf", {0}, 0.5},
    {"norm_cdf", {-1}, 0.15865525393145707},
    {"norm_cdf", {infinity}, 1},
    {"i0", {0}, 1},
    {"i0", {-1}, 1.2660658777520084},
    {"i0", {29.5}, 478144163888.0398},
    {"i0", {30.5}, 1278062138712.5665},
    {"i0", {infinity}, nan},
    {"i0", {nan}, nan},
    {"i1", {-0.0}, -0.0},
    {"i1", {-1}, -0.5651591039924851},
    {"i1", {0.3}, 0.15169384000359282},
    {"i1", {29.5}, 469968885416.2772},
    {"i1", {-30.5}, -1256932623308.4714},
    {"i1", {infinity}, nan},
    {"i1", {nan}, nan},
    {"logistic", {2}, 0.8807970779778823},
    {"logistic", {0}, 0.5},
    {"logistic", {-infinity}, 0},
    {"logistic", {infinity}, 1},
    {"logistic", {nan}, nan},
    {"logistic", {-700}, 9.85967654375977e-305},
    {"sqrt", {2}, 1.4142135623730951},
    {"sqrt", {-1}, nan},
    {"sqrt", {-0.0}, -0.0},
    {"sqrt", {infinity}, infinity},
    {"cbrt", {-27}, -3},

    {"sin", {0.5}, 0.479425538604203},
    {"sin", {infinity}, nan},
    {"sin", {1e22}, -0.8522008497671888},
    {"cos", {2}, -0.4161468365471424},
    {"tan", {1}, 1.5574077246549023},
    {"sinc", {1.25}, -0.18006326323142122},
    {"sinc", {0}, 1},
    {"sinc", {-0.0}, 1},
    {"sinc", {nan}, nan},
    {"sinh", {1}, 1.1752011936438014},
    {"cosh", {-1}, 1.5430806348152437},
    {"tanh", {0.5}, 0.46211715726000974},
    {"tanh", {-infinity}, -1},
    {"arcsin", {-0.5}, -0.5235987755982989},
    {"arcsin", {2}, nan},
    {"arccos", {-0.5}, 2.0943951023931957},
    {"arctan", {2}, 1.1071487177940904},
    {"arcsinh", {-2}, -1.4436354751788103},
    {"arccosh", {2}, 1.3169578969248166},
    {"arccosh", {0.5}, nan},
    {"arctanh", {0.5}, 0.5493061443340548},
    {"arctanh", {1}, infinity},
    {"arctan2", {1, -2}, 2.677945044588987},
    {"arctan2", {0, -0.0}, pi},
    {"arctan2", {-0.0, -0.0}, -pi},
    {"arctan2", {infinity, -infinity}, 3 * pi / 4},
    {"hypot", {1, 2}, 2.23606797749979},
    {"hypot", {infinity, nan}, infinity},
    {"hypot", {3e200, 4e200}, 5e200},
    {"degrees", {pi}, 180},
    {"radians", {180}, pi},

    {"floor", {-0.5}, -1},
    {"floor", {nan}, nan},
    {"ceil", {-0.5}, -0.0},
    {"ceil", {infinity}, infinity},
    {"trunc", {-1.7}, -1},
    {"rint", {0.5}, 0},
    {"rint", {1.5}, 2},
    {"rint", {-2.5}, -2},
    {"rint", {-0.5}, -0.0},

    {"isnan", {-nan}, true},
    {"isnan", {infinity}, false},
    {"isinf", {-infinity}, true},
    {"isinf", {nan}, false},
    {"isfinite", {nan}, false},
    {"isfinite", {tiniest}, true},
    {"isposinf", {infinity}, true},
    {"isposinf", {-infinity}, false},
    {"isposinf", {nan}, false},
    {"isneginf", {-infinity}, true},
    {"isneginf", {infinity}, false},
    {"nextafter", {1, 2}, 1.0000000000000002},
    {"nextafter", {0, -1}, -tiniest},
    {"nextafter", {1, 1}, 1},
    {"nextafter", {nan, 1}, nan},
    {"spacing", {1}, 2.220446049250313e-16},
    {"spacing", {-1}, -2.220446049250313e-16},
    {"spacing", {-0.0}, tiniest},
    {"spacing", {infinity}, nan},
    {"spacing", {nan}, nan},
    {"ldexp", {0.75, 3}, 6},
    {"ldexp", {1, -1074}, tiniest},
    {"ldexp", {-1, 1e10}, -infinity},
    {"ldexp", {nan, 3}, nan},
    {"frexp_mantissa", {-6}, -0.75},
    {"frexp_mantissa", {tiniest}, 0.5},
    {"frexp_mantissa", {infinity}, infinity},
    {"frexp_exponent", {-6}, 3},
    {"frexp_exponent", {tiniest}, -1073},
    {"frexp_exponent", {0}, 0},
    {"frexp_exponent", {infinity}, 0},
    {"modf_fraction", {-2.75}, -0.75},
    {"modf_fraction", {-2}, -0.0},
    {"modf_fraction", {-infinity}, -0.0},
    {"modf_fraction", {nan}, nan},
    {"isreal", {nan}, true},
    {"iscomplex", {2}, false},
    {"signbit", {-0.0}, true},
    {"signbit", {0}, false},
    {"copysign", {3, -0.0}, -3},
    {"copysign", {-3, 2}, 3},
    {"heaviside", {-2, 0.5}, 0},
    {"heaviside", {-0.0, 0.5}, 0.5},
    {"heaviside", {2, 0.5}, 1},
    {"heaviside", {nan, 0.5}, nan},

    {"equal", {0, -0.0}, true},
    {"equal", {nan, nan}, false},
    {"not_equal", {1, 2}, true},
    {"not_equal", {nan, nan}, true},
    {"less", {1, 2}, true},
    {"less", {2, 2}, false},
    {"less", {nan, 1}, false},
    {"less_equal", {2, 2}, true},
    {"less_equal", {nan, 1}, false},
    {"greater", {2, 1}, true},
    {"greater", {2, 2}, false},
    {"greater", {nan, 1}, false},
    {"greater_equal", {2, 2}, true},
    {"greater_equal", {nan, 1}, false},

    {"logical_and", {nan, 1}, true},
    {"logical_and", {2, 1}, true},
    {"logical_and", {1, 0}, false},
    {"logical_or", {0, tiniest}, true},
    {"logical_or", {0, -0.0}, false},
    {"logical_xor", {2, 0}, true},
    {"logical_xor", {1, 2}, false},
    {"logical_not", {-0.0}, true},
    {"logical_not", {nan}, false},

    {"bitwise_and", {12, 10}, 8},
    {"bitwise_or", {12, 10}, 14},
    {"bitwise_xor", {12, 10}, 6},
    {"bitwise_not", {12}, -13},
    {"bitwise_count", {-7}, 3},
    {"left_shift", {-5, 2}, -20},
    {"right_shift", {-5, 1}, -3},
    {"gcd", {12, -18}, 6},
    {"lcm", {4, -6}, 12},

    {"conj", {-2.5}, -2.5},
    {"real", {-2.5}, -2.5},
    {"imag", {-2.5}, 0},
    {"imag", {nan}, 0},
    {"angle", {-1}, pi},
    {"angle", {1}, 0},
    {"angle", {-0.0}, pi},
};

/// F of numbers of the type T, which hold the operands.
template <class F, class T>
double value_of(const std::array<double, 3>& operands) {
  const auto x = static_cast<T>(operands[0]);
  const auto y = static_cast<T>(operands[1]);
  const auto z = static_cast<T>(operands[2]);
  if constexpr (F::arity == 1) {
    return static_cast<double>(function::evaluate<F>(x));
  } else if constexpr (F::arity == 2) {
    return static_cast<double>(function::evaluate<F>(x, y));
  } else {
    return static_cast<double>(function::evaluate<F>(x, y, z));
  }
}

struct Evaluation {
  std::string_view name;
  double (*of)(const std::array<double, 3>& operands);
};

template <class F>
constexpr Evaluation evaluation() {
  if constexpr (F::template accepts<double>) {
    return {F::name, &value_of<F, double>};
  } else {
    return {F::name, &value_of<F, std::int64_t>};
  }
}

template <class... F>
constexpr auto evaluations_of(TypeList<F...>) {
  return std::array{evaluation<F>()...};
}
constexpr auto evaluations = evaluations_of(function::Elementwise{});

/// Within a few units in the last place, and equal in the sign of zero; NaN equals NaN.
bool same(double got, double expected) {
  if (std::isnan(expected)) return std::isnan(got);
  if (got == expected) return std::signbit(got) == std::signbit(expected);
  return std::abs(got - expected) <= 1e-15 * std::abs(expected);
}

TEST_CASE("functions have NumPy's values") {
  for (const Evaluation& evaluation : evaluations) {
    const std::string name(evaluation.name);
    int checked = 0;
    for (const Row& row : rows) {
      if (row.function != evaluation.name) continue;
      ++checked;
      const double got = evaluation.of(row.operands);
      CAPTURE(name, row.operands[0], row.operands[1], row.operands[2], got, row.value);
      CHECK(same(got, row.value));
    }
    CAPTURE(name);
    CHECK(checked > 0);  // a function of the table without a row here
  }
}

TEST_CASE("every row is of a function of the table") {
  for (const Row& row : rows) {
    bool found = false;
    for (const Evaluation& evaluation : evaluations) found |= evaluation.name == row.function;
    CAPTURE(std::string(row.function));
    CHECK(found);
  }
}

TEST_CASE("what no row of numbers says") {
  CHECK(signbit(copysign(nan, -1.0)));
  CHECK(logistic(-740.0) == std::exp(-740.0));  // a denormal number
  CHECK(logical_or(0, tiniest));
  CHECK_FALSE(logical_xor(1, 2));
  STATIC_REQUIRE(std::is_same_v<decltype(power(2.0F, 3.0F)), float>);
  STATIC_REQUIRE(std::is_same_v<decltype(sinc(2.0F)), float>);
  STATIC_REQUIRE(std::is_same_v<decltype(isnan(nan)), bool>);
}

TEST_CASE("functions of two results, and other names of the same function") {
  const auto [quotient, rest] = divmod(-7, 2);
  CHECK(quotient == -4);
  CHECK(rest == 1);
  const auto [fraction, whole] = modf(-2.75);
  CHECK(fraction == -0.75);
  CHECK(whole == -2);
  const auto [mantissa, exponent] = frexp(6.0F);
  STATIC_REQUIRE(std::is_same_v<decltype(mantissa), const float>);
  STATIC_REQUIRE(std::is_same_v<decltype(exponent), const std::int32_t>);
  CHECK(mantissa == 0.75F);
  CHECK(exponent == 3);
  CHECK(mod(-7, 2) == 1);
  CHECK(true_divide(1, 2) == 0.5);
  CHECK(invert(12) == -13);
  CHECK(fix(-1.5) == -1);
  CHECK(deg2rad(180) == pi);
  CHECK(rad2deg(pi) == 180);
  CHECK(conjugate(std::complex<float>(1, 2)) == std::complex<float>(1, -2));
  CHECK(ln(1) == 0);
  CHECK(iscomplex(std::complex<float>(1, nan)));
  CHECK_FALSE(isreal(std::complex<double>(0, 1e-300)));
  STATIC_REQUIRE(std::is_same_v<decltype(float_power(2.0F, 3)), double>);
  STATIC_REQUIRE(
      std::is_same_v<decltype(float_power(std::complex<float>(), 3)), std::complex<double>>);
  STATIC_REQUIRE(std::is_same_v<decltype(ldexp(2.0F, std::int16_t(3))), float>);
}

TEST_CASE("where takes its type from the choices, not from the condition") {
  STATIC_REQUIRE(std::is_same_v<decltype(where(1.5, 1, 2)), std::int32_t>);
  STATIC_REQUIRE(std::is_same_v<decltype(where(true, 1, 2.5)), double>);
  CHECK(where(nan, 1, 2) == 1);
  CHECK(where(0.0, 1, 2) == 2);
  CHECK(where(true, std::int8_t{1}, std::uint8_t{200}) == 1);
  CHECK(where(false, 1.5F, -2.5F) == -2.5F);
  CHECK(where(false, true, false) == false);
  CHECK(where(true, true, false) == true);
  const std::complex<float> a(1, 2);
  const std::complex<float> b(3, 4);
  CHECK(where(true, a, b) == a);
  CHECK(where(false, a, b) == b);
}

}  // namespace
}  // namespace relatile::values_test
