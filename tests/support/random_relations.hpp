// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <relatile/array/eigen.hpp>
#include <relatile/array/relations/data.hpp>
#include <relatile/context/context.hpp>
#include <relatile/core/promotion.hpp>
#include <relatile/expr/relation_operators.hpp>
#include <relatile/placement/placement.hpp>
#include <relatile/tra/rekey.hpp>

#include "support/dice.hpp"

// Random programs of the seven operators with the kernels that users write: lambdas on Eigen's
// views, with facts declared about them and without. Nothing here is random but the seed: the same
// seed builds the same program, in any context.

namespace relatile::test {

/// What the leaves of a program hold. Of small whole numbers all sums and products are exact, in
/// whatever order they are formed.
enum class Numbers { whole, real };

/// How a program is built from its seed: as it is, or with the absolute value of all that may
/// cancel (leaves, differences), which bounds the rounding errors of the other.
enum class Signs { as_they_are, absolute };

/// The bound of Higham's (Accuracy and Stability of Numerical Algorithms, section 3.1): a value of
/// which no term is rounded more than n times is off by at most gamma(n) times the same value
/// computed from absolute values, whatever the order of its sums.
inline double gamma(std::int64_t roundings, double unit) {
  const double nu = static_cast<double>(roundings) * unit;
  return nu / (1 - nu);
}

// Kernels as users write them. Eigen asserts that shapes fit; users who want an error check first.
namespace kernels {

template <class L, class R>
void require_same(const L& l, const R& r) {
  if constexpr (kernel::is_eigen<L>) {
    if (l.rows() == r.rows() && l.cols() == r.cols()) return;
    throw ShapeMismatch("blocks of different shapes");
  }
}
template <class T>
auto times(T factor) {
  return [factor](const auto& m) { return factor * m; };
}
/// l + sign r: a difference, or with the signs of absolute values a sum.
template <class T>
auto difference(T sign) {
  return [sign](const auto& l, const auto& r) {
    require_same(l, r);
    return l + sign * r;
  };
}
inline constexpr auto square = [](const auto& m) {
  if constexpr (kernel::is_eigen<std::remove_cvref_t<decltype(m)>>) {
    return m.cwiseProduct(m);
  } else {
    return m * m;
  }
};
inline constexpr auto total = [](const auto& m) { return m.sum(); };
inline constexpr auto transposed = [](const auto& m) { return m.transpose(); };
template <class T>
inline constexpr auto diagonal =
    [](const auto& m) { return BlockValue<Dense<T, 1>>(m.diagonal()); };
inline constexpr auto column_sums = [](auto& out, const auto& m) {
  for (Eigen::Index j = 0; j < m.cols(); ++j) {
    out(j) = 0;
    for (Eigen::Index i = 0; i < m.rows(); ++i) out(j) += m(i, j);
  }
};
inline constexpr auto plus = [](const auto& a, const auto& b) { return a + b; };
inline constexpr auto product = [](const auto& l, const auto& r) {
  if (l.cols() != r.rows()) throw ShapeMismatch("blocks that have no product");
  return l * r;
};
inline constexpr auto outer = [](const auto& l, const auto& r) { return l * r.transpose(); };
inline constexpr auto scaled = [](const auto& l, const auto& r) { return l * r; };

}  // namespace kernels

/// A program of relations on elements T, and what is known of each.
template <class T>
class RandomRelations {
 public:
  struct Item {
    tra::NodePtr node;
    int reads = 0;
    bool leaf = false;
    double bound = 0;            ///< no element is larger
    std::int64_t roundings = 0;  ///< of any term of any element, at most
    std::string text;
  };
  /// Stored leaves, so that a program can be built again on the same data.
  using Leaves = std::vector<tra::NodePtr>;

