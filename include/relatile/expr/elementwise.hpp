// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "relatile/core/number_as.hpp"
#include "relatile/core/shape.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/expr/expression.hpp"
#include "relatile/expr/promoted.hpp"

namespace relatile {

template <class F, class... Args>
class Elementwise;

namespace detail {

template <class X>
constexpr int operand_rank() {
  if constexpr (is_number<X>) {
    return 0;
  } else {
    return X::rank;
  }
}

/// What operand X of a function of numbers C is inside a fused loop: what runs alone has been
/// computed before it.
template <class X, class C>
struct FusedOperand {
  using type = kernel::Leaf<typename X::value_type>;
};
template <class T, class C>
struct FusedOperand<Number<T>, C> {
  using type = kernel::Constant<C>;
};
template <class F, class... Args, class C>
  requires(!Elementwise<F, Args...>::alone)
struct FusedOperand<Elementwise<F, Args...>, C> {
  using type = typename Elementwise<F, Args...>::loop;
};

template <class X>
inline constexpr bool is_elementwise = false;
template <class F, class... Args>
inline constexpr bool is_elementwise<Elementwise<F, Args...>> = true;

/// F of operands inside a loop; the first one of a choice is a condition.
template <class F, class C, class First, class... Rest>
struct FusedCall {
  using FirstOperand = std::conditional_t<F::domain == function::Domain::choice, bool, C>;
  using type = kernel::Call<F, C, typename FusedOperand<First, FirstOperand>::type,
                            typename FusedOperand<Rest, C>::type...>;
  /// True if the library's table has it as it is: one function of arrays of its own types.
  static constexpr bool in_table =
      std::is_same_v<type, kernel::Call<F, C, kernel::Leaf<FirstOperand>,
                                        std::conditional_t<true, kernel::Leaf<C>, Rest>...>>;
};

/// What the types of its operands make of F: the type that F computes with, that of the result, and
/// the expression inside a loop.
template <class F, class... Args>
struct Typing {
  using operand = function::operand_t<F, promoted_for<F, Args...>>;
  using result = typename F::template result<operand>;
  using call = FusedCall<F, operand, Args...>;
  static constexpr bool alone = kernel::runs_alone<F, operand>;
  static constexpr bool in_table = call::in_table;
};
/// A function of the user's takes its operands as they are.
template <class L, class... Args>
struct Typing<kernel::UserFunction<L>, Args...> {
  struct call {
    using type =
        kernel::UserCall<L, typename FusedOperand<Args, typename Args::value_type>::type...>;
  };
  using result = typename call::type::value_type;
  static constexpr bool alone = false;
  static constexpr bool in_table = false;
};

/// Loops of an expression's regions, counted and listed: inner ones first.
template <class X, bool InRegion>
constexpr std::size_t count_loops() {
  if constexpr (!is_elementwise<X>) {
    return 0;
  } else {
    return X::template count_inner_loops<!X::alone>() + (!InRegion && !X::alone ? 1 : 0);
  }
}
template <class X, bool InRegion>
void list_loops([[maybe_unused]] kernel::FusedLoop*& next) {
  if constexpr (is_elementwise<X>) {
    X::template list_inner_loops<!X::alone>(next);
    if constexpr (!InRegion && !X::alone) *next++ = &kernel::run_fused<typename X::loop>;
  }
}

template <class B>
void refuse_change_of_formula() {
  static_assert(sizeof(B) == 0,
                "relatile: auto x = a + b is a formula, and can't be changed; make an array of it: "
                "Array<double, 1> x = a + b, or auto x = as_array(a + b)");
}

template <class X>
void refuse_change_of_number() {
  static_assert(sizeof(X) == 0,
                "relatile: a number is changed by an array; take out what that has: total += "
                "loss.item(), or have an array: total = array(0.0)");
}

template <class F, class... Args>
using ElementwiseBase =
    listed_t<typename Typing<F, Args...>::result, std::max({operand_rank<Args>()...})>;

}  // namespace detail

/// F of arrays, numbers and other expressions, not yet computed: a C++ type that the compiler turns
/// into one pass over memory. Operands are shared (arrays are handles), so that `auto`, returning
/// and using an expression twice are safe; what costs much and occurs twice is computed once.
template <class F, class... Args>
class Elementwise : public detail::ElementwiseBase<F, Args...> {
 public:
  using relatile_array_expression = void;      ///< says that it is an ArrayExpression
  using functor = F;                           ///< of namespace function, or one of the user's
  using typing = detail::Typing<F, Args...>;   ///< what F computes with
  using value_type = typename typing::result;  ///< the element type of the result
  /// The number of dimensions: that of the operand that has most.
  static constexpr int rank = std::max({detail::operand_rank<Args>()...});

