// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/kernel_identity.hpp"
#include "relatile/expr/elementwise.hpp"
#include "relatile/kernel/own_function.hpp"

// Scalar functions of the user's own, applied to arrays element by element: numpy.vectorize, but
// compiled into the loop of the expression that they are in.

namespace relatile {

/// What is known of a function of the user's.
struct VectorizeOptions {
  std::int64_t flops = 10;              ///< a rough weight of one element, which planners price
  std::string_view name = "vectorize";  ///< what plans and errors call it: a literal
};

template <class L, class... D>
class Vectorized;

/// The derivatives of a function of several numbers by each of them: functions of all of them. Of a
/// complex function of complex numbers it is the complex derivative; of a real one, that by the
/// real part plus i times that by the imaginary part. One that is vectorized itself, with its own
/// derivatives, has second ones.
template <class... D>
struct Derivatives {
  std::tuple<D...> functions;
};
/// `derivatives(by_x, by_y)`, as vectorize takes them.
template <class... D>
Derivatives<D...> derivatives(D... functions) {
  return {std::tuple<D...>(std::move(functions)...)};
}

namespace detail {

/// One element, by the function that lies at `object`.
template <class L, class... T, std::size_t... I>
void call_plain(const L& function, std::span<const void* const> inputs, void* output,
                std::index_sequence<I...>) {
  using Result = typename kernel::UserCall<L, kernel::Leaf<T>...>::value_type;
  *static_cast<Result*>(output) =
      static_cast<Result>(function(*static_cast<const T*>(inputs[I])...));
}

/// A function of elements T, as a stage of its own and as what loops know of it.
template <class L, class... T>
std::shared_ptr<kernel::OwnFunction> own_function(const std::shared_ptr<const L>& object,
                                                  const VectorizeOptions& options) {
  using Kernel = kernel::UserCall<L, kernel::Leaf<T>...>;
  auto own = std::make_shared<kernel::OwnFunction>();
  own->address = kernel::constant_address(object.get());
  own->identity = identity_of(*object);
  own->run = [object, address = own->address](const Chunk& chunk) {
    kernel::run_fused<Kernel>(chunk, &address);
  };
  own->plain = [object](std::span<const void* const> inputs, void* output, const Extents&) {
    call_plain<L, T...>(*object, inputs, output, std::index_sequence_for<T...>{});
  };
  kernel::CompiledFunction& made = own->function;
  made.name = options.name;
  made.arity = int(sizeof...(T));
  made.flops = options.flops;
  made.result = element_type_of<typename Kernel::value_type>();
  made.type = type_hash<Kernel>();
  made.own = own.get();
  return own;
}

/// A derivative that gives floating-point or complex numbers; whole ones become double.
template <class D>
struct Slope {
  D derivative;

  template <class... T>
  auto operator()(const T&... x) const {
    using Result = std::remove_cvref_t<std::invoke_result_t<const D&, const T&...>>;
    if constexpr (std::is_integral_v<Result>) {
      return static_cast<double>(derivative(x...));
    } else {
      return derivative(x...);
    }
  }
  KernelIdentity relatile_identity() const { return identity_of(derivative); }
};

template <class... T, class... D>
std::shared_ptr<const std::vector<Stage>> partial_stages(const Derivatives<D...>& derivatives,
                                                         const VectorizeOptions& options);

/// A derivative as a stage, and one that tells its own.
template <class... T, class One, class... D>
Stage partial_stage(const One& one, const Derivatives<D...>& derivatives,
                    const VectorizeOptions& options) {
  const auto slope = std::make_shared<const Slope<One>>(Slope<One>{one});
  const auto own = own_function<Slope<One>, T...>(slope, options);
  if constexpr (sizeof...(D) > 0) {
    static_assert(sizeof...(D) == sizeof...(T),
                  "relatile: vectorize: a derivative by each operand: derivatives(by_x, by_y)");
    own->partials = partial_stages<T...>(derivatives, options);
  }
  return own->function.stage();
}
template <class... T, class One>
Stage stage_of_derivative(const One& one, const VectorizeOptions& options) {
  return partial_stage<T...>(one, Derivatives<>{}, options);
}
template <class... T, class L, class... D>
Stage stage_of_derivative(const Vectorized<L, D...>& one, const VectorizeOptions&) {
  return partial_stage<T...>(one.function(), one.derivatives(), one.options());
}

/// Derivatives of a function of elements T as stages.
template <class... T, class... D>
std::shared_ptr<const std::vector<Stage>> partial_stages(const Derivatives<D...>& derivatives,
                                                         const VectorizeOptions& options) {
  std::vector<Stage> stages;
  const auto add = [&]<class One>(const One& one) {
    constexpr bool callable = std::is_invocable_v<const One&, const T&...>;
    static_assert(callable,
                  "relatile: vectorize: a derivative (One, see above) takes the same operands as "
                  "the function");
    if constexpr (callable) {
      stages.push_back(stage_of_derivative<T...>(one, options));
    }
  };
  std::apply([&](const auto&... one) { (add(one), ...); }, derivatives.functions);
  return std::make_shared<const std::vector<Stage>>(std::move(stages));
}

}  // namespace detail

/// What `vectorize` makes of a function.
template <class L, class... D>
class Vectorized {
 public:
  Vectorized(L function, Derivatives<D...> derivatives, const VectorizeOptions& options)
      : function_(std::make_shared<const L>(std::move(function))),
        derivatives_(std::move(derivatives)),
        options_(options) {}

