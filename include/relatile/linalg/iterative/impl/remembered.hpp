// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/iterative/remembered.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relatile/expr/elementwise.hpp"
#include "relatile/expr/function_node.hpp"
#include "relatile/expr/recipe.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/linalg/iterative/lsqr.hpp"
#include "relatile/linalg/iterative/run.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

/// A copy of x, evaluated, that has a rule until gradients forget.
template <class T, class Apply>
Array<T, 1> with_rule(const char* name, const Array<T, 1>& x, std::vector<tra::NodePtr> of,
                      Apply apply) {
  const tra::NodePtr node = tra::make_view(name, x.node(), Access::identity(1), x.shape());
  const Array<T, 1> copy(node);
  {
    const RecipesAreForgotten has_another_rule;
    Session::current().evaluate({node});
  }
  node->pullback = std::make_shared<tra::Pullback>(tra::Pullback{std::move(of), std::move(apply)});
  RecipesAreKept::forget_later(node);
  return copy;
}

/// What stands for the arrays that an operator holds: where it is a function, a product with it,
/// which says so if it depends on a variable.
template <class T>
std::vector<tra::NodePtr> held_by(const char* name, const LinearOperator<T>& a,
                                  const Array<T, 1>& like_x) {
  if (!a.rule().of.empty()) return a.rule().of;
  const Array<T, 1> product = a.matvec(zeros_like(like_x));
  tra::NodePtr node =
      tra::make_view("matvec", product.node(), Access::identity(1), product.shape());
  return {with_pullback(
      std::move(node), {product.node()},
      [name](const tra::NodePtr&, const std::vector<tra::NodePtr>&,
             const tra::NodePtr&) -> std::vector<tra::NodePtr> {
        throw Error(std::string("relatile: grad: ") + name +
                    " of a function that multiplies has no derivative by what the function holds; "
                    "give it the matrix, dense or sparse, or the vector on its diagonal");
      })};
}
/// What y = a v, whose cotangent is u, adds to those of what is held.
template <class T>
std::vector<tra::NodePtr> outer_by(const LinearOperator<T>& a, const Array<T, 1>& u,
                                   const Array<T, 1>& v) {
  if (a.rule().of.empty()) return {u.node()};
  return a.rule().outer(u, v);
}

/// The conjugate transpose.
template <class T>
LinearOperator<T> adjoint_of(const char* name, const LinearOperator<T>& a, std::int64_t rows,
                             std::int64_t columns) {
  using Vector = Array<T, 1>;
  if (!a.has_adjoint()) {
    throw Error(std::string("relatile: grad: the derivative of ") + name +
                " is a solve with the conjugate transpose of a: of functions, make "
                "LinearOperator<T>({n, n}, matvec, rmatvec)");
  }
  LinearOperator<T> adjoint(
      {columns, rows}, [a](const Vector& x) { return a.rmatvec(x); },
      [a](const Vector& x) { return a.matvec(x); });
  if (!a.rule().of.empty()) {
    adjoint.set_rule(
        {a.rule().of, [a](const Vector& u, const Vector& v) { return a.rule().outer(v, u); }});
  }
  return adjoint;
}

/// The same accuracy for another equation.
template <class Options>
Options options_of_derivative(Options options, bool converged) {
  options.x0.reset();
  options.callback = nullptr;
  options.progress = nullptr;
  options.require_convergence = converged;  // or nobody would know that a derivative is none
  return options;
}

/// What solves the equation of the cotangent.
template <class T>
IterativeOptions<T> options_of_adjoint(const Solver<T>& solver, const IterativeOptions<T>& options,
                                       std::int64_t unknowns, bool converged) {
  IterativeOptions<T> same = options_of_derivative(options, converged);
  LinearOperator<T>& m = same.preconditioner;
  if (m && !solver.hermitian) {
    m = m.has_adjoint() ? adjoint_of(solver.name, m, unknowns, unknowns) : LinearOperator<T>();
  }
  return same;
}

template <class T>
IterativeResult<T> remembered(const Solver<T>& solver, const LinearOperator<T>& a,
                              const Array<T, 1>& b, const IterativeOptions<T>& options) {
  if (!RecipesAreKept::now()) return solver.method(a, b, options);
  const std::int64_t n = b.size();
  require_square_operator(solver.name, "a", a.rows(), a.columns(), n);
  const auto& m = options.preconditioner;
  require_square_operator(solver.name, "a preconditioner", m.rows(), m.columns(), n);
  Session::current().evaluate({b.node(), a.matvec(b).node(), (m ? m.matvec(b) : b).node()});
  IterativeResult<T> found = [&] {
    const RecipesAreForgotten numbers_decide;
    return solver.method(a, b, options);
  }();
  std::vector<tra::NodePtr> of = held_by(solver.name, a, b);
  of.push_back(b.node());
  found.x = with_rule(
      solver.name, found.x, std::move(of),
      [solver, a, options, n, converged = found.converged](
          const tra::NodePtr& self, const std::vector<tra::NodePtr>&, const tra::NodePtr& g) {
        const LinearOperator<T> adjoint = solver.hermitian ? a : adjoint_of(solver.name, a, n, n);
        const auto same = options_of_adjoint(solver, options, n, converged);
        const Array<T, 1> by_b = remembered(solver, adjoint, Array<T, 1>(g), same).x;
        std::vector<tra::NodePtr> parts = outer_by(a, as_array(-by_b), Array<T, 1>(self));
        parts.push_back(by_b.node());
        return parts;
      });
  return found;
}

