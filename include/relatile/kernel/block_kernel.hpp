// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <array>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/kernel/block_value.hpp"
#include "relatile/kernel/declare.hpp"

namespace relatile::kernel {

template <class R>
inline constexpr bool is_eigen = std::is_base_of_v<Eigen::EigenBase<R>, R>;
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
template <class F, class B, bool Fills>
struct DeclaredBlock<Declared<F, B, Fills>> {
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

/// A block as results are written to it; three and more dimensions are flat.
template <class B>
decltype(auto) target_of(const BlockRef& out) {
  if constexpr (View<B>::rank >= 3) {
    return View<B>::writable(out).flat();
  } else {
    return View<B>::writable(out);
  }
}

/// A kernel's result as it is written: an Eigen expression, a number or an object.
template <class R>
const auto& elements_of(const R& result) {
  if constexpr (tensor_rank < R >> 0) {
    return result.elements;
  } else {
    return result;
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

/// Throws unless a result has the extents that its block was made with. A vector fits a block of
/// three and more dimensions if it has as many elements.
template <class B, class R>
void require_fits(const std::string& name, const R& result, const Extents& expected) {
  if constexpr (View<B>::rank > 0) {
    const Extents returned = extents_of<B>(result);
    if (returned == expected) return;
    if (View<B>::rank >= 3 && returned == Extents{volume(expected)}) return;
    throw std::runtime_error("kernel " + name + " returned a block of shape " +
                             to_string(returned) + " where " + to_string(expected) +
                             " was inferred or declared");
  }
}

namespace detail {

/// Operand blocks full of zeros, to ask a kernel for the shape of its result.
template <class... In>
struct Probes {
  std::vector<std::vector<std::byte>> dense;
  std::tuple<std::conditional_t<View<In>::is_object, typename View<In>::element, char>...>
      objects{};
  std::vector<BlockRef> blocks;

  explicit Probes(std::span<const Extents> extents) {
    std::size_t x = 0;
    std::apply([&](auto&... object) { (add<In>(object, extents[x++]), ...); }, objects);
  }

 private:
  template <class B, class Object>
  void add(Object& object, const Extents& extents) {
    if constexpr (View<B>::is_object) {
      blocks.push_back({&object, {}});
    } else {
      const auto bytes =
          static_cast<std::size_t>(volume(extents)) * sizeof(typename View<B>::element);
      dense.emplace_back(bytes + sizeof(typename View<B>::element));
      blocks.push_back({dense.back().data(), extents});
    }
  }
};

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

/// Calls the kernel and hands its result to `use`, while the operands' views are alive, and
/// whatever the kernel's parameters converted them to.
template <class F, class... In, class Use, std::size_t... I>
auto with_result(const F& function, std::span<const BlockRef> inputs, Use&& use,
                 std::index_sequence<I...>) {
  return use(function(View<In>::constant(inputs[I])...));
}

/// Asks a kernel something on blocks of zeros.
template <class... In, class Ask>
auto probe(const std::string& name, const char* what, const char* advice,
           std::span<const Extents> extents, Ask&& ask) {
  const auto failed = [&](const std::string& error) {
    return ShapeMismatch("relatile: the " + std::string(what) + " of kernel " + name +
                         " can't be deduced (on blocks of zeros it throws: " + error +
                         "); declare it with declare(kernel)." + advice);
  };
  Probes<In...> probes(extents);
  try {
    return ask(std::span<const BlockRef>(probes.blocks));
  } catch (const ShapeMismatch&) {
    throw;
  } catch (const std::exception& error) {
    throw failed(error.what());
  } catch (...) {
    throw failed("an exception that is no std::exception");
  }
}

/// The rule for a result's extents, by calling the kernel on zeros: an expression is not evaluated,
/// its rows() and cols() are enough; an owning result is computed once.
template <class Out, class F, class... In>
ShapeRule probed_shape(const std::string& name, const F& function) {
  if constexpr (View<Out>::rank == 0) {
    return [](std::span<const Extents>) { return Extents{}; };
  } else {
    return [name, function](std::span<const Extents> extents) {
      return probe<In...>(name, "shape", "returns<Block>(shape_rule)", extents,
                          [&](std::span<const BlockRef> blocks) {
                            return with_result<F, In...>(
                                function, blocks, [](const auto& r) { return extents_of<Out>(r); },
                                std::index_sequence_for<In...>{});
                          });
    };
  }
}

/// The same for the size of an object once serialised.
template <class Out, class... In>
std::function<std::int64_t(std::span<const Extents>)> probed_object_bytes(
    const BlockKernel& kernel) {
  return [name = kernel.name, run = kernel.run](std::span<const Extents> extents) {
    return probe<In...>(name, "serialised size", "serialized_bytes(n)", extents,
                        [&](std::span<const BlockRef> blocks) {
                          Out object{};
                          run(blocks, {&object, {}}, false);
                          return static_cast<std::int64_t>(ObjectArchive<Out>::save(object).size());
                        });
  };
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
auto runner(const std::string& name, const F& function) {
  return [name, function](std::span<const BlockRef> inputs, BlockRef out, bool accumulate) {
    constexpr auto indices = std::index_sequence_for<In...>{};
    if constexpr (DeclaredBlock<F>::fills) {
      RELATILE_ASSERT(!accumulate);
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        auto&& target = View<Out>::writable(out);
        function(target, View<In>::constant(inputs[I])...);
      }
      (indices);
    } else {
      const auto use = [&](const auto& result) {
        require_fits<Out>(name, result, out.extents);
        if constexpr (!std::is_same_v<Aggregate, NoAggregate>) {
          if (accumulate) {
            auto&& target = target_of<Out>(out);
            Aggregate::accumulate(target, elements_of(result));
            return;
          }
        }
        assign<Out>(out, result);
      };
      with_result<F, In...>(function, inputs, use, indices);
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
/// is then evaluated straight into the accumulator, and no block is made for it.
template <class Out, class Aggregate, class F, class... In>
BlockKernel make_block_kernel(const F& function, const char* fallback_name) {
  BlockKernel kernel;
  kernel.name = detail::name_of(function, fallback_name);
  kernel.anonymous = detail::name_of(function, "").empty();
  kernel.laws = detail::laws_of(function);
  kernel.run = detail::runner<Out, Aggregate, F, In...>(kernel.name, function);
  kernel.flops = detail::flops_of(function);
  kernel.identity = identity_of(function);
  if constexpr (!std::is_void_v<typename DeclaredBlock<F>::type>) {
    kernel.shape = function.shape;
  } else {
    kernel.shape = detail::probed_shape<Out, F, In...>(kernel.name, function);
  }
  if constexpr (View<Out>::is_object) {
    kernel.object_bytes = detail::probed_object_bytes<Out, In...>(kernel);
    if constexpr (relatile::detail::is_declared<F>) {
      if (function.object_bytes) kernel.object_bytes = function.object_bytes;
    }
  }
  return kernel;
}

}  // namespace relatile::kernel