  /// Operands that do not broadcast together are refused here, where they meet.
  explicit Elementwise(const Args&... args) : expression_(make(args...)) {}
  /// A function of the user's, which `owner` keeps alive.
  Elementwise(const std::shared_ptr<const void>& owner, const kernel::CompiledFunction& function,
              const Args&... args)
      : expression_(make_own(owner, function, args...)) {}
  /// Refused: a formula is no array.
  template <class X>
  void operator=(const X&) {
    detail::refuse_change_of_formula<X>();
  }

  /// Function and operands, without their types.
  const detail::ExpressionPtr& expression() const { return expression_; }
  /// What the operands broadcast to; known before anything is evaluated.
  Shape<rank> shape() const { return Shape<rank>(expression_->shape); }
  /// The extent of an axis, from the end if it is negative; ShapeMismatch if there is none.
  std::int64_t shape(int axis) const { return detail::extent_of(expression_->shape, axis); }

  /// A part of it: see `index`.
  template <class... Indices>
  auto operator()(const Indices&... indices) const {
    return as_array(*this)(indices...);
  }

  /// As an array's: see array.hpp. Collective.
  value_type item(SourceLine line = SourceLine::current()) const;
  template <class... I>
  [[gnu::always_inline]] value_type item(std::int64_t first, const I&... more) const;
  /// As an array's: a number, where there are no dimensions and a cast asks for it. Collective.
  template <class U, class Say = void>
    requires(detail::ScalarAsNumber<U, rank>&& detail::NumberFrom<value_type, U>)
  [[gnu::always_inline]] explicit operator U() const {
    return convert_element<U>(item(SourceLine::unknown_here()));
  }
  template <class U, class Say = detail::advice_t<value_type, U, detail::ItemOrCastOrRtExp>>
    requires detail::ScalarAsNumber<U, rank>
  operator U() const = delete;  // say x.item() or double(x); functions: rt::exp(x)
  template <class U, class Say = detail::advice_t<value_type, U, detail::AllOrSumThenItemOrRtExp>>
    requires detail::ManyAsNumber<U, rank>
  operator U() const = delete;  // an array: say all(x).item(), sum, x(0, 0); functions: rt::exp(x)

  const value_type* begin() const = delete;  // no loops over arrays: for (T e : rt::to_vector(x))
  const value_type* end() const = delete;    // no loops over arrays: for (T e : rt::to_vector(x))

  /// Whether F has faster vector code by itself than inside a loop with what is around it.
  static constexpr bool alone = typing::alone;
  /// The expression inside a loop.
  using loop = typename typing::call::type;

  /// The loops of its operands: see detail::count_loops.
  template <bool InRegion>
  static constexpr std::size_t count_inner_loops() {
    return (detail::count_loops<Args, InRegion>() + ...);
  }
  /// Writes them down from `next` on, which is moved behind the last.
  template <bool InRegion>
  static void list_inner_loops(kernel::FusedLoop*& next) {
    (detail::list_loops<Args, InRegion>(next), ...);
  }

 private:
  template <class C, class X>
  static detail::ExpressionOperand operand_for(const X& x) {
    detail::ExpressionOperand made;
    if constexpr (detail::is_number<X>) {
      made.constant = kernel::constant(number_as<C>(F::name, x.value));
    } else {
      if constexpr (detail::is_elementwise<X>) {
        made.part = x.expression();
      } else {
        made.array = x.node();
      }
      using From = typename X::value_type;
      if constexpr (!std::is_same_v<canonical_t<From>, canonical_t<C>>) {
        made.conversion = &kernel::function_of<function::AsType<C>, From>();
      }
    }
    return made;
  }
  template <class First, class... Rest>
  static detail::ExpressionPtr make(const First& first, const Rest&... rest) {
    using operand = typename typing::operand;
    using FirstOperand = std::conditional_t<F::domain == function::Domain::choice, bool, operand>;
    const detail::ExpressionOperand operands[] = {operand_for<FirstOperand>(first),
                                                  operand_for<operand>(rest)...};
    return detail::make_expression(kernel::function_of<F, operand>(), operands);
  }
  static detail::ExpressionPtr make_own(const std::shared_ptr<const void>& owner,
                                        const kernel::CompiledFunction& function,
                                        const Args&... args) {
    const detail::ExpressionOperand operands[] = {operand_for<typename Args::value_type>(args)...};
    return detail::make_expression(function, operands, owner);
  }

