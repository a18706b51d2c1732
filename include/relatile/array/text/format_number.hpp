// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "relatile/core/promotion.hpp"

// Numbers as text, alone or in a column: what NumPy 1.24 prints with its default options.

namespace relatile::format {

/// The most digits after the point, unless told otherwise.
inline constexpr int default_precision = 8;

/// A number's digits: what stands before the point, with the sign, and after it, and the exponent's
/// sign and digits in scientific notation.
struct Digits {
  std::string whole;
  std::string fraction;
  std::string exponent;
};

namespace detail {

inline void drop_zeros(std::string& fraction) {
  fraction.erase(fraction.find_last_not_of('0') + 1);
}

inline Digits split(std::string_view text) {
  Digits digits;
  const std::size_t mark = text.find('e');
  if (mark != std::string_view::npos) digits.exponent = text.substr(mark + 1);
  text = text.substr(0, mark);
  const std::size_t point = text.find('.');
  digits.whole = text.substr(0, point);
  if (point != std::string_view::npos) digits.fraction = text.substr(point + 1);
  return digits;
}

/// std::to_chars, which knows no locale, of the absolute value; `places` digits after the point are
/// correctly rounded, without them it is the shortest text that is read back as the same T.
template <class T, class... Places>
Digits digits_of(T x, std::chars_format notation, Places... places) {
  std::array<char, 512> buffer{};  // 309 digits before the point, and the places
  char* end = buffer.data() + buffer.size();
  end = std::to_chars(buffer.data(), end, std::abs(x), notation, places...).ptr;
  return split(std::string_view(buffer.data(), static_cast<std::size_t>(end - buffer.data())));
}

inline std::string sign_of(bool negative, bool plus) { return negative ? "-" : (plus ? "+" : ""); }

/// Shortest digits, moved to their place before and after the point.
template <class T>
Digits shortest_positional(T x) {
  const Digits digits = digits_of(x, std::chars_format::scientific);
  const int exponent = std::atoi(digits.exponent.c_str());
  std::string all = digits.whole + digits.fraction;
  if (exponent < 0) return {"0", std::string(std::size_t(-exponent - 1), '0') + all, ""};
  const auto before = static_cast<std::size_t>(exponent) + 1;
  if (all.size() < before) all.append(before - all.size(), '0');
  return {all.substr(0, before), all.substr(before), ""};
}

}  // namespace detail

/// A finite number without an exponent: the shortest digits that tell it from its neighbours, but
/// rounded to `places` after the point, and without zeros at the end. Before the point all digits
/// are exact.
template <class T>
Digits positional(T x, int places, bool plus) {
  Digits digits = detail::shortest_positional(x);
  if (digits.fraction.empty()) {
    digits = detail::digits_of(x, std::chars_format::fixed, 0);
  } else if (digits.fraction.size() > static_cast<std::size_t>(places)) {
    digits = detail::digits_of(x, std::chars_format::fixed, places);
  }
  detail::drop_zeros(digits.fraction);
  digits.whole.insert(0, detail::sign_of(std::signbit(x), plus));
  return digits;
}

/// The same in scientific notation.
template <class T>
Digits scientific(T x, int places, bool plus) {
  Digits digits = detail::digits_of(x, std::chars_format::scientific);
  if (digits.fraction.size() > static_cast<std::size_t>(places)) {
    digits = detail::digits_of(x, std::chars_format::scientific, places);
  }
  detail::drop_zeros(digits.fraction);
  digits.whole.insert(0, detail::sign_of(std::signbit(x), plus));
  return digits;
}

/// nan, inf or -inf.
template <class T>
std::string non_finite(T x, bool plus) {
  if (std::isnan(x)) return plus ? "+nan" : "nan";
  return detail::sign_of(x < 0, plus) + "inf";
}

/// How all floating-point numbers of one array are written: NumPy's FloatingFormat. With `plus`,
/// positive numbers have a sign.
template <class T>
class FloatFormat {
 public:
  FloatFormat(const std::vector<T>& values, int precision, bool plus)
      : precision_(precision), plus_(plus) {
    scientific_ = needs_exponent(values);
    for (T x : values) {
      if (std::isfinite(x)) measure(x);
    }
    if (exponent_digits_ > 0) after_ = fraction_ + exponent_digits_ + 2;
    // nan and inf have no point: they may stand across the whole column.
    const std::size_t width = non_finite_width(values);
    if (width > after_ + 1) before_ = std::max(before_, width - after_ - 1);
  }

  std::string operator()(T x) const {
    if (!std::isfinite(x)) {
      const std::string text = non_finite(x, plus_);
      return padding(before_ + after_ + 1, text.size()) + text;
    }
    Digits digits = scientific_ ? even_scientific(x) : positional(x, precision_, plus_);
    std::string text = padding(before_, digits.whole.size()) + digits.whole + "." + digits.fraction;
    if (!scientific_) return text + padding(after_, digits.fraction.size());
    text += 'e';
    text += digits.exponent[0];
    text.append(exponent_digits_ - (digits.exponent.size() - 1), '0');
    return text + digits.exponent.substr(1);
  }

 private:
  static std::string padding(std::size_t width, std::size_t used) {
    return std::string(width > used ? width - used : 0, ' ');
  }

