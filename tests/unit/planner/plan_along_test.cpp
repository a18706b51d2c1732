// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <string>
#include <vector>

#include <relatile/context/named_plan.hpp>
#include <relatile/plan/verify.hpp>
#include <relatile/planner/emit.hpp>
#include <relatile/planner/search/best_plan.hpp>
#include <relatile/planner/search/by_rule/plan_along.hpp>
#include <relatile/planner/search/contraction_orders.hpp>
#include <relatile/planner/search/planners.hpp>
#include <relatile/planner/space/objectives.hpp>
#include <relatile/program/parse.hpp>
#include <relatile/program/to_graph.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace plan_along_test {

using namespace relatile::planner;
using graphs::NodePtr;
using Labels = std::vector<std::string>;

namespace {

const BytesObjective bytes;

std::vector<NodePtr> planned_nodes(const std::string& text, int sites, const Objective& objective) {
  relatile::program::GraphOptions options;
  options.num_sites = sites;
  const auto graph = relatile::program::to_graph(relatile::program::parse(text), options);
  return expand_contractions(graph.outputs, sites, objective).roots;
}

/// A layer as in LLaMA, of `h` heads of `d` numbers and a network of `f` neurons, for `s` tokens in
/// `b` sequences: scores without a softmax, which changes no shape.
std::string layer(int b, int s, int h, int d, int f) {
  const auto n = [](int number) { return std::to_string(number); };
  const std::string a = n(h * d);
  const auto weights = [&](const std::string& name, const std::string& shape) {
    return name + " = input(" + shape + ")\n";
  };
  return weights("x", n(b) + ", " + n(s) + ", " + a) +
         weights("wq", a + ", " + n(h) + ", " + n(d)) +
         weights("wk", a + ", " + n(h) + ", " + n(d)) +
         weights("wv", a + ", " + n(h) + ", " + n(d)) +
         weights("wo", n(h) + ", " + n(d) + ", " + a) + weights("wg", a + ", " + n(f)) +
         weights("wu", a + ", " + n(f)) + weights("wd", n(f) + ", " + a) +
         "q = einsum(\"bsa,ahd->bshd\", x, wq)\n"
         "k = einsum(\"bta,ahd->bthd\", x, wk)\n"
         "v = einsum(\"bta,ahd->bthd\", x, wv)\n"
         "sc = einsum(\"bshd,bthd->bhst\", q, k)\n"
         "p = map(\"exp\", sc)\n"
         "o = einsum(\"bhst,bthd->bshd\", p, v)\n"
         "y = einsum(\"bshd,hda->bsa\", o, wo)\n"
         "r = zip(\"add\", x, y)\n"
         "g = einsum(\"bsa,af->bsf\", r, wg)\n"
         "u = einsum(\"bsa,af->bsf\", r, wu)\n"
         "m = zip(\"multiply\", g, u)\n"
         "z = einsum(\"bsf,fa->bsa\", m, wd)\n"
         "e = zip(\"add\", r, z)\n"
         "output e\n";
}

/// How many parts each label of a node is in, by name: "s:4".
std::string cut_of(const Problem& problem, const Assignment& assignment, int n) {
  const auto& layout = problem.candidate(n, relatile::nth(assignment.candidate, n)).layout;
  return layout.text(problem.member(n).node->label_names);
}

}  // namespace

TEST_CASE("einsums are cut along the first label that they have and that is long, others freely") {
  const int sites = 4;
  const auto roots = planned_nodes(layer(2, 16, 4, 8, 24), sites, bytes);
  const Problem problem(roots, sites, bytes);
  const auto check = [&](const Labels& labels) {
    const Assignment assignment = plan_along(problem, "mine", labels);
    CHECK(assignment.planner == "mine");
    CHECK(!assignment.optimal);
    int num_cut = 0;
    for (int n = 0; n < problem.size(); ++n) {
      const auto& node = *problem.member(n).node;
      if (node.name != "einsum") continue;
      const auto first = std::find_if(labels.begin(), labels.end(), [&](const std::string& label) {
        const auto& names = node.label_names;
        return std::find(names.begin(), names.end(), label) != names.end();
      });
      if (first == labels.end()) continue;
      CHECK(cut_of(problem, assignment, n) == *first + ":4");
      ++num_cut;
    }
    const auto plan = Emitter(problem, assignment, 1 << 30).emit(roots);
    relatile::plan::verify(plan);
    CHECK(static_cast<double>(plan.traffic().total().value) == assignment.price.cost);
    return num_cut;
  };
  CHECK(check({"h"}) == 6);
  CHECK(check({"h", "f"}) == 9);
  CHECK(check({"s", "t"}) == 9);
  CHECK(check({"f", "t", "h"}) == 9);
  CHECK(check({"nothing"}) == 0);
}

