// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/core/promotion.hpp"
#include "relatile/core/type_list.hpp"
#include "relatile/function/accepted.hpp"
#include "relatile/function/analysis.hpp"
#include "relatile/function/arithmetic.hpp"
#include "relatile/function/choice.hpp"
#include "relatile/function/floor_division.hpp"
#include "relatile/function/function.hpp"
#include "relatile/function/integer.hpp"
#include "relatile/function/parts.hpp"
#include "relatile/function/power.hpp"

// Each line of the table as a functor, `function::Sin`, and as what users call, `sin`.

#define RELATILE_OPERANDS_1(of) C x
#define RELATILE_OPERANDS_2(of) C x, C y
#define RELATILE_OPERANDS_3(of) \
  function::detail::first_of_three_t<function::Domain::of, C> x, C y, C z

#define RELATILE_FUNCTION(Type, called, operands, of, accepted, returned, weight, ...) \
  namespace function {                                                                 \
  struct Type {                                                                        \
    static constexpr std::string_view name = #called;                                  \
    static constexpr int arity = operands;                                             \
    static constexpr Domain domain = Domain::of;                                       \
    static constexpr std::int64_t flops = weight;                                      \
    template <class C>                                                                 \
    static constexpr bool accepts = detail::accepted<C>;                               \
    template <class C>                                                                 \
    using result = returned;                                                           \
    template <class C>                                                                 \
    static returned apply(RELATILE_OPERANDS_##operands(of)) {                          \
      return static_cast<returned>(__VA_ARGS__);                                       \
    }                                                                                  \
  };                                                                                   \
  }                                                                                    \
  inline constexpr ElementwiseFunction<function::Type> called{};

namespace relatile {

namespace function::detail {
template <Domain Of, class C>
using first_of_three_t = std::conditional_t<Of == Domain::choice, bool, C>;
}  // namespace function::detail

#include "relatile/function/table.hpp"

/// The same function as abs; numpy.absolute.
inline constexpr ElementwiseFunction<function::Abs> absolute{};
/// The same function as bitwise_not; numpy.invert.
inline constexpr ElementwiseFunction<function::BitwiseNot> invert{};
/// The same function as conj; numpy.conjugate.
inline constexpr ElementwiseFunction<function::Conj> conjugate{};
/// The same function as degrees; numpy.rad2deg.
inline constexpr ElementwiseFunction<function::Degrees> rad2deg{};
/// The same function as radians; numpy.deg2rad.
inline constexpr ElementwiseFunction<function::Radians> deg2rad{};
/// The same function as divide; numpy.true_divide.
inline constexpr ElementwiseFunction<function::Divide> true_divide{};
/// The same function as remainder; numpy.mod.
inline constexpr ElementwiseFunction<function::Remainder> mod{};
/// The same function as trunc; numpy.fix.
inline constexpr ElementwiseFunction<function::Trunc> fix{};
/// The same function as log; Spartan's ln.
inline constexpr ElementwiseFunction<function::Log> ln{};

#undef RELATILE_OPERANDS_1
#undef RELATILE_OPERANDS_2
#undef RELATILE_OPERANDS_3

}  // namespace relatile

namespace relatile::function {

namespace detail {
template <class None, class... F>
using AllFunctions = TypeList<F...>;
}  // namespace detail

/// All elementwise functions of the library: the lines of the table.
using Elementwise = detail::AllFunctions<void
#define RELATILE_FUNCTION(Type, ...) , Type
#include "relatile/function/table.hpp"
                                         >;

}  // namespace relatile::function
