// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <functional>
#include <random>
#include <relatile/placement/layout.hpp>
#include <relatile/plan/algebra/local_aggregate.hpp>
#include <relatile/plan/algebra/local_join.hpp>
#include <relatile/plan/algebra/local_map.hpp>
#include <relatile/plan/algebra/moves.hpp>
#include <relatile/plan/algebra/rebuild.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/small_blocks.hpp"

namespace relatile::test {

/// Random small numbers, as keys have them; the same with every standard library.
class IntDice {
 public:
  explicit IntDice(unsigned seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  template <class X>
  const X& any(const std::vector<X>& of) {
    return of[static_cast<std::size_t>(below(static_cast<int>(of.size())))];
  }
  /// `count` different numbers below n, in any order.
  std::vector<int> some(int count, int n) {
    std::vector<int> all;
    for (int i = 0; i < n; ++i) all.push_back(i);
    for (int i = n; i > 1; --i) {
      std::swap(all[static_cast<std::size_t>(i - 1)], all[static_cast<std::size_t>(below(i))]);
    }
    all.resize(static_cast<std::size_t>(count));
    return all;
  }

 private:
  std::mt19937 random_;
};

/// Relations, kernels and functions on keys at random.
class RandomParts {
 public:
  explicit RandomParts(unsigned seed, int sites) : dice(seed), sites_(sites) {}

  IntDice dice;

  tra::NodePtr relation(const std::string& name) {
    Extents frontier;
    const int arity = dice.below(4);
    for (int d = 0; d < arity; ++d) frontier.push_back(2 + dice.below(2));
    const int rank = dice.below(3);
    const bool uneven = dice.one_in(3);
    const auto extents = [rank, uneven](const Key& key) {
      Extents shape = Extents::filled(rank, 2);
      for (int d = 0; d < rank && d < key.rank() && uneven; ++d) shape[d] += key[d] % 2;
      return shape;
    };
    return stored_relation(name, frontier, rank, extents, placement(frontier),
                           static_cast<unsigned>(dice.below(1000)));
  }

  placement::Placement placement(const Extents& frontier) {
    const int kind = dice.below(5);
    if (kind == 0) return placement::replicated(sites_, frontier);
    if (kind == 1) return placement::on_site(sites_, dice.below(sites_), frontier);
    if (kind == 2 || frontier.rank() == 0) {
      placement::Placement::Table boxes(static_cast<std::size_t>(sites_));
      const bool copies = dice.one_in(3);
      for_each_coordinate(Box::whole(frontier), [&](const Key& key) {
        const int first = dice.below(sites_);
        for (int site = 0; site < sites_; ++site) {
          const bool here = site == first || (copies && dice.one_in(3));
          if (here) boxes[static_cast<std::size_t>(site)].push_back(unit_box(key));
        }
      });
      return {std::move(boxes), "scattered"};
    }
    std::vector<placement::MeshAxis> mesh;
    int left = sites_;
    for (int axis = 0; axis < 2 && left > 1; ++axis) {
      const int size = 1 + dice.below(left);
      mesh.push_back({size, dice.below(frontier.rank() + 1) - 1});
      left /= size;
    }
    const placement::Layout layout(std::move(mesh));
    return placement::one_box_a_site(sites_, "mesh",
                                     [&](int site) { return layout.box(site, frontier); });
  }

  /// A kernel of one block of doubles of `rank`.
  plan::KernelTo unary(int rank) {
    const int kind = dice.below(rank == 2 ? 4 : (rank == 1 ? 3 : 2));
    if (kind == 0) return plan::kernel_to(square(), doubles(rank));
    if (kind == 1) return plan::kernel_to(twice(), doubles(rank));
    if (kind == 2) return plan::kernel_to(total(), doubles(0));
    return plan::kernel_to(diagonal(), doubles(1));
  }
  plan::KernelTo binary(int rank) {
    const int kind = dice.below(rank == 2 ? 4 : 3);
    if (kind == 0) return plan::kernel_to(add(), doubles(rank));
    if (kind == 1) return plan::kernel_to(subtract(), doubles(rank));
    if (kind == 2) return plan::kernel_to(maximum(), doubles(rank));
    return plan::kernel_to(matmul(), doubles(2));
  }
  std::shared_ptr<const BlockCombine> combine() { return dice.one_in(3) ? largest() : sum(); }

  std::function<bool(const Key&)> predicate(int arity) {
    const int d = arity > 0 ? dice.below(arity) : 0;
    const int e = arity > 0 ? dice.below(arity) : 0;
    const int value = dice.below(3);
    const int kind = arity == 0 ? 3 : dice.below(4);
    return [=](const Key& key) {
      if (kind == 0) return key[d] == key[e];
      if (kind == 1) return key[d] != value;
      if (kind == 2) return key[d] <= value;
      return true;
    };
  }

