// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/expr/expression.hpp"
#include "relatile/kernel/constant_stage.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

/// A broadcast part of an expression that would take fewer flops is computed anew for every element
/// of the whole: another node is planned, and costs a step.
inline constexpr std::int64_t least_flops_saved = std::int64_t(1) << 16;
/// A part is computed anew, too, if it is repeated less often: else it would be stored and read.
inline constexpr std::int64_t least_repeats = 8;

/// What others read as well, and costs as much, is stored for all of them: `e / sum(e)`.
inline constexpr std::int64_t least_flops_shared = 10;

/// What occurs twice in an expression is computed twice in one loop up to this number of flops, if
/// a loop can have it; else each function is a stage, and what they share is computed once.
inline constexpr std::int64_t most_flops_repeated = 8;

RELATILE_INLINE ExpressionPtr make_expression(const kernel::CompiledFunction& function,
                                              std::span<const ExpressionOperand> operands,
                                              std::shared_ptr<const void> owner) {
  auto expression = std::make_shared<Expression>();
  expression->function = &function;
  expression->owner = std::move(owner);
  expression->flops = function.flops;
  expression->has_stages = function.alone;
  std::array<Extents, most_operands> shapes;
  std::size_t count = 0;
  for (const ExpressionOperand& operand : operands) {
    nth(expression->operands, expression->num_operands++) = operand;
    if (operand.is_constant()) continue;
    shapes[count++] = operand.array ? operand.array->type.extents : operand.part->shape;
    if (!operand.part) continue;
    expression->flops += operand.part->flops;
    expression->has_stages |= operand.part->has_stages;
  }
  expression->shape = tra::broadcast_shapes(function.name, {shapes.data(), count});
  return expression;
}

/// An expression's arrays, and what is computed once for all: parts that are broadcast, or shared
/// with other expressions (nodes of their own), and those that occur twice.
struct ExpressionInventory {
  Extents shape;                     ///< of the whole expression
  std::vector<tra::NodePtr> inputs;  ///< distinct ones, in order of occurrence
  std::vector<const Expression*> seen;
  std::unordered_map<const Expression*, tra::NodePtr> nodes;
  std::int64_t repeated_flops = 0;

  explicit ExpressionInventory(const Expression& whole) : shape(whole.shape) { visit(whole); }

  bool needs_stages() const { return repeated_flops > most_flops_repeated || !nodes.empty(); }
  int slot_of(const tra::NodePtr& input) const {
    return static_cast<int>(std::find(inputs.begin(), inputs.end(), input) - inputs.begin());
  }

 private:
  void add_input(const tra::NodePtr& input) {
    if (std::find(inputs.begin(), inputs.end(), input) == inputs.end()) inputs.push_back(input);
  }
  void visit(const Expression& part) {
    if (tra::NodePtr own = own_node(part)) {
      add_input(own);
      nodes[&part] = std::move(own);
      return;
    }
    if (std::find(seen.begin(), seen.end(), &part) != seen.end()) {
      repeated_flops += part.has_stages ? most_flops_repeated + 1 : part.flops;
      return;
    }
    seen.push_back(&part);
    for (const ExpressionOperand& operand : part.args()) {
      if (operand.array) add_input(operand.array);
      if (operand.part) visit(*operand.part);
    }
  }
  /// The node of a part that is computed once for all; null if it is computed where it is needed.
  tra::NodePtr own_node(const Expression& part) const {
    if (part.flops >= least_flops_shared) {
      if (auto known = part.node.lock()) return known;
    }
    if (part.flops > tra::most_flops_again && part.flops * volume(shape) >= least_flops_saved &&
        volume(shape) >= least_repeats * volume(part.shape)) {
      return lower(part, {});
    }
    return nullptr;
  }
};

/// A fused loop function by function: one element in plain C++, which the loop is tested against,
/// and the stages that it stands for.
class PlainRegion {
 public:
  explicit PlainRegion(const Expression& root) { add(root); }

