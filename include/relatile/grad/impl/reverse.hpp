// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/grad/reverse.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "relatile/expr/with_pullback.hpp"
#include "relatile/grad/impl/map_rule.hpp"
#include "relatile/grad/impl/prod_rule.hpp"
#include "relatile/grad/impl/product_rule.hpp"
#include "relatile/grad/impl/rearranging_rules.hpp"
#include "relatile/grad/impl/relation_rules.hpp"
#include "relatile/grad/origins.hpp"

namespace relatile::detail {

/// The nodes that a value is made of, as far as gradients go.
RELATILE_INLINE const std::vector<tra::NodePtr>& made_of(const tra::Node& node) {
  return node.pullback ? node.pullback->of : node.inputs;
}

/// Whether a cotangent may pass through a node: by whole numbers and truth values there are no
/// derivatives. Elements that are structs have rules of their own.
inline bool may_have_cotangent(const tra::Node& node) {
  const ElementType element = node.type.block.element;
  return is_differentiable(element) || element.kind == ElementKind::opaque;
}

/// The nodes between y and the variables, each after those that it is made of. No recursion: a
/// program may be a chain of many operators.
class DependentNodes {
 public:
  DependentNodes(const std::string& name, const tra::NodePtr& y,
                 const std::vector<tra::NodePtr>& variables)
      : name_(name), variables_(variables) {
    for (const auto& variable : variables) depends_[variable.get()] = true;
    visit(y);
  }

  const std::vector<tra::NodePtr>& in_order() const { return order_; }
  /// Whether y is made of it at all.
  bool reaches(const tra::Node* node) const { return seen_.contains(node) || counts(node); }
  bool depends(const tra::Node* node) const {
    const auto known = depends_.find(node);
    return known != depends_.end() && known->second;
  }

 private:
  struct Visit {
    tra::NodePtr node;
    std::size_t next = 0;
  };

  void visit(const tra::NodePtr& root) {
    std::vector<Visit> path;
    const auto enter = [&](const tra::NodePtr& node) {
      if (!may_have_cotangent(*node)) {
        without_slope_.push_back(node);
      } else if (seen_.insert(node.get()).second) {
        path.push_back({node});
      }
    };
    enter(root);
    while (!path.empty()) {
      Visit& top = path.back();
      const tra::NodePtr node = top.node;
      if (node->evaluated() && !node->pullback) {
        require_known(*node);
      } else if (top.next < made_of(*node).size()) {
        enter(made_of(*node)[top.next++]);
        continue;
      } else {
        finish(node);
      }
      path.pop_back();
    }
  }
  void finish(const tra::NodePtr& node) {
    for (const auto& from : made_of(*node)) {
      if (!depends(from.get())) continue;
      depends_[node.get()] = true;
      order_.push_back(node);
      return;
    }
  }
  /// Whether whole numbers or truth values are made of it.
  bool counts(const tra::Node* wanted) const {
    std::vector<tra::NodePtr> left = without_slope_;
    std::unordered_set<const tra::Node*> seen;
    while (!left.empty()) {
      const tra::NodePtr node = std::move(left.back());
      left.pop_back();
      if (node.get() == wanted) return true;
      if (!seen.insert(node.get()).second) continue;
      left.insert(left.end(), made_of(*node).begin(), made_of(*node).end());
    }
    return false;
  }
  /// What an evaluated value was computed of is forgotten, but not that it was.
  void require_known(const tra::Node& node) {
    const tra::Node* const variable = origins_.found(node, variables_);
    if (variable == nullptr) return;
    throw Error(
        "relatile: " + name_ + ": " + tra::description(node) + " of shape " +
        to_string(node.type.extents) + " was computed of the variable of shape " +
        to_string(variable->type.extents) +
        " and has been evaluated, by evaluate, item or print, since a shape depends on data (as of "
        "x(mask)), or since several results were computed of it one after the other, so how is "
        "forgotten; "
        "take the gradient first, and evaluate both together: auto g = grad(loss, x); "
        "evaluate(loss, g); or take that of a function, grad(f, x), which remembers what f "
        "evaluates, but for eigsh and svds; what is meant as a constant is stop_gradient(y)");
  }