  plan::KeyMap key_map(int arity) {
    plan::KeyMap map;
    map.arity = arity;
    const int kind = dice.below(5);
    if (kind == 0 || arity == 0) return {};
    if (kind == 1) {
      const std::vector<int> dims = dice.some(arity, arity);
      map.name = "permuted";
      map.keys = [dims](const Key& key) { return std::vector<Key>{plan::picked(key, dims)}; };
    } else if (kind == 2) {
      const int count = 1 + dice.below(2);
      return plan::insert_dim(arity, dice.below(arity + 1), count);
    } else if (kind == 3) {
      map.name = "shifted";
      map.keys = [](const Key& key) {
        Key moved = key;
        ++moved[0];
        return std::vector<Key>{moved};
      };
    } else {
      const std::vector<int> dims = dice.some(arity - 1, arity);
      map.name = "merged";
      map.arity = arity - 1;
      map.keys = [dims](const Key& key) { return std::vector<Key>{plan::picked(key, dims)}; };
    }
    return map;
  }

 private:
  int sites_;
};

/// Random trees of operators of the implementation algebra, with shared parts.
class RandomOperators {
 public:
  RandomOperators(unsigned seed, int sites) : parts_(seed, sites) {
    for (const char* name : {"A", "B", "C"}) pool_.push_back(plan::input(parts_.relation(name)));
  }

  /// Some operators more; what does not fit is tried again otherwise.
  plan::OperatorPtr grow(int operators) {
    for (int made = 0, tries = 0; made < operators && tries < 40 * operators; ++tries) {
      try {
        plan::OperatorPtr op = any_operator();
        if (op->type.num_keys() > 64) continue;
        pool_.push_back(std::move(op));
        ++made;
      } catch (const Error&) {
        // This operator and these operands do not suit each other.
      }
    }
    return pool_.back();
  }

 private:
  plan::OperatorPtr operand() {
    // Recent ones more often, so that trees grow deep.
    const int n = static_cast<int>(pool_.size());
    const int back = std::min(parts_.dice.below(n), parts_.dice.below(n));
    return pool_[static_cast<std::size_t>(n - 1 - back)];
  }

  plan::OperatorPtr any_operator() {
    IntDice& dice = parts_.dice;
    const plan::OperatorPtr x = operand();
    const int arity = x->type.rank();
    const int rank = x->type.block.rank;
    switch (dice.below(10)) {
      case 0: return plan::bcast(x);
      case 1: return plan::shuf(x, dice.some(dice.below(arity + 1), arity));
      case 2: return plan::exchange(x, parts_.placement(x->type.extents));
      case 3: return plan::local_filter(x, parts_.predicate(arity));
      case 4: return plan::local_map(x, parts_.key_map(arity), {});
      case 5: return plan::local_map(x, {}, plan::by_kernel(parts_.unary(rank)));
      case 6: return tile_or_concat(x);
      case 7: return any_aggregate(x);
      default: return any_join(x);
    }
  }

  plan::OperatorPtr tile_or_concat(const plan::OperatorPtr& x) {
    const int rank = x->type.block.rank;
    const int arity = x->type.rank();
    if (rank == 0 || arity == 0) throw ShapeMismatch("no axis");
    if (parts_.dice.one_in(2)) return plan::local_tile(x, parts_.dice.below(rank), 1);
    const int key_dim = parts_.dice.below(arity);
    std::vector<int> others;
    for (int d = 0; d < arity; ++d) {
      if (d != key_dim) others.push_back(d);
    }
    return plan::local_concat(parts_.dice.one_in(2) ? x : plan::shuf(x, others), key_dim,
                              parts_.dice.below(rank));
  }

  plan::OperatorPtr any_aggregate(const plan::OperatorPtr& x) {
    IntDice& dice = parts_.dice;
    const int arity = x->type.rank();
    if (x->partial()) {
      return plan::local_aggregate(dice.one_in(3) ? x : plan::shuf(x, dice.some(arity, arity)),
                                   dice.some(arity, arity), x->pending);
    }
    const std::vector<int> by = dice.some(dice.below(arity + 1), arity);
    const auto combine = parts_.combine();
    if (dice.one_in(2)) return plan::local_aggregate(x, by, combine);
    const int dims = dice.below(static_cast<int>(by.size()) + 1);
    return plan::local_aggregate(plan::shuf(x, std::vector<int>(by.begin(), by.begin() + dims)), by,
                                 combine);
  }

  plan::OperatorPtr any_join(const plan::OperatorPtr& x) {
    IntDice& dice = parts_.dice;
    const plan::OperatorPtr y = operand();
    if (x->type.block.rank != y->type.block.rank) throw ShapeMismatch("other blocks");
    const int most = std::min(x->type.rank(), y->type.rank());
    const int count = dice.below(most + 1);
    const std::vector<int> on_left = dice.some(count, x->type.rank());
    const std::vector<int> on_right = dice.some(count, y->type.rank());
    if (x->type.num_keys() * y->type.num_keys() > 300) throw ShapeMismatch("too many pairs");
    const plan::KernelTo kernel = parts_.binary(x->type.block.rank);
    switch (dice.below(4)) {
      case 0: return plan::local_join(plan::bcast(x), y, on_left, on_right, kernel);
      case 1: return plan::local_join(x, plan::bcast(y), on_left, on_right, kernel);
      case 2:
        return plan::local_join(plan::shuf(x, on_left), plan::shuf(y, on_right), on_left, on_right,
                                kernel);
      default: return plan::local_join(x, y, on_left, on_right, kernel);
    }
  }

  RandomParts parts_;
  std::vector<plan::OperatorPtr> pool_;
};

}  // namespace relatile::test
