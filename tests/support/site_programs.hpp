// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include <relatile/core/box.hpp>
#include <relatile/core/extents.hpp>
#include <relatile/plan/plan.hpp>
#include <relatile/schedule/lower.hpp>

namespace relatile::test {

/// Follows the programs of all sites of a plan element by element, in plain loops, and lists what
/// is wrong with them: messages that one end does not know of, elements of arrays that are read
/// before they are made or after they are forgotten, arrays that share memory in the arena. Of
/// relations it sees the messages only, and takes it that all contributions to a sum arrive. For
/// small arrays.
class SitePrograms {
 public:
  explicit SitePrograms(const plan::Plan& plan) : plan_(plan) {
    for (int site = 0; site < plan.num_sites; ++site) {
      programs_.push_back(schedule::lower(plan, site, plan::default_message_limit));
    }
    begin_at_.assign(programs_.size(), std::vector<std::size_t>(plan.steps.size()));
  }
  /// To be spoilt.
  std::vector<schedule::SiteProgram>& programs() { return programs_; }

  /// What is wrong; empty if nothing is.
  std::vector<std::string> faults() {
    faults_.clear();
    require_same_instructions();
    if (!faults_.empty()) return faults_;
    for (std::size_t site = 0; site < programs_.size(); ++site) follow(site);
    match_messages();
    match_reads();
    for (std::size_t site = 0; site < programs_.size(); ++site) check_memory(site);
    return faults_;
  }
  /// How many messages and reads there were, so that no test passes because there were none.
  std::size_t num_messages() const { return num_messages_; }
  std::size_t num_reads() const { return num_reads_; }

 private:
  using Elements = std::vector<char>;  ///< of a value, row-major: 1 where it has been written

  void fault(std::size_t site, std::size_t at, const std::string& what) {
    faults_.push_back("site " + std::to_string(site) + ", instruction " + std::to_string(at) +
                      ": " + what);
  }
  const plan::Step& step(int s) const { return plan_.steps[static_cast<std::size_t>(s)]; }
  const tra::Node& node_of(const plan::Step& one) const {
    return *plan_.nodes[static_cast<std::size_t>(one.node)];
  }
  const tra::RelationType& type_of(int value) const {
    const int node = plan_.values[static_cast<std::size_t>(value)].node;
    return plan_.nodes[static_cast<std::size_t>(node)]->type;
  }
  static std::string name(int value) { return "R" + std::to_string(value); }

  void require_same_instructions() {
    const auto& first = programs_.front().instructions;
    for (std::size_t site = 0; site < programs_.size(); ++site) {
      const auto& mine = programs_[site].instructions;
      if (mine.size() != first.size()) return fault(site, 0, "has another number of instructions");
      for (std::size_t at = 0; at < mine.size(); ++at) {
        const bool same =
            mine[at].step == first[at].step && mine[at].what.index() == first[at].what.index();
        if (!same) fault(site, at, "is another instruction than on site 0");
      }
    }
  }

  // ---- One site: what is written before it is read, and not forgotten before

  template <class Visit>
  void for_each_element(int value, const Box& box, Visit&& visit) const {
    for_each_coordinate(box, [&](const Key& key) {
      visit(static_cast<std::size_t>(linear_index(key, type_of(value).extents)));
    });
  }
  void write(Elements& elements, int value, const Box& box) const {
    for_each_element(value, box, [&](std::size_t at) { elements[at] = 1; });
  }
  bool has(const Elements& elements, int value, const Box& box) const {
    bool all = true;
    for_each_element(value, box, [&](std::size_t at) { all = all && elements[at] != 0; });
    return all;
  }