  const L& function() const { return *function_; }
  const Derivatives<D...>& derivatives() const { return derivatives_; }
  const VectorizeOptions& options() const { return options_; }

  /// Of numbers its value, at once; with an array among the operands an expression. Operands
  /// broadcast together, and the function gets every element in its own type.
  ///
  ///   errors  ShapeMismatch if the operands do not broadcast together
  template <class... X>
  auto operator()(const X&... operands) const {
    static_assert(sizeof...(X) > 0 && sizeof...(X) <= detail::most_operands,
                  "relatile: a vectorized function takes 1 to 8 operands");
    if constexpr ((is_scalar_type_v<X> && ...)) {
      return (*function_)(operands...);
    } else if constexpr (!(detail::ElementwiseOperand<X> && ...)) {
      static_assert((detail::ElementwiseOperand<X> && ...),
                    "relatile: an operand of a vectorized function is neither an array nor a "
                    "number of NumPy's types");
      return 0;
    } else {
      return of_arrays(detail::operand_of(operands)...);
    }
  }

 private:
  template <class... X>
  auto of_arrays(const X&... operands) const {
    constexpr bool callable = std::is_invocable_v<const L&, const typename X::value_type&...>;
    static_assert(callable,
                  "relatile: vectorize: the function (L, see above) can't be called with elements "
                  "of these arrays, or changes what it holds (mutable)");
    if constexpr (callable) {
      using Result =
          std::remove_cvref_t<std::invoke_result_t<const L&, const typename X::value_type&...>>;
      constexpr bool number = is_scalar_type_v<Result>;
      static_assert(number,
                    "relatile: vectorize: the function (L, see above) returns no number of "
                    "NumPy's types");
      if constexpr (number) {
        const auto own = detail::own_function<L, typename X::value_type...>(function_, options_);
        if constexpr (sizeof...(D) > 0) {
          static_assert(
              sizeof...(D) == sizeof...(X),
              "relatile: vectorize: a derivative by each operand: derivatives(by_x, by_y)");
          own->partials = detail::partial_stages<typename X::value_type...>(derivatives_, options_);
        }
        return Elementwise<kernel::UserFunction<L>, X...>(
            std::shared_ptr<const kernel::OwnFunction>(own), own->function, operands...);
      }
    }
  }

  std::shared_ptr<const L> function_;
  Derivatives<D...> derivatives_;
  VectorizeOptions options_;
};

/// f of numbers as a function of arrays, element by element: numpy.vectorize. It is a part of the
/// loop of the expression that it is in, as named functions are. f may hold numbers, by value:
/// `vectorize([=](double x, double y) { return x < limit ? x : y; }, {.flops = 3})(a, b)`. The
/// elements of the result are of the type that f returns.
///
/// f is called when a value is needed, from several threads at once, more than once for an element
/// if that is cheaper than to keep it; on all ranks it must be the same function and hold the same.
template <class L>
Vectorized<L> vectorize(L f, const VectorizeOptions& options = {}) {
  return Vectorized<L>(std::move(f), {}, options);
}
/// The same with its derivatives by each operand, which gradients (relatile/grad.hpp) then know:
/// vectorize(f, derivatives(by_x, by_y)), each a function of all operands as f is. Second ones are
/// known of derivatives that are told as f is: derivatives(vectorize(by_x, derivatives(...)), ...).
template <class L, class... D>
Vectorized<L, D...> vectorize(L f, Derivatives<D...> by, const VectorizeOptions& options = {}) {
  return Vectorized<L, D...>(std::move(f), std::move(by), options);
}
/// Arrays beside f are refused.
template <class L, ArrayExpression X, class... More>
auto vectorize(const L&, const X& x, const More&...) {
  static_assert(sizeof(L) == 0,
                "relatile: vectorize: makes a function of arrays, which is called with them: "
                "vectorize(f)(x, y)");
  return as_array(x);
}

}  // namespace relatile