  Program stages() const {
    Program program;
    program.inputs = inputs_;
    const auto add = [&](Stage stage) {
      program.stages.push_back(std::move(stage));
      return static_cast<int>(inputs_.size() + program.stages.size()) - 1;
    };
    std::vector<int> slots;
    for (const Step& step : steps_) {
      Stage stage = step.function->stage();
      for (std::size_t x = step.first; x < step.first + step.count; ++x) {
        const Operand& operand = operands_[x];
        stage.operands.push_back(operand.kind == Operand::constant
                                     ? add(kernel::constant_stage(operand.value))
                                 : operand.kind == Operand::input ? static_cast<int>(operand.index)
                                                                  : slots[operand.index]);
      }
      slots.push_back(add(std::move(stage)));
    }
    return program;
  }

  void operator()(std::span<const void* const> inputs, void* output, const Extents& at) const {
    std::vector<kernel::ConstantValue> results(steps_.size());
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      std::array<const void*, most_operands> from{};
      for (std::size_t x = 0; x < steps_[s].count; ++x) {
        const Operand& operand = operands_[steps_[s].first + x];
        from[x] = operand.kind == Operand::constant ? operand.value.bytes.data()
                  : operand.kind == Operand::input  ? inputs[operand.index]
                                                    : results[operand.index].bytes.data();
      }
      void* const to = s + 1 == steps_.size() ? output : results[s].bytes.data();
      const std::span<const void* const> inputs_of_step(from.data(), steps_[s].count);
      if (steps_[s].function->own != nullptr) {
        steps_[s].function->own->plain(inputs_of_step, to, at);
      } else {
        steps_[s].function->plain(inputs_of_step, to, at);
      }
    }
  }

 private:
  struct Operand {
    enum Kind { constant, input, step } kind;
    std::size_t index = 0;
    kernel::ConstantValue value{};
  };
  struct Step {
    const kernel::CompiledFunction* function;
    std::shared_ptr<const void> owner;
    std::size_t first;
    std::size_t count;
  };

  Operand add_step(const kernel::CompiledFunction* function, std::span<const Operand> operands,
                   const std::shared_ptr<const void>& owner = nullptr) {
    steps_.push_back({function, owner, operands_.size(), operands.size()});
    operands_.insert(operands_.end(), operands.begin(), operands.end());
    return {Operand::step, steps_.size() - 1};
  }
  Operand add(const Expression& part) {
    std::array<Operand, most_operands> operands;
    std::size_t count = 0;
    for (const ExpressionOperand& operand : part.args()) {
      Operand& made = operands[count++];
      if (operand.is_constant()) {
        made = {Operand::constant, 0, operand.constant};
      } else if (operand.part && !operand.part->function->alone) {
        made = add(*operand.part);
      } else {
        made = {Operand::input, inputs_.size()};
        inputs_.push_back(operand.array ? operand.array->type.block.element
                                        : operand.part->function->result);
      }
      if (operand.conversion) made = add_step(operand.conversion, {&made, 1});
    }
    return add_step(part.function, {operands.data(), count}, part.owner);
  }

  std::vector<Operand> operands_;
  std::vector<Step> steps_;
  std::vector<ElementType> inputs_;
};

/// The program of an expression: distinct inputs, then stages.
class ExpressionProgram {
 public:
  explicit ExpressionProgram(const ExpressionInventory& inventory) : inventory_(inventory) {
    for (const auto& input : inventory.inputs) {
      program_.inputs.push_back(input->type.block.element);
    }
  }

  /// One stage for each distinct function, so that what occurs twice is computed once.
  int add_each(const Expression& part) {
    if (const auto own = inventory_.nodes.find(&part); own != inventory_.nodes.end()) {
      return inventory_.slot_of(own->second);
    }
    if (const auto known = done_.find(&part); known != done_.end()) return known->second;
    const int slot = add_function(part, [&](const Expression& inner) { return add_each(inner); });
    done_[&part] = slot;
    return slot;
  }

  /// A stage for each loop that the compiler fused, and for each function that runs alone.
  int add_regions(const Expression& part, const kernel::FusedLoop*& next) {
    if (part.function->alone) {
      return add_function(part, [&](const Expression& inner) { return add_regions(inner, next); });
    }
    Region region;
    gather(part, region, next);
    Stage stage;
    stage.name = part.function->name;
    stage.operands = std::move(region.slots);
    stage.output = part.function->result;
    stage.flops_per_element = Flops{region.flops};
    stage.identity = std::move(region.identity);
    const kernel::FusedLoop loop = *next++;
    if (region.constants.empty()) {
      stage.run = [loop](const Chunk& chunk) { loop(chunk, nullptr); };
    } else {
      stage.run = [loop, constants = std::move(region.constants),
                   owners = std::move(region.owners)](const Chunk& chunk) {
        loop(chunk, constants.data());
      };
    }
    const auto functions = std::make_shared<const PlainRegion>(part);
    stage.plain = [functions](std::span<const void* const> inputs, void* output,
                              const Extents& at) { (*functions)(inputs, output, at); };
    stage.taken_apart = [functions] { return functions->stages(); };
    return add(std::move(stage));
  }

