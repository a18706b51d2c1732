// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/kernel/blocks/block_combine.hpp"
#include "relatile/kernel/blocks/block_kernel.hpp"
#include "relatile/kernel/blocks/block_kernels.hpp"

// The derivatives that kernels declare, as kernels themselves.

namespace relatile::kernel {

namespace detail {

/// Whether blocks B have derivatives.
template <class B>
inline constexpr bool has_slope = false;
template <class T, int R>
inline constexpr bool has_slope<Dense<T, R>> =
    std::is_floating_point_v<T> || relatile::detail::is_std_complex<T>;

/// How many derivatives kernel F declares.
template <class F>
inline constexpr std::size_t declared_partials = 0;
template <class F, class B, bool Fills, class... D>
inline constexpr std::size_t declared_partials<Declared<F, B, Fills, D...>> = sizeof...(D);

/// Whether derivative By of blocks Operands gives a block Own, or says that it does.
template <class Own, class By, class... Operands>
constexpr bool gives_own_block() {
  using Told = typename DeclaredBlock<By>::type;
  if constexpr (!std::is_void_v<Told>) {
    return std::is_same_v<Told, Own>;
  } else if constexpr (returns_block<By, Operands...>()) {
    return fits_block<
        Own, std::remove_cvref_t<std::invoke_result_t<const By&, ConstView<Operands>...>>>();
  } else {
    return false;
  }
}

/// Derivative By of blocks Operands, by a block Own. Where it fills its result it can't add to one.
template <class Own, class By, class... Operands>
BlockKernel partial_kernel(const By& by, const std::string& step);

/// All indices below Count, but for Skipped.
template <std::size_t Skipped, std::size_t... I>
auto indices_without(std::index_sequence<I...>) {
  return std::index_sequence<(I < Skipped ? I : I + 1)...>();
}

/// Of the tuple Types of operands those of some indices.
template <class Own, class By, class Types, std::size_t... I>
BlockKernel partial_kernel_of(const By& by, const std::string& step, std::index_sequence<I...>) {
  return partial_kernel<Own, By, std::tuple_element_t<I, Types>...>(by, step);
}
template <class By, class Types, std::size_t... I>
constexpr bool takes_blocks_of(std::index_sequence<I...>) {
  return takes_blocks<By, std::tuple_element_t<I, Types>...>();
}

/// The derivative by operand number Own of the tuple Types, whose first one is the cotangent.
template <std::size_t Own, class Types, class By>
BlockPartial partial_of(const By& by, const std::string& step) {
  using OwnBlock = std::tuple_element_t<Own, Types>;
  constexpr std::size_t count = std::tuple_size_v<Types>;
  using All = std::make_index_sequence<count>;
  using Others = decltype(indices_without<Own>(std::make_index_sequence<count - 1>()));
  BlockPartial partial;
  if constexpr (std::is_null_pointer_v<By>) {
    partial.is_zero = true;
  } else if constexpr (has_slope<OwnBlock>) {
    constexpr bool reads_own = takes_blocks_of<By, Types>(All());
    constexpr bool called = reads_own || takes_blocks_of<By, Types>(Others());
    static_assert(called,
                  "relatile: declare: a derivative (By, see above) can't be called with the blocks "
                  "that it is given: of a join's kernel f(a, b) by_a(g, a, b), or by_a(g, b) where "
                  "it does not need a, and by_b(g, a, b) or by_b(g, a); of a transform's f(a) "
                  "by_a(g, a) or by_a(g); of an aggregate's by_x(g, x, y). Take them as const "
                  "auto&; g is a block like the kernel's result");
    if constexpr (called) {
      using Read = std::conditional_t<reads_own, All, Others>;
      partial.reads_own = reads_own;
      partial.kernel = partial_kernel_of<OwnBlock, By, Types>(by, step, Read());
      if constexpr (reads_own) {
        partial.kernel.shape = [](std::span<const Extents> extents) { return extents[Own]; };
      }
    }
  }
  return partial;
}

template <class Out, class... In, class Partials, std::size_t... I>
std::vector<BlockPartial> partials_of(const Partials& by, const std::string& step,
                                      std::index_sequence<I...>) {
  using Types = std::tuple<Out, In...>;
  std::vector<BlockPartial> partials;
  (partials.push_back(partial_of<I + 1, Types>(std::get<I>(by), step)), ...);
  return partials;
}

}  // namespace detail

/// Adds the derivatives that `function` declares to its kernel on blocks In... with result Out.
template <class Out, class... In, class F>
void add_partials(BlockKernel& kernel, const F& function, const std::string& step) {
  constexpr std::size_t declared = detail::declared_partials<F>;
  if constexpr (declared > 0 && detail::has_slope<Out>) {
    static_assert(
        declared == sizeof...(In),
        "relatile: declare: a derivative by each operand: of a join's kernel "
        "derivatives(by_a, by_b), of a transform's derivatives(by_a); nullptr where there "
        "is none");
    if constexpr (declared == sizeof...(In)) {
      kernel.partials = [by = function.partials, step] {
        return detail::partials_of<Out, In...>(by, step, std::index_sequence_for<In...>());
      };
    }
  }
}

/// The same of an aggregate's kernel on blocks B. One that declares two is told as a join's, which
/// says nothing of groups.
template <class B, class F>
void add_partials(BlockCombine& combine, const F& function, const std::string& step) {
  if constexpr (detail::declared_partials<F> == 1 && detail::has_slope<B>) {
    combine.partials = [by = function.partials, step] {
      return detail::partials_of<B, B, B>(by, step, std::index_sequence<0>());
    };
  }
}

namespace detail {

template <class Own, class By, class... Operands>
BlockKernel partial_kernel(const By& by, const std::string& step) {
  constexpr bool fits = gives_own_block<Own, By, Operands...>();
  static_assert(fits,
                "relatile: declare: a derivative (By, see above) does not return a block like the "
                "operand that it is by (Own), with the same dimensions and elements");
  if constexpr (!fits) {
    return {};
  } else {
    using Aggregate = std::conditional_t<DeclaredBlock<By>::fills, NoAggregate, Add>;
    BlockKernel kernel = make_block_kernel<Own, Aggregate, By, Operands...>(by, step);
    if constexpr (!DeclaredBlock<By>::fills) kernel.accumulates = Add::name;
    add_partials<Own, Operands...>(kernel, by, step);
    return kernel;
  }
}

}  // namespace detail
}  // namespace relatile::kernel
