// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "relatile/array/shapes/reshape.hpp"
#include "relatile/sparse/einsum/einsum.hpp"
#include "relatile/sparse/tensors/einsum_forms.hpp"
#include "relatile/sparse/tensors/entry_reductions.hpp"
#include "relatile/sparse/tensors/mode_dot.hpp"
#include "relatile/sparse/tensors/mttkrp.hpp"
#include "relatile/sparse/tensors/reductions.hpp"

// The einsum of a sparse array of other than two dimensions and of dense terms, by the operations
// that such arrays have.

namespace relatile::einsum_detail {

/// The einsum of dense terms, of which there may be one that is the result.
template <class S, Letters Output, class First, class... More>
auto finished(const First& first, const More&... more) {
  if constexpr (sizeof...(More) == 0 && First::letters == Output) {
    return first.x;
  } else {
    return dense_term<S, Output>(first, more...).x;
  }
}

/// The sparse operand summed over labels that nobody else has.
template <class S, TensorLabels Of, class A>
auto summed_term(const A& s) {
  constexpr Letters kept = Of.kept();
  constexpr std::size_t count = Of.sparse.count - kept.count;
  constexpr auto axes = [] {
    std::array<int, count> found{};
    std::size_t next = 0;
    for (std::size_t axis = 0; axis < Of.sparse.count; ++axis) {
      if (!Of.keeps(Of.sparse.at[axis])) found[next++] = static_cast<int>(axis);
    }
    return found;
  }();
  if constexpr (std::is_same_v<S, PlusTimes>) {
    // Sums here are not widened.
    const auto sums = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return sum(s.x, axis(axes[I]...));
    }
    (std::make_index_sequence<count>{});
    return term<kept>(as_array(astype<typename A::value_type>(sums)));
  } else {
    return term<kept>(relatile::detail::reduced_entries<reduction_t<S>, int(count)>(
        s.x, relatile::detail::extents_of_list(axes)));
  }
}

/// The sparse operand with its labels in the order of the output.
template <TensorLabels Of, class A>
auto transposed_tensor(const A& s) {
  if constexpr (Of.sparse == Of.output) {
    return s.x;
  } else {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return transpose(s.x, {static_cast<int>(Of.sparse.view().find(Of.output.at[I]))...});
    }
    (std::make_index_sequence<Of.sparse.count>{});
  }
}

/// What mttkrp computes elements T in: sums of integers that wrap do so in wider ones, too.
template <class S, class T>
using mttkrp_element_t =
    std::conditional_t<std::is_same_v<S, PlusTimes> && std::is_integral_v<T>, std::int64_t, T>;

template <class S, TensorLabels Of, TensorForm Form, std::size_t Axis, class A, class Dense>
auto factor_of_mttkrp(const Dense& dense) {
  using T = mttkrp_element_t<S, typename A::value_type>;
  if constexpr (Axis == Form.axis) {
    return Array<T, 2>();  // which is not read
  } else {
    const auto& factor = std::get<Form.factors[Axis]>(dense);
    if constexpr (Form.columns == 0) {
      return as_array(astype<T>(expand_dims(factor.x, 1)));
    } else {
      constexpr Letters order(std::array<char, 2>{Of.sparse.at[Axis], Form.columns});
      return as_array(astype<T>(oriented<S, order>(factor).x));
    }
  }
}
template <class S, TensorLabels Of, TensorForm Form, class A, class Dense>
auto mttkrp_term(const A& s, const Dense& dense) {
  using T = typename A::value_type;
  const auto product = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return mttkrp<S>(operand_as<mttkrp_element_t<S, T>>(s.x),
                     {factor_of_mttkrp<S, Of, Form, I, A>(dense)...}, static_cast<int>(Form.axis));
  }
  (std::make_index_sequence<Of.sparse.count>{});
  constexpr char kept = Of.sparse.at[Form.axis];
  if constexpr (Form.columns == 0) {
    return term<Letters(std::string_view(&kept, 1))>(as_array(astype<T>(ravel(product))));
  } else {
    return term<Letters(std::array<char, 2>{kept, Form.columns})>(as_array(astype<T>(product)));
  }
}

template <class S, TensorLabels Of, TensorForm Form, class A, class Dense>
auto mode_product_term(const A& s, const Dense& dense) {
  using T = typename A::value_type;
  constexpr auto letters = [] {
    Letters made;
    for (std::size_t axis = 0; axis < Of.sparse.count; ++axis) {
      if (axis != Form.axis) made.add(Of.sparse.at[axis]);
      if (axis == Form.axis && Form.columns != 0) made.add(Form.columns);
    }
    return made;
  }();
  constexpr int mode = static_cast<int>(Form.axis);
  const auto& factor = std::get<Form.factors[Form.axis]>(dense);
  if constexpr (Form.columns == 0) {
    return term<letters>(as_array(astype<T>(mode_dot<S>(s.x, factor.x, mode))));
  } else {
    constexpr Letters order(std::array<char, 2>{Form.columns, Of.sparse.at[Form.axis]});
    return term<letters>(as_array(astype<T>(mode_dot<S>(s.x, oriented<S, order>(factor).x, mode))));
  }
}

/// The einsum of what an operation made and the dense operands that it did not take.
template <class S, TensorLabels Of, TensorForm Form, class Made, class... D>
auto with_others(const Made& made, const std::tuple<D...>& dense) {
  constexpr std::size_t count = [] {
    std::size_t others = 0;
    for (std::size_t x = 0; x < Of.count; ++x) others += Form.takes(x) ? 0 : 1;
    return others;
  }();
  constexpr auto others = [] {
    std::array<std::size_t, count> found{};
    std::size_t next = 0;
    for (std::size_t x = 0; x < Of.count; ++x) {
      if (!Form.takes(x)) found[next++] = x;
    }
    return found;
  }();
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return finished<S, Of.output>(made, std::get<others[I]>(dense)...);
  }
  (std::make_index_sequence<count>{});
}

template <class S, TensorLabels Of, class A, class... D>
auto tensor_einsum_of(const A& s, const std::tuple<D...>& dense) {
  constexpr TensorForm form = tensor_form(Of);
  if constexpr (form.kind == TensorForm::Kind::transpose) {
    return transposed_tensor<Of>(s);
  } else if constexpr (form.kind == TensorForm::Kind::sums) {
    return with_others<S, Of, form>(summed_term<S, Of>(s), dense);
  } else if constexpr (form.kind == TensorForm::Kind::mttkrp) {
    return with_others<S, Of, form>(mttkrp_term<S, Of, form>(s, dense), dense);
  } else {
    return with_others<S, Of, form>(mode_product_term<S, Of, form>(s, dense), dense);
  }
}

}  // namespace relatile::einsum_detail
