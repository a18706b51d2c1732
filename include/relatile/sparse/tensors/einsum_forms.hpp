// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>

#include "relatile/sparse/einsum/forms.hpp"

// What an einsum of one sparse array of other than two dimensions and of dense operands is in terms
// of the operations that such arrays have: known from the labels, at compile time. One of them
// makes a dense array, and what is left to do is an einsum of dense arrays.

namespace relatile::einsum_detail {

/// The labels of the operands: those of the sparse one, and those of the dense ones in their order.
struct TensorLabels {
  static constexpr std::size_t most = 8;
  Letters sparse;
  std::array<Letters, most> dense{};
  std::size_t count = 0;  ///< of dense operands
  Letters output;

  constexpr void add(const Letters& letters) { dense[count++] = letters; }
  /// Whether a dense operand or the output has a label.
  constexpr bool keeps(char label) const {
    for (std::size_t x = 0; x < count; ++x) {
      if (dense[x].has(label)) return true;
    }
    return output.has(label);
  }
  /// The labels of the sparse operand that others have, too.
  constexpr Letters kept() const {
    Letters made;
    for (const char label : sparse.view()) {
      if (keeps(label)) made.add(label);
    }
    return made;
  }
};

/// An operation of the sparse operand.
struct TensorForm {
  enum class Kind { none, transpose, sums, mttkrp, mode_product };
  static constexpr std::size_t nobody = TensorLabels::most;
  Kind kind = Kind::none;
  std::size_t axis = 0;  ///< that mttkrp keeps, or along which a mode product sums
  /// By axes, the dense operand that it is multiplied by, or nobody.
  std::array<std::size_t, Letters::most> factors{};
  char columns = 0;  ///< the label of the factors that the sparse operand lacks; 0 of vectors

  /// Whether the operation takes a dense operand.
  constexpr bool takes(std::size_t operand) const {
    for (const std::size_t factor : factors) {
      if (factor == operand) return true;
    }
    return false;
  }
};

/// The vector, or the matrix with a label of its own besides, that alone has a label of the sparse
/// operand which the output lacks.
constexpr std::size_t factor_along(const TensorLabels& of, char label) {
  std::size_t found = TensorForm::nobody;
  for (std::size_t x = 0; x < of.count; ++x) {
    const Letters& letters = of.dense[x];
    if (!letters.has(label)) continue;
    const bool is_factor = letters.count <= 2 && letters.in(letters).count == letters.count &&
                           letters.in(of.sparse).count == 1;
    if (found != TensorForm::nobody || !is_factor) return TensorForm::nobody;
    found = x;
  }
  return of.output.has(label) ? TensorForm::nobody : found;
}
/// The label that a factor along an axis has besides; 0 of a vector.
constexpr char columns_of(const Letters& factor, char along) {
  if (factor.count == 1) return 0;
  return factor.at[factor.at[0] == along ? 1 : 0];
}

constexpr TensorForm without_factors(TensorForm::Kind kind) {
  TensorForm form{kind};
  form.factors.fill(TensorForm::nobody);
  return form;
}
/// The mode product along an axis, or none.
constexpr TensorForm mode_product_form(const TensorLabels& of, std::size_t axis) {
  TensorForm form = without_factors(TensorForm::Kind::mode_product);
  const std::size_t factor = factor_along(of, of.sparse.at[axis]);
  if (factor == TensorForm::nobody) return without_factors(TensorForm::Kind::none);
  form.axis = axis;
  form.factors[axis] = factor;
  form.columns = columns_of(of.dense[factor], of.sparse.at[axis]);
  return form;
}
/// The mttkrp that keeps an axis, or none.
constexpr TensorForm mttkrp_form(const TensorLabels& of, std::size_t kept) {
  TensorForm form = without_factors(TensorForm::Kind::mttkrp);
  form.axis = kept;
  bool is_first = true;
  for (std::size_t axis = 0; axis < of.sparse.count; ++axis) {
    if (axis == kept) continue;
    const TensorForm one = mode_product_form(of, axis);
    const bool fits = one.kind != TensorForm::Kind::none;
    if (!fits || (!is_first && one.columns != form.columns)) {
      return without_factors(TensorForm::Kind::none);
    }
    form.factors[axis] = one.factors[axis];
    form.columns = one.columns;
    is_first = false;
  }
  return form;
}

/// The operation that comes first.
constexpr TensorForm tensor_form(const TensorLabels& of) {
  const bool has_diagonal = of.sparse.in(of.sparse).count != of.sparse.count;
  if (has_diagonal) return without_factors(TensorForm::Kind::none);
  if (of.kept().count < of.sparse.count) return without_factors(TensorForm::Kind::sums);
  if (of.count == 0) return without_factors(TensorForm::Kind::transpose);
  if (of.sparse.count < 3) return without_factors(TensorForm::Kind::none);
  for (std::size_t axis = 0; axis < of.sparse.count; ++axis) {
    const TensorForm form = mttkrp_form(of, axis);
    if (form.kind != TensorForm::Kind::none) return form;
  }
  for (std::size_t axis = 0; axis < of.sparse.count; ++axis) {
    const TensorForm form = mode_product_form(of, axis);
    if (form.kind != TensorForm::Kind::none) return form;
  }
  return without_factors(TensorForm::Kind::none);
}

}  // namespace relatile::einsum_detail
