// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"

// What an einsum of sparse operands is in terms of the operations that sparse matrices have: known
// from the labels, at compile time. Labels that one operand alone has are reduced first, then
// operands meet in pairs.

namespace relatile::einsum_detail {

/// Labels of an operand or of a result, in their order.
struct Letters {
  static constexpr std::size_t most = 16;
  std::array<char, most> at{};
  std::size_t count = 0;

  constexpr Letters() = default;
  constexpr explicit Letters(std::string_view text) {
    for (const char c : text.substr(0, most)) add(c);
  }
  constexpr explicit Letters(const std::array<char, 2>& two) {
    for (const char c : two) add(c);
  }
  constexpr void add(char c) { at[count++] = c; }
  constexpr std::string_view view() const { return {at.data(), count}; }
  constexpr bool has(char c) const { return view().find(c) != std::string_view::npos; }
  constexpr bool all_in(const Letters& others) const {
    return std::all_of(at.begin(), at.begin() + count, [&](char c) { return others.has(c); });
  }
  /// Those that others have, too, each once.
  constexpr Letters in(const Letters& others) const {
    Letters made;
    for (const char c : view()) {
      if (others.has(c) && !made.has(c)) made.add(c);
    }
    return made;
  }
  /// These, and those of others beside them.
  constexpr Letters with(const Letters& others) const {
    Letters made = in(*this);
    for (const char c : others.view()) {
      if (!made.has(c) && made.count < most) made.add(c);
    }
    return made;
  }
  constexpr Letters reversed() const {
    Letters made = *this;
    std::reverse(made.at.begin(), made.at.begin() + count);
    return made;
  }
  constexpr bool operator==(const Letters&) const = default;
};

/// What is known of a value from its type.
struct Kind {
  Letters letters;
  bool is_sparse = false;
};

/// An operand whose labels that nobody else has are reduced.
constexpr Kind reduced_kind(const Kind& x, const Letters& kept) {
  const Letters letters = x.letters.in(kept);
  return {letters, x.is_sparse && letters.count == 2};
}

/// What combines two values, of which one at least may be sparse.
enum class Form {
  none,     ///< nothing does
  dense,    ///< an einsum of dense arrays
  entries,  ///< a function of the entries of a sparse matrix and what stands beside them
  product,  ///< a product with a sparse matrix
};

/// The label that two values are multiplied along: that they share and the result lacks; 0 if there
/// is none, or the result has a label that both have.
constexpr char multiplied(const Letters& a, const Letters& b, const Letters& kept) {
  const Letters shared = a.in(b);
  return shared.count == 1 && !kept.has(shared.at[0]) ? shared.at[0] : char(0);
}

/// The form of two values that have no labels of their own.
constexpr Form form_of(const Kind& a, const Kind& b, const Letters& kept) {
  if (!a.is_sparse && !b.is_sparse) return Form::dense;
  if (!a.is_sparse) return form_of(b, a, kept);
  const bool multiplies = multiplied(a.letters, b.letters, kept) != 0;
  if (b.letters.all_in(a.letters)) return multiplies ? Form::product : Form::entries;
  return multiplies && b.letters.count == 2 ? Form::product : Form::none;
}

/// Whether three sparse matrices are a chain of products as they stand: "ij,jk,kl->il".
constexpr bool is_chain(const Kind& a, const Kind& b, const Kind& c, const Letters& output) {
  const auto is_matrix = [](const Kind& x) {
    return x.is_sparse && x.letters.count == 2 && x.letters.at[0] != x.letters.at[1];
  };
  if (!is_matrix(a) || !is_matrix(b) || !is_matrix(c) || output.count != 2) return false;
  const Letters all = a.letters.with(b.letters).with(c.letters);
  return all.in(all).count == 4 && a.letters.at[1] == b.letters.at[0] &&
         b.letters.at[1] == c.letters.at[0] && output.at[0] == a.letters.at[0] &&
         output.at[1] == c.letters.at[1];
}

/// The result of two operands, without the labels that nobody else has, and whether there is one.
struct PairKind {
  Kind kind;
  Form form = Form::none;
};
constexpr PairKind pair_kind(const Kind& a, const Kind& b, const Letters& kept) {
  const Kind left = reduced_kind(a, b.letters.with(kept));
  const Kind right = reduced_kind(b, a.letters.with(kept));
  const Form form = form_of(left, right, kept);
  const bool is_sparse = (form == Form::entries && kept.count == 2) ||
                         (form == Form::product && left.is_sparse && right.is_sparse);
  return {{kept, is_sparse}, form};
}

/// Two of three operands that are combined first, and their result with the third.
struct OrderKind {
  Letters between;
  PairKind first;
  PairKind last;

  constexpr OrderKind(const Kind& a, const Kind& b, const Kind& c, const Letters& output)
      : between(a.letters.with(b.letters).in(c.letters.with(output))),
        first(pair_kind(a, b, between)),
        last(pair_kind(first.kind, c, output)) {}
  constexpr bool is_possible() const { return first.form != Form::none && last.form != Form::none; }
};

/// Whether u(i, r) and v(r, j) meet at the entries (i, j) of s, over an r that the output lacks:
/// then they are multiplied there alone.
constexpr bool closes(const Kind& s, const Kind& u, const Kind& v, const Letters& output) {
  const Letters r = u.letters.in(v.letters);
  const auto is_side = [&](const Kind& x) {
    return x.letters.count == 2 && x.letters.in(s.letters).count == 1 && x.letters.in(r).count == 1;
  };
  return s.is_sparse && u.is_sparse == v.is_sparse && s.letters.in(s.letters).count == 2 &&
         r.count == 1 && !s.letters.has(r.at[0]) && is_side(u) && is_side(v) &&
         u.letters.with(v.letters).count == 3 && output.all_in(s.letters);
}

/// An operand at run time.
struct LetteredShape {
  Letters letters;
  Extents shape;
};
/// The extents of labels by their characters.
using LetterExtents = std::array<std::int64_t, 128>;

/// Throws ShapeMismatch where a label has two extents.
LetterExtents extents_of_letters(const std::vector<LetteredShape>& operands);

/// A value, and of how many elements and entries it is.
struct Sized {
  Kind kind;
  double count = 0;
};
/// About how many flops combine two values, as many as which entries the result then has.
struct Priced {
  Sized result;
  double flops = 0;
};
Priced priced(const PairKind& pair, const Sized& a, const Sized& b, const LetterExtents& extents);

}  // namespace relatile::einsum_detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/einsum/impl/forms.hpp"
#endif
