// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/einsum/forms.hpp"

#include <string>

#include "relatile/core/error.hpp"

namespace relatile::einsum_detail {

RELATILE_INLINE LetterExtents extents_of_letters(const std::vector<LetteredShape>& operands) {
  LetterExtents extents;
  extents.fill(-1);
  for (std::size_t x = 0; x < operands.size(); ++x) {
    int axis = 0;
    for (const char letter : operands[x].letters.view()) {
      const std::int64_t given = operands[x].shape[axis++];
      std::int64_t& extent = extents[static_cast<std::size_t>(letter)];
      if (extent >= 0 && extent != given) {
        throw ShapeMismatch("relatile: einsum: label " + std::string(1, letter) + " has extent " +
                            std::to_string(extent) + ", and in operand " + std::to_string(x) +
                            ", of shape " + to_string(operands[x].shape) + ", " +
                            std::to_string(given));
      }
      extent = given;
    }
  }
  return extents;
}

/// How many points labels have.
inline double volume_of(const Letters& letters, const LetterExtents& extents) {
  double volume = 1;
  for (const char letter : letters.view()) {
    volume *= static_cast<double>(extents[static_cast<std::size_t>(letter)]);
  }
  return volume;
}

RELATILE_INLINE Priced priced(const PairKind& pair, const Sized& a, const Sized& b,
                              const LetterExtents& extents) {
  const Letters all = a.kind.letters.with(b.kind.letters);
  const double places = volume_of(all, extents);
  // As if entries were anywhere with equal chances: each point of all labels has both.
  double flops = places;
  for (const Sized& x : {a, b}) {
    const double of_x = volume_of(x.kind.letters, extents);
    if (x.kind.is_sparse && of_x > 0) flops *= x.count / of_x;
  }
  const double in_result = volume_of(pair.kind.letters, extents);
  const double entries = pair.kind.is_sparse ? std::min(flops, in_result) : in_result;
  return {{pair.kind, entries}, flops + a.count + b.count + entries};
}

}  // namespace relatile::einsum_detail
