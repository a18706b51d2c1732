// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/kernel/blocks/block_view.hpp"

// Blocks made to be shown to a kernel, to see what it makes of them.

namespace relatile::kernel::detail {

/// What sample blocks hold. Kernels that check their operands are content with some: square blocks
/// of `positive` are symmetric positive definite (ones, and one more on the diagonal), and all its
/// numbers are positive, but for integers, which may be indices: these are 0 at first.
enum class Sample { positive, positive_integers, identity, zeros };
inline constexpr std::array all_samples{Sample::positive, Sample::positive_integers,
                                        Sample::identity, Sample::zeros};

/// Makes a block of the given extents; a struct is as its constructor makes it.
using MakeSample = StoredBlock (*)(const Extents& extents, Sample sample);

/// Memory of zeros, never of no bytes.
RELATILE_INLINE std::shared_ptr<void> zeros_for_sample(std::int64_t count, std::int64_t size);

template <class T>
void fill_sample(T* data, const Extents& extents, Sample sample) {
  const std::int64_t count = volume(extents);
  if constexpr (is_scalar_type_v<T>) {
    if (sample == Sample::zeros) return;
    if (std::is_integral_v<T> && sample == Sample::positive) return;
    const bool is_matrix = extents.rank() == 2;
    const bool is_identity = is_matrix && sample == Sample::identity;
    std::fill_n(data, count, T(is_identity ? 0 : 1));
    if (!is_identity && !(is_matrix && extents[0] == extents[1])) return;
    const std::int64_t diagonal = std::min(extents[0], extents[1]);
    for (std::int64_t i = 0; i < diagonal; ++i) data[i * (extents[1] + 1)] += T(1);
  } else if constexpr (std::is_default_constructible_v<T>) {
    if (sample != Sample::zeros) std::uninitialized_fill_n(data, count, T{});
  }
}

template <class B>
StoredBlock make_sample(const Extents& extents, Sample sample) {
  if constexpr (View<B>::is_object) {
    return {Extents{}, std::make_shared<B>()};
  } else {
    using T = typename View<B>::element;
    StoredBlock block{extents, zeros_for_sample(volume(extents), std::int64_t(sizeof(T)))};
    fill_sample(static_cast<T*>(block.data.get()), extents, sample);
    return block;
  }
}

/// For operands of these types.
template <class... In>
inline constexpr std::array<MakeSample, sizeof...(In)> sample_makers{&make_sample<In>...};

}  // namespace relatile::kernel::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/blocks/impl/sample_blocks.hpp"
#endif