  std::string name_;
  const std::vector<tra::NodePtr>& variables_;
  OriginSearch origins_;
  std::unordered_map<const tra::Node*, bool> depends_;
  std::unordered_set<const tra::Node*> seen_;
  std::vector<tra::NodePtr> without_slope_;  ///< whole numbers and truth values that are read
  std::vector<tra::NodePtr> order_;
};

/// `slope`, what the cotangent g of the pass adds to that of operand x, with a rule of its own.
inline tra::NodePtr with_second_derivative(tra::NodePtr slope, const ProductPass& pass,
                                           const std::vector<tra::NodePtr>& operands, std::size_t x,
                                           const tra::NodePtr& g) {
  std::vector<tra::NodePtr> of = operands;
  of.push_back(g);
  return with_pullback(
      std::move(slope), std::move(of),
      [pass, x](const tra::NodePtr&, std::vector<tra::NodePtr> from, const tra::NodePtr& along) {
        // An array may be several operands, each of which has a derivative of its own here.
        std::vector<tra::NodePtr> variables;
        for (tra::NodePtr& node : from) {
          if (!is_differentiable(node->type.block.element)) continue;
          node = as_variable(node);
          variables.push_back(node);
        }
        const tra::NodePtr given = from.back();
        const std::vector<tra::NodePtr> inputs(from.begin(), from.end() - 1);
        const tra::NodePtr product = by_cumulative_products(pass, inputs);
        const tra::NodePtr again = pull_back("grad", product, given, {inputs[x]})[0];
        const auto found = pull_back("grad", again, along, variables);
        std::vector<tra::NodePtr> parts(from.size());
        std::size_t next = 0;
        for (std::size_t part = 0; part < from.size(); ++part) {
          if (is_differentiable(from[part]->type.block.element)) parts[part] = found[next++];
        }
        return parts;
      });
}

/// What the cotangent of a node adds to those of what it is made of, one by one; null where
/// nothing.
class NodeRule {
 public:
  NodeRule(const tra::NodePtr& self, const tra::NodePtr& cotangent)
      : recipe_(self->pullback ? *self->pullback->recipe : *self), cotangent_(cotangent) {
    const bool is_pass = recipe_.kind() == tra::Kind::map && !recipe_.selects();
    if (is_pass) map_.emplace(recipe_, self, cotangent);
    const bool calls_kernels = recipe_.kind() == tra::Kind::join ||
                               recipe_.kind() == tra::Kind::transform ||
                               recipe_.kind() == tra::Kind::aggregate;
    if (calls_kernels) kernel_.emplace(recipe_, self, cotangent);
  }

  tra::NodePtr of_operand(std::size_t x) const {
    const tra::Node& node = recipe_;
    if (map_) return of_pass(x);
    if (kernel_) return kernel_->of_operand(x);
    if (node.is_many()) return of_many(x);
    switch (node.kind()) {
      case tra::Kind::map: return select_rule(node, cotangent_);
      case tra::Kind::contract: return contract_rule(node, x, cotangent_);
      case tra::Kind::reshape: return tra::make_reshape(cotangent_, node.inputs[0]->type.extents);
      case tra::Kind::assemble: return assemble_rule(node, x, cotangent_);
      case tra::Kind::blocks:
      case tra::Kind::unblocks:
      case tra::Kind::rekey:
      case tra::Kind::filter:
      case tra::Kind::tile:
      case tra::Kind::concat: return rearranged_rule(node, cotangent_);
      default:
        throw Error("relatile: grad: no derivative is known of " + tra::description(node) +
                    ", an operator of the kind " + tra::name_of(node.kind()));
    }
  }

 private:
  tra::NodePtr of_pass(std::size_t x) const {
    tra::NodePtr slope = map_->of_operand(x);
    if (!slope || !map_->multiplies()) return slope;
    return with_second_derivative(std::move(slope), map_->product(), recipe_.inputs, x, cotangent_);
  }
  tra::NodePtr of_many(std::size_t x) const {
    const tra::NodePtr pass = pass_of_many(recipe_);
    return pass ? NodeRule(pass, cotangent_).of_operand(x) : many_rule(recipe_, x, cotangent_);
  }

  const tra::Node& recipe_;  ///< the operator, also of a value
  const tra::NodePtr& cotangent_;
  std::optional<MapRule> map_;  ///< one for all operands
  std::optional<KernelRule> kernel_;
};

/// The sum of two cotangents of one node.
inline tra::NodePtr sum_of(const tra::NodePtr& a, const tra::NodePtr& b) {
  return a->type.elements ? elementwise_node<function::Add>(a, b) : sum_of_relations(a, b);
}

/// Cotangents that meet at a node are added up.
class Cotangents {
 public:
  void add(const tra::Node* node, const tra::NodePtr& part) {
    if (!part) return;
    tra::NodePtr& sum = sums_[node];
    sum = sum ? sum_of(sum, part) : part;
  }
  tra::NodePtr of(const tra::Node* node) const {
    const auto known = sums_.find(node);
    return known == sums_.end() ? nullptr : known->second;
  }

