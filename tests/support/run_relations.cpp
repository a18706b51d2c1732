// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/run_relations.hpp"

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include <relatile/reference/evaluate.hpp>
#include <relatile/tra/graph.hpp>
#include <relatile/transport/transport.hpp>

#include "support/catch.hpp"
#include "support/random_relations.hpp"
#include "support/traffic.hpp"

namespace relatile::test {
namespace {

template <class T>
class TypedProgram : public RelationProgram {
 public:
  TypedProgram(std::uint64_t seed, Numbers numbers) : seed_(seed), numbers_(numbers) {
    const Context here = Context::loopback(1);
    typename RandomRelations<T>::Leaves leaves;
    const RandomRelations<T> program(seed, numbers, Signs::as_they_are, leaves);
    expected_ = values(program);
    if (numbers == Numbers::whole) return;
    typename RandomRelations<T>::Leaves positive;
    absolute_ = values(RandomRelations<T>(seed, numbers, Signs::absolute, positive));
    REQUIRE(absolute_.size() == expected_.size());
  }

  void check(const std::vector<std::string>& planners, const std::string& objective,
             RelationTally& tally) const override {
    typename RandomRelations<T>::Leaves leaves;
    for (const auto& planner : planners) {
      const RandomRelations<T> program(seed_, numbers_, Signs::as_they_are, leaves);
      REQUIRE(program.items().size() == expected_.size());
      const std::string text = program.text();
      const std::uint64_t seed = seed_;
      const int sites = Session::current().num_sites();
      CAPTURE(seed, sites, planner, objective, text);
      run(program, planner, objective, tally);
    }
  }

 private:
  using Item = typename RandomRelations<T>::Item;
  using Values = std::vector<reference::Value>;

  /// The items' values by definition.
  static Values values(const RandomRelations<T>& program) {
    std::vector<tra::NodePtr> nodes;
    for (const Item& item : program.items()) nodes.push_back(item.node);
    std::map<const tra::Node*, reference::Value> known;
    for (const auto& node : tra::topological_order(nodes)) {
      std::vector<const reference::Value*> inputs;
      if (!node->evaluated()) {
        for (const auto& input : node->inputs) inputs.push_back(&known.at(input.get()));
      }
      known[node.get()] = node->evaluated() ? reference::from_stored(*node)
                                            : reference::apply_operator(*node, inputs);
    }
    Values all;
    for (const auto& node : nodes) all.push_back(known.at(node.get()));
    return all;
  }

  void run(const RandomRelations<T>& program, const std::string& planner,
           const std::string& objective, RelationTally& tally) const {
    std::vector<tra::NodePtr> roots;
    for (const int output : program.outputs()) {
      roots.push_back(program.items()[static_cast<std::size_t>(output)].node);
    }
    if (roots.empty()) return;
    std::vector<Handle> handles;  // what they hold is kept
    Dice dice(seed_ + 3);
    for (const Item& item : program.items()) {
      if (dice.percent(25)) handles.push_back(handle_of(*item.node));
    }
    Context& context = Context::current();
    context.plan_options().planner = planner;
    context.plan_options().objective = objective;
    try {
      context.evaluate(roots);
    } catch (const LimitExceeded&) {
      if (planner != "exhaustive") throw;
      ++tally.refused;
      return;
    }
    ++tally.plans;
    count(*roots.front(), tally);
    for (std::size_t i = 0; i < program.items().size(); ++i) {
      const Item& item = program.items()[i];
      if (item.leaf || !item.node->evaluated()) continue;
      const std::string name = "R" + std::to_string(i);
      CAPTURE(name);
      require_report(item.node);
      require_value(item, i);
      ++tally.values;
    }
    for (const auto& root : roots) REQUIRE(root->evaluated());
  }

  static void count(const tra::Node& root, RelationTally& tally) {
    if (!root.value->report) return;
    const auto& report = *static_cast<const engine::Report*>(root.value->report.get());
    const std::int64_t sent = report.bytes_sent().value;
    tally.operators += static_cast<int>(report.plan.nodes.size());
    tally.moving += sent > 0 ? 1 : 0;
    tally.bytes += sent;
  }

  /// Compares what each site here holds; all sites together must hold everything.
  void require_value(const Item& item, std::size_t i) const {
    const auto& blocks = expected_[i].blocks;
    const auto num_keys = static_cast<std::size_t>(item.node->type.num_keys());
    std::vector<std::int64_t> holds;
    for (const SiteData& site : item.node->value->local) {
      const std::size_t first = holds.size();
      holds.resize(first + num_keys, 0);
      for (const auto& [key, block] : site.blocks) {
        holds[first + static_cast<std::size_t>(key)] = 1;
        const auto expected = blocks.find(key);
        REQUIRE(expected != blocks.end());
        REQUIRE(block.extents == expected->second.extents);
        require_block(item, i, key, reinterpret_cast<const T*>(block.data.get()));
      }
    }
    if (num_keys == 0) return;
    const auto all = Context::current().transport().gather(holds);
    for (const auto& [key, block] : blocks) {
      std::int64_t copies = 0;
      for (std::size_t k = static_cast<std::size_t>(key); k < all.size(); k += num_keys) {
        copies += all[k];
      }
      CAPTURE(key);
      REQUIRE(copies > 0);
    }
  }

  void require_block(const Item& item, std::size_t i, std::int64_t key, const T* actual) const {
    const reference::Block& block = expected_[i].blocks.at(key);
    const auto* expected = reinterpret_cast<const T*>(block.dense.data());
    const auto size = static_cast<std::size_t>(volume(block.extents));
    for (std::size_t e = 0; e < size; ++e) {
      const bool close = actual[e] == expected[e] || within(item, i, key, e, actual[e]);
      if (close) continue;
      CAPTURE(key, e, actual[e], expected[e], item.roundings);
      REQUIRE(close);
    }
  }

  bool within(const Item& item, std::size_t i, std::int64_t key, std::size_t e, T actual) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (numbers_ == Numbers::whole) return false;
      const double bound = gamma(item.roundings, std::numeric_limits<T>::epsilon() / 2);
      const auto element = [&](const Values& values) {
        return static_cast<double>(
            reinterpret_cast<const T*>(values[i].blocks.at(key).dense.data())[e]);
      };
      return std::abs(static_cast<double>(actual) - element(expected_)) <=
             2 * bound * element(absolute_) / (1 - bound);
    } else {
      return false;
    }
  }

  std::uint64_t seed_;
  Numbers numbers_;
  Values expected_;
  Values absolute_;  ///< of the program on absolute values, if its numbers are real
};

}  // namespace

std::unique_ptr<RelationProgram> relation_program(Data data, std::uint64_t seed) {
  switch (data) {
    case Data::whole_doubles: return std::make_unique<TypedProgram<double>>(seed, Numbers::whole);
    case Data::real_doubles: return std::make_unique<TypedProgram<double>>(seed, Numbers::real);
    case Data::whole_floats: return std::make_unique<TypedProgram<float>>(seed, Numbers::whole);
    case Data::real_floats: return std::make_unique<TypedProgram<float>>(seed, Numbers::real);
    case Data::ints: return std::make_unique<TypedProgram<std::int32_t>>(seed, Numbers::whole);
    case Data::whole_complex:
      return std::make_unique<TypedProgram<std::complex<double>>>(seed, Numbers::whole);
  }
  throw std::logic_error("no such data");
}

}  // namespace relatile::test
