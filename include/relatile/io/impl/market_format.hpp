// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/market_format.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "relatile/core/element_type.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/core/text/excerpt.hpp"
#include "relatile/io/matrix_market_text.hpp"
#include "relatile/io/number_text.hpp"

// What is written for the Matrix Market, dense matrices and sparse ones alike.

namespace relatile::io::detail {

inline Symmetry symmetry_called(const std::string& name) {
  const auto at = std::find(symmetry_names.begin(), symmetry_names.end(), name);
  if (at != symmetry_names.end()) return static_cast<Symmetry>(at - symmetry_names.begin());
  throw Error("relatile: mmwrite: no symmetry is called " + excerpt(name) +
              "; there are general, symmetric, skew-symmetric and hermitian");
}

/// The header of a matrix's file. Throws for matrices and formats that do not go together.
inline MarketHeader header_for(ElementType element, const Extents& shape,
                               const MarketFormat& format) {
  if (element.kind == ElementKind::opaque) {
    throw Error("relatile: mmwrite: no text holds elements of type " + element.name());
  }
  if (format.precision < shortest_digits || format.precision > most_digits) {
    throw Error("relatile: mmwrite: a precision of " + std::to_string(format.precision) +
                " digits");
  }
  MarketHeader header{MarketField::integer, symmetry_called(format.symmetry), shape[0], shape[1]};
  if (element.kind == ElementKind::complex) header.field = MarketField::complex;
  if (element.kind == ElementKind::floating) header.field = MarketField::real;
  if (header.symmetry == Symmetry::hermitian && header.field != MarketField::complex) {
    throw Error("relatile: mmwrite: hermitian matrices are complex; one of type " + element.name() +
                " is symmetric");
  }
  if (header.symmetry != Symmetry::general && shape[0] != shape[1]) {
    throw ShapeMismatch("relatile: mmwrite: a " + format.symmetry + " matrix of shape " +
                        to_string(shape));
  }
  return header;
}

/// What all sites have to write alike.
inline std::string text_of(const std::string& path, const MarketFormat& format) {
  return path + " (" + format.symmetry + ", precision " + std::to_string(format.precision) +
         ", comment '" + format.comment + "')";
}

template <class T>
bool is_nan(const T& number) {
  if constexpr (is_complex_v<T>) return std::isnan(number.real()) || std::isnan(number.imag());
  if constexpr (std::is_floating_point_v<T>) return std::isnan(number);
  return false;
}

}  // namespace relatile::io::detail
