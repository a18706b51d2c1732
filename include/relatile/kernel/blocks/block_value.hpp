// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include "relatile/core/buffer.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/kernel/blocks/block_view.hpp"
#include "relatile/kernel/blocks/eigen_matrix.hpp"

namespace relatile {

/// A dense block of three or more dimensions that owns its elements, outside of relations.
template <class T, int R>
struct TensorBlock {
  Extents extents;
  Eigen::Matrix<T, Eigen::Dynamic, 1> elements;  ///< row-major

  TensorBlock() : TensorBlock(Extents::filled(R, 0)) {}
  /// Zeros of the given extents.
  explicit TensorBlock(const Extents& shape) : extents(shape) { elements.setZero(volume(shape)); }

  /// The element at one index per dimension; out of bounds is undefined.
  template <class... I>
  T& operator()(I... index) {
    return kernel::TensorView<T, R>(elements.data(), extents)(index...);
  }
  template <class... I>
  const T& operator()(I... index) const {
    return kernel::TensorView<const T, R>(elements.data(), extents)(index...);
  }
  friend bool operator==(const TensorBlock& a, const TensorBlock& b) {
    return a.extents == b.extents && a.elements == b.elements;
  }
};

namespace kernel {

/// What a block of type B is outside of relations: a number or struct, an Eigen vector, a row-major
/// Eigen matrix, or a TensorBlock.
template <class B>
struct BlockValue {
  using type = typename View<B>::element;
};
template <class T, int R>
struct BlockValue<Dense<T, R>> {
  using type = std::conditional_t<(R >= 3), TensorBlock<T, R>, EigenOf<T, R>>;
};
template <class T>
struct BlockValue<Dense<T, 0>> {
  using type = T;
};
template <class B>
using block_value = typename BlockValue<B>::type;

template <class B>
Extents extents_of_value(const block_value<B>& value) {
  if constexpr (View<B>::rank == 0) {
    return {};
  } else if constexpr (View<B>::rank == 1) {
    return {value.size()};
  } else if constexpr (View<B>::rank == 2) {
    return {value.rows(), value.cols()};
  } else {
    return value.extents;
  }
}

/// A block in memory of its own, as sites store it.
template <class B>
StoredBlock store_value(block_value<B> value) {
  using V = View<B>;
  if constexpr (V::is_object) {
    return {Extents{}, std::make_shared<B>(std::move(value))};
  } else {
    using Element = typename V::element;
    const Extents extents = extents_of_value<B>(value);
    const Buffer buffer = allocate_buffer(volume(extents) * std::int64_t(sizeof(Element)));
    const StoredBlock block{extents, std::shared_ptr<void>(buffer, buffer.get())};
    const BlockRef target{block.data.get(), extents};
    if constexpr (V::rank >= 3) {
      V::writable(target).flat() = value.elements;
    } else {
      V::writable(target) = value;
    }
    return block;
  }
}

/// A copy of a stored block.
template <class B>
block_value<B> load_value(const StoredBlock& block) {
  const BlockRef source{block.data.get(), block.extents};
  if constexpr (View<B>::rank >= 3) {
    TensorBlock<typename View<B>::element, View<B>::rank> value;
    value.extents = block.extents;
    value.elements = View<B>::constant(source).flat();
    return value;
  } else {
    return View<B>::constant(source);
  }
}

}  // namespace kernel
}  // namespace relatile
