// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "relatile/tra/node.hpp"

// A value forgets how it was computed, or loops would keep all that they ever had. While a gradient
// calls a function, whatever that evaluates on its way is remembered. By the end of the call the
// gradient is written, as operators that read these values, and does not need their rules any more.

namespace relatile::detail {

/// While one lives, values that are computed keep their recipes.
class RecipesAreKept {
 public:
  RecipesAreKept() : within_another_(now()) {
    if (!within_another_)
      before_ = std::exchange(kept(), {.now = true, .values = {}, .handles = {}});
  }
  RecipesAreKept(const RecipesAreKept&) = delete;
  RecipesAreKept& operator=(const RecipesAreKept&) = delete;
  /// With the outermost one the values forget, or those that outlive the call, as the state of a
  /// loop, would keep all that were before them.
  ~RecipesAreKept() {
    if (within_another_) return;
    const Kept over = std::exchange(kept(), std::move(before_));
    for (const auto& value : over.values) {
      if (const tra::NodePtr node = value.lock()) node->release_inputs();
    }
  }

  static bool now() { return kept().now; }
  /// Of a value that has its rule, while recipes are kept.
  static void forget_later(const tra::NodePtr& value) { kept().values.push_back(value); }
  /// While recipes are kept, what has this handle is stored as soon as any part of it is computed.
  static void hold(std::shared_ptr<const void> handle) {
    kept().handles.push_back(std::move(handle));
  }

 private:
  friend class RecipesAreForgotten;
  struct Kept {
    bool now = false;
    std::vector<std::weak_ptr<tra::Node>> values;
    std::vector<std::shared_ptr<const void>> handles;
  };
  static Kept& kept() {
    static Kept all;
    return all;
  }

  bool within_another_;
  Kept before_;
};

/// While one lives, values forget even so: methods that go on with numbers that they have taken out
/// of arrays, of which no rule knows, are refused by gradients.
class RecipesAreForgotten {
 public:
  RecipesAreForgotten() : before_(std::exchange(RecipesAreKept::kept(), {})) {}
  RecipesAreForgotten(const RecipesAreForgotten&) = delete;
  RecipesAreForgotten& operator=(const RecipesAreForgotten&) = delete;
  ~RecipesAreForgotten() { RecipesAreKept::kept() = std::move(before_); }

 private:
  RecipesAreKept::Kept before_;
};

/// The rules of nodes that are about to get their values, if recipes are kept.
class Recipes {
 public:
  void note(const tra::NodePtr& node) {
    if (RecipesAreKept::now()) rules_.emplace_back(node, rule_of(*node));
  }
  /// Once they have them.
  void store() {
    for (auto& [node, rule] : rules_) {
      node->pullback = std::move(rule);
      RecipesAreKept::forget_later(node);
    }
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

/// Notes of a value that was computed at once of x, by no operator that knows of it, that it was: a
/// gradient refuses it as any other value that has been evaluated.
inline void note_origin(const tra::NodePtr& value, const tra::NodePtr& x) {
  if (!x->origin) return;
  value->origin = std::make_shared<tra::Origin>();
  value->origin->of = value;
  value->origin->parents = {x->origin};
}

}  // namespace relatile::detail
