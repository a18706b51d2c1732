// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <functional>
#include <relatile/plan/check.hpp>
#include <relatile/tra/map.hpp>
#include <relatile/tra/operators.hpp>

#include "support/catch.hpp"
#include "support/plans.hpp"

namespace check_test {

using namespace relatile;
using Catch::Matchers::ContainsSubstring;

namespace {

/// What is said of a plan that was changed; empty if nothing.
std::string refusal(plan::Plan plan, const std::function<void(plan::Plan&)>& change) {
  change(plan);
  try {
    plan::PlanCheck(plan).run();
  } catch (const UnsupportedPlan& error) {
    return error.what();
  }
  return "";
}

void change_boxes(plan::Plan& plan, std::size_t value,
                  const std::function<void(placement::Placement::Table&)>& change) {
  placement::Placement& placed = plan.values[value].placement;
  placement::Placement::Table boxes = placed.table();
  change(boxes);
  placed = {std::move(boxes), placed.text};
}

void change_work(plan::Plan& plan, std::size_t step,
                 const std::function<void(std::vector<Box>&)>& change) {
  std::vector<Box> boxes = plan.steps[step].iteration.written_out();
  change(boxes);
  plan.steps[step].iteration = std::move(boxes);
}

void change_transfers(plan::Plan& plan, std::size_t step,
                      const std::function<void(std::vector<plan::Transfer>&)>& change) {
  std::vector<plan::Transfer> all = plan.steps[step].exchange.transfers.written_out();
  change(all);
  plan.steps[step].exchange.transfers = std::move(all);
}

/// Two sites have a row each of a 2 x 4 matrix, sum over the rows, and combine on site 0.
plan::Plan sum_by_hand() {
  const ElementType element = element_type_of<double>();
  auto x = std::make_shared<tra::Node>();
  x->type = tra::array_type(element, {2, 4});
  const Box upper{{0, 0}, {1, 4}, false};
  const Box lower{{1, 0}, {2, 4}, false};
  const placement::Placement rows{{{upper}, {lower}}, "rows"};
  auto value = std::make_shared<tra::StoredValue>();
  value->held = rows.table();
  x->value = value;
  Reduction reduction;
  reduction.name = "sum";
  reduction.element = element;
  const auto y = tra::make_reduce(x, {0}, false, reduction);

  plan::Plan plan;
  plan.num_sites = 2;
  plan.nodes = {x, y};
  plan.values = {{0, rows, false},
                 {1, placement::replicated(2, {4}), true},
                 {1, placement::on_site(2, 0, {4}), false}};
  plan.steps.resize(3);
  plan.steps[0].kind = plan::StepKind::stored;
  plan.steps[0].node = 0;
  plan.steps[0].output = 0;
  plan.steps[1].node = 1;
  plan.steps[1].inputs = {0};
  plan.steps[1].output = 1;
  plan.steps[1].iteration = std::vector<Box>{upper, lower};
  plan.steps[2].kind = plan::StepKind::exchange;
  plan.steps[2].node = 1;
  plan.steps[2].inputs = {1};
  plan.steps[2].output = 2;
  plan.steps[2].exchange.reduces = true;
  plan.steps[2].exchange.pattern = plan::Pattern::point_to_point;
  plan.steps[2].exchange.transfers = {{1, 0, Box::whole({4})}};
  plan.results = {{1, 2}};
  return plan;
}

}  // namespace

TEST_CASE("whatever running a plan relies on is checked") {
  const auto good = [] { return test::plan_by_hand("x"); };
  CHECK(refusal(good(), [](plan::Plan&) {}).empty());
  const auto refused = [&](const char* words, const std::function<void(plan::Plan&)>& change) {
    CHECK_THAT(refusal(good(), change), ContainsSubstring(words));
  };
  const Box left{{0}, {4}, false};
  const Box right{{4}, {8}, false};
  refused("R0: it is stored otherwise",
          [](auto& p) { change_boxes(p, 0, [](auto& boxes) { std::swap(boxes[0], boxes[1]); }); });
  refused("R1: its operand R0 is not made before", [](auto& p) { p.steps.erase(p.steps.begin()); });
  refused("R2: it is made twice", [](auto& p) { p.steps.push_back(p.steps[2]); });
  refused("R2: it is a value of another operator", [](auto& p) { p.values[2].node = 0; });
  refused("R2: R0 is not", [](auto& p) {
    p.steps[2].inputs = {0};
    p.nodes[1]->inputs[0] = std::make_shared<tra::Node>(*p.nodes[0]);
  });
  refused("R1: it is on other sites",
          [](auto& p) { change_boxes(p, 1, [](auto& boxes) { boxes.pop_back(); }); });
  refused("R1: a site holds what is outside", [](auto& p) {
    change_boxes(p, 1, [&](auto& boxes) { boxes[1] = {Box{{4}, {9}, false}}; });
  });
  refused("R1: a site holds what is outside", [](auto& p) {
    change_boxes(p, 1, [&](auto& boxes) { boxes[1] = {Box{{4, 0}, {8, 1}, false}}; });
  });
  refused("R1: a site holds something twice", [&](auto& p) {
    change_boxes(p, 1, [&](auto& boxes) { boxes[1] = {right, Box{{7}, {8}, false}}; });
  });
  refused("R1: a site does not receive all", [](auto& p) { p.steps[1].exchange.transfers = {}; });
  refused("R1: a site does not receive all",
          [](auto& p) { change_transfers(p, 1, [](auto& all) { all[0].region.low[0] = 5; }); });
  refused("R1: a site sends what it does not hold", [](auto& p) {
    p.steps[1].exchange.transfers = {{1, 0, Box{{0}, {4}, false}}};
  });
  refused("R1: a site receives what it is not to hold",
          [](auto& p) { change_transfers(p, 1, [](auto& all) { all[0].region.low[0] = 3; }); });
  refused("R1: a site sends itself",
          [](auto& p) { change_transfers(p, 1, [](auto& all) { all[0].to = 0; }); });
  refused("R1: contributions must be combined",
          [](auto& p) { p.steps[1].exchange.reduces = true; });
  refused("R2: it says nothing of some sites",
          [](auto& p) { change_work(p, 2, [](auto& boxes) { boxes.pop_back(); }); });
  refused("R2: a site works outside",
          [](auto& p) { change_work(p, 2, [](auto& boxes) { boxes[1].high[0] = 9; }); });
  refused("R2: a site is to hold something else",
          [](auto& p) { change_work(p, 2, [](auto& boxes) { boxes[1].high[0] = 7; }); });
  refused("R2: a site lacks a part of R1", [&](auto& p) {
    p.steps[2].iteration = std::vector<Box>{right, left};
    change_boxes(p, 2, [&](auto& boxes) { boxes = {{right}, {left}}; });
  });
  refused("R2: a site needs all of a label", [](auto& p) { p.nodes[1]->whole_label[0] = true; });
  refused("R2: no site holds a part of this result", [](auto& p) {
    change_work(p, 2, [](auto& boxes) { boxes[1] = Box::nothing(1); });
    change_boxes(p, 2, [](auto& boxes) { boxes[1].clear(); });
  });
  refused("R1: it is not the result that was asked for", [](auto& p) { p.results = {{1, 1}}; });
  refused("R2: nothing makes this result", [](auto& p) { p.steps.pop_back(); });
}

TEST_CASE("every contribution to a sum counts once") {
  CHECK(refusal(sum_by_hand(), [](plan::Plan&) {}).empty());
  const auto refused = [&](const char* words, const std::function<void(plan::Plan&)>& change) {
    CHECK_THAT(refusal(sum_by_hand(), change), ContainsSubstring(words));
  };
  refused("R1: a site needs all of a label and has a part", [](auto& p) {
    p.values[1].partial = false;
    p.steps[2].exchange.reduces = false;
  });
  refused("R1: not every contribution is made once", [](auto& p) {
    change_work(p, 1, [](auto& boxes) { boxes[1] = Box::nothing(2); });
    change_boxes(p, 1, [](auto& boxes) { boxes[1].clear(); });
  });
  refused("R2: a site does not receive all", [](auto& p) { p.steps[2].exchange.transfers = {}; });
  refused("R2: a site does not receive all",
          [](auto& p) { change_transfers(p, 2, [](auto& all) { all.push_back(all[0]); }); });
  refused("R2: nothing is aggregated here", [](auto& p) {
    tra::change_op<tra::Map>(*p.nodes[1], [](tra::Map& map) { map.reduction = nullptr; });
  });
  refused("R1: it is not the result that was asked for", [](auto& p) { p.results = {{1, 1}}; });
}

}  // namespace check_test
