// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <vector>

#include "relatile/core/kernel.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/reference/arrays.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::reference {

/// What a box of labels touches of an array that is there as a whole.
inline Piece piece_of(const std::vector<std::byte>& elements, const tra::RelationType& type,
                      const Access& access, const Box& labels) {
  Piece piece;
  piece.strides = Extents::filled(labels.rank(), 0);
  const Box image = access.image(labels);
  if (image.empty()) return piece;
  const Extents strides = row_major_strides(type.extents);
  std::int64_t first = 0;
  for (int d = 0; d < access.rank(); ++d) {
    const AccessDim& dim = nth(access.dims, d);
    if (dim.cuts) {
      piece.cut = {image.low[d], image.high[d]};
      piece.strides[dim.label] = strides[d];
      first += image.low[d] * strides[d];
    } else if (dim.label < 0) {
      piece.cut = {image.low[d], image.high[d]};
      first += dim.offset * strides[d];
    } else {
      piece.strides[dim.label] += dim.step * strides[d];
      first += (dim.offset + dim.step * labels.low[dim.label]) * strides[d];
    }
  }
  piece.data = const_cast<std::byte*>(elements.data()) +
               first * static_cast<std::int64_t>(type.block.element.size);
  return piece;
}

/// on_pieces: the kernel, block after block, on all of what each of them touches.
inline Value on_pieces(const tra::Node& node, const std::vector<const Value*>& inputs) {
  const auto& op = tra::op_of<tra::OnPieces>(node);
  const std::size_t size = node.type.block.element.size;
  Value value;
  value.elements.resize(static_cast<std::size_t>(volume(node.type.extents)) * size);
  if (op.reduction) {
    for (std::size_t at = 0; at < value.elements.size(); at += size) {
      std::memcpy(value.elements.data() + at, op.reduction->identity.data(), size);
    }
  }
  for (std::int64_t block = 0; block < node.labels[0]; ++block) {
    PieceCall call;
    call.labels = Box::whole(node.labels);
    call.labels.low[0] = block;
    call.labels.high[0] = block + 1;
    if (call.labels.empty()) continue;
    for (std::size_t x = 0; x < inputs.size(); ++x) {
      call.inputs.push_back(
          piece_of(inputs[x]->elements, node.inputs[x]->type, node.accesses[x], call.labels));
    }
    call.output = piece_of(value.elements, node.type, node.output, call.labels);
    op.kernel->run(call);
  }
  return value;
}

}  // namespace relatile::reference
