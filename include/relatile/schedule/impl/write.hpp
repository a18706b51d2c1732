// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/write.hpp"

#include <string>
#include <variant>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/plan/step_facts.hpp"
#include "relatile/plan/text/columns.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::schedule {

/// Writes one program; what an instruction says goes on a line, its messages on lines below.
class ProgramWriter {
 public:
  ProgramWriter(std::ostream& out, const plan::Plan& plan, const SiteProgram& program)
      : out_(out), plan_(plan), program_(program) {}

  void write() {
    const MemoryPlan& memory = program_.memory;
    out_ << "site " << program_.site << " of " << plan_.num_sites << ", which allocates "
         << bytes(memory.arena_bytes) << " for what is forgotten and " << bytes(memory.result_bytes)
         << " for results\n";
    for (const auto& step : plan_.steps) {
      if (step.kind == plan::StepKind::stored) line(value(step.output) + " is stored");
    }
    for (const ArrayPlace& place : program_.arrays) write_place(place);
    for (const Instruction& instruction : program_.instructions) {
      step_ = instruction.step;
      std::visit([this](const auto& what) { write(what); }, instruction.what);
    }
  }

 private:
  static std::string bytes(std::int64_t count) { return plan::detail::bytes_text(Bytes{count}); }
  static std::string value(int v) { return plan::value_name(v); }
  const plan::Step& step(int s) const { return nth(plan_.steps, s); }
  const tra::RelationType& type_of(int s) const { return plan::node_of(plan_, step(s)).type; }
  void line(const std::string& text) { out_ << "      " << text << '\n'; }
  void numbered(const std::string& text) {
    const std::string number = std::to_string(step_ + 1);
    out_ << std::string(number.size() < 4 ? 4 - number.size() : 0, ' ') << number << "  " << text
         << '\n';
  }

  void write_place(const ArrayPlace& place) {
    const auto v = static_cast<std::size_t>(place.value);
    const MemoryPlan& memory = program_.memory;
    const std::string size = bytes(memory.value_bytes[v]);
    switch (place.where) {
      case ArrayPlace::Where::shared: return line(value(place.value) + " is in " + value(place.of));
      case ArrayPlace::Where::borrowed:
        return line(value(place.value) + " is in a neighbour's memory");
      case ArrayPlace::Where::bordered:
        line(value(place.value) + " is in " + value(place.of) + " but for its borders");
        break;
      case ArrayPlace::Where::own: break;
    }
    if (memory.owner[v] != place.value) {
      line(value(place.value) + " is written over " + value(memory.owner[v]));
    } else if (memory.value_offset[v] < 0) {
      line(value(place.value) + " is a result of " + size);
    } else {
      line(value(place.value) + " is at " + std::to_string(memory.value_offset[v]) + ", " + size);
    }
  }

  std::string operation(int s) const {
    const plan::Step& one = step(s);
    const std::string text =
        value(one.output) + " = " +
        (one.kind == plan::StepKind::exchange ? plan::operator_name(plan_, one)
                                              : plan::node_of(plan_, one).name) +
        plan::operands_text(one);
    if (one.slice.count < 2) return text;
    return text + " slice " + std::to_string(one.slice.index + 1) + "/" +
           std::to_string(one.slice.count);
  }

  static std::string text_of(const Box& box) {
    std::string text = "[";
    for (int d = 0; d < box.rank(); ++d) {
      text += (d == 0 ? "" : ", ") + std::to_string(box.low[d]) + ":" + std::to_string(box.high[d]);
    }
    return text + "]";
  }

  void write(const AwaitReaders& await) {
    for (const auto& reader : await.readers) {
      numbered("wait until site " + std::to_string(reader.site) + " has done step " +
               std::to_string(reader.step + 1));
    }
  }

  void write(const BeginExchange& begun) {
    const Endpoint& end = begun.endpoint;
    const std::string how = end.route.pattern == plan::Pattern::point_to_point
                                ? ""
                                : std::string(" as one ") + plan::name_of(end.route.pattern);
    numbered("begin " + operation(begun.exchange) + how +
             (end.waits_for_turn ? ", in its turn" : ""));
    for (const auto& message : end.staging.outgoing) write_message(message, "send", true);
    for (const auto& message : end.staging.incoming) write_message(message, "receive", false);
    for (const auto& read : end.reads) {
      line(std::string(end.borrows ? "  use " : "  read ") + text_of(read.transfer.region) +
           " in the memory of site " + std::to_string(read.transfer.from));
    }
  }

  void write_message(const StagedTransfer& message, const char* verb, bool leaves) {
    const plan::Transfer& transfer = message.transfer;
    std::string text = std::string("  ") + verb + ' ' + text_of(transfer.region) +
                       (leaves ? " to site " : " from site ") +
                       std::to_string(leaves ? transfer.to : transfer.from) + ", " +
                       bytes(message.bytes);
    if (!message.direct) text += leaves ? ", packed" : ", staged";
    if (message.round > 0) text += ", in round " + std::to_string(message.round + 1);
    line(text);
  }

  void write(const MakeBlocks&) {
    const plan::Step& one = step(step_);
    if (one.slice.index == 0) numbered("make blocks of " + value(one.output));
  }

  void write(const Compute& compute) {
    if (compute.iteration.empty() && compute.iteration.rank() > 0) return;
    const std::string on = compute.iteration.rank() > 0 ? " on " + text_of(compute.iteration) : "";
    numbered(operation(step_) + on);
  }

  void write(const FinishExchange&) { numbered("finish " + operation(step_)); }

  void write(const ExchangeBlocks& exchange) {
    numbered(operation(step_));
    for (const auto& transfer : exchange.outgoing) {
      line("  send keys " + text_of(transfer.region) + " to site " + std::to_string(transfer.to));
    }
    for (const auto& transfer : exchange.incoming) {
      line("  receive keys " + text_of(transfer.region) + " from site " +
           std::to_string(transfer.from));
    }
  }

  void write(const Forget& forget) {
    std::string text;
    for (const int v : forget.values) text += (text.empty() ? "" : ", ") + value(v);
    if (!text.empty()) numbered("forget " + text);
  }

  void write(const Publish&) {}  // after every step

  std::ostream& out_;
  const plan::Plan& plan_;
  const SiteProgram& program_;
  int step_ = 0;
};

RELATILE_INLINE void write(std::ostream& out, const plan::Plan& plan, const SiteProgram& program) {
  ProgramWriter(out, plan, program).write();
}

}  // namespace relatile::schedule
