// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <array>
#include <memory>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "relatile/core/block.hpp"

namespace relatile {

/// The type of a relation's blocks: dense arrays of R dimensions with elements T. A block that is a
/// struct of the user's own is named by that struct.
template <class T, int R>
struct Dense {
  static_assert(std::is_trivially_copyable_v<T>,
                "relatile: the elements of a dense block must be trivially copyable");
};

namespace kernel {

/// An Eigen vector expression for all elements of a block of R >= 3 dimensions, in row-major order:
/// what kernels on such blocks return (see TensorView::like).
template <class E, int R>
struct TensorExpression {
  Extents extents;
  E elements;
};

/// A dense block of three or more dimensions inside a kernel; members are named as mdspan's.
template <class T, int R>
class TensorView {
 public:
  TensorView(T* data, const Extents& extents) : data_(data), extents_(extents) {}

  static constexpr int rank() { return R; }
  std::int64_t extent(int d) const { return extents_[d]; }
  /// How many elements apart in memory neighbours along dimension d are.
  std::int64_t stride(int d) const { return row_major_strides(extents_)[d]; }
  const Extents& extents() const { return extents_; }
  std::int64_t size() const { return volume(extents_); }
  /// The first of the elements, which are dense and row-major.
  T* data() const { return data_; }

  /// The element at one index per dimension; out of bounds is undefined.
  template <class... I>
  T& operator()(I... index) const {
    static_assert(sizeof...(I) == R, "relatile: one index per dimension of the block");
    return data_[linear_index(Extents{static_cast<std::int64_t>(index)...}, extents_)];
  }
  /// All elements in row-major order as an Eigen vector, for elementwise work.
  auto flat() const {
    using Element = std::remove_const_t<T>;
    using Vector = Eigen::Matrix<Element, Eigen::Dynamic, 1>;
    using Plain = std::conditional_t<std::is_const_v<T>, const Vector, Vector>;
    return Eigen::Map<Plain>(data_, size());
  }
  /// A block of these extents with the elements of an Eigen vector expression:
  /// `return x.like(x.flat() * 2.0)`.
  template <class E>
  TensorExpression<E, R> like(const E& elements) const {
    return {extents_, elements};
  }

 private:
  T* data_;
  Extents extents_;
};

/// How a kernel sees a block of type B, read-only (`constant`) or to write (`writable`).
template <class B>
struct View {
  // A struct of the user's: the object itself.
  using element = B;
  static constexpr int rank = 0;
  static constexpr bool is_object = !std::is_trivially_copyable_v<B>;
  static const B& constant(const BlockRef& block) { return *static_cast<const B*>(block.data); }
  static B& writable(const BlockRef& block) { return *static_cast<B*>(block.data); }
};

template <class T>
struct View<Dense<T, 0>> : View<T> {
  static_assert(std::is_trivially_copyable_v<T>);
};

template <class T>
struct View<Dense<T, 1>> {
  using element = T;
  static constexpr int rank = 1;
  static constexpr bool is_object = false;
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  static Eigen::Map<const Vector> constant(const BlockRef& block) {
    return {static_cast<const T*>(block.data), block.extents[0]};
  }
  static Eigen::Map<Vector> writable(const BlockRef& block) {
    return {static_cast<T*>(block.data), block.extents[0]};
  }
};

template <class T>
struct View<Dense<T, 2>> {
  using element = T;
  static constexpr int rank = 2;
  static constexpr bool is_object = false;
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  static Eigen::Map<const Matrix> constant(const BlockRef& block) {
    return {static_cast<const T*>(block.data), block.extents[0], block.extents[1]};
  }
  static Eigen::Map<Matrix> writable(const BlockRef& block) {
    return {static_cast<T*>(block.data), block.extents[0], block.extents[1]};
  }
};

template <class T, int R>
  requires(R >= 3)
struct View<Dense<T, R>> {
  using element = T;
  static constexpr int rank = R;
  static constexpr bool is_object = false;
  static TensorView<const T, R> constant(const BlockRef& block) {
    return {static_cast<const T*>(block.data), block.extents};
  }
  static TensorView<T, R> writable(const BlockRef& block) {
    return {static_cast<T*>(block.data), block.extents};
  }
};

/// What a kernel is given for an operand block of type B.
template <class B>
using ConstView = decltype(View<B>::constant(std::declval<const BlockRef&>()));
/// What a kernel that fills its output is given for a block of type B.
template <class B>
using WritableView = decltype(View<B>::writable(std::declval<const BlockRef&>()));

/// Whether Boost.Serialization is there to write objects B, and knows how.
template <class B>
inline constexpr bool has_archive = requires {
  requires ObjectArchive<B>::sendable;
};

/// The run-time type of blocks B. Objects need `serialize` as Boost.Serialization knows it.
template <class B>
BlockType block_type() {
  using V = View<B>;
  BlockType type;
  type.rank = V::rank;
  if constexpr (V::is_object) {
    static_assert(has_archive<B>,
                  "relatile: this struct can't be sent: give it `template <class A> void "
                  "serialize(A&, unsigned)` as Boost.Serialization asks (for a standard container, "
                  "include its header of boost/serialization/) and "
                  "#include <relatile/transport/packed.hpp>");
    if constexpr (has_archive<B>) {
      auto object = std::make_shared<ObjectType>();
      object->name = typeid(B).name();
      object->make = [] { return std::static_pointer_cast<void>(std::make_shared<B>()); };
      object->copy = [](void* to, const void* from) {
        *static_cast<B*>(to) = *static_cast<const B*>(from);
      };
      object->save = [](const void* from) {
        return ObjectArchive<B>::save(*static_cast<const B*>(from));
      };
      object->load = [](void* to, const char* bytes, std::size_t size) {
        ObjectArchive<B>::load(*static_cast<B*>(to), bytes, size);
      };
      type.object = std::move(object);
    }
  } else {
    type.element = element_type_of<typename V::element>();
  }
  return type;
}

}  // namespace kernel
}  // namespace relatile
