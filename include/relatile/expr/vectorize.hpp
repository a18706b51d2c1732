// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

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
std::shared_ptr<const kernel::OwnFunction> own_function(const std::shared_ptr<const L>& object,
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

}  // namespace detail

/// What `vectorize` makes of a function.
template <class L>
class Vectorized {
 public:
  Vectorized(L function, const VectorizeOptions& options)
      : function_(std::make_shared<const L>(std::move(function))), options_(options) {}

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
        return Elementwise<kernel::UserFunction<L>, X...>(own, own->function, operands...);
      }
    }
  }

  std::shared_ptr<const L> function_;
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
  return Vectorized<L>(std::move(f), options);
}

}  // namespace relatile
