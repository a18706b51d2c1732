// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/source_line.hpp"
#include "relatile/kernel/blocks/block_result.hpp"
#include "relatile/kernel/blocks/declare.hpp"
#include "relatile/kernel/blocks/kernel_call.hpp"
#include "relatile/kernel/blocks/probe.hpp"
#include "relatile/kernel/blocks/use_result.hpp"

namespace relatile::kernel {

/// An operator's name with the line that it was asked for on: "transform [hello.cpp:18]".
RELATILE_INLINE std::string on_line(const std::string& step,
                                    const std::string& line = AskedFrom::text());

namespace detail {

template <class F>
std::string name_of(const F& function, const char* fallback) {
  if constexpr (relatile::detail::is_declared<F>) {
    return function.name.empty() ? fallback : function.name;
  } else if constexpr (requires { std::string(F::name); }) {
    return std::string(F::name);
  } else {
    return fallback;
  }
}

/// What errors call a kernel.
template <class F>
std::string words_for(const F& function) {
  const std::string name = name_of(function, "");
  return name.empty() ? "the kernel" : "kernel " + name;
}

template <class F>
KernelLaws laws_of(const F& function) {
  if constexpr (relatile::detail::is_declared<F>) {
    return function.laws;
  } else if constexpr (requires { KernelLaws(F::laws()); }) {
    return F::laws();
  } else {
    return {};
  }
}

}  // namespace detail

namespace detail {

/// The number of elements of the operands.
RELATILE_INLINE FlopsRule elements_touched();

/// What the kernel declares of its cost, or the number of elements it touches.
template <class F>
FlopsRule flops_of(const F& function) {
  if constexpr (relatile::detail::is_declared<F>) {
    if (function.flops) return function.flops;
  } else if constexpr (requires { F::flops(std::span<const Extents>{}); }) {
    return [](std::span<const Extents> extents) { return F::flops(extents); };
  }
  return elements_touched();
}

/// What a kernel says of itself, whatever its blocks are, and how it is called.
template <class F>
BlockKernel facts_of(const F& function, const KernelCall& call) {
  BlockKernel kernel;
  kernel.name = name_of(function, "kernel");
  kernel.anonymous = name_of(function, "").empty();
  kernel.laws = laws_of(function);
  kernel.flops = flops_of(function);
  kernel.identity = identity_of(function);
  kernel.run = run_of(call, words_for(function));
  return kernel;
}

}  // namespace detail

/// Type-erases a kernel on blocks In... with result Out; with an accumulating Aggregate, results
/// that meet under one key are accumulated as they are returned: an expression (a product, say)
/// is then evaluated straight into the accumulator, and no block is made for it. `step` is the
/// operator that the kernel was given to, with its line.
template <class Out, class Aggregate, class F, class... In>
BlockKernel make_block_kernel(const F& function, const std::string& step) {
  const detail::KernelCall call = detail::call_of<Out, Aggregate, F, In...>(function);
  BlockKernel kernel = detail::facts_of(function, call);
  constexpr bool declared = !std::is_void_v<typename DeclaredBlock<F>::type>;
  if constexpr (declared) kernel.shape = function.shape;
  if constexpr (!declared || View<Out>::is_object) {
    const detail::Asked asked{detail::words_for(function), step, detail::sample_makers<In...>};
    if constexpr (!declared) kernel.shape = detail::probed_shape<Out, F, In...>(asked, call);
    if constexpr (View<Out>::is_object) {
      kernel.object_bytes = detail::asked_object_bytes(asked, call, block_type<Out>().object);
    }
  }
  if constexpr (View<Out>::is_object && relatile::detail::is_declared<F>) {
    if (function.object_bytes) kernel.object_bytes = function.object_bytes;
  }
  if constexpr (!DeclaredBlock<F>::fills) {
    if constexpr (returns_result<F, In...>()) {
      static_assert(sizeof(RequireNoDangling<const F, ConstView<In>...>) > 0);
    }
  }
  return kernel;
}

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/blocks/impl/block_kernel.hpp"
#endif
