// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/kernel.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/kernel/block_view.hpp"
#include "relatile/kernel/declare.hpp"

namespace relatile::kernel {

template <class R>
inline constexpr bool is_eigen = std::is_base_of_v<Eigen::EigenBase<R>, R>;

/// The block type that a kernel's result R becomes: a number or trivial struct is a dense block
/// without dimensions, an Eigen vector of one, another Eigen expression of two; any other class is
/// an object.
template <class R>
struct BlockOfResult {
  using type = std::conditional_t<std::is_trivially_copyable_v<R>, Dense<R, 0>, R>;
};
template <class R>
  requires is_eigen<R>
struct BlockOfResult<R> {
  using type = Dense<typename R::Scalar, R::IsVectorAtCompileTime ? 1 : 2>;
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

/// Writes a kernel's result to its block.
template <class B, class R>
void assign(const BlockRef& out, const R& result) {
  auto&& target = View<B>::writable(out);
  if constexpr (!is_eigen<R>) {
    target = result;
  } else if constexpr (View<B>::rank >= 3) {
    target.flat() = result;
  } else if constexpr (std::is_base_of_v<Eigen::ArrayBase<R>, R>) {
    target.array() = result;
  } else {
    target.noalias() = result;
  }
}

/// The extents of a result; objects and numbers have none.
template <class B, class R>
Extents extents_of(const R& result) {
  if constexpr (!is_eigen<R>) {
    return {};
  } else if constexpr (View<B>::rank == 1) {
    return {result.size()};
  } else {
    return {result.rows(), result.cols()};
  }
}

inline void require_extents(const std::string& name, const Extents& returned,
                            const Extents& expected) {
  if (returned == expected) return;
  throw std::runtime_error("kernel " + name + " returned a block of shape " + to_string(returned) +
                           " where " + to_string(expected) + " was inferred or declared");
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

/// Calls the kernel and hands its result to `use`, while the operands' views are alive.
template <class F, class... In, class Use, std::size_t... I>
auto with_result(const F& function, std::span<const BlockRef> inputs, Use&& use,
                 std::index_sequence<I...>) {
  return use(function(View<In>::constant(inputs[I])...));
}

/// Metadata of a result, by calling the kernel on zeros: an expression is not evaluated, its
/// rows() and cols() are enough; an owning result is computed once.
template <class Out, class F, class... In>
void infer_from_probe(BlockKernel& kernel, const F& function) {
  constexpr auto indices = std::index_sequence_for<In...>{};
  const auto failed = [name = kernel.name](const std::exception& error) {
    return ShapeMismatch("relatile: the shape of kernel " + name +
                         " can't be deduced (on blocks of zeros it throws: " + error.what() +
                         "); declare it with declare(kernel).returns<Block>(shape_rule)");
  };
  if constexpr (View<Out>::rank == 0) {
    kernel.shape = [](std::span<const Extents>) { return Extents{}; };
  } else {
    kernel.shape = [function, failed, indices](std::span<const Extents> extents) {
      Probes<In...> probes(extents);
      try {
        return with_result<F, In...>(
            function, probes.blocks, [](const auto& r) { return extents_of<Out>(r); }, indices);
      } catch (const std::exception& error) {
        throw failed(error);
      }
    };
  }
  if constexpr (View<Out>::is_object) {
    kernel.object_bytes = [function, failed, indices](std::span<const Extents> extents) {
      Probes<In...> probes(extents);
      try {
        return with_result<F, In...>(
            function, probes.blocks,
            [](const Out& r) {
              return static_cast<std::int64_t>(ObjectArchive<Out>::save(r).size());
            },
            indices);
      } catch (const std::exception& error) {
        throw failed(error);
      }
    };
  }
}

}  // namespace detail

/// Whether an aggregate kernel can take a join kernel's result as it comes: `accumulate(acc, x)`.
template <class A, class B>
concept Accumulating = requires(WritableView<B>& target, const ConstView<B>& x) {
  A::accumulate(target, x);
};

struct NoAggregate {};

/// Type-erases a kernel on blocks In... with result Out; with an accumulating Aggregate, results
/// that meet under one key are accumulated as they are returned: an expression (a product, say)
/// is then evaluated straight into the accumulator, and no block is made for it.
template <class Out, class Aggregate, class F, class... In>
BlockKernel make_block_kernel(const F& function, const char* fallback_name) {
  constexpr auto indices = std::index_sequence_for<In...>{};
  BlockKernel kernel;
  kernel.name = detail::name_of(function, fallback_name);
  kernel.laws = detail::laws_of(function);
  if constexpr (DeclaredBlock<F>::fills) {
    kernel.run = [function, indices](std::span<const BlockRef> inputs, BlockRef out, bool) {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        auto&& target = View<Out>::writable(out);
        function(target, View<In>::constant(inputs[I])...);
      }
      (indices);
    };
  } else {
    kernel.run = [function, indices, name = kernel.name](std::span<const BlockRef> inputs,
                                                         BlockRef out, bool accumulate) {
      detail::with_result<F, In...>(
          function, inputs,
          [&](const auto& result) {
            if constexpr (View<Out>::rank > 0) {
              const Extents flat =
                  View<Out>::rank >= 3 ? Extents{volume(out.extents), 1} : out.extents;
              require_extents(name, extents_of<Out>(result), flat);
            }
            if constexpr (!std::is_same_v<Aggregate, NoAggregate>) {
              if (accumulate) {
                auto&& target = View<Out>::writable(out);
                Aggregate::accumulate(target, result);
                return;
              }
            }
            assign<Out>(out, result);
          },
          indices);
    };
  }
  constexpr bool declared = !std::is_void_v<typename DeclaredBlock<F>::type>;
  if constexpr (declared) {
    kernel.shape = function.shape;
  } else {
    detail::infer_from_probe<Out, F, In...>(kernel, function);
  }
  if constexpr (relatile::detail::is_declared<F>) {
    kernel.flops = function.flops;
    if (function.object_bytes) kernel.object_bytes = function.object_bytes;
  } else if constexpr (requires { F::flops(std::span<const Extents>{}); }) {
    kernel.flops = [](std::span<const Extents> extents) { return F::flops(extents); };
  }
  if (!kernel.flops) {
    kernel.flops = [](std::span<const Extents> extents) {
      Flops touched;
      for (const auto& extent : extents) touched += Flops{volume(extent)};
      return touched;
    };
  }
  return kernel;
}

/// Type-erases an aggregate kernel on blocks B: accumulator = kernel(accumulator, block).
template <class B, class A>
BlockCombine make_block_combine(const A& aggregate, const char* fallback_name) {
  BlockCombine combine;
  combine.name = detail::name_of(aggregate, fallback_name);
  combine.laws = detail::laws_of(aggregate);
  combine.laws.associative = true;  // the aggregate operator requires both
  combine.laws.commutative = true;
  combine.run = [aggregate](BlockRef accumulator, BlockRef block) {
    auto&& target = View<B>::writable(accumulator);
    auto&& other = View<B>::constant(block);
    if constexpr (View<B>::rank >= 3 && requires { A::accumulate(target, other); }) {
      auto flat = target.flat();
      A::accumulate(flat, other.flat());
    } else if constexpr (requires { A::accumulate(target, other); }) {
      A::accumulate(target, other);
    } else {
      // The result may refer to the accumulator: it is evaluated before anything is overwritten.
      auto&& result = aggregate(View<B>::constant(accumulator), other);
      using R = std::remove_cvref_t<decltype(result)>;
      if constexpr (is_eigen<R>) {
        assign<B>(accumulator, result.eval());
      } else {
        assign<B>(accumulator, R(result));
      }
    }
  };
  return combine;
}

}  // namespace relatile::kernel