  void follow(std::size_t site) {
    std::vector<Elements> values(plan_.values.size());
    for (std::size_t v = 0; v < values.size(); ++v) {
      values[v].assign(static_cast<std::size_t>(volume(type_of(static_cast<int>(v)).extents)), 0);
    }
    for (const auto& one : plan_.steps) {
      if (one.kind == plan::StepKind::stored) write_all(values, one.output, site);
    }
    const auto& instructions = programs_[site].instructions;
    for (std::size_t at = 0; at < instructions.size(); ++at) {
      const plan::Step& one = step(instructions[at].step);
      if (const auto* begun = std::get_if<schedule::BeginExchange>(&instructions[at].what)) {
        follow_begin(values, *begun, site, at);
      } else if (const auto* work = std::get_if<schedule::Compute>(&instructions[at].what)) {
        follow_work(values, one, *work, site, at);
      } else if (std::holds_alternative<schedule::FinishExchange>(instructions[at].what)) {
        follow_end(values, one, site, at);
      } else if (std::holds_alternative<schedule::ExchangeBlocks>(instructions[at].what)) {
        write_all(values, one.output, site);
      } else if (const auto* gone = std::get_if<schedule::Forget>(&instructions[at].what)) {
        for (const int v : gone->values) {
          std::fill(values[static_cast<std::size_t>(v)].begin(),
                    values[static_cast<std::size_t>(v)].end(), char(0));
        }
      }
    }
    for (const auto& result : plan_.results) {
      const int v = result.second;
      for (const auto& box : plan_.values[static_cast<std::size_t>(v)].placement.of(int(site))) {
        if (!has(values[static_cast<std::size_t>(v)], v, box)) {
          fault(site, instructions.size(), "the result " + name(v) + " is not all there");
        }
      }
    }
  }
  void write_all(std::vector<Elements>& values, int v, std::size_t site) const {
    for (const auto& box : plan_.values[static_cast<std::size_t>(v)].placement.of(int(site))) {
      write(values[static_cast<std::size_t>(v)], v, box);
    }
  }
  void follow_begin(std::vector<Elements>& values, const schedule::BeginExchange& begun,
                    std::size_t site, std::size_t at) {
    const int in = step(begun.exchange).inputs[0];
    begin_at_[site][static_cast<std::size_t>(begun.exchange)] = at;
    for (const auto& message : begun.endpoint.staging.outgoing) {
      if (!has(values[static_cast<std::size_t>(in)], in, message.transfer.region)) {
        fault(site, at, "sends elements of " + name(in) + " that it has not made");
      }
    }
  }
  void follow_work(std::vector<Elements>& values, const plan::Step& one,
                   const schedule::Compute& work, std::size_t site, std::size_t at) {
    const tra::Node& node = node_of(one);
    if (!node.type.elements ||
        (node.kind() != tra::Kind::map && node.kind() != tra::Kind::contract)) {
      return write_all(values, one.output, site);
    }
    for (std::size_t x = 0; x < one.inputs.size() && !work.iteration.empty(); ++x) {
      const int in = one.inputs[x];
      if (!has(values[static_cast<std::size_t>(in)], in, node.accesses[x].image(work.iteration))) {
        fault(site, at, "reads elements of " + name(in) + " that are not there");
      }
    }
    if (work.iteration.empty()) {
      if (one.slice.index == 0) write_all(values, one.output, site);  // sums of nothing
    } else {
      write(values[static_cast<std::size_t>(one.output)], one.output,
            node.output.image(work.iteration));
    }
  }
  void follow_end(std::vector<Elements>& values, const plan::Step& one, std::size_t site,
                  std::size_t at) {
    const auto s = static_cast<std::size_t>(&one - plan_.steps.data());
    const auto* const begun = std::get_if<schedule::BeginExchange>(
        &programs_[site].instructions[begin_at_[site][s]].what);
    if (!begun || begun->exchange != static_cast<int>(s)) {
      return fault(site, at, "ends what it has not begun");
    }
    Elements& made = values[static_cast<std::size_t>(one.output)];
    if (one.exchange.reduces) return write_all(values, one.output, site);
    const Elements& own = values[static_cast<std::size_t>(one.inputs[0])];
    for (std::size_t i = 0; i < own.size(); ++i) made[i] = made[i] != 0 || own[i] != 0;
    for (const auto& message : begun->endpoint.staging.incoming) {
      write(made, one.output, message.transfer.region);
    }
    for (const auto& read : begun->endpoint.reads) {
      write(made, one.output, read.transfer.region);
    }
    for (const auto& box :
         plan_.values[static_cast<std::size_t>(one.output)].placement.of(int(site))) {
      if (!has(made, one.output, box)) fault(site, at, "does not get all of " + name(one.output));
    }
  }

  // ---- Two sites: every send has its receive, every read its piece

