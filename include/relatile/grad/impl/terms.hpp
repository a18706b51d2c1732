// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/core/differentiable.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/function/as_type.hpp"
#include "relatile/function/list.hpp"
#include "relatile/kernel/compiled_function.hpp"
#include "relatile/kernel/constant_stage.hpp"
#include "relatile/kernel/own_function.hpp"

// Programs of stages, written as formulas: `g * cos(x)` adds a stage for cos and one for the
// product.

namespace relatile::detail {

class TermList;

/// A slot of a program: an input of it, or what a stage gives.
struct Term {
  TermList* list = nullptr;
  int slot = -1;
  ElementType type;

  bool is_there() const { return slot >= 0; }
  bool is_complex() const { return type.kind == ElementKind::complex; }
};

/// A program that grows by formulas.
class TermList {
 public:
  explicit TermList(Program program) : program_(std::move(program)) {}

  Term term(int slot) { return {this, slot, type_of(slot)}; }
  Term add(Stage stage) {
    program_.stages.push_back(std::move(stage));
    return term(static_cast<int>(program_.inputs.size() + program_.stages.size()) - 1);
  }
  template <class T>
  Term constant(const T& value) {
    return add(kernel::constant_stage(kernel::constant(value)));
  }
  const Program& program() const { return program_; }

 private:
  ElementType type_of(int slot) const {
    const auto inputs = static_cast<int>(program_.inputs.size());
    return slot < inputs ? program_.inputs[static_cast<std::size_t>(slot)]
                         : program_.stages[static_cast<std::size_t>(slot - inputs)].output;
  }
  Program program_;
};

/// F of operands of `type`, the type of the last of them.
template <class F, class... Terms>
Term call(const ElementType& type, const Term& first, const Terms&... others) {
  Term made;
  visit_type(type, [&]<class C>(std::type_identity<C>) {
    if constexpr (F::template accepts<C>) {
      Stage stage = kernel::function_of<F, C>().stage();
      stage.operands = {first.slot, others.slot...};
      made = first.list->add(std::move(stage));
    }
  });
  RELATILE_ASSERT(made.is_there());
  return made;
}

/// A number of the type of `like`.
inline Term number(const Term& like, double value) {
  Term made;
  visit_type(like.type, [&]<class C>(std::type_identity<C>) {
    made = like.list->constant(C(static_cast<real_t<C>>(value)));
  });
  return made;
}

inline Term operator+(const Term& x, const Term& y) { return call<function::Add>(x.type, x, y); }
inline Term operator-(const Term& x, const Term& y) {
  return call<function::Subtract>(x.type, x, y);
}
inline Term operator*(const Term& x, const Term& y) {
  return call<function::Multiply>(x.type, x, y);
}
inline Term operator/(const Term& x, const Term& y) { return call<function::Divide>(x.type, x, y); }
inline Term operator-(const Term& x) { return call<function::Negative>(x.type, x); }
inline Term operator+(const Term& x, double y) { return x + number(x, y); }
inline Term operator-(const Term& x, double y) { return x - number(x, y); }
inline Term operator*(const Term& x, double y) { return x * number(x, y); }
inline Term operator/(const Term& x, double y) { return x / number(x, y); }
inline Term operator+(double x, const Term& y) { return number(y, x) + y; }
inline Term operator-(double x, const Term& y) { return number(y, x) - y; }
inline Term operator*(double x, const Term& y) { return number(y, x) * y; }
inline Term operator/(double x, const Term& y) { return number(y, x) / y; }

inline Term equal(const Term& x, const Term& y) { return call<function::Equal>(x.type, x, y); }
inline Term equal(const Term& x, double y) { return equal(x, number(x, y)); }
inline Term less(const Term& x, const Term& y) { return call<function::Less>(x.type, x, y); }
inline Term chosen(const Term& condition, const Term& x, const Term& y) {
  return call<function::Where>(x.type, condition, x, y);
}
inline Term chosen(const Term& condition, const Term& x, double y) {
  return chosen(condition, x, number(x, y));
}
inline Term chosen(const Term& condition, double x, const Term& y) {
  return chosen(condition, number(y, x), y);
}

/// The conjugate; of real numbers, the same.
inline Term conjugated(const Term& x) {
  return x.is_complex() ? call<function::Conj>(x.type, x) : x;
}

/// Numbers of another type: of complex ones the real part, where it has no other.
inline Term converted(const Term& x, const ElementType& to) {
  if (x.type == to) return x;
  if (x.is_complex() && to.kind != ElementKind::complex) {
    return converted(call<function::Real>(x.type, x), to);
  }
  Term made;
  visit_type(x.type, [&]<class From>(std::type_identity<From>) {
    visit_type(to, [&]<class To>(std::type_identity<To>) {
      Stage stage = kernel::function_of<function::AsType<To>, From>().stage();
      stage.operands = {x.slot};
      made = x.list->add(std::move(stage));
    });
  });
  return made;
}
/// A truth value as 1 or 0 of the type of `like`.
inline Term as_number(const Term& truth, const Term& like) {
  return chosen(truth, number(like, 1), number(like, 0));
}

}  // namespace relatile::detail
