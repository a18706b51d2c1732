// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "relatile/tra/node.hpp"

// A value forgets how it was computed, or loops would keep all that they ever had. While a gradient
// calls a function, whatever that evaluates on its way is remembered.

namespace relatile::detail {

/// While one lives, values that are computed keep their recipes.
class RecipesAreKept {
 public:
  RecipesAreKept() { ++count(); }
  RecipesAreKept(const RecipesAreKept&) = delete;
  RecipesAreKept& operator=(const RecipesAreKept&) = delete;
  ~RecipesAreKept() { --count(); }

  static bool now() { return count() > 0; }

 private:
  static int& count() {
    static int living = 0;
    return living;
  }
};

/// The rules of nodes that are about to get their values, if recipes are kept.
class Recipes {
 public:
  void note(const tra::NodePtr& node) {
    if (RecipesAreKept::now()) rules_.emplace_back(node, rule_of(*node));
  }
  /// Once they have them.
  void store() {
    for (auto& [node, rule] : rules_) node->pullback = std::move(rule);
  }

 private:
  using Rule = std::shared_ptr<tra::Pullback>;

  static Rule rule_of(const tra::Node& node) {
    if (node.pullback) return node.pullback;
    auto recipe = std::make_shared<tra::Node>(node);
    recipe->handle.reset();
    return std::make_shared<tra::Pullback>(tra::Pullback{node.inputs, nullptr, std::move(recipe)});
  }

  std::vector<std::pair<tra::NodePtr, Rule>> rules_;
};

}  // namespace relatile::detail
