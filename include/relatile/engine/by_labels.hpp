// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "relatile/core/access.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/site_data.hpp"

namespace relatile::engine {

/// An array's piece as its elements' addresses by labels.
struct ByLabels {
  std::byte* data = nullptr;  ///< of the element whose labels are all at the box's low corner
  Extents strides;            ///< per label, in elements

  static ByLabels of(const ArrayPiece& piece, const Access& access, const Box& labels,
                     std::int64_t size) {
    return {piece.data.get() + offset_in(piece.box, access.coordinate(labels.low)) * size,
            access.label_strides(row_major_strides(piece.box.extents()), labels.rank())};
  }
};

}  // namespace relatile::engine
