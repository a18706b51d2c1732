// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/run.hpp"

#include <algorithm>
#include <limits>

#include "relatile/core/error.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/engine/consecutive_kernels.hpp"
#include "relatile/engine/exchanges/blocks.hpp"
#include "relatile/engine/exchanges/objects.hpp"
#include "relatile/engine/local_blocks.hpp"
#include "relatile/engine/place_in_plan.hpp"
#include "relatile/engine/run_kernels.hpp"
#include "relatile/engine/same_program.hpp"
#include "relatile/engine/stored_result.hpp"
#include "relatile/plan/step_facts.hpp"
#include "relatile/runtime/team.hpp"
#include "relatile/transport/patience.hpp"
#include "relatile/transport/together.hpp"

namespace relatile::engine {

RELATILE_INLINE Execution::Execution(PreparedRun& prepared)
    : plan_(prepared.plan),
      overwrites_(prepared.overwrites),
      transport_(prepared.transport()),
      sites_(prepared.sites),
      local_(prepared.local),
      neighbour_memory_(prepared.neighbour_memory),
      messages_([this] { transport::Operation::call_for_it([this] { progress_or_give_up(); }); },
                transport_.moves_on_other_threads()),
      measurements_(prepared.measurements),
      weights_(prepared.plan),
      options_(prepared.options) {}

RELATILE_INLINE std::shared_ptr<const Report> Execution::run() {
  std::vector<std::int64_t> outcomes;
  try {
    neighbour_memory_.rendezvous(local_);
    measurements_.begin_steps();
    run_steps();
    measurements_.end_steps();
    gather_stored();
    outcomes = gather_outcomes();
  } catch (...) {
    give_up();
    throw;
  }
  throw_first_failure(outcomes);
  return store_results(outcomes);
}

RELATILE_INLINE void Execution::give_up() const {
  std::string why = "out of memory";
  try {
    why = "can't go on at " + place_in(plan_, step_) + ": " + transport::caught().text;
  } catch (const std::bad_alloc&) {  // then for that text, too
  }
  transport_.give_up(why);
}

RELATILE_INLINE std::string Execution::overwritten_text(const std::string& why) const {
  return "can't go on at " + place_in(plan_, step_) + ", where arrays are changed in place: " + why;
}

RELATILE_INLINE void Execution::run_steps() {
  set_place([this] { return place_in(plan_, step_); });
  for (std::size_t s = 0; s < plan_.steps.size();) {
    const auto kernels = ConsecutiveKernels::from(plan_, s, sites_);
    const std::size_t end = std::max(kernels.end, s + 1);
    const auto run = [&] {
      for (; s < end; ++s) run_step(s);
    };
    if (kernels.on_threads > 1) {
      runtime::Team::run(run);
    } else {
      run();
    }
  }
}

RELATILE_INLINE void Execution::run_step(std::size_t s) {
  step_ = s;
  const MemoryWatch memory;
  step_begin_ = Clock::now();
  measured_ = {};
  const auto& instructions = local_.front().program.instructions;
  for (; next_ < instructions.size() && instructions[next_].step == static_cast<int>(s); ++next_) {
    std::visit([this](const auto& what) { execute(what); }, instructions[next_].what);
  }
  measured_.sent.resize(local_.size());
  measured_.seconds.resize(local_.size(), seconds_since(step_begin_));  // of exchanges: one for all
  measured_.high_water = measurements_.high_water(memory);
  measurements_.add(std::move(measured_));
}

RELATILE_INLINE void Execution::await(int site, std::int64_t step) {
  transport::Patience patience = transport_.patience();
  while (neighbours()->progress_of(site) <= step) {
    progress();
    transport_.make_progress();
    if (patience.over()) transport_.give_up_on({site});
  }
}

RELATILE_INLINE void Execution::progress() {
  for (auto& [s, exchange] : under_way_) exchange.progress();
  move_next();
}

RELATILE_INLINE void Execution::move_next() {
  for (auto& [s, exchange] : under_way_) {
    if (!exchange.takes_turns()) continue;
    if (exchange.waits()) {
      exchange.move();
      exchange.progress();  // for those that have nothing to send or receive here
    }
    if (!exchange.has_moved()) return;
  }
}

RELATILE_INLINE void Execution::progress_or_give_up() {
  try {
    progress();
  } catch (...) {
    give_up();
    throw;
  }
}

RELATILE_INLINE void Execution::execute(const schedule::AwaitReaders&) {
  for (std::size_t i = 0; i < local_.size(); ++i) {
    for (const auto& reader : told<schedule::AwaitReaders>(i).readers) {
      await(reader.site, reader.step);
    }
  }
}

RELATILE_INLINE void Execution::execute(const schedule::BeginExchange& begun) {
  const auto s = static_cast<std::size_t>(begun.exchange);
  const plan::Step& step = plan_.steps[s];
  std::vector<ArrayEnd> ends;
  for (std::size_t i = 0; i < local_.size(); ++i) {
    ends.push_back(array_end(local_[i], told<schedule::BeginExchange>(i)));
  }
  const int made_in = begun.endpoint.made_in;
  ArrayExchange& exchange =
      under_way_
          .try_emplace(s, step.exchange.reduces, node_of(step), std::move(ends), transport_,
                       [this, made_in](int site) { await(site, made_in); })
          .first->second;
  exchange.begin();
  move_next();
}

RELATILE_INLINE ArrayEnd Execution::array_end(LocalSite& local,
                                              const schedule::BeginExchange& begun) {
  const auto s = static_cast<std::size_t>(begun.exchange);
  const plan::Step& step = plan_.steps[s];
  SiteData& output = local.value(step.output);
  std::vector<const std::byte*> neighbours;
  for (const auto& read : begun.endpoint.reads) {
    std::byte* const data = neighbour_memory_.find(read);
    neighbours.push_back(data);
    // Nobody here owns what is borrowed: the sender keeps it for as long as it is read.
    if (begun.endpoint.borrows) output.pieces = {{read.box, Buffer(std::shared_ptr<void>(), data)}};
  }
  const placement::SiteBoxes held = nth(plan_.values, step.inputs[0]).placement.of(local.site);
  const SiteData& input = local.value(step.inputs[0]);
  return {local.site,
          &begun.endpoint,
          &input,
          &output,
          local.staging(s),
          has_gaps(input, held) ? std::optional(held.written_out()) : std::nullopt,
          std::move(neighbours)};
}

RELATILE_INLINE void Execution::execute(const schedule::MakeBlocks&) {
  const plan::Step& step = plan_.steps[step_];
  for (auto& local : local_) local.make_blocks(plan_, step, node_of(step));
}

RELATILE_INLINE void Execution::execute(const schedule::Compute&) {
  const double shared_seconds = seconds_since(step_begin_);
  for (std::size_t i = 0; i < local_.size(); ++i) {
    const auto site_begin = Clock::now();
    run_local(local_[i], told<schedule::Compute>(i).iteration);
    measured_.seconds.push_back(shared_seconds + seconds_since(site_begin));
  }
}

RELATILE_INLINE void Execution::run_local(LocalSite& local, const Box& iteration) {
  const plan::Step& step = plan_.steps[step_];
  const tra::Node& node = node_of(step);
  std::vector<const SiteData*> inputs;
  for (int input : step.inputs) inputs.push_back(&local.value(input));
  SiteData& output = local.value(step.output);
  // No kernel runs here, and what a failed site sends must be found under the new keys.
  if (!node.source().empty()) return run_key_map(node, *inputs[0], output);
  guarded(local, step_, [&] {
    MovingMessages* const messages = under_way_.empty() ? nullptr : &messages_;
    run_kernels(node, step.slice, iteration, inputs, output, messages);
  });
}

RELATILE_INLINE void Execution::execute(const schedule::FinishExchange&) {
  const transport::Operation::Kernels kernels;  // that combine
  ArrayExchange& exchange = under_way_.at(step_);
  exchange.finish();
  note_errors([&](std::size_t i) { return exchange.error(i); });
  measured_.sent = exchange.sent();
  under_way_.erase(step_);
  move_next();
}

RELATILE_INLINE void Execution::execute(const schedule::ExchangeBlocks&) {
  const transport::Operation::Kernels kernels;  // that combine, and what serialises objects
  plan::Step& step = plan_.steps[step_];
  const tra::Node& node = node_of(step);
  measured_.sent.resize(local_.size());
  std::vector<BlocksEnd> ends;
  for (std::size_t i = 0; i < local_.size(); ++i) {
    ends.push_back(blocks_end(local_[i], told<schedule::ExchangeBlocks>(i), node, step, step_));
  }
  if (node.type.block.object) {
    const auto errors = ObjectExchange(plan_, step, ends, transport_).run(measured_.sent);
    note_errors([&](std::size_t i) { return errors[i]; });
  } else {
    exchange_blocks(step.exchange.reduces, node, ends, transport_, measured_.sent);
  }
  if (!step.exchange.reduces) return;
  for (std::size_t i = 0; i < local_.size(); ++i) {
    guarded(local_[i], step_, [&] { combine_blocks(node, ends[i]); });
  }
}

RELATILE_INLINE void Execution::execute(const schedule::Forget&) {
  // Objects and shared buffers go; arena memory is used again by layout.
  for (std::size_t i = 0; i < local_.size(); ++i) {
    for (const int v : told<schedule::Forget>(i).values) local_[i].value(v) = SiteData{};
  }
}

RELATILE_INLINE void Execution::execute(const schedule::Publish&) {
  neighbours()->publish(static_cast<std::int64_t>(step_) + 1);
}

RELATILE_INLINE std::vector<std::int64_t> Execution::gather_outcomes() {
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < local_.size(); ++i) {
    mine.push_back(local_[i].failure.step);
    mine.push_back(local_[i].program.memory.arena_bytes + local_[i].program.memory.result_bytes -
                   local_[i].reused_bytes());
    measurements_.append_row(i, mine);
    weights_.append_row(local_[i], mine);
  }
  std::vector<std::int64_t> all = transport_.gather(mine);
  report_->peak_bytes = 0;
  for (std::size_t at = 1; at < all.size(); at += outcome_width()) {
    report_->peak_bytes = std::max(report_->peak_bytes, all[at]);
  }
  report_->measured = measurements_.read(all.data() + 2, outcome_width(), plan_.num_sites);
  report_->measured.agreement =
      measurements_.agreement_since_begin(transport_.control_sent(), plan_.num_sites);
  return all;
}