  using Message = std::tuple<int, int, int, Extents>;  ///< exchange, from, to, where
  void match_messages() {
    std::map<Message, std::vector<std::int64_t>> ends;  // bytes and rounds, of both
    const auto add = [&](int exchange, const schedule::StagedTransfer& t) {
      auto& known = ends[{exchange, t.transfer.from, t.transfer.to, t.transfer.region.low}];
      known.insert(known.end(), {t.bytes, t.round, t.transfer.region.count()});
    };
    for (const auto& program : programs_) {
      for (const auto& instruction : program.instructions) {
        const auto* const begun = std::get_if<schedule::BeginExchange>(&instruction.what);
        if (begun) {
          for (const auto& t : begun->endpoint.staging.outgoing) add(begun->exchange, t);
          for (const auto& t : begun->endpoint.staging.incoming) add(begun->exchange, t);
        }
        const auto* const blocks = std::get_if<schedule::ExchangeBlocks>(&instruction.what);
        if (!blocks) continue;
        for (const auto* side : {&blocks->outgoing, &blocks->incoming}) {
          for (const auto& transfer : *side) add(instruction.step, {transfer});
        }
      }
    }
    for (const auto& [message, known] : ends) {
      ++num_messages_;
      const bool matched =
          known.size() == 6 && std::equal(known.begin(), known.begin() + 3, known.begin() + 3);
      if (matched) continue;
      fault(static_cast<std::size_t>(std::get<1>(message)), 0,
            "its message to site " + std::to_string(std::get<2>(message)) +
                " is known to one end only, or differs");
    }
  }

  /// Whatever is read of a neighbour is in the list of what that shows, made when it is looked for,
  /// and stays until it has been read.
  void match_reads() {
    for (std::size_t site = 0; site < programs_.size(); ++site) {
      const auto& instructions = programs_[site].instructions;
      for (std::size_t at = 0; at < instructions.size(); ++at) {
        const auto* const begun = std::get_if<schedule::BeginExchange>(&instructions[at].what);
        if (!begun) continue;
        for (const auto& read : begun->endpoint.reads) match_read(site, at, *begun, read);
      }
    }
  }
  void match_read(std::size_t site, std::size_t at, const schedule::BeginExchange& begun,
                  const schedule::NeighbourRead& read) {
    ++num_reads_;
    const auto from = static_cast<std::size_t>(read.transfer.from);
    const auto& shown = programs_[from].shown;
    if (read.number >= shown.size() || shown[read.number].step != begun.exchange ||
        !(shown[read.number].transfer == read.transfer)) {
      return fault(site, at, "reads what its neighbour does not show");
    }
    const int in = step(begun.exchange).inputs[0];
    if (begun.endpoint.made_in != last_made_in(in)) {
      fault(site, at, "does not wait until its neighbour has made " + name(in));
    }
    const int freed = forgotten_in(from, in);
    const int done =
        begun.endpoint.borrows ? forgotten_in(site, step(begun.exchange).output) : begun.exchange;
    if (freed < 0 || last_made_in(in) < 0) return;  // it stays until all meet
    bool awaited = false;
    for (const auto& instruction : programs_[from].instructions) {
      const auto* const await = std::get_if<schedule::AwaitReaders>(&instruction.what);
      if (!await || instruction.step > freed + 1) continue;
      for (const auto& reader : await->readers) {
        awaited = awaited || (reader.site == static_cast<int>(site) && reader.step >= done);
      }
    }
    const bool ends = freed + 1 >= static_cast<int>(plan_.steps.size());
    if (!awaited && !ends) fault(from, 0, "does not wait for who reads " + name(in));
  }
  int last_made_in(int value) const {
    int last = -1;
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      const plan::Step& one = plan_.steps[s];
      if (one.output == value && one.kind != plan::StepKind::stored) last = static_cast<int>(s);
    }
    return last;
  }
  int forgotten_in(std::size_t site, int value) const {
    for (const auto& instruction : programs_[site].instructions) {
      const auto* const gone = std::get_if<schedule::Forget>(&instruction.what);
      if (gone && std::count(gone->values.begin(), gone->values.end(), value) > 0) {
        return instruction.step;
      }
    }
    return -1;
  }

  // ---- Memory: what is in the arena at the same time lies apart

