// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/blocks/block_result.hpp"
#include "relatile/kernel/blocks/kernel_call.hpp"
#include "relatile/kernel/blocks/sample_blocks.hpp"

// What a kernel's result looks like, found by calling the kernel on blocks made for that.

namespace relatile::kernel::detail {

/// Which kernel is asked, the operator it was given to, for errors, and how blocks to show it are
/// made, one a operand.
struct Asked {
  std::string kernel;
  std::string step;
  std::span<const MakeSample> samples;
};

/// The rule for a result's extents that asks the kernel. Whatever it throws for all sample blocks,
/// the first time is told of; what does not depend on the elements is thrown at once.
RELATILE_INLINE ShapeRule asked_shape(Asked asked, KernelCall call);
/// The rule for a result whose extents are known.
RELATILE_INLINE ShapeRule known_shape(const Extents& extents);
/// The same for the size of an object once serialised.
RELATILE_INLINE std::function<std::int64_t(std::span<const Extents>)> asked_object_bytes(
    Asked asked, KernelCall call, std::shared_ptr<const ObjectType> object);

/// Whether the type R of a result tells the extents of its block Out.
template <class Out, class R>
constexpr bool has_fixed_shape() {
  if constexpr (!is_eigen<R> || View<Out>::rank == 0 || View<Out>::rank > 2) {
    return false;
  } else {
    return std::is_same_v<Out, typename BlockOfResult<R>::type> &&
           R::RowsAtCompileTime != Eigen::Dynamic && R::ColsAtCompileTime != Eigen::Dynamic;
  }
}

template <class F, class... In>
using result_of = std::remove_cvref_t<std::invoke_result_t<const F&, ConstView<In>...>>;

/// The rule for a result's extents: its type tells, or the kernel is called. An expression is not
/// evaluated, its rows() and cols() are enough; an owning result is computed once.
template <class Out, class F, class... In>
ShapeRule probed_shape(const Asked& asked, const KernelCall& call) {
  if constexpr (View<Out>::rank == 0 || !returns_result<F, In...>()) {
    return known_shape({});
  } else if constexpr (has_fixed_shape<Out, result_of<F, In...>>()) {
    using R = result_of<F, In...>;
    if constexpr (View<Out>::rank == 1) return known_shape({R::SizeAtCompileTime});
    return known_shape({R::RowsAtCompileTime, R::ColsAtCompileTime});
  } else {
    return asked_shape(asked, call);
  }
}

}  // namespace relatile::kernel::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/blocks/impl/probe.hpp"
#endif
