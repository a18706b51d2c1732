// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "relatile/core/assert.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/source_line.hpp"
#include "relatile/kernel/blocks/block_result.hpp"
#include "relatile/kernel/blocks/declare.hpp"
#include "relatile/kernel/blocks/probe.hpp"
#include "relatile/kernel/blocks/use_result.hpp"

namespace relatile::kernel {

/// An operator's name with the line that it was asked for on: "transform [hello.cpp:18]".
inline std::string on_line(std::string step, const std::string& line = AskedFrom::text()) {
  return line.empty() ? step : step + " [" + line + "]";
}

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

/// Whether an aggregate kernel can take a join kernel's result as it comes: `accumulate(acc, x)`,
/// where blocks of three and more dimensions are flat vectors.
template <class A, class B>
concept Accumulating =
    requires(std::remove_reference_t<decltype(target_of<B>(BlockRef{}))>& target) {
  A::accumulate(target, std::as_const(target));
};

struct NoAggregate {};

namespace detail {

/// The kernel behind one type-erased call.
template <class Out, class Aggregate, class F, class... In>
auto runner(const std::string& words, const F& function) {
  return [words, function]([[maybe_unused]] std::span<const BlockRef> inputs,
                           [[maybe_unused]] BlockRef out, [[maybe_unused]] bool accumulate) {
    if constexpr (DeclaredBlock<F>::fills) {
      RELATILE_ASSERT(!accumulate);
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        auto&& target = View<Out>::writable(out);
        function(target, View<In>::constant(inputs[I])...);
      }
      (std::index_sequence_for<In...>{});
    } else if constexpr (returns_result<F, In...>()) {
      const auto use = [&](const auto& result) {
        require_fits<Out>(words, result, out.extents);
        if constexpr (!std::is_same_v<Aggregate, NoAggregate>) {
          if (accumulate) {
            auto&& target = target_of<Out>(out);
            Aggregate::accumulate(target, elements_of(result));
            return;
          }
        }
        assign<Out>(out, result);
      };
      with_result<F, In...>(function, inputs, use);
    }
  };
}

/// What the kernel declares of its cost, or the number of elements it touches.
template <class F>
FlopsRule flops_of(const F& function) {
  if constexpr (relatile::detail::is_declared<F>) {
    if (function.flops) return function.flops;
  } else if constexpr (requires { F::flops(std::span<const Extents>{}); }) {
    return [](std::span<const Extents> extents) { return F::flops(extents); };
  }
  return [](std::span<const Extents> extents) {
    Flops touched;
    for (const auto& extent : extents) touched += Flops{volume(extent)};
    return touched;
  };
}

}  // namespace detail

/// Type-erases a kernel on blocks In... with result Out; with an accumulating Aggregate, results
/// that meet under one key are accumulated as they are returned: an expression (a product, say)
/// is then evaluated straight into the accumulator, and no block is made for it. `step` is the
/// operator that the kernel was given to, with its line.
template <class Out, class Aggregate, class F, class... In>
BlockKernel make_block_kernel(const F& function, const std::string& step) {
  BlockKernel kernel;
  kernel.name = detail::name_of(function, "kernel");
  kernel.anonymous = detail::name_of(function, "").empty();
  kernel.laws = detail::laws_of(function);
  kernel.run = detail::runner<Out, Aggregate, F, In...>(detail::words_for(function), function);
  kernel.flops = detail::flops_of(function);
  kernel.identity = identity_of(function);
  const detail::Asked asked{detail::words_for(function), step};
  if constexpr (!std::is_void_v<typename DeclaredBlock<F>::type>) {
    kernel.shape = function.shape;
  } else {
    kernel.shape = detail::probed_shape<Out, F, In...>(asked, function);
  }
  if constexpr (View<Out>::is_object) {
    kernel.object_bytes = detail::probed_object_bytes<Out, In...>(asked, kernel.run);
    if constexpr (relatile::detail::is_declared<F>) {
      if (function.object_bytes) kernel.object_bytes = function.object_bytes;
    }
  }
  if constexpr (!DeclaredBlock<F>::fills) {
    if constexpr (returns_result<F, In...>()) {
      static_assert(sizeof(RequireNoDangling<const F, ConstView<In>...>) > 0);
    }
  }
  return kernel;
}

}  // namespace relatile::kernel