  struct Held {
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
    std::size_t first = std::numeric_limits<std::size_t>::max();  ///< instructions
    std::size_t last = 0;
    std::string what;
  };
  void check_memory(std::size_t site) {
    std::vector<Held> held = held_values(site);
    const schedule::SiteProgram& program = programs_[site];
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      const std::size_t begin = begin_at_[site][s];
      const auto* const begun =
          std::get_if<schedule::BeginExchange>(&program.instructions[begin].what);
      if (!begun || begun->exchange != static_cast<int>(s)) continue;
      held.push_back({program.memory.staging_offset[s], begun->endpoint.staging.bytes, begin,
                      end_of(site, static_cast<int>(s)), "staging of step " + std::to_string(s)});
    }
    for (std::size_t a = 0; a < held.size(); ++a) {
      if (held[a].bytes > 0 && held[a].offset + held[a].bytes > program.memory.arena_bytes) {
        fault(site, held[a].first, held[a].what + " ends behind the arena");
      }
      for (std::size_t b = 0; b < a; ++b) {
        if (held[a].last < held[b].first || held[b].last < held[a].first) continue;
        if (held[a].bytes == 0 || held[b].bytes == 0) continue;
        if (held[a].offset >= held[b].offset + held[b].bytes) continue;
        if (held[b].offset >= held[a].offset + held[a].bytes) continue;
        fault(site, held[a].first, held[a].what + " and " + held[b].what + " share memory");
      }
    }
  }
  std::size_t end_of(std::size_t site, int s) const {
    const auto& instructions = programs_[site].instructions;
    for (std::size_t at = 0; at < instructions.size(); ++at) {
      const bool ends = std::holds_alternative<schedule::FinishExchange>(instructions[at].what);
      if (ends && instructions[at].step == s) return at;
    }
    return instructions.size();
  }
  /// Arrays that lie in the arena, from the first instruction that writes them to the last that has
  /// anything in the same memory.
  std::vector<Held> held_values(std::size_t site) const {
    const schedule::SiteProgram& program = programs_[site];
    std::map<int, Held> held;  // by the value whose memory it is
    std::vector<int> memory_of(plan_.values.size(), -1);
    std::vector<int> part_in(plan_.values.size(), -1);  // the value in which part of another lies
    for (const auto& place : program.arrays) {
      const auto v = static_cast<std::size_t>(place.value);
      if (place.where == schedule::ArrayPlace::Where::borrowed) continue;
      if (place.where == schedule::ArrayPlace::Where::shared) {
        memory_of[v] = memory_of[static_cast<std::size_t>(place.of)];
        continue;
      }
      const int owner = program.memory.owner[v];
      memory_of[v] = owner;
      if (program.memory.value_offset[v] < 0) continue;
      Held& one = held[owner];
      one.what = name(owner);
      one.offset = program.memory.value_offset[v];
      one.bytes = std::max(one.bytes, bytes_on(site, place));
      if (place.where == schedule::ArrayPlace::Where::bordered) part_in[v] = place.of;
    }
    const auto use = [&](int value, std::size_t at) {
      for (; value >= 0; value = part_in[static_cast<std::size_t>(value)]) {
        const auto found = held.find(memory_of[static_cast<std::size_t>(value)]);
        if (found == held.end()) continue;
        found->second.first = std::min(found->second.first, at);
        found->second.last = std::max(found->second.last, at);
      }
    };
    for (std::size_t at = 0; at < program.instructions.size(); ++at) {
      const auto& [s, what] = program.instructions[at];
      if (const auto* begun = std::get_if<schedule::BeginExchange>(&what)) {
        use(step(begun->exchange).output, at);
        use(step(begun->exchange).inputs[0], at);
      }
      const bool works = std::holds_alternative<schedule::Compute>(what) ||
                         std::holds_alternative<schedule::FinishExchange>(what);
      if (!works) continue;
      use(step(s).output, at);
      for (const int in : step(s).inputs) use(in, at);
    }
    std::vector<Held> all;
    for (auto& [owner, one] : held) all.push_back(std::move(one));
    return all;
  }
  std::int64_t bytes_on(std::size_t site, const schedule::ArrayPlace& place) const {
    const auto& placement = plan_.values[static_cast<std::size_t>(place.value)].placement;
    std::int64_t bytes = 0;
    for (const auto& box : place.where == schedule::ArrayPlace::Where::bordered
                               ? placement::SiteBoxes(place.borders)
                               : placement.of(static_cast<int>(site))) {
      bytes += type_of(place.value).bytes_in(box).value;
    }
    return bytes;
  }

  const plan::Plan& plan_;
  std::vector<schedule::SiteProgram> programs_;
  std::vector<std::vector<std::size_t>> begin_at_;  ///< per site and step
  std::vector<std::string> faults_;
  std::size_t num_messages_ = 0;
  std::size_t num_reads_ = 0;
};

}  // namespace relatile::test
