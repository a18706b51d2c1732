// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/combine_region.hpp"
#include "relatile/kernel/strided_copy.hpp"

namespace relatile::engine {

/// One piece of a result that contributions are combined into, the first of which is copied.
class Accumulator {
 public:
  Accumulator(const Reduction& reduction, const ArrayPiece& piece, bool begins)
      : reduction_(&reduction), piece_(&piece), empty_(begins) {}

  void add(const std::byte* from, const Box& from_box) { add(from, from_box, from_box); }
  /// `part` of a dense box in memory.
  void add(const std::byte* from, const Box& from_box, const Box& part) {
    const Box region = intersect(piece_->box, part);
    if (region.empty()) return;
    if (empty_ && region == piece_->box) {
      kernel::copy_region(piece_->data.get(), piece_->box, from, from_box, region,
                          static_cast<std::int64_t>(reduction_->identity.size()));
      empty_ = false;
      return;
    }
    begin();
    combine_region(*reduction_, *piece_, from, from_box, region);
  }
  /// Without contributions the result is the identity.
  void begin() {
    if (empty_) fill_identity(*reduction_, piece_->data.get(), piece_->box.count());
    empty_ = false;
  }

 private:
  const Reduction* reduction_;
  const ArrayPiece* piece_;
  bool empty_;
};

}  // namespace relatile::engine