TEST_CASE("a product along one label sends what that takes") {
  const int m = 90, k = 60, n = 70;  // too much work to be done by all
  for (int sites : {2, 3, 5}) {
    const NodePtr product =
        graphs::einsum("mk,kn->mn", {graphs::input({m, k}), graphs::input({k, n})});
    const Problem problem({product}, sites, bytes);
    const auto sent = [&](const std::string& label) {
      return plan_along(problem, "mine", {label}).price.cost;
    };
    CAPTURE(sites);
    CHECK(sent("m") == 8.0 * (sites - 1) * k * n);  // the other operand goes to all
    CHECK(sent("n") == 8.0 * (sites - 1) * m * k);
    CHECK(sent("k") == 8.0 * (sites - 1) * m * n);  // sums come together
    CHECK(best_plan(problem).price.cost <= sent("m"));
  }
}

TEST_CASE(
    "labels that are one long, or in too few parts to keep sites busy, are left to the rest") {
  // One token is generated: there is no s to cut, so t is.
  const auto one = planned_nodes(
      "q = input(2, 1, 4, 8)\nk = input(2, 64, 4, 8)\n"
      "sc = einsum(\"bshd,bthd->bhst\", q, k)\noutput sc\n",
      4, bytes);
  const Problem tokens(one, 4, bytes);
  const Assignment by_tokens = plan_along(tokens, "mine", {"s", "t"});
  CHECK(cut_of(tokens, by_tokens, tokens.size() - 1) == "t:4");
  // Four heads on seven sites would leave three idle, of much work.
  const auto roots = planned_nodes(layer(8, 32, 4, 16, 64), 7, bytes);
  const Problem problem(roots, 7, bytes);
  CHECK(plan_along(problem, "mine", {"h"}).price.cost == best_plan(problem).price.cost);
}

TEST_CASE("elementwise work has labels of no name") {
  const NodePtr x = graphs::elementwise({graphs::input({300, 400})}, 4);
  const Problem problem({x}, 4, bytes);
  CHECK(plan_along(problem, "mine", {"i"}).price.cost == 0);
  CHECK(plan_along(problem, "mine", {"j"}).candidate ==
        plan_along(problem, "mine", {"i"}).candidate);
}

TEST_CASE("labels are read from a plan's name") {
  CHECK(labels_in("along h, f") == Labels{"h", "f"});
  CHECK(labels_in("along  batch") == Labels{"batch"});
  CHECK(labels_in("along h f,") == Labels{"h", "f"});
  CHECK(labels_in("along ").empty());
  CHECK(labels_in("alongside h").empty());
  CHECK(labels_in("optimal").empty());
  const Problem problem({graphs::matmul(graphs::input({60, 50}), graphs::input({50, 40}))}, 4,
                        bytes);
  CHECK(plan_by_name("along j", problem).candidate == plan_along(problem, "any", {"j"}).candidate);
  CHECK(plan_by_name("along j", problem).planner == "along j");
  CHECK_THROWS_AS(plan_by_name("along ", problem), relatile::UnsupportedPlan);
}

TEST_CASE("a program's own plans are named, and the optimum is never dearer") {
  if (all_planner_names().find("megatron") == std::string::npos) {
    relatile::add_plan("megatron", {"h", "f"});
    relatile::add_plan("sequence", {"s", "t"});
    relatile::add_plan("attention", {"h"});
  }
  CHECK_THROWS_AS(relatile::add_plan("megatron", {"h"}), relatile::UnsupportedPlan);
  CHECK_THROWS_AS(relatile::add_plan("optimal", {"h"}), relatile::UnsupportedPlan);
  CHECK_THROWS_AS(relatile::add_plan("none", {}), relatile::UnsupportedPlan);
  struct Setting {
    int b, s, h, d, f;
  };
  // Many tokens and few weights, many weights and one token, and in between.
  for (const Setting& z : {Setting{2, 256, 8, 8, 96}, {1, 1, 8, 32, 768}, {8, 64, 12, 8, 256}}) {
    for (const char* name : {"bytes", "time"}) {
      const auto objective = objective_named(name, {});
      for (int sites : {1, 2, 3, 4, 8, 16}) {
        const auto roots = planned_nodes(layer(z.b, z.s, z.h, z.d, z.f), sites, *objective);
        const Problem problem(roots, sites, *objective);
        const double least = best_plan(problem).price.cost;
        for (const char* plan : {"megatron", "sequence", "attention"}) {
          CAPTURE(z.s, name, sites, plan);
          const Assignment named = plan_by_name(plan, problem);
          CHECK(named.planner == plan);
          CHECK(least <= named.price.cost * (1 + worth_searching));
        }
        CHECK(plan_by_name("attention", problem).price.cost <=
              plan_by_name("megatron", problem).price.cost * (1 + worth_searching));
      }
    }
  }
}

}  // namespace plan_along_test
