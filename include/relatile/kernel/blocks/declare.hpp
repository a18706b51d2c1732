// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "relatile/core/extents.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/core/kernel_laws.hpp"
#include "relatile/core/units.hpp"

namespace relatile {

/// A rule that gives the extents of a kernel's result from those of its operands.
using ShapeRule = std::function<Extents(std::span<const Extents>)>;
/// A rule that gives the flops of one call from the extents of its operands.
using FlopsRule = std::function<Flops(std::span<const Extents>)>;

/// A kernel with facts declared about it; made by `declare`. Block is the declared result, void
/// where it is deduced; a kernel that `fills` is called with the output block first. D are its
/// derivatives, if they are told.
template <class F, class Block = void, bool Fills = false, class... D>
struct Declared {
  using declared_block = Block;         ///< void where it is deduced
  static constexpr bool fills = Fills;  ///< whether it takes the output block first

  F function;
  std::string name;  ///< what plans and errors call it; empty if not told
  KernelLaws laws;
  ShapeRule shape;  ///< none: it is deduced
  FlopsRule flops;  ///< none: one a touched element
  /// The size of its results, once serialised; none: it is tried on made-up blocks.
  std::function<std::int64_t(std::span<const Extents>)> object_bytes;
  bool by_rank;                 ///< see differs_by_rank
  std::tuple<D...> partials{};  ///< see derivatives

  /// The kernel itself.
  template <class... Args>
    requires std::is_invocable_v<const F&, Args...>
  decltype(auto) operator()(Args&&... args) const { return function(std::forward<Args>(args)...); }
  /// In place, where the kernel itself does that.
  template <class Target, class X>
    requires requires(Target& target, const X& x) { F::accumulate(target, x); }
  static void accumulate(Target& target, const X& x) { F::accumulate(target, x); }

  /// What plans and errors call the kernel, and what distributes_over of others refers to.
  Declared named(std::string text) && {
    return set([&](Declared& d) { d.name = std::move(text); });
  }
  /// kernel(a, kernel(b, c)) == kernel(kernel(a, b), c)
  Declared associative() && {
    return set([](Declared& d) { d.laws.associative = true; });
  }
  /// kernel(a, b) == kernel(b, a)
  Declared commutative() && {
    return set([](Declared& d) { d.laws.commutative = true; });
  }
  /// There is a block e with kernel(a, e) == a.
  Declared with_identity() && {
    return set([](Declared& d) { d.laws.has_identity = true; });
  }
  /// kernel(a, a) == a
  Declared idempotent() && {
    return set([](Declared& d) { d.laws.idempotent = true; });
  }
  /// Of blocks of equal shape it computes element by element, whatever their rank.
  Declared elementwise() && {
    return set([](Declared& d) { d.laws.elementwise = true; });
  }
  /// kernel(a, other(b, c)) == other(kernel(a, b), kernel(a, c)); for one operand likewise. `other`
  /// is the name of a ready kernel, or one given by `named`.
  Declared distributes_over(std::string other) && {
    return set([&](Declared& d) { d.laws.distributes_over.push_back(std::move(other)); });
  }
  /// The flops of one call, by which plans are compared.
  Declared costs(FlopsRule rule) && {
    return set([&](Declared& d) { d.flops = std::move(rule); });
  }
  /// The size in bytes, once serialised, of the object that the kernel returns.
  Declared serialized_bytes(std::int64_t bytes) && {
    return set([&](Declared& d) { d.object_bytes = [bytes](auto) { return bytes; }; });
  }
  /// What the kernel holds differs from rank to rank, and that is meant: the rank itself, say, for
  /// a log. Which rank calls the kernel on which block is not the caller's choice.
  Declared differs_by_rank() && {
    return set([](Declared& d) { d.by_rank = true; });
  }
  /// The kernel returns blocks of type B with the extents that `rule` gives.
  template <class B>
  Declared<F, B, false, D...> returns(ShapeRule rule) && {
    return rebind<B, false>(std::move(rule), std::move(partials));
  }
  /// The kernel is called as f(output, operands...) and fills a block of type B.
  template <class B>
  Declared<F, B, true, D...> fills_block(ShapeRule rule) && {
    return rebind<B, true>(std::move(rule), std::move(partials));
  }
  /// The kernel's derivatives, which gradients (relatile/grad.hpp) then know: by each operand a
  /// function that gives what a change of it adds to the loss, from g, the derivative of the loss
  /// by the kernel's result, a block of the result's shape:
  ///
  ///   join, f(a, b)      derivatives(by_a, by_b): by_a(g, a, b) is of a's shape, by_b(g, a, b) of
  ///                      b's; one that needs not the operand that it is by may do without:
  ///                      by_a(g, b), by_b(g, a)
  ///   transform, f(a)    derivatives(by_a): by_a(g, a), or by_a(g)
  ///   aggregate          derivatives(by_x): by_x(g, x, y), x a block, y what its group makes
  ///
  /// Where f does not depend on an operand, or depends by steps, it is nullptr. A derivative is a
  /// kernel itself: it may be declared, and with derivatives of its own there are second ones.
  template <class... By>
  Declared<F, Block, Fills, By...> derivatives(By... by) && {
    return rebind<Block, Fills>(std::move(shape), std::tuple<By...>(std::move(by)...));
  }

  /// By what ranks compare it: see identity_of.
  KernelIdentity relatile_identity() const {
    KernelIdentity identity = identity_of(function);
    identity.differs_by_rank |= by_rank;
    if (identity.differs_by_rank) identity.state.clear();
    return identity;
  }

 private:
  template <class Change>
  Declared set(Change&& change) {
    change(*this);
    return std::move(*this);
  }
  template <class B, bool OutputFirst, class... By>
  Declared<F, B, OutputFirst, By...> rebind(ShapeRule rule, std::tuple<By...> by) {
    return {std::move(function), std::move(name),         std::move(laws), std::move(rule),
            std::move(flops),    std::move(object_bytes), by_rank,         std::move(by)};
  }
};

/// Starts a declaration of facts: `declare(f).named("distance").costs(rule)`. What a ready kernel
/// says of itself holds until it is declared otherwise.
template <class F>
Declared<std::decay_t<F>> declare(F&& function) {
  using Kernel = std::decay_t<F>;
  Declared<Kernel> declared{std::forward<F>(function), "", {}, {}, {}, {}, false, {}};
  if constexpr (requires { std::string(Kernel::name); }) declared.name = Kernel::name;
  if constexpr (requires { KernelLaws(Kernel::laws()); }) declared.laws = Kernel::laws();
  if constexpr (requires { Kernel::flops(std::span<const Extents>{}); }) {
    declared.flops = [](std::span<const Extents> extents) { return Kernel::flops(extents); };
  }
  return declared;
}

namespace detail {
template <class F>
inline constexpr bool is_declared = false;
template <class F, class B, bool Fills, class... D>
inline constexpr bool is_declared<Declared<F, B, Fills, D...>> = true;
}  // namespace detail

}  // namespace relatile