  detail::ExpressionPtr expression_;
};

/// The shape that its operands broadcast to.
template <class F, class... Args>
Extents shape_of(const Elementwise<F, Args...>& expression) {
  return expression.shape();
}

/// Lowers an expression to a map node: see expression.hpp.
template <class F, class... Args>
tra::NodePtr to_node(const Elementwise<F, Args...>& expression) {
  using E = Elementwise<F, Args...>;
  if constexpr (E::typing::in_table) {
    return detail::lower(*expression.expression(), {});
  } else {
    std::array<kernel::FusedLoop, detail::count_loops<E, false>()> loops;
    kernel::FusedLoop* next = loops.data();
    detail::list_loops<E, false>(next);
    return detail::lower(*expression.expression(), loops);
  }
}

namespace detail {
template <class X>
auto operand_of(const X& x) {
  if constexpr (is_scalar_type_v<X>) {
    return Number<canonical_t<X>>{static_cast<canonical_t<X>>(x)};
  } else if constexpr (requires { x.as_operand(); }) {
    return x.as_operand();
  } else {
    return x;
  }
}
template <class X>
concept ElementwiseOperand = ArrayExpression<X> || is_scalar_type_v<std::remove_cvref_t<X>>;

template <class X>
inline constexpr bool has_numbers = true;
template <ArrayExpression X>
inline constexpr bool has_numbers<X> = is_scalar_type_v<element_of<X>>;

template <class X>
inline constexpr int refused_rank = 0;
template <ArrayExpression X>
inline constexpr int refused_rank<X> = rank_of<X>;

/// What F of X... would be if it were not refused, so that the refusal stays the only error.
template <class F, class C, class... X>
auto refused() {
  constexpr int rank = std::max({refused_rank<X>...});
  if constexpr (requires { typename F::template result<C>; }) {
    return Array<typename F::template result<C>, rank>();
  } else {
    return Array<C, rank>();
  }
}
}  // namespace detail

/// Found by the function objects (`exp(x)`, `add(x, 1)`) through argument-dependent lookup. Takes
/// anything beside an array, to say what is wrong with it.
template <class F, class... X>
  requires(((ArrayExpression<X> || detail::RelationLike<X>) || ...) &&
           !(detail::SparseLike<X> || ...))
auto make_elementwise(F, const X&... operands) {
  if constexpr ((detail::EigenLike<X> || ...)) {
    static_assert(sizeof...(X) == 0,
                  "relatile: an operand is an Eigen matrix; make an array of it: from_eigen(m)");
    return detail::refused<F, double, X...>();
  } else if constexpr ((detail::RelationLike<X> || ...)) {
    static_assert(sizeof...(X) == 0,
                  "relatile: an operand is a relation; make an array of it: to_array(r), or join "
                  "the blocks of two: join(r, s, on<0, 1>, on<0, 1>, kernel::add)");
    return detail::refused<F, double, X...>();
  } else if constexpr (!(detail::ElementwiseOperand<X> && ...)) {
    static_assert(sizeof...(X) == 0,
                  "relatile: an operand is neither an array nor a number of NumPy's types (bool, "
                  "integers of 8 to 64 bits, float, double, complex of these two); from_span makes "
                  "an array of a std::vector, a cast another number of a long double or char");
    return detail::refused<F, double, X...>();
  } else if constexpr (!(detail::has_numbers<X> && ...)) {
    static_assert(sizeof...(X) == 0,
                  "relatile: the elements of an operand are structs, not numbers; compute with "
                  "them in a kernel: transform(blocks(x), kernel)");
    return detail::refused<F, double, X...>();
  } else {
    using C =
        function::converted_t<F,
                              detail::promoted_for<F, decltype(detail::operand_of(operands))...>>;
    if constexpr (F::template accepts<C>) {
      return Elementwise<F, decltype(detail::operand_of(operands))...>(
          detail::operand_of(operands)...);
    } else {
      constexpr bool of_integers = !F::template accepts<double>;
      static_assert(!of_integers || F::template accepts<C>,
                    "relatile: this function (F, see above) is defined for integers, not for "
                    "elements C; convert them: astype<std::int64_t>(x)");
      static_assert(of_integers || !is_complex_v<C>,
                    "relatile: this function (F, see above) is not defined for complex numbers, "
                    "which have no order; take real(x), imag(x) or abs(x)");
      static_assert(of_integers || is_complex_v<C>,
                    "relatile: this function (F, see above) is not defined for bool; convert it: "
                    "astype<int>(x), or take logical_not or logical_xor");
      return detail::refused<F, C, X...>();
    }
  }
}

}  // namespace relatile
