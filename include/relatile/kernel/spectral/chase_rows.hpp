// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "relatile/kernel/spectral/band_columns.hpp"
#include "relatile/kernel/spectral/refusals.hpp"

// What chases of bands read and write.

namespace relatile::kernel::detail {

template <class W>
void require_finite_band(const std::string& function, const MatrixRef& band) {
  for (std::int64_t i = 0; i < band.rows; ++i) {
    for (std::int64_t j = 0; j < band.cols; ++j) {
      const W x = element_of<W>(band, i, j);
      if (!std::isfinite(std::real(x)) || !std::isfinite(std::imag(x))) refuse_infinities(function);
    }
  }
}

/// Rows of reflections, of whose vectors the first elements, which are one, are tau instead.
template <class W>
auto keep_in(const RowsMap<W>& rows) {
  return [rows](std::int64_t sweep, const BandReflection<W>& h) {
    std::copy(h.v.begin(), h.v.end(), rows.row(sweep) + h.range.low);
    rows(sweep, h.range.low) = h.tau;
  };
}
inline constexpr auto keep_none = [](std::int64_t, const auto&) {};

}  // namespace relatile::kernel::detail
