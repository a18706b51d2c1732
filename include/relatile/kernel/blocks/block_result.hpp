// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <string>
#include <type_traits>
#include <utility>

#include "relatile/core/block.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/kernel/blocks/block_product.hpp"
#include "relatile/kernel/blocks/block_value.hpp"
#include "relatile/kernel/blocks/declare.hpp"
#include "relatile/kernel/blocks/use_result.hpp"

// What kernels return, as blocks.

namespace relatile::kernel {

/// The dimensions of a TensorExpression or TensorBlock; 0 for everything else.
template <class R>
inline constexpr int tensor_rank = 0;
template <class E, int R>
inline constexpr int tensor_rank<TensorExpression<E, R>> = R;
template <class T, int R>
inline constexpr int tensor_rank<TensorBlock<T, R>> = R;

/// The block type that a kernel's result R becomes: a number or trivial struct is a dense block
/// without dimensions, an Eigen vector of one, another Eigen expression of two, a TensorExpression
/// of three or more; any other class is an object.
template <class R>
struct BlockOfResult {
  using type = std::conditional_t<std::is_trivially_copyable_v<R>, Dense<R, 0>, R>;
};
template <class R>
  requires is_eigen<R>
struct BlockOfResult<R> {
  using type = Dense<typename R::Scalar, R::IsVectorAtCompileTime ? 1 : 2>;
};

template <class R>
  requires(tensor_rank<R> > 0)
struct BlockOfResult<R> {
  using type = Dense<typename decltype(R::elements)::Scalar, tensor_rank<R>>;
};

template <class F>
struct DeclaredBlock {
  using type = void;
  static constexpr bool fills = false;
};
template <class F, class B, bool Fills, class... D>
struct DeclaredBlock<Declared<F, B, Fills, D...>> {
  using type = B;
  static constexpr bool fills = Fills;
};

template <class F, class... In>
struct ResultOf {
  static auto deduce() {
    if constexpr (!std::is_void_v<typename DeclaredBlock<F>::type>) {
      return std::type_identity<typename DeclaredBlock<F>::type>{};
    } else if constexpr (!std::is_invocable_v<const F&, ConstView<In>...>) {
      static_assert(std::is_invocable_v<const F&, ConstView<In>...>,
                    "relatile: this kernel can't be called with the views of its operands' blocks "
                    "(const Eigen::Map of a row-major matrix, of a vector, a TensorView, or the "
                    "number or struct itself); take them as const auto&");
      return std::type_identity<Dense<double, 0>>{};
    } else {
      using R = std::remove_cvref_t<std::invoke_result_t<const F&, ConstView<In>...>>;
      static_assert(!std::is_void_v<R>,
                    "relatile: this kernel returns nothing, so its result can't be deduced; "
                    "declare it with declare(kernel).fills_block<Dense<T, R>>(shape_rule), which "
                    "is called with the output first");
      if constexpr (std::is_void_v<R>) {
        return std::type_identity<Dense<double, 0>>{};
      } else {
        return std::type_identity<typename BlockOfResult<R>::type>{};
      }
    }
  }
  using type = typename decltype(deduce())::type;
};
/// The block type of kernel F on blocks In...
template <class F, class... In>
using result_block = typename ResultOf<F, In...>::type;

/// Whether kernel F can be called with blocks In...; how it is called with its output, if it fills
/// that, its declaration says.
template <class F, class... In>
constexpr bool takes_blocks() {
  if constexpr (!std::is_void_v<typename DeclaredBlock<F>::type>) {
    return true;
  } else {
    // Without std::is_invocable, through which compilers would list how they came to a kernel's own
    // error.
    return requires { std::declval<const F&>()(std::declval<ConstView<In>>()...); };
  }
}

/// Whether what kernel F returns can be a block: something, and no pointer, which points to nothing
/// on another rank. Asked only where takes_blocks.
template <class F, class... In>
constexpr bool returns_block() {
  if constexpr (!std::is_void_v<typename DeclaredBlock<F>::type>) {
    return true;
  } else {
    using R = std::remove_cvref_t<std::invoke_result_t<const F&, ConstView<In>...>>;
    return !std::is_void_v<R> && !std::is_pointer_v<R>;
  }
}

/// Whether what kernel F returns can travel between ranks: see block_type.
template <class F, class... In>
constexpr bool returns_sendable() {
  using B = result_block<F, In...>;
  if constexpr (View<B>::is_object) {
    return has_archive<B>;
  } else {
    return true;
  }
}

/// Whether a result R can be written to a block of type B.
template <class B, class R>
constexpr bool fits_block() {
  using E = std::remove_cvref_t<decltype(elements_of(std::declval<const R&>()))>;
  if constexpr (View<B>::rank == 0) {
    return !is_eigen<E> && std::is_convertible_v<const E&, typename View<B>::element>;
  } else if constexpr (is_eigen<E>) {
    return std::is_same_v<typename E::Scalar, typename View<B>::element>;
  } else {
    return false;
  }
}

/// Whether kernel F returns anything when called with blocks In...; if it does not and does not
/// fill its result either, result_block has said so.
template <class F, class... In>
constexpr bool returns_result() {
  if constexpr (std::is_invocable_v<const F&, ConstView<In>...>) {
    return !std::is_void_v<std::invoke_result_t<const F&, ConstView<In>...>>;
  } else {
    return false;
  }
}

/// A block as results are written to it; three and more dimensions are flat.
template <class B>
decltype(auto) target_of(const BlockRef& out) {
  if constexpr (View<B>::rank >= 3) {
    return View<B>::writable(out).flat();
  } else {
    return View<B>::writable(out);
  }
}

/// Writes a kernel's result to its block.
template <class B, class R>
void assign(const BlockRef& out, const R& result) {
  auto&& target = target_of<B>(out);
  const auto& elements = elements_of(result);
  using E = std::remove_cvref_t<decltype(elements)>;
  if constexpr (!is_eigen<E>) {
    target = elements;
  } else if constexpr (TakesBlockProduct<std::remove_cvref_t<decltype(target)>, E>) {
    multiply_into(target, elements, Into::nothing);
  } else if constexpr (std::is_base_of_v<Eigen::ArrayBase<E>, E>) {
    target.array() = elements;
  } else {
    target.noalias() = elements;
  }
}

/// The extents of a result; objects and numbers have none.
template <class B, class R>
Extents extents_of(const R& result) {
  if constexpr (tensor_rank < R >> 0) {
    return result.extents;
  } else if constexpr (!is_eigen<R>) {
    return {};
  } else if constexpr (R::IsVectorAtCompileTime && View<B>::rank != 2) {
    return {result.size()};
  } else {
    if (result.cols() == 1 && View<B>::rank != 2) return {result.rows()};
    return {result.rows(), result.cols()};
  }
}

/// Throws unless a result has the extents that its block was made with; `words` name the kernel. A
/// vector fits a block of three and more dimensions, which is `flat`, if it has as many elements.
RELATILE_INLINE void require_extents(const std::string& words, const Extents& returned,
                                     const Extents& expected, bool flat);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/blocks/impl/block_result.hpp"
#endif