  tra::NodePtr finish(const Expression& whole) && {
    std::vector<Access> accesses;
    for (const auto& input : inventory_.inputs) {
      accesses.push_back(tra::broadcast_access(input->type.extents, whole.shape));
    }
    return tra::make_map(std::string(whole.function->name), inventory_.inputs, std::move(accesses),
                         whole.shape, std::move(program_), whole.function->result);
  }

 private:
  /// What a fused loop reads, from left to right, and what it is made of.
  struct Region {
    std::vector<int> slots;
    std::vector<kernel::ConstantValue> constants;
    std::vector<std::shared_ptr<const void>> owners;  ///< of what it calls
    std::int64_t flops = 0;
    KernelIdentity identity;

    Region() { identity.pure = true; }
    void made_of(std::uint64_t word) { identity.type = identity.type * 0x100000001b3u ^ word; }
    void calls(const kernel::OwnFunction& own, const std::shared_ptr<const void>& owner) {
      constants.push_back(own.address);
      owners.push_back(owner);
      made_of(own.identity.type);
      identity.state += own.identity.state;
      identity.pure = false;  // what it computes with, nobody knows
      identity.differs_by_rank |= own.identity.differs_by_rank;
      const auto& variables = own.identity.variables;
      identity.variables.insert(identity.variables.end(), variables.begin(), variables.end());
    }
  };

  void gather(const Expression& part, Region& region, const kernel::FusedLoop*& next) {
    region.flops += part.function->flops;
    region.made_of(part.function->type);
    if (part.function->own != nullptr) region.calls(*part.function->own, part.owner);
    for (const ExpressionOperand& operand : part.args()) {
      if (operand.conversion) region.made_of(operand.conversion->type);
      if (operand.is_constant()) {
        region.made_of(1);
        kernel::append_bytes(region.identity.state, operand.constant);
        region.constants.push_back(operand.constant);
      } else if (operand.array) {
        region.made_of(2);
        region.slots.push_back(inventory_.slot_of(operand.array));
      } else if (operand.part->function->alone) {
        region.made_of(3);
        region.slots.push_back(add_regions(*operand.part, next));
      } else {
        gather(*operand.part, region, next);
      }
    }
  }

  /// A function as a stage of its own; `slot_of_part` adds what it is a function of.
  template <class SlotOfPart>
  int add_function(const Expression& part, const SlotOfPart& slot_of_part) {
    Stage stage = part.function->stage();
    for (const ExpressionOperand& operand : part.args()) {
      int slot = operand.is_constant() ? add(kernel::constant_stage(operand.constant))
                 : operand.array       ? inventory_.slot_of(operand.array)
                                       : slot_of_part(*operand.part);
      if (operand.conversion) {
        Stage conversion = operand.conversion->stage();
        conversion.operands = {slot};
        slot = add(std::move(conversion));
      }
      stage.operands.push_back(slot);
    }
    return add(std::move(stage));
  }
  int add(Stage&& stage) {
    program_.stages.push_back(std::move(stage));
    return static_cast<int>(program_.inputs.size() + program_.stages.size()) - 1;
  }

  const ExpressionInventory& inventory_;
  Program program_;
  std::unordered_map<const Expression*, int> done_;
};

RELATILE_INLINE tra::NodePtr lower(const Expression& expression,
                                   std::span<const kernel::FusedLoop> loops) {
  if (auto known = expression.node.lock()) return known;
  const ExpressionInventory inventory(expression);
  ExpressionProgram program(inventory);
  if (loops.empty() || inventory.needs_stages()) {
    program.add_each(expression);
  } else {
    const kernel::FusedLoop* next = loops.data();
    program.add_regions(expression, next);
    RELATILE_ASSERT(next == loops.data() + loops.size());
  }
  tra::NodePtr node = std::move(program).finish(expression);
  expression.node = node;
  return node;
}

}  // namespace relatile::detail
