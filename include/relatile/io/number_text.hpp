// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>

#include "relatile/core/promotion.hpp"

namespace relatile::io {

/// How numbers are written: with so many digits after the point, in scientific notation, or, with
/// -1, with as few as are read back as the same number.
inline constexpr int shortest_digits = -1;
/// More digits than these say nothing about any double.
inline constexpr int most_digits = 800;

/// Appends a number as NumPy and this library read it, whatever the locale is. A bool is 0 or 1.
template <class T>
void append_number(std::string& text, T number, int digits = shortest_digits) {
  if constexpr (std::is_same_v<T, bool>) {
    text += number ? '1' : '0';
  } else if constexpr (std::is_integral_v<T>) {
    char buffer[24];
    text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
  } else if (std::isnan(number)) {
    text += "nan";  // without a sign, which to_chars would write
  } else if (digits == shortest_digits) {
    char buffer[32];
    text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
  } else {
    const std::size_t size = text.size();
    text.resize(size + static_cast<std::size_t>(digits) + 32);
    char* const end = text.data() + text.size();
    const auto written =
        std::to_chars(text.data() + size, end, number, std::chars_format::scientific, digits);
    text.resize(static_cast<std::size_t>(written.ptr - text.data()));
  }
}

/// Appends a number, of a complex one both halves, and ends the line.
template <class T>
void append_element(std::string& text, const T& number, int digits = shortest_digits) {
  if constexpr (is_complex_v<T>) {
    append_number(text, number.real(), digits);
    text += ' ';
    append_number(text, number.imag(), digits);
  } else {
    append_number(text, number, digits);
  }
  text += '\n';
}

}  // namespace relatile::io
