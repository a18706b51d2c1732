// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <memory>
#include <vector>

#include <algorithm>
#include <relatile/cost/squares.hpp>
#include <relatile/cost/time.hpp>
#include <relatile/cost/work.hpp>
#include <relatile/placement/layout.hpp>
#include <relatile/strategy/redistribute.hpp>
#include <relatile/strategy/reduce.hpp>
#include <relatile/tra/contract.hpp>
#include <relatile/tra/map.hpp>
#include <relatile/tra/operators.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace machine_test {

namespace rt = relatile;
using namespace rt::cost;
using rt::Box;
using rt::Bytes;
using rt::Extents;
using rt::Flops;
using rt::Messages;
using rt::Seconds;
using rt::placement::Layout;
using rt::placement::Placement;
using rt::plan::Pattern;

namespace {

/// Two nodes of two ranks, with a different figure for everything.
Machine machine() {
  Machine m;
  m.nodes = 2;
  m.ranks_per_node = 2;
  m.memory_bandwidth = 1e6;
  m.chunked_bandwidth_factor = 0.5;
  m.flops_per_second = {1e6, 2e5, 3e5, 4e5, 5e5, 6e5};
  m.new_memory_bandwidth = 1e4;
  double factor = 1;
  for (auto& links : m.exchanges) {
    links = {{{1e-3 * factor}, 1e5 * factor}, {{1e-2 * factor}, 1e4 * factor}};
    factor += 1;
  }
  return m;
}

rt::tra::NodePtr input(const Extents& shape) {
  auto node = std::make_shared<rt::tra::Node>();
  node->type = rt::tra::array_type(rt::element_type_of<double>(), shape);
  return node;
}

Placement placed(const Layout& layout, const Extents& extents, int sites) {
  return rt::placement::one_box_a_site(sites, "",
                                       [&](int site) { return layout.box(site, extents); });
}

}  // namespace

TEST_CASE("the default machine is usable: all figures are positive") {
  const Machine m;
  CHECK(m.num_ranks() == 64);
  CHECK(m.memory_bandwidth > 0);
  CHECK(m.new_memory_bandwidth > 0);
  CHECK(m.memory_per_rank.value > 0);
  for (double rate : m.flops_per_second) CHECK(rate > 0);
  for (const auto& links : m.exchanges) {
    for (const auto& link : {links.within_node, links.between_nodes}) {
      CHECK(link.latency.value > 0);
      CHECK(link.bytes_per_second > 0);
    }
  }
}

TEST_CASE("messages take latency each and their bytes, by where they go") {
  const Machine m = machine();
  const ExchangeLoad load{{Bytes{2000}, Messages{3}}, {Bytes{500}, Messages{2}}};
  const auto time = [&](const Links& links) {
    return 3 * links.within_node.latency.value + 2000 / links.within_node.bytes_per_second +
           2 * links.between_nodes.latency.value + 500 / links.between_nodes.bytes_per_second;
  };
  for (const auto pattern : {Pattern::point_to_point, Pattern::all_to_all}) {
    const Seconds seconds = seconds_of_exchange(m, pattern, false, load, 4);
    CHECK(seconds.value == Approx(time(m.links(kind_of(pattern, false)))));
    CHECK(seconds_of_exchange(m, pattern, true, load, 4).value ==
          Approx(time(m.links(ExchangeKind::reduce))));
  }
  CHECK(seconds_of_exchange(m, Pattern::none, false, ExchangeLoad{}, 4) == Seconds{0});
  CHECK(seconds_of_exchange(m, Pattern::all_to_all, false, load, 1) == Seconds{0});
}

TEST_CASE("collectives take a latency for every doubling of the group") {
  Machine m = machine();
  const Links gather = m.links(ExchangeKind::all_gather);
  const ExchangeLoad inside{{Bytes{700}, Messages{7}}, {}};
  m.ranks_per_node = 8;
  CHECK(seconds_of_exchange(m, Pattern::all_gather, false, inside, 8).value ==
        Approx(3 * gather.within_node.latency.value + 700 / gather.within_node.bytes_per_second));
  // 8 ranks on 4 nodes: one doubling within, two between.
  m.ranks_per_node = 2;
  const ExchangeLoad both{{Bytes{100}, Messages{1}}, {Bytes{600}, Messages{6}}};
  const double expected =
      1 * gather.within_node.latency.value + 100 / gather.within_node.bytes_per_second +
      2 * gather.between_nodes.latency.value + 600 / gather.between_nodes.bytes_per_second;
  CHECK(seconds_of_exchange(m, Pattern::all_gather, false, both, 8).value == Approx(expected));
}