RELATILE_INLINE void Execution::throw_first_failure(const std::vector<std::int64_t>& all) {
  const std::size_t width = outcome_width();
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  int origin = -1;
  for (int site = 0; site < plan_.num_sites; ++site) {
    const std::int64_t step = all[static_cast<std::size_t>(site) * width];
    if (step < first) {
      first = step;
      origin = site;
    }
  }
  if (origin < 0) return;
  const LocalSite* here = nullptr;
  for (const auto& local : local_) {
    if (local.site == origin) here = &local;
  }
  const std::string text = transport_.text_from(origin, here ? here->failure.text : "");
  const plan::Step& step = nth(plan_.steps, first);
  const KernelError error(origin, node_of(step).name, description(node_of(step)), text);
  if (!here) throw error;
  try {
    std::rethrow_exception(here->failure.exception);
  } catch (...) {
    std::throw_with_nested(error);
  }
}

RELATILE_INLINE void Execution::gather_stored() {
  report_ = std::make_shared<Report>();
  for (const auto& [n, v] : plan_.results) {
    const tra::NodePtr& node = nth(plan_.nodes, n);
    if (node->evaluated()) continue;
    auto value = stored_result(plan_, v, sites_, local_, transport_.home());
    value->report = report_;
    stored_.emplace_back(node, std::move(value));
  }
  nodes_without_data_ = without_data(plan_.nodes);
}

RELATILE_INLINE std::shared_ptr<const Report> Execution::store_results(
    const std::vector<std::int64_t>& outcomes) {
  weights_.store(outcomes.data() + 2 + measurements_.width(), outcome_width());
  plan_.nodes = std::move(nodes_without_data_);
  report_->plan = std::move(plan_);
  report_->options = std::move(options_);
  for (auto& [node, value] : stored_) {
    node->value = std::move(value);
    node->release_inputs();
  }
  return report_;
}

RELATILE_INLINE std::shared_ptr<const Report> run(PreparedRun& prepared,
                                                  const std::vector<tra::NodePtr>& program) {
  prepared.agree(program);
  return Execution(prepared).run();
}

RELATILE_INLINE std::shared_ptr<const Report> run(plan::Plan plan,
                                                  transport::Transport& transport) {
  std::vector<tra::NodePtr> program;
  for (const auto& result : plan.results) {
    program.push_back(nth(plan.nodes, result.first));
  }
  PreparedRun prepared(transport);
  prepared.prepare([&] {
    const std::int64_t values = ProgramHash({}, plan.nodes).value();
    return Planned{std::move(plan), values};
  });
  return run(prepared, program);
}

}  // namespace relatile::engine