  RandomRelations(std::uint64_t seed, Numbers numbers, Signs signs, Leaves& leaves)
      : dice_(seed),
        placing_(seed + 1),
        seed_(seed),
        numbers_(numbers),
        sign_(signs == Signs::absolute ? 1 : -1),
        leaves_(leaves) {
    const auto keys = dice_.between(2, 4);
    regular_ = dice_.percent(60);
    const auto side = dice_.between(1, 3);
    for (std::int64_t k = 0; k < keys; ++k) {
      sides_.push_back(regular_ ? side : dice_.between(dice_.percent(30) ? 0 : 1, 3));
    }
    if (regular_) sides_.back() = dice_.between(1, side);
    for (int leaf = 0; leaf < 2; ++leaf) add_leaf();
    const auto count = dice_.between(2, 9);
    for (int tries = 0, made = 0; made < count && tries < 12 * count; ++tries) {
      try {
        made += add_operator() ? 1 : 0;
      } catch (const ShapeMismatch&) {  // blocks and frontiers that do not suit this operator
      } catch (const NotClosed&) {
      }
    }
  }

  const std::vector<Item>& items() const { return items_; }
  /// The items that nobody reads, and some others.
  std::vector<int> outputs() const {
    Dice dice(seed_ + 2);
    std::vector<int> chosen;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const bool again = dice.percent(15);
      if (items_[i].leaf || (items_[i].reads > 0 && !again)) continue;
      chosen.push_back(static_cast<int>(i));
    }
    return chosen;
  }
  std::string text() const {
    std::string lines;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      lines += "R" + std::to_string(i) + " = " + items_[i].text + "\n";
    }
    return lines;
  }

 private:
  /// Doubles meet everything; other elements the commonest operators and kernels only, since each
  /// takes its time to compile.
  static constexpr bool all = std::is_same_v<T, double>;
  static constexpr bool ordered = !is_complex_v<T>;
  static constexpr int most_arity = all ? 3 : 2;
  static constexpr std::int64_t most_keys = 64;
  static constexpr std::int64_t most_elements = 1500;

  /// Whole numbers stay exact below this.
  static double most_value() {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<double>(std::numeric_limits<T>::max() / 2);
    } else if constexpr (is_complex_v<T>) {
      return 0x1p50;
    } else {
      return std::ldexp(1.0, std::numeric_limits<T>::digits - 2);
    }
  }

  // ---- Items --------------------------------------------------------------------------------

  bool add(tra::NodePtr node, double bound, std::int64_t roundings, std::vector<int> reads,
           std::string text) {
    if (node->type.has_holes() || node->type.num_keys() > most_keys || bound > most_value()) {
      return false;
    }
    std::int64_t elements = 0;
    for (const auto& extents : node->type.block_extents) elements += volume(extents);
    if (elements > most_elements) return false;
    for (const int read : reads) ++items_[static_cast<std::size_t>(read)].reads;
    items_.push_back({std::move(node), 0, false, bound, roundings, std::move(text)});
    return true;
  }

  const Item& at(int item) const { return items_[static_cast<std::size_t>(item)]; }
  static std::string name(int item) { return "R" + std::to_string(item); }
  static int arity(const Item& item) { return item.node->type.rank(); }
  static int rank(const Item& item) { return item.node->type.block.rank; }

  /// Recent items more often, so that programs grow deep.
  int some_item() {
    const std::size_t back = std::min(dice_.below(items_.size()), dice_.below(items_.size()));
    return static_cast<int>(items_.size() - 1 - back);
  }

  /// The largest extent along axis d of any block; of all axes together if d < 0.
  static std::int64_t longest(const Item& item, int d) {
    std::int64_t most = 1;
    for (const auto& extents : item.node->type.block_extents) {
      most = std::max(most, d < 0 ? volume(extents) : extents[d]);
    }
    return most;
  }

  /// Whether blocks of rank R are among those of T.
  static constexpr bool has_rank(int r) { return all || r != 1; }

  /// Calls f with the item as the relation that it is.
  template <class F>
  static bool typed(const Item& item, F&& f) {
    return choose<3>(rank(item), [&](auto r) {
      return choose<most_arity + 1>(arity(item), [&](auto k) {
        if constexpr (has_rank(r.value)) {
          return f(Relation<Dense<T, r.value>, k.value>(item.node));
        } else {
          return false;
        }
      });
    });
  }
  /// The same for an operator that only looks at blocks: what the keys are makes no difference.
  template <class F>
  static bool with_blocks(const Item& item, F&& f) {
    return choose<3>(rank(item), [&](auto r) {
      if constexpr (has_rank(r.value)) {
        return f(Relation<Dense<T, r.value>, 1>(item.node));
      } else {
        return false;
      }
    });
  }
  /// The same for an operator that only looks at keys: what the blocks are makes no difference.
  template <class F>
  static bool with_keys(const Item& item, F&& f) {
    return choose<most_arity + 1>(
        arity(item), [&](auto k) { return f(Relation<Dense<T, 2>, k.value>(item.node)); });
  }
  /// Calls f(std::integral_constant<int, value>), for values below Count.
  template <int Count, class F>
  static auto choose(int value, F&& f) {
    if constexpr (Count == 1) {
      return f(std::integral_constant<int, 0>{});
    } else {
      if (value == Count - 1) return f(std::integral_constant<int, Count - 1>{});
      return choose<Count - 1>(value, std::forward<F>(f));
    }
  }

  // ---- Leaves -------------------------------------------------------------------------------

  std::int64_t side(std::int64_t key) const {
    return sides_[static_cast<std::size_t>(key) % sides_.size()];
  }

  /// Element `index` of block `key` of a leaf.
  T datum(std::size_t leaf, std::int64_t key, std::int64_t index) const {
    Dice dice(seed_ * 1000003U + leaf * 8191U + static_cast<std::uint64_t>(key * 521 + index));
    if constexpr (is_complex_v<T>) {
      const auto real = static_cast<double>(dice.between(-2, 2));
      return {real, static_cast<double>(dice.between(-2, 2))};
    } else {
      if (numbers_ == Numbers::whole) return static_cast<T>(dice.between(-3, 3));
      const double value = 2 * std::ldexp(static_cast<double>(dice.bits() >> 11U), -53) - 1;
      return static_cast<T>(sign_ > 0 ? std::abs(value) : value);
    }
  }

  void add_leaf() {
    const auto kind = dice_.below(10);
    const std::size_t leaf = num_leaves_++;
    if (leaf == leaves_.size()) leaves_.push_back(nullptr);
    tra::NodePtr& stored = leaves_[leaf];
    std::string text;
    tra::NodePtr node;
    if (kind < 2 && regular_) {
      if (!stored) stored = array_leaf(leaf);
      node = to_node(blocks(Array<T, 2>(stored), {sides_.front(), sides_.front()}));
      text = "blocks of an array";
    } else {
      const auto r = dice_.one_of(std::vector<int>{2, 2, 2, all ? 1 : 2, 0});
      const auto k = dice_.one_of(std::vector<int>{2, 2, 1, 1, 0});
      Extents frontier;
      for (int d = 0; d < k; ++d) {
        const bool other = dice_.percent(10);
        const auto keys = dice_.between(dice_.percent(10) ? 0 : 1, 4);
        frontier.push_back(other ? keys : static_cast<std::int64_t>(sides_.size()));
      }
      if (!stored) {
        stored = choose<3>(r, [&](auto rank) {
          return choose<3>(
              k, [&](auto arity) { return block_leaf<rank.value, arity.value>(leaf, frontier); });
        });
      }
      node = stored;
      text = "blocks of rank " + std::to_string(r) + " by key";
    }
    text += " " + to_string(node->type.extents) + ", stored " + leaf_text(stored);
    items_.push_back({std::move(node), 0, true, is_complex_v<T> ? 2.0 : 3.0, 0, std::move(text)});
  }
  static std::string leaf_text(const tra::NodePtr& stored) {
    return stored->evaluated() ? stored->value->placement : "nowhere";
  }

  tra::NodePtr array_leaf(std::size_t leaf) {
    std::int64_t extent = 0;
    for (const auto s : sides_) extent += s;
    using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto whole = from_eigen(Matrix(Matrix::NullaryExpr(
        extent, extent, [&](Eigen::Index i, Eigen::Index j) { return datum(leaf, i, j); })));
    if (Session::current().num_sites() == 1) return whole.node();
    const auto there = placed(whole, some_placing(2));
    Session::current().evaluate({there.node()});
    return there.node();
  }

  template <int R, int K>
  tra::NodePtr block_leaf(std::size_t leaf, const Extents& frontier) {
    const auto made = relation_from_blocks<Dense<T, R>, K>(
        frontier, [&](const KeyOf<K>& key) { return block<R, K>(leaf, key); });
    const tra::NodePtr there = tra::make_placed(made.node());
    if (made.size() == 0 || Session::current().num_sites() == 1) return made.node();
    const placement::Placement target = some_placement(made.frontier());
    there->pins.boxes = target.table();
    there->pins.place = target.text;
    Session::current().evaluate({there});
    return there;
  }
  template <int R, int K>
  BlockValue<Dense<T, R>> block(std::size_t leaf, const KeyOf<K>& key) const {
    std::int64_t k = 0;
    for (const auto part : key) k = 5 * k + part;
    const auto element = [&](Eigen::Index i) { return datum(leaf, k, i); };
    const auto extent = [&](std::size_t d) { return side(d < key.size() ? key[d] : 0); };
    if constexpr (R == 0) {
      return element(0);
    } else if constexpr (R == 1) {
      return BlockValue<Dense<T, 1>>::NullaryExpr(extent(0), element);
    } else {
      const auto columns = extent(1);
      return BlockValue<Dense<T, 2>>::NullaryExpr(
          extent(0), columns,
          [&](Eigen::Index i, Eigen::Index j) { return element(i * columns + j); });
    }
  }

  Placing some_placing(int rank) {
    const int sites = Session::current().num_sites();
    if (placing_.percent(20)) return everywhere;
    if (placing_.percent(20)) return on_rank(static_cast<int>(placing_.between(0, sites - 1)));
    return split(static_cast<int>(placing_.between(0, rank - 1)));
  }
  /// Any of these, or blocks dealt out, some of them to several sites.
  placement::Placement some_placement(const Extents& frontier) {
    const int sites = Session::current().num_sites();
    if (frontier.rank() > 0 && placing_.percent(60)) {
      return detail::resolve(some_placing(frontier.rank()), frontier, sites);
    }
    placement::Placement::Table dealt(static_cast<std::size_t>(sites));
    const bool copies = placing_.percent(30);
    for_each_coordinate(Box::whole(frontier), [&](const Key& key) {
      const auto first = placing_.below(dealt.size());
      for (std::size_t site = 0; site < dealt.size(); ++site) {
        const bool copy = copies && placing_.percent(30);
        if (site == first || copy) dealt[site].push_back(unit_box(key));
      }
    });
    return {std::move(dealt), "dealt out"};
  }

  // ---- Operators ----------------------------------------------------------------------------

  bool add_operator() {
    if (dice_.percent(8)) {
      add_leaf();
      return false;
    }
    const int x = some_item();
    switch (dice_.below(12)) {
      case 0:
      case 1:
      case 2:
      case 3: return add_join(x, some_item());
      case 4:
      case 5: return add_transform(x);
      case 6:
      case 7: return typed(at(x), [&](const auto& relation) { return add_aggregate(x, relation); });
      default: return add_keys(x);
    }
  }

  static Flops dear(std::span<const Extents>) { return Flops{1 << 20}; }

  /// The kernel, sometimes with a declaration of a cost so high that sites must share the work,
  /// and with the name and the facts that are given for it.
  template <class F>
  auto with_facts(F function, const char* name, std::initializer_list<const char*> over = {}) {
    auto kernel = declare(function);
    if (dice_.percent(50)) kernel.flops = dear;
    if (*name != 0 && dice_.percent(50)) {
      kernel.name = name;
      kernel.laws.distributes_over.assign(over.begin(), over.end());
    }
    return kernel;
  }

  bool add_transform(int x) {
    return with_blocks(at(x), [&](const auto& relation) { return add_transform(x, relation); });
  }
  template <class X>
  bool add_transform(int x, const X& relation) {
    constexpr int R = kernel::View<block_of<X>>::rank;
    const double bound = at(x).bound;
    const std::int64_t n = at(x).roundings;
    const auto made = [&](const tra::NodePtr& node, double b, std::int64_t roundings,
                          const char* text) { return add_made(x, node, b, roundings, text); };
    const auto kind = dice_.below(R == 0 ? 2 : (R == 1 ? 3 : (all ? 7 : 4)));
    if (kind == 0) {
      const auto twice = with_facts(kernels::times(T(2 * sign_)), "twice", {"add"});
      return made(transform(relation, twice).node(), 2 * bound, n + 1, "twice the negative of ");
    }
    if (kind == 1) {
      return made(transform(relation, kernels::square).node(), times(bound, bound), 2 * n + 1,
                  "square of ");
    }
    if constexpr (R > 0) {
      if (kind == 2) {
        const auto length = longest(at(x), -1);
        return made(transform(relation, with_facts(kernels::total, "total", {"add"})).node(),
                    bound * static_cast<double>(length), n + length, "total of ");
      }
    }
    if constexpr (R == 2) {
      if (kind == 3) {
        const auto turned = with_facts(kernels::transposed, "turned", {"add", "maximum"});
        return made(transform(relation, turned).node(), bound, n, "transposed blocks of ");
      }
    }
    if constexpr (R == 2 && all) {
      const auto rows = longest(at(x), 0);
      const auto columns = longest(at(x), 1);
      if (kind == 4) {
        return made(transform(relation, with_facts(kernel::row_sum, "")).node(),
                    bound * static_cast<double>(columns), n + columns, "row sums of ");
      }
      if (kind == 5) {
        const auto sums = with_facts(kernels::column_sums, "column_sums", {"add"})
                              .template fills_block<Dense<T, 1>>(
                                  [](std::span<const Extents> e) { return Extents{e[0][1]}; });
        return made(transform(relation, sums).node(), bound * static_cast<double>(rows), n + rows,
                    "column sums of ");
      }
      const auto diagonal = with_facts(kernels::diagonal<T>, "diagonal", {"add"});
      return made(transform(relation, diagonal).node(), bound, n, "diagonals of ");
    }
    return false;
  }
  bool add_made(int x, const tra::NodePtr& node, double bound, std::int64_t roundings,
                const std::string& text) {
    return add(node, bound, roundings, {x}, text + name(x));
  }

  /// A bound on products.
  static double times(double a, double b) { return (is_complex_v<T> ? 2 : 1) * a * b; }

  // ---- Joins --------------------------------------------------------------------------------

  /// What is known of a join before its keys are chosen.
  struct Joining {
    int x;
    int y;
    double bound;
    std::int64_t roundings;
    const char* kernel;
  };

  bool add_join(int x, int y) {
    const Item& a = at(x);
    const Item& b = at(y);
    if (arity(a) % 3 == 0 || arity(b) % 3 == 0) return false;
    if (a.node->type.num_keys() * b.node->type.num_keys() > 2 * most_keys) return false;
    return choose<3>(rank(a), [&](auto ra) {
      return choose<3>(rank(b), [&](auto rb) {
        if constexpr (has_rank(ra.value) && has_rank(rb.value)) {
          return join_blocks<ra.value, rb.value>(x, y);
        } else {
          return false;
        }
      });
    });
  }

  template <int RA, int RB>
  bool join_blocks(int x, int y) {
    const Item& a = at(x);
    const Item& b = at(y);
    const std::int64_t n = a.roundings + b.roundings;
    const std::int64_t most = std::max(a.roundings, b.roundings);
    const double product = times(a.bound, b.bound);
    const auto inner = RA == 2 ? longest(a, 1) : 1;
    const auto kind = dice_.below(4);
    const auto made = [&](const auto& kernel, double bound, std::int64_t roundings,
                          const char* text) {
      return join_keys<RA, RB>({x, y, bound, roundings, text}, kernel);
    };
    if constexpr (RA == 2 && RB <= 2 && RB > 0) {
      if (kind < 2 || RB == 1) {
        return made(with_facts(kernel::matmul, ""), product * static_cast<double>(inner), n + inner,
                    "matmul");
      }
    }
    if constexpr (RA == 2 && RB == 2 && all) {
      if (kind == 2) {
        return made(with_facts(kernels::product, "product", {"add"}),
                    product * static_cast<double>(inner), n + inner, "product");
      }
    }
    if constexpr (RA == RB && (all || RA == 2)) {
      if (kind == 3) {
        return made(with_facts(kernels::difference(T(sign_)), "difference"), a.bound + b.bound,
                    most + 1, "difference");
      }
    }
    if constexpr (all && RA == 1 && RB == 1) {
      if (kind == 2) {
        return made(with_facts(kernel::maximum, ""), std::max(a.bound, b.bound), most, "maximum");
      }
      if (kind == 1) {
        return made(with_facts(kernels::outer, "outer", {"add"}), product, n + 1, "outer");
      }
    }
    if constexpr (RA == RB && RA < 2) {
      return made(with_facts(kernel::multiply, ""), product, n + 1, "multiply");
    } else if constexpr (all && RA == 0) {
      return made(with_facts(kernels::scaled, "scaled", {"add"}), product, n + 1, "scaled");
    } else {
      return false;
    }
  }

  /// The key dimensions that a join matches.
  struct Keys {
    std::vector<int> left;
    std::vector<int> right;
  };
  Keys some_keys(const Joining& joining) {
    const auto kind = dice_.below(4);
    if (arity(at(joining.x)) == 1) {
      if (arity(at(joining.y)) == 1 && kind == 0) return {{}, {}};
      return {{0}, {0}};
    }
    if (arity(at(joining.y)) == 1 || kind < 2) return {{1}, {0}};
    if (kind == 2) return {{0, 1}, {0, 1}};
    return {{0, 1}, {1, 0}};
  }

  /// Numbers are joined as users do, with every choice of keys. The others are joined by what that
  /// makes, with keys that are told when the program runs: a kernel is compiled for its blocks
  /// once.
  template <int RA, int RB, class F>
  bool join_keys(const Joining& joining, const F& kernel) {
    const Keys keys = some_keys(joining);
    if constexpr (RA == 0 && RB == 0) {
      return join_numbers(joining, kernel, keys);
    } else {
      const JoinOfBlocks<Dense<T, RA>, Dense<T, RB>, F> joined(
          relatile::detail::PendingJoin(at(joining.x).node, at(joining.y).node, keys.left,
                                        keys.right),
          kernel);
      const std::string text = text_of(keys.left) + ", on" + text_of(keys.right);
      if (dice_.percent(40)) return add_joined(joining, joined.node(), text, "");
      const std::vector<int> groups = summed_over(arity(at(joining.x)) + arity(at(joining.y)) -
                                                  static_cast<int>(keys.left.size()));
      return add_joined(joining, joined.fused(kernel::add, groups), text, text_of(groups));
    }
  }
  /// The keys that a sum over a join keeps.
  static std::vector<int> summed_over(int arity) {
    if (arity == 3) return {0, 2};
    if (arity == 2) return {1};
    return {};
  }
  template <class F>
  bool join_numbers(const Joining& joining, const F& kernel, const Keys& keys) {
    const auto on_keys = [&](auto ka, auto kb, auto left, auto right) {
      const Relation<Dense<T, 0>, ka.value> a(at(joining.x).node);
      const Relation<Dense<T, 0>, kb.value> b(at(joining.y).node);
      return finish_join(joining, join(a, b, left, right, kernel),
                         text_of(keys.left) + ", on" + text_of(keys.right));
    };
    const std::integral_constant<int, 1> one;
    const std::integral_constant<int, 2> two;
    if (arity(at(joining.x)) == 1) {
      if (arity(at(joining.y)) == 2) return on_keys(one, two, on<0>, on<0>);
      return keys.left.empty() ? on_keys(one, one, on<>, on<>) : on_keys(one, one, on<0>, on<0>);
    }
    if (arity(at(joining.y)) == 1) return on_keys(two, one, on<1>, on<0>);
    if (keys.left.size() == 1) return on_keys(two, two, on<1>, on<0>);
    return keys.right[0] == 0 ? on_keys(two, two, on<0, 1>, on<0, 1>)
                              : on_keys(two, two, on<0, 1>, on<1, 0>);
  }
  static std::string text_of(const std::vector<int>& positions) {
    std::string text = "<";
    for (const int p : positions) text += (text.size() > 1 ? ", " : "") + std::to_string(p);
    return text + ">";
  }

  /// The join alone, or fused with a sum over some of its keys.
  template <class J>
  bool finish_join(const Joining& joining, const J& joined, const std::string& keys) {
    if (dice_.percent(40)) return add_joined(joining, to_node(joined), keys, "");
    if constexpr (J::arity == 3) {
      return add_joined(joining, aggregate(joined, by<0, 2>, kernel::add).node(), keys, "<0, 2>");
    } else if constexpr (J::arity == 2) {
      return add_joined(joining, aggregate(joined, by<1>, kernel::add).node(), keys, "<1>");
    } else {
      return add_joined(joining, aggregate(joined, by<>, kernel::add).node(), keys, "<>");
    }
  }
  bool add_joined(const Joining& joining, const tra::NodePtr& node, const std::string& keys,
                  const std::string& groups) {
    const std::string text = "join(" + name(joining.x) + ", " + name(joining.y) + ", on" + keys +
                             ", " + joining.kernel + ")";
    const auto terms = groups.empty() ? 0 : terms_of(*node);
    return add(node, joining.bound * static_cast<double>(std::max<std::int64_t>(1, terms)),
               joining.roundings + terms, {joining.x, joining.y},
               groups.empty() ? text : "aggregate(" + text + ", by" + groups + ", add)");
  }

  /// How many blocks come together under one key.
  static std::int64_t terms_of(const tra::Node& node) {
    return std::max<std::int64_t>(
        1, volume(node.labels) / std::max<std::int64_t>(1, node.type.num_keys()));
  }

  // ---- Operators of one relation --------------------------------------------------------------

  template <class X>
  bool add_aggregate(int x, const X& relation) {
    constexpr int K = arity_of<X>;
    if constexpr (K == 0) {
      return add_aggregate(x, relation, by<>);
    } else if constexpr (K == 1) {
      return dice_.percent(70) ? add_aggregate(x, relation, by<>)
                               : add_aggregate(x, relation, by<0>);
    } else if constexpr (K == 2) {
      const auto kind = dice_.below(4);
      if (kind == 0) return add_aggregate(x, relation, by<>);
      if (kind == 1) return add_aggregate(x, relation, by<1, 0>);
      return kind == 2 ? add_aggregate(x, relation, by<0>) : add_aggregate(x, relation, by<1>);
    } else {
      return dice_.percent(50) ? add_aggregate(x, relation, by<2, 0>)
                               : add_aggregate(x, relation, by<1>);
    }
  }
  template <class X, int... P>
  bool add_aggregate(int x, const X& relation, KeyPositions<P...>) {
    const auto kind = dice_.below(3);
    const std::vector<int> groups{P...};
    if (kind == 0) {
      return add_groups(x, aggregate(relation, by<P...>, kernel::add).node(), true, groups);
    }
    if constexpr (ordered && all) {
      if (kind == 1) {
        const auto maximum = with_facts(kernel::maximum, "");
        return add_groups(x, grouped<block_of<X>>(x, groups, maximum), false, groups);
      }
    }
    const auto plus = with_facts(kernels::plus, "plus");
    return add_groups(x, grouped<block_of<X>>(x, groups, plus), true, groups);
  }
  /// What aggregate makes, with keys that are told when the program runs.
  template <class Block, class A>
  tra::NodePtr grouped(int x, const std::vector<int>& groups, const A& kernel) {
    return tra::make_aggregate("aggregate", at(x).node, groups,
                               kernel::make_block_combine<Block>(kernel, "kernel"));
  }
  bool add_groups(int x, const tra::NodePtr& node, bool sums, const std::vector<int>& groups) {
    const auto terms = sums ? terms_of(*node) : 1;
    return add(
        node, at(x).bound * static_cast<double>(terms), at(x).roundings + terms, {x},
        "aggregate(" + name(x) + ", by" + text_of(groups) + ", " + node->combine()->name + ")");
  }

  /// What only looks at keys, or copies elements.
  bool add_keys(int x) {
    const auto kind = dice_.below(4);
    if constexpr (all) {
      if (kind == 0) return with_keys(at(x), [&](const auto& r) { return add_filter(x, r); });
      if (kind == 1) return typed(at(x), [&](const auto& r) { return add_slabs(x, r); });
      if (kind == 2) return typed(at(x), [&](const auto& r) { return add_regrid(x, r); });
    }
    return with_keys(at(x), [&](const auto& r) { return add_rekey(x, r); });
  }

  template <class X>
  bool add_filter(int x, const X& relation) {
    constexpr int K = arity_of<X>;
    const auto made = [&](const auto& result, const char* text) {
      return add_made(x, result.node(), at(x).bound, at(x).roundings, text);
    };
    if constexpr (K == 0) {
      return false;
    } else {
      if (dice_.percent(5))
        return made(filter(relation, [](KeyOf<K>) { return false; }), "none of ");
      if constexpr (K == 2) {
        if (dice_.percent(50)) {
          const auto kept = filter(relation, [](KeyOf<2> key) { return key[0] == key[1]; });
          return made(rekey(kept, [](KeyOf<2> key) { return KeyOf<1>{key[0]}; }), "diagonal of ");
        }
      }
      const auto below = dice_.between(1, 3);
      return made(filter(relation, [&](KeyOf<K> key) { return key[K - 1] < below; }),
                  "first keys of ");
    }
  }

  template <class X>
  bool add_rekey(int x, const X& relation) {
    constexpr int K = arity_of<X>;
    const auto made = [&](const auto& result, const char* text) {
      return add_made(x, result.node(), at(x).bound, at(x).roundings, text);
    };
    const auto kind = dice_.below(3);
    if constexpr (K == 0) {
      return made(rekey(relation, [](KeyOf<0>) { return KeyOf<1>{0}; }), "one key more for ");
    } else {
      const Extents frontier = relation.frontier();
      if (kind == 0) {
        const auto by_one = [&](KeyOf<K> key) {
          key[0] = (key[0] + 1) % frontier[0];
          return key;
        };
        return made(rekey(relation, by_one), "shifted keys of ");
      }
      if (kind == 1) {
        return made(rekey(relation,
                          [](KeyOf<K> key) {
                            std::reverse(key.begin(), key.end());
                            return key;
                          }),
                    "reversed keys of ");
      }
      if constexpr (K == 2) {
        const auto flat = [&](KeyOf<2> key) { return KeyOf<1>{key[0] * frontier[1] + key[1]}; };
        return made(rekey(relation, flat), "flat keys of ");
      } else {
        return false;
      }
    }
  }

  /// tile, and concat.
  template <class X>
  bool add_slabs(int x, const X& relation) {
    constexpr int K = arity_of<X>;
    constexpr int R = kernel::View<block_of<X>>::rank;
    const auto made = [&](const auto& result, const char* text) {
      return add_made(x, result.node(), at(x).bound, at(x).roundings, text);
    };
    const auto kind = dice_.below(2);
    if constexpr (R > 0 && K < most_arity) {
      if (kind == 0 || K == 0) {
        const auto size = dice_.between(1, 2);
        return made(tile(relation, dim<R - 1>, size), "tiles of ");
      }
    }
    if constexpr (R > 0 && K > 0) {
      if constexpr (R == 2 && K == 2) {
        if (dice_.percent(50)) {
          return made(concat(relation, key_dim<0>, array_dim<0>), "columns put together of ");
        }
      }
      return made(concat(relation, key_dim<K - 1>, array_dim<R - 1>), "last keys put together of ");
    }
    return false;
  }

  /// As an array, and back in other blocks.
  template <class X>
  bool add_regrid(int x, const X& relation) {
    constexpr int R = kernel::View<block_of<X>>::rank;
    if constexpr (R > 0 && R == arity_of<X>) {
      const Extents shape = Extents::filled(R, dice_.between(1, 3));
      return add_made(x, blocks(to_array(relation), shape).node(), at(x).bound, at(x).roundings,
                      "other blocks of ");
    } else {
      return false;
    }
  }

  Dice dice_;
  Dice placing_;  ///< draws as many as there are sites
  std::uint64_t seed_;
  Numbers numbers_;
  int sign_;
  Leaves& leaves_;
  std::size_t num_leaves_ = 0;
  bool regular_ = true;              ///< all sides are equal, but for the last
  std::vector<std::int64_t> sides_;  ///< the extent of blocks per key
  std::vector<Item> items_;
};

}  // namespace relatile::test
