// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/kernel.hpp"

// What a selection (tra/select.hpp) does inside a block: elements go where indices say, or come
// from there.

namespace relatile::kernel {

/// Indices into one label, as a run of a local call sees them.
struct IndexedLabel {
  std::int64_t extent = 0;  ///< of the whole label: what indices count in
  std::int64_t offset = 0;  ///< the index of the call's first value
  std::int64_t step = 1;    ///< between values
  std::int64_t count = 0;   ///< values in the call

  /// The how manieth value of the call an index points to; -1 if to none of them.
  ///
  ///   errors  ShapeMismatch for an index that points nowhere
  std::int64_t value_of(std::int64_t index) const {
    const std::int64_t from_low = position_of(index, extent) - offset;
    if (step != 1 && from_low % step != 0) return -1;
    const std::int64_t value = step == 1 ? from_low : from_low / step;
    return value >= 0 && value < count ? value : -1;
  }
};

/// A run along a label that the indices have: strides in elements.
struct IndexedRun {
  std::byte* output = nullptr;
  std::int64_t output_step = 0;
  std::int64_t output_by_value = 0;
  const std::byte* data = nullptr;
  std::int64_t data_step = 0;
  std::int64_t data_by_value = 0;
  const std::int64_t* indices = nullptr;
  std::int64_t index_step = 0;
  std::int64_t count = 0;
  std::int64_t size = 0;  ///< of an element, in bytes
  IndexedLabel label;
};

/// How elements of one type go into the result.
struct IntoResult {
  std::int64_t size = 0;  ///< of an element, in bytes
  /// Along a label that no indices have; steps in elements.
  void (*run)(std::byte* output, std::int64_t output_step, const std::byte* data,
              std::int64_t data_step, std::int64_t count, std::int64_t size) = nullptr;
  void (*indexed)(const IndexedRun& run) = nullptr;
  /// The same for rows of `row` elements, which lie together in the data and in the result.
  void (*indexed_rows)(const IndexedRun& run, std::int64_t row) = nullptr;
};

/// Written where nothing was, as bytes: every element of the result is selected at most once.
RELATILE_INLINE IntoResult assigned(std::int64_t size);

/// Combined by `Op` of the library's reductions with what is there; T a canonical number type.
template <class Op, class T>
IntoResult combined();

/// Of elements each of which one site at most has selected: that one, to the bit.
RELATILE_INLINE Reduction only_one(const ElementType& element);

/// The stage that means a selection, one point at a time: the last operand where the others hold
/// `coordinates`, which indices of extents `extents` count in; else `otherwise`.
RELATILE_INLINE Stage selecting_stage(const Extents& extents, const Access& coordinates,
                                      const ElementType& element, std::vector<std::byte> otherwise);

/// The kernel of a program whose last stage that is.
RELATILE_INLINE SelectKernel select_kernel(const Extents& extents, const IntoResult& into);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/impl/select.hpp"
#endif
