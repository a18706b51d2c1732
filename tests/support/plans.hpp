// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <relatile/plan/plan.hpp>
#include <relatile/tra/map.hpp>
#include <string>

namespace relatile::test {

/// A plan on two sites, written by hand: a vector of 8 numbers, stored on site 0 and called `name`,
/// is spread over both and mapped there. It can't be run: there are neither data nor kernels.
inline plan::Plan plan_by_hand(const std::string& name) {
  const ElementType element = element_type_of<double>();
  auto x = std::make_shared<tra::Node>();
  x->name = name;
  x->type = tra::array_type(element, {8});
  x->where = "program.cpp:7";
  const placement::Placement first = placement::on_site(2, 0, {8});
  auto value = std::make_shared<tra::StoredValue>();
  value->held = first.table();
  value->placement = first.text;
  x->value = value;
  Stage stage;
  stage.name = "exp";
  stage.output = element;
  Program program;
  program.stages = {stage};
  const auto y = tra::make_map("exp", {x}, {Access::identity(1)}, {8}, program, element);
  y->title = "the result";

  const Box left{{0}, {4}, false};
  const Box right{{4}, {8}, false};
  const placement::Placement halves{{{left}, {right}}, "split(i:2)"};
  plan::Plan plan;
  plan.num_sites = 2;
  plan.nodes = {x, y};
  plan.values = {{0, first, false}, {0, halves, false}, {1, halves, false}};
  plan.steps.resize(3);
  plan.steps[0].kind = plan::StepKind::stored;
  plan.steps[0].node = 0;
  plan.steps[0].output = 0;
  plan.steps[1].kind = plan::StepKind::exchange;
  plan.steps[1].node = 0;
  plan.steps[1].inputs = {0};
  plan.steps[1].output = 1;
  plan.steps[1].exchange.pattern = plan::Pattern::point_to_point;
  plan.steps[1].exchange.transfers = {{0, 1, right}};
  plan.steps[1].traffic = plan::Traffic(2);
  plan.steps[1].traffic.own().add(0, 1, Bytes{32}, Messages{1});
  plan.steps[2].kind = plan::StepKind::local;
  plan.steps[2].node = 1;
  plan.steps[2].inputs = {1};
  plan.steps[2].output = 2;
  plan.steps[2].iteration = std::vector<Box>{left, right};
  plan.steps[2].layout = "i:2";
  plan.steps[2].flops = std::vector<Flops>{Flops{4}, Flops{4}};
  plan.results = {{1, 2}};
  plan.alternatives = {{"R2 exp by \"magic\"", Bytes{64}, "32 bytes more"}};
  return plan;
}

}  // namespace relatile::test
