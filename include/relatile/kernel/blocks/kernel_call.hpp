// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "relatile/core/assert.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/kernel/blocks/block_result.hpp"
#include "relatile/kernel/blocks/use_result.hpp"

// A user's kernel behind one call, whatever it is asked for. Only this is compiled for every
// kernel, and once.

namespace relatile::kernel {

/// Whether an aggregate kernel can take a join kernel's result as it comes: `accumulate(acc, x)`,
/// where blocks of three and more dimensions are flat vectors.
template <class A, class B>
concept Accumulating =
    requires(std::remove_reference_t<decltype(target_of<B>(BlockRef{}))>& target) {
  A::accumulate(target, std::as_const(target));
};

struct NoAggregate {};

namespace detail {

/// What a kernel is asked for: the extents of its result, if `extents` is there to hold them, or
/// else the result.
struct Request {
  std::span<const BlockRef> inputs;
  BlockRef out;
  bool accumulate = false;
  const std::string& words;  ///< what errors call the kernel
  Extents* extents = nullptr;
};
using KernelCall = std::function<void(const Request&)>;

/// The call as operators make it.
RELATILE_INLINE decltype(BlockKernel::run) run_of(KernelCall call, std::string words);

/// Calls the kernel and hands its result to `use`, while the operands' views are alive, and
/// whatever the kernel's parameters converted them to.
template <class F, class... In, class Use>
auto with_result(const F& function, std::span<const BlockRef> inputs, Use&& use) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return use_result(function, use, View<In>::constant(inputs[I])...);
  }
  (std::index_sequence_for<In...>{});
}

/// What was asked for, of a result. An expression is not evaluated to tell its extents.
template <class Out, class Aggregate, class R>
void answer(const Request& request, const R& result) {
  if constexpr (View<Out>::rank > 0) {
    const Extents returned = extents_of<Out>(result);
    if (request.extents != nullptr) {
      *request.extents = returned;
      return;
    }
    require_extents(request.words, returned, request.out.extents, View<Out>::rank >= 3);
  }
  if constexpr (!std::is_same_v<Aggregate, NoAggregate>) {
    if (request.accumulate) {
      auto&& target = target_of<Out>(request.out);
      Aggregate::accumulate(target, elements_of(result));
      return;
    }
  }
  assign<Out>(request.out, result);
}

/// The kernel behind its call.
template <class Out, class Aggregate, class F, class... In>
KernelCall call_of(const F& function) {
  return [function]([[maybe_unused]] const Request& request) {
    if constexpr (DeclaredBlock<F>::fills) {
      RELATILE_ASSERT(!request.accumulate);
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        auto&& target = View<Out>::writable(request.out);
        function(target, View<In>::constant(request.inputs[I])...);
      }
      (std::index_sequence_for<In...>{});
    } else if constexpr (returns_result<F, In...>()) {
      with_result<F, In...>(function, request.inputs,
                            [&](const auto& result) { answer<Out, Aggregate>(request, result); });
    }
  };
}

}  // namespace detail
}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/blocks/impl/kernel_call.hpp"
#endif
