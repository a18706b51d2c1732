// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string_view>
#include <type_traits>

#include "relatile/array/shapes/reshape.hpp"
#include "relatile/einsum/einsum.hpp"
#include "relatile/kernel/sparse/products.hpp"
#include "relatile/sparse/along_axis.hpp"
#include "relatile/sparse/einsum/forms.hpp"
#include "relatile/sparse/entrywise/elementwise.hpp"
#include "relatile/sparse/entrywise/entrywise.hpp"
#include "relatile/sparse/products.hpp"
#include "relatile/sparse/selecting.hpp"
#include "relatile/sparse/sparse_products.hpp"

// The einsum of one value, or of two of which some are sparse matrices, by the operations that
// these have.

namespace relatile::einsum_detail {

/// A value with its labels; all of one einsum have elements of one type.
template <class X, Letters L>
struct Term {
  using array = X;
  using value_type = typename X::value_type;
  static constexpr Letters letters = L;
  static constexpr bool is_sparse = relatile::detail::SparseLike<X>;
  static constexpr Kind kind{L, is_sparse};
  X x;

  double count() const {
    if constexpr (is_sparse) {
      return static_cast<double>(x.nnz());
    } else {
      return static_cast<double>(volume(x.shape()));
    }
  }
  Sized sized() const { return {kind, count()}; }
};
template <Letters L, class X>
Term<X, L> term(const X& x) {
  return {x};
}

/// The sum of two numbers, as kernels of sparse matrices have it: the identity of the reduction
/// stays what it is, also of integers, of which it is the greatest or least number.
template <class Reduce>
struct AddUnlessNothing : function::OfTwoRealNumbers<function::Domain::number, 1> {
  static constexpr std::string_view name = "add";
  template <class C>
  static C apply(const C& a, const C& b) {
    return kernel::combined<function::Add, Reduce, C>(a, b);
  }
};
/// The semiring over which dense terms are computed: where a sparse operand had nothing there is
/// the identity.
template <class S, class T>
using dense_semiring_t =
    std::conditional_t<std::is_integral_v<T> && std::is_same_v<combination_t<S>, function::Add>,
                       SemiringOf<AddUnlessNothing<reduction_t<S>>, reduction_t<S>, true>, S>;

/// The einsum of dense terms.
template <class S, Letters Output, class First, class... More>
auto dense_term(const First& first, const More&... more) {
  using T = typename First::value_type;
  Parsed parsed;
  const auto add = [&](const Letters& letters) {
    for (const char letter : letters.view()) parsed.add(letter, parsed.num_operands);
    ++parsed.num_operands;
  };
  add(First::letters);
  (add(More::letters), ...);
  for (const char letter : Output.view()) parsed.add_to_output(letter);
  return term<Output>(Array<T, int(Output.count)>(einsum_node<dense_semiring_t<S, T>, T>(
      "einsum", {first.x.node(), more.x.node()...}, number_labels(parsed))));
}

/// A term without the labels that are not kept, and with each of the others once.
template <class S, Letters Kept, class A>
auto reduced_term(const A& a) {
  constexpr Letters letters = A::letters.in(Kept);
  using T = typename A::value_type;
  using Fold = reduction_t<S>;
  const auto all_of = [](const Array<T, 1>& values) {
    return relatile::detail::reduce<Fold, false>(values, relatile::detail::all_axes<1>(), false);
  };
  if constexpr (letters == A::letters) {
    return a;
  } else if constexpr (!A::is_sparse) {
    return dense_term<S, letters>(a);
  } else if constexpr (A::letters.at[0] == A::letters.at[1]) {
    const auto [rows, columns, values] = coordinates(a.x);
    const Array<T, 1> on_diagonal = where(rows == columns, values, Fold::template identity<T>());
    if constexpr (letters.count == 0) {
      return term<letters>(all_of(on_diagonal));
    } else {
      return term<letters>(relatile::detail::reduced_along<Fold>(a.x.with_values(on_diagonal), 1));
    }
  } else if constexpr (letters.count == 0) {
    return term<letters>(all_of(a.x.values()));
  } else {
    return term<letters>(
        relatile::detail::reduced_along<Fold>(a.x, letters.at[0] == A::letters.at[0] ? 1 : 0));
  }
}

/// A term with the same labels in another order.
template <class S, Letters Output, class A>
auto oriented(const A& a) {
  static_assert(A::letters.count == Output.count);
  if constexpr (A::letters == Output) {
    return a;
  } else if constexpr (A::is_sparse) {
    return term<Output>(transpose(a.x));
  } else {
    return dense_term<S, Output>(a);
  }
}

/// What stands beside the entries of a sparse matrix with labels L, as it broadcasts to them.
template <class S, Letters L, class B>
auto beside_entries(const B& b) {
  if constexpr (B::letters.count == 2) {
    return oriented<S, L>(b).x;
  } else if constexpr (B::letters.count == 1 && B::letters.at[0] == L.at[0]) {
    return expand_dims(b.x, 1);
  } else {
    return b.x;
  }
}

/// Entries of a combined with what b has there, and reduced.
template <class S, Letters Kept, class A, class B>
auto term_of_entries(const A& a, const B& b) {
  const auto other = beside_entries<S, A::letters>(b);
  const auto pattern = [&] {
    if constexpr (B::is_sparse) {
      return relatile::detail::pattern_together(a.x.pattern(), other.pattern(), true);
    } else {
      return a.x.pattern();
    }
  }();
  const auto met = term<A::letters>(relatile::detail::combined_at<S>(pattern, a.x, other));
  return oriented<S, Kept>(reduced_term<S, Kept>(met));
}

/// The product of a sparse matrix and a dense vector or matrix.
template <class S, Letters Kept, class A, class B>
auto term_of_dense_product(const A& a, const B& b) {
  constexpr char along = multiplied(A::letters, B::letters, Kept);
  constexpr bool from_left = along == A::letters.at[0];
  constexpr Letters own(A::letters.view().substr(from_left ? 1 : 0, 1));
  if constexpr (B::letters.count == 1) {
    if constexpr (from_left) return term<own>(matmul<S>(b.x, a.x));
    if constexpr (!from_left) return term<own>(matmul<S>(a.x, b.x));
  } else {
    constexpr char other = B::letters.at[B::letters.at[0] == along ? 1 : 0];
    if constexpr (from_left) {
      constexpr Letters sides(std::array<char, 2>{other, along});
      constexpr Letters made(std::array<char, 2>{other, own.at[0]});
      return oriented<S, Kept>(term<made>(matmul<S>(oriented<S, sides>(b).x, a.x)));
    } else {
      constexpr Letters sides(std::array<char, 2>{along, other});
      constexpr Letters made(std::array<char, 2>{own.at[0], other});
      return oriented<S, Kept>(term<made>(matmul<S>(a.x, oriented<S, sides>(b).x)));
    }
  }
}

/// The product of two sparse matrices, by as few transposes as can be.
template <class S, Letters Kept, class A, class B>
auto term_of_sparse_product(const A& a, const B& b) {
  constexpr char along = multiplied(A::letters, B::letters, Kept);
  if constexpr (!A::letters.has(Kept.at[0])) {
    return term_of_sparse_product<S, Kept>(b, a);
  } else {
    constexpr Letters left(std::array<char, 2>{Kept.at[0], along});
    constexpr Letters right(std::array<char, 2>{along, Kept.at[1]});
    if constexpr (A::letters != left && B::letters != right) {
      return term<Kept>(transpose(matmul<S>(b.x, a.x)));
    } else {
      return term<Kept>(matmul<S>(oriented<S, left>(a).x, oriented<S, right>(b).x));
    }
  }
}

/// Two terms that have no labels of their own.
template <class S, Letters Kept, class A, class B>
auto term_of_two(const A& a, const B& b) {
  constexpr Form form = form_of(A::kind, B::kind, Kept);
  if constexpr (form == Form::dense) {
    return dense_term<S, Kept>(a, b);
  } else if constexpr (!A::is_sparse) {
    return term_of_two<S, Kept>(b, a);
  } else if constexpr (form == Form::entries) {
    return term_of_entries<S, Kept>(a, b);
  } else if constexpr (B::is_sparse) {
    return term_of_sparse_product<S, Kept>(a, b);
  } else {
    return term_of_dense_product<S, Kept>(a, b);
  }
}

/// The einsum of one term, of two, of three.
template <class S, Letters Output, class A>
auto term_of(const A& a) {
  return oriented<S, Output>(reduced_term<S, Output>(a));
}
template <class S, Letters Output, class A, class B>
auto term_of(const A& a, const B& b) {
  return term_of_two<S, Output>(reduced_term<S, B::letters.with(Output)>(a),
                                reduced_term<S, A::letters.with(Output)>(b));
}

}  // namespace relatile::einsum_detail