/// |a x - b|^2 + damp^2 |x - x0|^2 as one such square.
template <class T>
LinearOperator<T> damped(const LinearOperator<T>& a, double damp) {
  if (damp == 0) return a;
  const T factor(static_cast<real_t<T>>(damp));
  const std::int64_t m = a.rows();
  const std::int64_t n = a.columns();
  LinearOperator<T> both(
      {m + n, n},
      [a, factor](const Array<T, 1>& x) {
        return concatenate({a.matvec(x), as_array(factor * x)});
      },
      [a, factor, m, n](const Array<T, 1>& y) -> Array<T, 1> {
        return a.rmatvec(y(slice(0, m))) + factor * y(slice(m, m + n));
      });
  if (!a.rule().of.empty()) {
    both.set_rule({a.rule().of, [a, m](const Array<T, 1>& u, const Array<T, 1>& v) {
                     return a.rule().outer(u(slice(0, m)), v);
                   }});
  }
  return both;
}

/// The rule of x = x0 + a^+ (b - a x0), where r = b - a x:
///   dx = a^+ (db - da x) + (a^H a)^+ da^H r + (1 - a^+ a) (dx0 + da^H (a^+)^H (x - x0))
template <class T>
class LeastSquaresRule {
 public:
  using Vector = Array<T, 1>;
  using Nodes = std::vector<tra::NodePtr>;

  LeastSquaresRule(LinearOperator<T> a, const LsqrOptions<T>& options, bool converged)
      : a_(std::move(a)), options_(options_of_derivative(options, converged)) {
    options_.damp = 0;
  }

  /// What the rule is of: b and x0, and what a holds.
  Nodes operands(const Vector& b, const Vector& x0) const {
    Nodes of{b.node(), x0.node()};
    const Nodes held = held_by("lsqr", a_, x0);
    of.insert(of.end(), held.begin(), held.end());
    return of;
  }
  Nodes operator()(const tra::NodePtr& self, const Nodes& of, const tra::NodePtr& cotangent) const {
    const Vector x(self);
    const Vector b(of[0]);
    const Vector x0(of[1]);
    const Vector g(cotangent);
    const LinearOperator<T> adjoint = adjoint_of("lsqr", a_, a_.rows(), a_.columns());
    const Vector by_b = solved(adjoint, g);
    Nodes parts{by_b.node(), nullptr};
    Nodes by_a = outer_by(a_, as_array(-by_b), x);
    add(by_a, outer_by(a_, as_array(b - a_.matvec(x)), solved(a_, by_b)));
    if (a_.rows() < a_.columns()) {  // some directions change nothing
      const Vector across = g - solved(a_, a_.matvec(g));
      parts[1] = across.node();
      add(by_a, outer_by(a_, solved(adjoint, as_array(x - x0)), across));
    }
    parts.insert(parts.end(), by_a.begin(), by_a.end());
    return parts;
  }

 private:
  Vector solved(const LinearOperator<T>& a, const Vector& y) const {
    return remembered_lsqr(a, y, options_).x;
  }
  /// Adds the others to each: of a matrix a dense one, or elements of its diagonal or entries.
  static void add(Nodes& sums, const Nodes& others) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] = elementwise_node<function::Add>(sums[i], others[i]);
    }
  }

  LinearOperator<T> a_;
  LsqrOptions<T> options_;
};

template <class T>
IterativeResult<T> remembered_lsqr(const LinearOperator<T>& a, const Array<T, 1>& b,
                                   const LsqrOptions<T>& options) {
  if (!RecipesAreKept::now()) return lsqr(a, b, options);
  const auto length_of_x0 =
      options.x0 ? std::optional<std::int64_t>(options.x0->size()) : std::nullopt;
  require_least_squares(a.has_adjoint(), a.rows(), a.columns(), b.size(), length_of_x0);
  const Array<T, 1> x0 = options.x0 ? *options.x0 : Array<T, 1>(zeros<T>({a.columns()}));
  Session::current().evaluate({b.node(), x0.node(), a.matvec(x0).node(), a.rmatvec(b).node()});
  IterativeResult<T> found = lsqr(a, b, options);
  const LeastSquaresRule<T> rule(damped(a, options.damp), options, found.converged);
  const T factor(static_cast<real_t<T>>(options.damp));
  const Array<T, 1> right = options.damp == 0 ? b : concatenate({b, as_array(factor * x0)});
  found.x = with_rule("lsqr", found.x, rule.operands(right, x0), rule);
  return found;
}

}  // namespace relatile::detail
