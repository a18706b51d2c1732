// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdlib>
#include <map>
#include <relatile/papers/tra21/rules/list.hpp>
#include <relatile/plan/algebra/describe.hpp>
#include <relatile/plan/algebra/local_join.hpp>
#include <string>

#include "support/catch.hpp"
#include "support/operators_by_site.hpp"
#include "support/random_operators.hpp"

// The law of the rules: on random relations and kernels, every rule at every place where it applies
// leaves the relation as it was, and every rule applies somewhere.
//
// RELATILE_SEED=n replays one seed.

namespace relatile::test::every_rule_test {
namespace {

/// Seeds first ... last, or the one asked for.
struct Seeds {
  unsigned first;
  unsigned last;
};
Seeds seeds(unsigned count) {
  const char* wanted = std::getenv("RELATILE_SEED");
  if (!wanted) return {1, count};
  const auto seed = static_cast<unsigned>(std::strtoul(wanted, nullptr, 10));
  return {seed, seed};
}
bool replays() { return std::getenv("RELATILE_SEED") != nullptr; }

/// A place for the rules that random trees seldom have: products, and joins of what was shuffled.
plan::OperatorPtr product(unsigned seed, int sites) {
  RandomParts parts(seed, sites);
  IntDice& dice = parts.dice;
  const auto matrix = [&](const char* name, const Extents& frontier) {
    return plan::input(stored_relation(
        name, frontier, 2,
        [](const Key&) {
          return Extents{2, 2};
        },
        parts.placement(frontier), static_cast<unsigned>(dice.below(1000))));
  };
  const auto x = matrix("X", {1 + dice.below(3), 3});
  const auto y = matrix("Y", {3, 1 + dice.below(3)});
  const auto pairs = plan::local_join(plan::shuf(x, {1}), plan::shuf(y, {0}), {1}, {0},
                                      plan::kernel_to(matmul(), doubles(2)));
  const std::vector<int> by = dice.any(std::vector<std::vector<int>>{{0, 2}, {1, 0}, {2, 1}, {1}});
  return plan::local_aggregate(plan::shuf(pairs, by), by, parts.combine());
}

/// A map of a filter of a join, as in diag(X + Y): the filter looks at joined dimensions, or not.
plan::OperatorPtr filtered_join(unsigned seed, int sites) {
  RandomParts parts(seed, sites);
  IntDice& dice = parts.dice;
  const auto matrix = [&](const char* name) {
    return plan::input(stored_relation(
        name, {3, 3}, 2,
        [](const Key&) {
          return Extents{2, 2};
        },
        parts.placement({3, 3}), static_cast<unsigned>(dice.below(1000))));
  };
  const std::vector<int> on = dice.some(1 + dice.below(2), 2);
  const auto joined =
      plan::local_join(plan::bcast(matrix("X")), matrix("Y"), on, on, parts.binary(2));
  const auto filtered = plan::local_filter(joined, parts.predicate(joined->type.rank()));
  return plan::local_map(filtered, {}, plan::by_kernel(parts.unary(2)));
}

/// Operators of one operand on top of each other.
plan::OperatorPtr tower(unsigned seed, int sites) {
  RandomParts parts(seed, sites);
  plan::OperatorPtr x = plan::input(parts.relation("X"));
  for (int made = 0, tries = 0; made < 5 && tries < 100; ++tries) {
    const int arity = x->type.rank();
    const std::vector<int> dims = parts.dice.some(parts.dice.below(arity + 1), arity);
    try {
      switch (parts.dice.below(6)) {
        case 0: x = plan::local_filter(x, parts.predicate(arity)); break;
        case 1:
          x = plan::local_filter(plan::local_filter(x, parts.predicate(arity)),
                                 parts.predicate(arity));
          break;
        case 2: x = plan::local_map(x, parts.key_map(arity), {}); break;
        case 3: x = plan::local_aggregate(plan::shuf(x, dims), dims, parts.combine()); break;
        case 4: x = plan::bcast(x); break;
        default: x = plan::local_map(x, {}, plan::by_kernel(parts.unary(x->type.block.rank)));
      }
      ++made;
    } catch (const Error&) {
      // This one does not fit here.
    }
  }
  return x;
}

plan::OperatorPtr any_tree(unsigned seed, int sites) {
  if (seed % 6 == 0) return product(seed, sites);
  if (seed % 6 == 1) return filtered_join(seed, sites);
  if (seed % 6 < 4) return tower(seed, sites);
  return RandomOperators(seed, sites).grow(4 + static_cast<int>(seed % 3));
}

using Applied = std::map<std::string, int>;

/// Applies every rule at every place of `root`; each rewritten tree is evaluated from scratch.
/// Gives one of them, to go on from.
plan::OperatorPtr apply_all(const plan::OperatorPtr& root, IntDice& dice, Applied& applied) {
  const auto meaning = relation_of(root);
  std::vector<plan::OperatorPtr> rewritten;
  for (const auto& place : plan::operators_of({root})) {
    for (const auto& rule : papers::tra21::rules::all_rules) {
      const plan::OperatorPtr now = rule(place);
      if (!now) continue;
      CAPTURE(papers::tra21::rules::full_name(rule), plan::to_text(place), plan::to_text(now));
      ++applied[papers::tra21::rules::full_name(rule)];
      REQUIRE(equal(relation_of(now), relation_of(place)));
      const plan::OperatorPtr whole = papers::tra21::rules::rewritten_at(rule, root, place);
      if (!whole) continue;
      REQUIRE(equal(relation_of(whole), meaning));
      rewritten.push_back(whole);
    }
  }
  return rewritten.empty() ? nullptr : dice.any(rewritten);
}

}  // namespace

TEST_CASE("every rule at every place leaves the relation as it was, and every rule fires") {
  Applied applied;
  const Seeds range = seeds(800);
  for (unsigned seed = range.first; seed <= range.last; ++seed) {
    CAPTURE(seed);
    const int sites = 1 + static_cast<int>(seed % 5);
    IntDice dice(seed);
    plan::OperatorPtr tree = any_tree(seed, sites);
    for (int round = 0; round < 4 && tree; ++round) {
      CAPTURE(plan::to_text(tree));
      tree = apply_all(tree, dice, applied);
    }
  }
  for (const auto& rule : papers::tra21::rules::all_rules) {
    CAPTURE(papers::tra21::rules::full_name(rule), applied[papers::tra21::rules::full_name(rule)]);
    CHECK((replays() || applied[papers::tra21::rules::full_name(rule)] > 0));
  }
}

}  // namespace relatile::test::every_rule_test