  /// NumPy's rule, with its mixed arithmetic: limits are compared as double, the ratio is a T.
  static bool needs_exponent(const std::vector<T>& values) {
    T largest = 0;
    T smallest = 0;
    for (T x : values) {
      if (!std::isfinite(x) || x == T(0)) continue;
      const T magnitude = std::abs(x);
      largest = std::max(largest, magnitude);
      smallest = smallest == T(0) ? magnitude : std::min(smallest, magnitude);
    }
    if (largest == T(0)) return false;
    const T ratio = largest / smallest;
    return double(largest) >= 1e8 || double(smallest) < 0.0001 || double(ratio) > 1000.0;
  }

  void measure(T x) {
    const Digits digits =
        scientific_ ? scientific(x, precision_, plus_) : positional(x, precision_, plus_);
    before_ = std::max(before_, digits.whole.size());
    fraction_ = std::max(fraction_, digits.fraction.size());
    if (scientific_) {
      exponent_digits_ = std::max(exponent_digits_, digits.exponent.size() - 1);
    } else {
      after_ = fraction_;
    }
  }

  std::size_t non_finite_width(const std::vector<T>& values) const {
    std::size_t width = 0;
    for (T x : values) {
      if (!std::isfinite(x)) width = std::max<std::size_t>(width, plus_ || x < 0 ? 4 : 3);
    }
    return width;
  }

  /// All numbers with as many digits as the longest has. Where that is more than the number needs,
  /// NumPy goes on with its exact digits and not with zeros.
  Digits even_scientific(T x) const {
    Digits digits = detail::digits_of(x, std::chars_format::scientific);
    if (digits.fraction.size() != fraction_) {
      digits = detail::digits_of(x, std::chars_format::scientific, static_cast<int>(fraction_));
    }
    digits.whole.insert(0, detail::sign_of(std::signbit(x), plus_));
    return digits;
  }

  int precision_;  ///< the most digits after the point
  bool plus_;
  bool scientific_ = false;
  std::size_t before_ = 0;           ///< characters before the point
  std::size_t after_ = 0;            ///< characters after it, with the exponent
  std::size_t fraction_ = 0;         ///< digits after it
  std::size_t exponent_digits_ = 0;  ///< digits of the exponent
};

template <class T>
class ComplexFormat {
 public:
  using Real = real_t<T>;
  ComplexFormat(std::span<const T> values, int precision)
      : real_(parts(values, [](const T& x) { return x.real(); }), precision, false),
        imag_(parts(values, [](const T& x) { return x.imag(); }), precision, true) {}

  std::string operator()(const T& x) const {
    std::string imag = imag_(x.imag());
    imag.insert(imag.find_last_not_of(' ') + 1, "j");
    return real_(x.real()) + imag;
  }

 private:
  template <class Part>
  static std::vector<Real> parts(std::span<const T> values, Part part) {
    std::vector<Real> result;
    for (const T& x : values) result.push_back(part(x));
    return result;
  }

  FloatFormat<Real> real_;
  FloatFormat<Real> imag_;
};

template <class T>
class IntegerFormat {
 public:
  explicit IntegerFormat(std::span<const T> values) {
    for (T x : values) width_ = std::max(width_, std::to_string(x).size());
  }
  std::string operator()(T x) const {
    const std::string text = std::to_string(x);
    return std::string(width_ - text.size(), ' ') + text;
  }

 private:
  std::size_t width_ = 0;
};

struct BoolFormat {
  std::string operator()(bool x) const { return x ? " True" : "False"; }
};

/// The function that turns an element of such an array into its text.
template <class T>
auto format_of(std::span<const T> values, [[maybe_unused]] int precision) {
  static_assert(is_scalar_type_v<T>,
                "relatile: arrays of this element type can't be printed; only bool, integers, "
                "float, double and complex numbers can");
  if constexpr (std::is_same_v<T, bool>) {
    return BoolFormat{};
  } else if constexpr (is_complex_v<T>) {
    return ComplexFormat<T>(values, precision);
  } else if constexpr (std::is_floating_point_v<T>) {
    return FloatFormat<T>(std::vector<T>(values.begin(), values.end()), precision, false);
  } else {
    return IntegerFormat<T>(values);
  }
}

// ---- Numbers by themselves ---------------------------------------------------------------------

namespace detail {
/// A floating-point number by itself, with all the digits it needs; a whole number ends in `point`.
template <class T>
std::string lone_float(T x, std::string_view point, bool plus) {
  if (!std::isfinite(x)) return non_finite(x, plus);
  const T magnitude = std::abs(x);
  const bool fixed = x == T(0) || (double(magnitude) < 1e16 && double(magnitude) >= 1e-4);
  const Digits digits =
      fixed ? detail::shortest_positional(x) : detail::digits_of(x, std::chars_format::scientific);
  std::string text = detail::sign_of(std::signbit(x), plus) + digits.whole;
  if (!digits.fraction.empty()) text += "." + digits.fraction;
  if (fixed) return digits.fraction.empty() ? text.append(point) : text;
  return text + "e" + digits.exponent;
}
}  // namespace detail

/// The text of a number by itself, as of an array of no dimensions: str(numpy.float64(x)).
template <class T>
std::string number_text(const T& x) {
  if constexpr (std::is_same_v<T, bool>) {
    return x ? "True" : "False";
  } else if constexpr (is_complex_v<T>) {
    if (x.real() == 0 && !std::signbit(x.real())) {
      return detail::lone_float(x.imag(), "", false) + "j";
    }
    return "(" + detail::lone_float(x.real(), "", false) + detail::lone_float(x.imag(), "", true) +
           "j)";
  } else if constexpr (std::is_floating_point_v<T>) {
    return detail::lone_float(x, ".0", false);
  } else {
    return std::to_string(x);
  }
}

}  // namespace relatile::format