TEST_CASE("a broadcast takes twice its bytes however many receive them") {
  Machine m = machine();
  m.ranks_per_node = 1024;
  for (auto& links : m.exchanges) links.within_node.latency = Seconds{0};
  const double rate = m.links(ExchangeKind::broadcast).within_node.bytes_per_second;
  for (int q : {2, 3, 16, 1024}) {
    const ExchangeLoad root{{Bytes{6000 * (q - 1)}, Messages{q - 1}}, {}};
    CHECK(seconds_of_exchange(m, Pattern::broadcast, false, root, q).value ==
          Approx(2 * 6000.0 * (q - 1) / q / rate));
  }
}

TEST_CASE("where only totals are known, neighbours are taken to exchange equally") {
  const Machine m = machine();
  const ExchangeLoad even{{Bytes{300}, Messages{1}}, {Bytes{600}, Messages{2}}};
  for (const auto pattern : {Pattern::point_to_point, Pattern::all_gather, Pattern::all_to_all}) {
    CHECK(seconds_of_exchange(m, pattern, false, Bytes{900}, Messages{3}, 4) ==
          seconds_of_exchange(m, pattern, false, even, 4));
    const ExchangeLoad inside{{Bytes{900}, Messages{1}}, {}};
    CHECK(seconds_of_exchange(m, pattern, false, Bytes{900}, Messages{1}, 2) ==
          seconds_of_exchange(m, pattern, false, inside, 2));
    CHECK(seconds_of_exchange(m, pattern, false, Bytes{900}, Messages{1}, 1) == Seconds{0});
  }
}