 private:
  std::unordered_map<const tra::Node*, tra::NodePtr> sums_;
};

inline tra::NodePtr zeros_like(const tra::NodePtr& x) {
  return x->type.elements ? full_like_node(x->type.extents, x->type.block.element, 0)
                          : zeros_like_relation(x);
}

/// Along the nodes between y and the variables, from the last one to the first.
inline std::vector<tra::NodePtr> pull_back(const DependentNodes& nodes, const tra::NodePtr& y,
                                           const tra::NodePtr& cotangent,
                                           const std::vector<tra::NodePtr>& variables) {
  Cotangents cotangents;
  cotangents.add(y.get(), cotangent);
  for (auto next = nodes.in_order().rbegin(); next != nodes.in_order().rend(); ++next) {
    const tra::NodePtr& node = *next;
    const tra::NodePtr here = cotangents.of(node.get());
    if (!here) continue;
    const std::vector<tra::NodePtr>& from = made_of(*node);
    if (node->pullback && !node->pullback->recipe) {
      const auto parts = node->pullback->apply(node, from, here);
      for (std::size_t x = 0; x < from.size(); ++x) {
        if (nodes.depends(from[x].get())) cotangents.add(from[x].get(), nth(parts, x));
      }
      continue;
    }
    const NodeRule rule(node, here);
    for (std::size_t x = 0; x < from.size(); ++x) {
      // Of relations of structs the rule says what is missing.
      const bool wanted =
          nodes.depends(from[x].get()) &&
          (is_differentiable(from[x]->type.block.element) || !from[x]->type.elements);
      if (wanted) cotangents.add(from[x].get(), rule.of_operand(x));
    }
  }
  std::vector<tra::NodePtr> found;
  for (const auto& variable : variables) {
    const tra::NodePtr sum = cotangents.of(variable.get());
    found.push_back(sum ? sum : zeros_like(variable));
  }
  return found;
}

RELATILE_INLINE std::vector<tra::NodePtr> pull_back_loss(
    const tra::NodePtr& loss, const std::vector<tra::NodePtr>& variables) {
  const DependentNodes nodes("grad", loss, variables);
  for (std::size_t x = 0; x < variables.size(); ++x) {
    if (nodes.reaches(variables[x].get())) continue;
    throw Error("relatile: grad: the loss does not depend on variable " + std::to_string(x) +
                ", of shape " + to_string(variables[x]->type.extents) +
                "; a name that was assigned to after the loss was written names another array. Of "
                "a function, grad(f, x), what it does not depend on gives zeros");
  }
  return pull_back(nodes, loss, one_like(loss), variables);
}

/// The same value as an operator of its own.
inline tra::NodePtr same_value(const std::string& name, const tra::NodePtr& x) {
  const Extents& shape = x->type.extents;
  return x->type.elements ? tra::make_view(name, x, Access::identity(shape.rank()), shape)
                          : same_relation(name, x);
}

RELATILE_INLINE tra::NodePtr as_variable(const tra::NodePtr& x) {
  return same_value("variable", x);
}

RELATILE_INLINE std::vector<tra::NodePtr> pull_back(const std::string& name, const tra::NodePtr& y,
                                                    const tra::NodePtr& cotangent,
                                                    const std::vector<tra::NodePtr>& variables) {
  return pull_back(DependentNodes(name, y, variables), y, cotangent, variables);
}

RELATILE_INLINE tra::NodePtr push_forward(const tra::NodePtr& y,
                                          const std::vector<tra::NodePtr>& variables,
                                          const std::vector<tra::NodePtr>& tangents) {
  const ElementType element = y->type.block.element;
  const tra::NodePtr along = full_like_node(y->type.extents, element, 1);
  const std::vector<tra::NodePtr> pulled = pull_back("jvp", y, along, variables);
  tra::NodePtr sum;
  for (std::size_t x = 0; x < pulled.size(); ++x) {
    const tra::NodePtr part = pull_back("jvp", pulled[x], tangents[x], {along})[0];
    sum = sum ? elementwise_node<function::Add>(sum, part) : part;
  }
  return sum;
}

RELATILE_INLINE tra::NodePtr without_gradient(const tra::NodePtr& x) {
  return with_pullback(same_value("stop_gradient", x), {}, nullptr);
}

RELATILE_INLINE tra::NodePtr one_like(const tra::NodePtr& loss) {
  return full_like_node(loss->type.extents, loss->type.block.element, 1);
}

RELATILE_INLINE void require_shape_of(const std::string& name, const std::string& what,
                                      const Extents& given, const Extents& wanted) {
  if (given == wanted) return;
  throw ShapeMismatch("relatile: " + name + ": " + what + " of shape " + to_string(given) +
                      " for an array of shape " + to_string(wanted));
}

RELATILE_INLINE void refuse_transpose() {
  throw Error(
      "relatile: grad: by a transpose of a sparse matrix, of an expression that reads the matrix "
      "in "
      "its place; take the derivative of a function, grad(f, t), or that by the matrix itself, and "
      "transpose it");
}

}  // namespace relatile::detail
