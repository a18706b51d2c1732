// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/run_program.hpp"

#include <cstring>
#include <map>
#include <memory>
#include <relatile/array/placed.hpp>
#include <relatile/array/stored.hpp>
#include <relatile/context/context.hpp>
#include <relatile/core/memory.hpp>
#include <relatile/expr/generate.hpp>
#include <relatile/kernel/compiled_function.hpp>
#include <relatile/kernel/products/contract.hpp>
#include <relatile/kernel/reductions.hpp>
#include <relatile/program/print.hpp>
#include <relatile/program/to_graph.hpp>
#include <relatile/schedule/peak_memory.hpp>
#include <relatile/tra/map.hpp>
#include <relatile/tra/operators.hpp>
#include <relatile/transport/loopback.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/plain_program.hpp"
#include "support/random_program.hpp"
#include "support/slow_network.hpp"
#include "support/traffic.hpp"

namespace relatile::test {
namespace {

// ---- Kernels
// --------------------------------------------------------------------------------------

void fill_with(Stage& stage, const Stage& made) {
  stage.run = made.run;
  stage.plain = made.plain;
}
template <class... F>
bool fill_from(Stage& stage, TypeList<F...>) {
  return ((stage.name == F::name &&
           (fill_with(stage, kernel::function_of<F, double>().stage()), true)) ||
          ...);
}

/// The greater of an element and zero.
Stage relu() {
  Stage stage;
  stage.run = [](const Chunk& chunk) {
    const auto* const x = static_cast<const double*>(chunk.inputs[0]);
    auto* const y = static_cast<double*>(chunk.output);
    for (std::int64_t i = 0; i < chunk.count; ++i) y[i] = function::Maximum::apply(x[i], 0.0);
  };
  stage.plain = [](std::span<const void* const> inputs, void* output, const Extents&) {
    const double x = *static_cast<const double*>(inputs[0]);
    *static_cast<double*>(output) = x > 0 ? x : 0;
  };
  return stage;
}

void fill_stage(Stage& stage, const std::vector<ElementType>& operands) {
  using namespace function;
  for (const ElementType element : operands) REQUIRE(element == element_type_of<double>());
  if (stage.name == "relu") return fill_with(stage, relu());
  if (fill_from(stage, TypeList<Abs, Negative, Sign, Square>{})) return;
  if (fill_from(stage, TypeList<Add, Subtract, Multiply, Maximum, Minimum>{})) return;
  throw std::logic_error("no kernel for " + stage.name);
}

template <class... Op>
bool fill_reduction(Reduction& reduction, TypeList<Op...>) {
  return (
      (reduction.name == Op::name && (reduction = kernel::make_reduction<Op, double>(), true)) ||
      ...);
}

void fill_product(tra::Node& node) {
  ContractionPlain plain;
  plain.multiply_add = [](void* sum, const void* a, const void* b) {
    *static_cast<double*>(sum) += *static_cast<const double*>(a) * *static_cast<const double*>(b);
  };
  tra::change_op<tra::Contract>(node, [&](tra::Contract& contract) {
    contract.plain = std::make_shared<const ContractionPlain>(std::move(plain));
    contract.kernel = kernel::contract<double>;
  });
}

// ---- Leaves
// ---------------------------------------------------------------------------------------

/// Where an input is that may be anywhere, but only once: evenly split, on one site, or in strips
/// dealt out to the sites.
placement::Placement some_placement(Dice& dice, const Extents& extents, int num_sites) {
  const int rank = extents.rank();
  const auto assignment = rank == 0 ? 0 : dice.below(4);
  if (assignment == 0) {
    return placement::on_site(num_sites, static_cast<int>(dice.between(0, num_sites - 1)), extents);
  }
  const auto axis = static_cast<int>(dice.between(0, rank - 1));
  if (assignment == 1) return program::split_evenly(extents, {axis}, num_sites);
  if (assignment == 2 && rank > 1) {
    return program::split_evenly(extents, {axis, (axis + 1) % rank}, num_sites);
  }
  placement::Placement::Table strips(static_cast<std::size_t>(num_sites));
  for (std::int64_t low = 0; low < extents[axis];) {
    Box strip = Box::whole(extents);
    strip.low[axis] = low;
    low = std::min(low + dice.between(1, 3), extents[axis]);
    strip.high[axis] = low;
    if (!strip.empty()) strips[dice.below(strips.size())].push_back(strip);
  }
  return {std::move(strips), "strips"};
}

/// Elements of the leaf, in the boxes that each local site holds.
tra::NodePtr stored_leaf(const program::Statement& statement, const tra::NodePtr& sketch,
                         std::uint64_t seed) {
  const Extents& extents = sketch->type.extents;
  const Session& session = Session::current();
  placement::Placement placement;
  if (sketch->evaluated()) {
    placement = {sketch->value->held, sketch->value->placement};
  } else {
    Dice dice(seed + 31 * static_cast<std::uint64_t>(statement.name.text.back()));
    placement = some_placement(dice, extents, session.num_sites());
  }
  std::vector<SiteData> local;
  for (int site : session.local_sites()) {
    SiteData data;
    for (const Box& box : placement.of(site)) {
      data.pieces.push_back(detail::new_piece(box, sketch->type.block.element));
      auto* elements = reinterpret_cast<double*>(data.pieces.back().data.get());
      for_each_coordinate(box, [&](const Extents& at) {
        *elements++ = datum(seed, statement.name.text, linear_index(at, extents));
      });
    }
    local.push_back(std::move(data));
  }
  return detail::stored_node("input", sketch->type, placement.table(), placement.text,
                             std::move(local));
}

template <int N>
tra::NodePtr generated(const program::Statement& statement, const Extents& extents,
                       std::uint64_t seed) {
  const auto element = [extents, seed, name = statement.name.text](const Extents& at) {
    return datum(seed, name, linear_index(at, extents));
  };
  return generate<double, N>("source", extents, 1, element).node();
}

tra::NodePtr make_leaf(const program::Statement& statement, const tra::NodePtr& sketch,
                       std::uint64_t seed) {
  if (statement.kind == program::Operator::input) return stored_leaf(statement, sketch, seed);
  const Extents& extents = sketch->type.extents;
  switch (extents.rank()) {
    case 0: return generated<0>(statement, extents, seed);
    case 1: return generated<1>(statement, extents, seed);
    case 2: return generated<2>(statement, extents, seed);
    case 3: return generated<3>(statement, extents, seed);
    case 4: return generated<4>(statement, extents, seed);
    default: throw std::logic_error("a source of too many dimensions");
  }
}

program::Graph runnable(const program::Program& program, std::uint64_t seed) {
  program::GraphOptions options;
  options.num_sites = Session::current().num_sites();
  options.kernels.stage = fill_stage;
  options.kernels.reduction = [](Reduction& reduction) {
    using Known = TypeList<kernel::Sum, kernel::Prod, kernel::Min, kernel::Max>;
    if (!fill_reduction(reduction, Known{})) {
      throw std::logic_error("no kernel for " + reduction.name);
    }
  };
  options.kernels.product = fill_product;
  options.kernels.leaf = [seed](const program::Statement& statement, const tra::NodePtr& sketch) {
    return make_leaf(statement, sketch, seed);
  };
  return program::to_graph(program, options);
}

// ---- Comparing
// ------------------------------------------------------------------------------------

/// Copies the value to every site, and compares all of them. Collective.
void require_value(const tra::NodePtr& node, const Dense& expected) {
  REQUIRE(node->type.extents == expected.shape);
  const Extents& extents = node->type.extents;
  const auto everywhere = tra::make_view("placed", node, Access::identity(extents.rank()), extents);
  const auto target = placement::replicated(Session::current().num_sites(), extents);
  everywhere->pins.boxes = target.table();
  everywhere->pins.place = target.text;
  Session::current().evaluate({everywhere});
  require_report(everywhere);
  for (const SiteData& site : everywhere->value->local) {
    std::vector<double> actual(expected.elements.size());
    if (!actual.empty()) {
      const ArrayPiece* piece = site.piece_holding(Box::whole(extents));
      REQUIRE(piece != nullptr);
      std::memcpy(actual.data(), piece->data.get(), actual.size() * sizeof(double));
    }
    // Of zeros of both signs the largest may be either: these are equal numbers.
    REQUIRE(actual == expected.elements);
  }
}

/// A program with its data, before it is evaluated.
struct Ready {
  program::Graph graph;
  std::vector<Handle> handles;  ///< what they hold is kept, not fused away
};
Ready make_ready(const program::Program& program, std::uint64_t seed) {
  Ready ready{runnable(program, seed), {}};
  Dice dice(seed);
  for (const auto& [name, nodes] : ready.graph.nodes) {
    if (dice.percent(25)) ready.handles.push_back(handle_of(*nodes.back()));
  }
  return ready;
}

void require_values(const Ready& ready, const std::map<std::string, Dense>& expected) {
  for (const auto& output : ready.graph.outputs) {
    REQUIRE(output->evaluated());
    require_report(output);
  }
  for (const auto& [name, nodes] : ready.graph.nodes) {
    CAPTURE(name);
    if (nodes.back()->evaluated()) require_value(nodes.back(), expected.at(name));
  }
}

/// Evaluates the program with at most `cap` bytes a rank, and compares what it holds with what was
/// predicted and with the cap; the smallest cap that would do if this one does not.
std::int64_t evaluate_within(const Ready& ready, std::int64_t cap) {
  Context& context = Context::current();
  MemoryMeter& meter = memory_meter();
  meter.reset();
  const std::int64_t before = meter.live_bytes;
  context.plan_options().memory_per_rank = cap;
  try {
    context.evaluate(ready.graph.outputs);
  } catch (const OutOfMemory& error) {
    context.plan_options().memory_per_rank = 0;
    CHECK(meter.allocations == 0);
    CHECK(error.smallest_cap() == cap + error.missing());
    for (const auto& output : ready.graph.outputs) CHECK(!output->value);
    return error.smallest_cap();
  }
  context.plan_options().memory_per_rank = 0;
  for (const auto& output : ready.graph.outputs) {
    if (!output->value->report) continue;
    const auto& plan = static_cast<const engine::Report*>(output->value->report.get())->plan;
    const std::vector<schedule::SitePeak> peaks = schedule::site_peaks(plan);
    std::int64_t allocated = 0;
    for (int site : context.local_sites()) allocated += peaks[std::size_t(site)].allocated();
    CHECK(meter.peak_bytes - before <= allocated);
    for (const auto& peak : peaks) CHECK(peak.total() <= plan.peak_memory.value);
    CHECK(plan.peak_memory.value <= cap);
  }
  return cap;
}

}  // namespace

void check_program(const program::Program& program, std::uint64_t seed) {
  const int num_sites = Session::current().num_sites();
  const std::string text = program::to_text(program);
  CAPTURE(seed, num_sites, text);
  const Ready ready = make_ready(program, seed);
  Session::current().evaluate(ready.graph.outputs);
  require_values(ready, plain_values(program, seed));
}

void check_within_memory(const program::Program& program, std::uint64_t seed) {
  const int num_sites = Session::current().num_sites();
  const std::string text = program::to_text(program);
  CAPTURE(seed, num_sites, text);
  const auto expected = plain_values(program, seed);
  std::int64_t most = 0;
  {
    const Ready ready = make_ready(program, seed);
    Context::current().evaluate(ready.graph.outputs);
    for (const auto& output : ready.graph.outputs) {
      if (!output->value->report) continue;
      const auto& report = *static_cast<const engine::Report*>(output->value->report.get());
      most = std::max(most, schedule::plan_peak(report.plan).peak.total());
    }
  }
  const std::int64_t least = evaluate_within(make_ready(program, seed), 1);
  CHECK(least <= std::max<std::int64_t>(most, 1));
  if (least > 2) CHECK(evaluate_within(make_ready(program, seed), least - 1) == least);
  for (const std::int64_t cap : {least, least + (most - least) / 3, most}) {
    CAPTURE(cap, least, most);
    if (cap < 1) continue;
    const Ready ready = make_ready(program, seed);
    REQUIRE(evaluate_within(ready, cap) == cap);
    require_values(ready, expected);
  }
}

void check_program(std::uint64_t seed, int num_sites, const std::string& planner,
                   const std::string& objective) {
  CAPTURE(planner, objective);
  // Every third seed has each site on a host of its own, one has all on one, one has two in turns.
  std::vector<int> hosts;
  for (int site = 0; seed % 3 > 0 && site < num_sites; ++site) {
    hosts.push_back(seed % 3 == 1 ? 0 : site % 2);
  }
  Context context(
      std::make_unique<transport::Loopback>(num_sites, plan::default_message_limit, hosts));
  context.plan_options().hosts.in_place_bytes = 1;
  context.plan_options().panel_bytes = seed % 2 == 0 ? 1 : 0;
  if (seed % 4 < 2) context.plan_options().cache = every_panel;
  if (seed % 5 < 2) context.plan_options().machine = slow_network();
  context.plan_options().planner = planner;
  context.plan_options().objective = objective;
  check_program(random_program(seed, Sizes::small), seed);
}

}  // namespace relatile::test