TEST_CASE("work takes as long as its flops or its bytes") {
  const Machine m = machine();
  CHECK(seconds_of_work(m, KernelClass::product, Flops{3'000'000}, Bytes{10}) == Seconds{3});
  CHECK(seconds_of_work(m, KernelClass::copy, Flops{10}, Bytes{2'000'000}) == Seconds{2});
  CHECK(seconds_of_work(m, KernelClass::reduction, Flops{300'000}, Bytes{0}) == Seconds{1});
}

TEST_CASE("copies read and write; memory that is new takes longer") {
  const Machine m = machine();
  CHECK(seconds_of_copy(m, Bytes{500'000}) == Seconds{1});
  CHECK(seconds_of_new_memory(m, Bytes{1000}) == Seconds{0.1});
}

TEST_CASE(
    "what is computed chunk by chunk has a bandwidth of its own, and the speed of functions") {
  const Machine m = machine();
  CHECK(m.rate(KernelClass::chunked) == m.rate(KernelClass::elementwise));
  CHECK(seconds_of_work(m, KernelClass::chunked, Flops{200'000}, Bytes{2'000'000}) == Seconds{5});
}

TEST_CASE("elementwise functions wait for memory and compute in turns, or at once") {
  Machine m = machine();
  const auto seconds = [&](Flops flops, Bytes bytes) {
    return seconds_of_work(m, KernelClass::elementwise, flops, bytes).value;
  };
  CHECK(seconds(Flops{200'000}, Bytes{2'000'000}) == 3);
  m.elementwise_seconds_in_turns = {0.5};
  CHECK(seconds(Flops{200'000}, Bytes{2'000'000}) == 2.5);
  m.elementwise_seconds_in_turns = {0};
  CHECK(seconds(Flops{200'000}, Bytes{2'000'000}) == 2);
  CHECK(seconds(Flops{800'000}, Bytes{2'000'000}) == 4);
  CHECK(elementwise_seconds_in_turns(Seconds{1}, Seconds{2}, Seconds{2.5}) == Seconds{0.5});
  CHECK(elementwise_seconds_in_turns(Seconds{2}, Seconds{1}, Seconds{2.5}) == Seconds{0.5});
  CHECK(elementwise_seconds_in_turns(Seconds{1}, Seconds{2}, Seconds{1.9}) ==
        Seconds{0});  // of noise
  CHECK(elementwise_seconds_in_turns(Seconds{1}, Seconds{2}, Seconds{3.5}) == Seconds{1});
  CHECK(elementwise_seconds_in_turns(Seconds{0}, Seconds{2}, Seconds{2}) == Seconds{0});
}

TEST_CASE("a matrix times its transpose takes about half, where a site has all of the result") {
  const auto x = input({60, 40});
  const auto y = input({60, 40});
  const auto product = [](const auto& a, const auto& b, const char* text, const char* reduction) {
    return rt::tra::make_contract("product", a, b, graphs::labels_of(text),
                                  {reduction, a->type.block.element, {}, {}, {}, {}, {}}, {},
                                  nullptr);
  };
  const auto gram = product(x, x, "ki,kj->ij", "sum");
  REQUIRE(square_labels(*gram));
  CHECK_FALSE(square_labels(*product(x, y, "ki,kj->ij", "sum")));
  CHECK_FALSE(square_labels(*product(x, x, "ki,kj->i", "sum")));
  CHECK_FALSE(square_labels(*product(x, x, "ki,kj->ij", "min")));
  const auto few = input({60, 15});
  CHECK_FALSE(square_labels(*product(few, few, "ki,kj->ij", "sum")));
  const auto cube = input({60, 40, 40});
  CHECK_FALSE(square_labels(*product(cube, cube, "kij,kji->ij", "sum")));  // a batch
  const Machine m = machine();
  const Flops flops{2 * 60 * 40 * 40};
  const auto seconds = [&](const rt::Box& labels) {
    return seconds_on(m, *gram, labels, flops).value;
  };
  rt::Box whole = rt::Box::whole(gram->labels);
  const double memory = static_cast<double>(bytes_on(*gram, whole).value) / m.memory_bandwidth;
  const double computing = static_cast<double>(flops.value) / m.rate(KernelClass::product);
  REQUIRE(memory < 0.5 * computing);
  CHECK(seconds(whole) == Approx(0.55 * computing));
  rt::Box part = whole;
  part.high[square_labels(*gram)->col] = 39;
  CHECK(seconds(part) == Approx(computing));
}

TEST_CASE("a node's class follows from what it does") {
  using rt::tra::Kind;
  const auto x = input({4, 6});
  CHECK(class_of(*rt::tra::make_contract("matmul", x, input({6, 2}),
                                         {{{0, 1}, {1, 2}}, {0, 2}, {"i", "k", "j"}}, {}, {},
                                         nullptr)) == KernelClass::product);
  CHECK(class_of(*rt::tra::make_reduce(x, {1}, false, {})) == KernelClass::reduction);
  CHECK(class_of(*rt::tra::make_view("transpose", x, rt::Access::of_labels({1, 0}), {6, 4})) ==
        KernelClass::copy);
  rt::Program one_stage;
  one_stage.stages.emplace_back();
  const auto fused = rt::tra::make_reduce(x, {1}, false, {});
  rt::tra::change_op<rt::tra::Map>(*fused, [&](rt::tra::Map& map) {
    map.program = std::make_shared<const rt::Program>(one_stage);
  });
  CHECK(class_of(*fused) == KernelClass::chunked);
  CHECK(class_of(*rt::tra::make_map("exp", {x}, {rt::Access::identity(2)}, {4, 6}, one_stage,
                                    {})) == KernelClass::elementwise);
  const rt::Access column = rt::Access::of_labels({0});
  CHECK(class_of(*rt::tra::make_map("add", {x, input({4})}, {rt::Access::identity(2), column},
                                    {4, 6}, one_stage, {})) == KernelClass::chunked);
  rt::Program two_stages = one_stage;
  two_stages.stages.emplace_back();
  CHECK(class_of(*rt::tra::make_map("exp", {x}, {rt::Access::identity(2)}, {4, 6}, two_stages,
                                    {})) == KernelClass::chunked);
  rt::tra::Node node;
  using Operators = std::vector<rt::tra::Operator>;
  for (const auto& op : Operators{rt::tra::Join{}, rt::tra::Aggregate{}, rt::tra::Transform{}}) {
    node.op = std::make_shared<const rt::tra::Operator>(op);
    CHECK(class_of(node) == KernelClass::block_kernel);
  }
  for (const auto& op :
       Operators{rt::tra::Input{}, rt::tra::Blocks{}, rt::tra::Unblocks{}, rt::tra::Rekey{},
                 rt::tra::Filter{}, rt::tra::Tile{}, rt::tra::Concat{}}) {
    node.op = std::make_shared<const rt::tra::Operator>(op);
    CHECK(class_of(node) == KernelClass::copy);
  }
  rt::tra::OnPieces pieces;
  node.op = std::make_shared<const rt::tra::Operator>(pieces);
  CHECK(class_of(node) == KernelClass::elementwise);
  pieces.factors = true;
  node.op = std::make_shared<const rt::tra::Operator>(pieces);
  CHECK(class_of(node) == KernelClass::factorization);
  const Machine m = machine();
  CHECK(m.rate(KernelClass::factorization) > m.rate(KernelClass::elementwise));
}

TEST_CASE("bytes touched are those of the elements, each once") {
  const auto product = rt::tra::make_contract(
      "matmul", input({6, 4}), input({4, 5}), {{{0, 1}, {1, 2}}, {0, 2}, {"i", "k", "j"}},
      {"sum", rt::element_type_of<double>(), {}, {}, {}, {}, {}}, {}, nullptr);
  CHECK(bytes_on(*product, Box::whole({6, 4, 5})) == Bytes{8 * (24 + 20 + 30)});
  CHECK(bytes_on(*product, {{0, 0, 0}, {3, 4, 2}, false}) == Bytes{8 * (12 + 8 + 6)});
  CHECK(bytes_on(*product, Box::nothing(3)) == Bytes{0});
  // Every third element of ten, and one row for all.
  rt::Access slice;
  slice.dims = {{0, 0, 3, 1, nullptr}};
  const auto view = rt::tra::make_view("slice", input({10}), slice, {4});
  CHECK(bytes_on(*view, Box::whole({4})) == Bytes{8 * (4 + 4)});
  rt::Access row;
  row.dims = {{-1, 0, 1, 1, nullptr}, {1, 0, 1, 1, nullptr}};
  const auto stretched = rt::tra::make_view("row", input({1, 7}), row, {5, 7});
  CHECK(bytes_on(*stretched, Box::whole({5, 7})) == Bytes{8 * (7 + 35)});
}

TEST_CASE("elements are gathered where the operand's order is not the result's") {
  const auto x = input({6, 4});
  const auto gathered = [](const rt::tra::NodePtr& node) {
    return gathered_on(*node, Box::whole(node->labels));
  };
  const rt::Access transposed = rt::Access::of_labels({1, 0});
  CHECK(gathered(rt::tra::make_view("transpose", x, transposed, {4, 6})) == 24);
  CHECK(gathered(rt::tra::make_view("same", x, rt::Access::identity(2), {6, 4})) == 0);
  CHECK(gathered(rt::tra::make_map("add", {input({5, 5}), input({5, 5})},
                                   {rt::Access::identity(2), transposed}, {5, 5}, {}, {})) == 25);
  // A column that is repeated along the rows is no gather.
  CHECK(gathered(rt::tra::make_view("column", input({6}), rt::Access::of_labels({0}), {6, 4})) ==
        0);
  CHECK(gathered(rt::tra::make_reduce(x, {0}, false, {})) == 0);
  const auto view = rt::tra::make_view("transpose", x, transposed, {4, 6});
  const Machine m = machine();
  CHECK(seconds_on(m, *view, Box::whole({4, 6}), Flops{0}).value ==
        Approx(8 * 48 / m.memory_bandwidth + 24 / m.rate(KernelClass::gather)));
}

TEST_CASE("an exchange takes as long as its slowest site") {
  const Machine m = machine();
  const Extents shape{8, 4};
  const auto type = rt::tra::array_type(rt::element_type_of<double>(), shape);
  const Placement rows = placed({{{4, 0}}}, shape, 4);
  const Placement everywhere = rt::placement::replicated(4, shape);
  const auto gather = rt::strategy::redistribute(rows, everywhere);
  REQUIRE(gather.pattern == Pattern::all_gather);
  const ExchangeLoad load{{Bytes{64}, Messages{1}}, {Bytes{128}, Messages{2}}};
  CHECK(slowest(seconds_on_sites(m, gather, type, rows, everywhere)) ==
        seconds_of_exchange(m, Pattern::all_gather, false, load, 4) +
            seconds_of_copy(m, Bytes{64}));
  // Pairs that gather within a node, at the same time, do not touch the network. The halves of rows
  // that they send arrive packed, since they are short, and the own half is copied.
  const Placement halves = placed({{{2, 0}, {2, 1}}}, shape, 4);
  const Placement pairs = placed({{{2, 0}, {2, -1}}}, shape, 4);
  const auto local = rt::strategy::redistribute(halves, pairs);
  REQUIRE(local.groups->size() == 2);
  CHECK(slowest(seconds_on_sites(m, local, type, halves, pairs)) ==
        seconds_of_exchange(m, local.pattern, false, {{Bytes{64}, Messages{1}}, {}}, 2) +
            seconds_of_copy(m, Bytes{64 + 64}));
  // Long halves of rows arrive where they belong.
  const auto wide = rt::tra::array_type(rt::element_type_of<double>(), {4, 16});
  const Placement columns = placed({{{2, 1}}}, {4, 16}, 2);
  const Placement both = rt::placement::replicated(2, {4, 16});
  const auto gathered = rt::strategy::redistribute(columns, both);
  CHECK(slowest(seconds_on_sites(m, gathered, wide, columns, both)) ==
        seconds_of_exchange(m, gathered.pattern, false, {{Bytes{256}, Messages{1}}, {}}, 2) +
            seconds_of_copy(m, Bytes{256}));
  // Back again, what leaves is packed: runs of 64 bytes, of which a site keeps as much.
  const Placement split = placed({{{2, 0}}}, {4, 16}, 2);
  const auto back = rt::strategy::redistribute(split, columns);
  CHECK(slowest(seconds_on_sites(m, back, wide, split, columns)) ==
        seconds_of_exchange(m, back.pattern, false, {{Bytes{128}, Messages{1}}, {}}, 2) +
            seconds_of_copy(m, Bytes{128 + 128}));
  const Placement one = rt::placement::on_site(4, 0, shape);
  const Placement three = placed({{{3, 0}}}, shape, 4);
  const auto skewed = rt::strategy::redistribute(one, three);
  const auto loads = loads_of(m, skewed, type, 4);
  CHECK(loads.sent[0].within_node.bytes == Bytes{3 * 32});
  CHECK(loads.sent[0].between_nodes.bytes == Bytes{2 * 32});
  CHECK(loads.received[2].between_nodes.messages == Messages{1});
  // Site 0 sends rows that are runs, and reads its own where they are.
  CHECK(slowest(seconds_on_sites(m, skewed, type, one, three)) ==
        seconds_of_exchange(m, skewed.pattern, false, loads.sent[0], 4));
}

TEST_CASE("a plan takes the sum of its steps, each as long as its slowest site") {
  const Machine m = machine();
  const Extents shape{8, 4};
  const auto x = input(shape);
  const auto sum =
      rt::tra::make_reduce(x, {0}, false, {"sum", x->type.block.element, {}, {}, {}, {}, {}});
  rt::plan::Plan plan;
  plan.num_sites = 3;
  plan.nodes = {x, sum};
  plan.values.resize(3);
  for (int v = 0; v < 3; ++v) {
    plan.values[std::size_t(v)].node = v == 0 ? 0 : 1;
    plan.values[std::size_t(v)].placement = rt::placement::replicated(3, shape);
  }
  rt::plan::Step stored;
  stored.kind = rt::plan::StepKind::stored;
  stored.node = 0;
  stored.output = 0;
  rt::plan::Step local;
  local.inputs = {0};
  local.output = 1;
  local.node = 1;
  const Layout layout({{3, 0}});
  const auto share = [](int site, const Layout& of, const rt::Extents& labels) {
    return of.box(site, labels);
  };
  local.iteration = {3, share, layout, shape};
  local.flops = flops_of_sites(*sum, local.iteration, 3);
  rt::plan::Step reduced;
  reduced.kind = rt::plan::StepKind::exchange;
  reduced.inputs = {1};
  reduced.output = 2;
  reduced.node = 1;
  plan.values[1].placement = rt::placement::replicated(3, {4});
  plan.values[2].placement = rt::placement::on_site(3, 0, {4});
  reduced.exchange = rt::strategy::reduce(plan.values[1].placement, plan.values[2].placement);
  plan.steps = {stored, local, reduced};
  // Three of eight rows: 12 flops, 12 doubles read and 4 written, which takes longer.
  const PanelsInCache panels(plan);
  CHECK(seconds_of(m, plan, panels, local) ==
        seconds_of_work(m, KernelClass::reduction, Flops{12}, Bytes{8 * 16}));
  CHECK(seconds_of(m, plan, panels, stored) == Seconds{0});
  CHECK(seconds_of(m, plan, panels, reduced) ==
        seconds_of_exchange(m, Pattern::point_to_point, true,
                            {{Bytes{32}, Messages{1}}, {Bytes{32}, Messages{1}}}, 3));
  CHECK(seconds_of(m, plan).value == Approx(seconds_of(m, plan, panels, local).value +
                                            seconds_of(m, plan, panels, reduced).value));
}

}  // namespace machine_test
