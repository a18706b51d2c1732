// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/papers/tra21/rules/list.hpp>
#include <relatile/placement/layout.hpp>
#include <relatile/plan/algebra/describe.hpp>
#include <relatile/plan/algebra/local_join.hpp>

#include "support/catch.hpp"
#include "support/small_blocks.hpp"

// Every rule fires where it is licensed, and refuses where one of its conditions is missing.

namespace relatile::test::licences_test {
namespace {

using plan::OperatorPtr;

constexpr int sites = 4;

/// A relation of 2 x 2 blocks, cut along key dimension `dim`.
OperatorPtr relation(const char* name, const Extents& frontier, int dim = 0) {
  const placement::Layout layout({{sites, dim}});
  const auto placement = placement::one_box_a_site(
      sites, "rows", [&](int site) { return layout.box(site, frontier); });
  return plan::input(stored_relation(
      name, frontier, 2,
      [](const Key&) {
        return Extents{2, 2};
      },
      placement, 1));
}
OperatorPtr x() { return relation("X", {4, 4}); }
OperatorPtr y() { return relation("Y", {4, 4}); }

plan::KernelTo to(BlockKernel kernel, int rank = 2) {
  return plan::kernel_to(std::move(kernel), doubles(rank));
}
OperatorPtr map(const OperatorPtr& r, plan::KernelTo kernel, plan::KeyMap keys = {}) {
  return plan::local_map(r, std::move(keys), plan::by_kernel(kernel));
}
plan::KeyMap swapped() {
  plan::KeyMap keys;
  keys.name = "swapped";
  keys.arity = 2;
  keys.keys = [](const Key& key) { return std::vector<Key>{{key[1], key[0]}}; };
  return keys;
}
bool on_diagonal(const Key& key) { return key[0] == key[1]; }
bool first_even(const Key& key) { return key[0] % 2 == 0; }

OperatorPtr totals(const OperatorPtr& r, std::shared_ptr<const BlockCombine> combine = sum()) {
  return plan::local_aggregate(plan::shuf(r, {0}), {0}, std::move(combine));
}
std::shared_ptr<const BlockCombine> changed(void (*change)(BlockCombine&)) {
  BlockCombine combine = *sum();
  change(combine);
  return shared(std::move(combine));
}

OperatorPtr joined(const std::vector<int>& on_left, const std::vector<int>& on_right,
                   plan::KernelTo kernel, plan::KeyMap keys = {}) {
  return plan::local_join(plan::bcast(x()), y(), on_left, on_right, std::move(kernel),
                          std::move(keys));
}
OperatorPtr shuffled_join(const std::vector<int>& on_left, const std::vector<int>& on_right) {
  return plan::local_join(plan::shuf(x(), on_left), plan::shuf(y(), on_right), on_left, on_right,
                          to(matmul()));
}
OperatorPtr product(std::shared_ptr<const BlockCombine> combine = sum()) {
  return plan::local_aggregate(plan::shuf(shuffled_join({1}, {0}), {0, 2}), {0, 2},
                               std::move(combine));
}

bool fires(const papers::tra21::rules::Rule& rule, const OperatorPtr& op) {
  return rule(op) != nullptr;
}

}  // namespace

TEST_CASE("R1-1 and R1-2 merge what makes one block of one") {
  CHECK(fires(papers::tra21::rules::r1_1,
              plan::local_filter(plan::local_filter(x(), on_diagonal), first_even)));
  CHECK(!fires(papers::tra21::rules::r1_1, plan::local_filter(x(), on_diagonal)));
  CHECK(
      fires(papers::tra21::rules::r1_2, map(map(x(), to(square()), swapped()), to(diagonal(), 1))));
  CHECK(!fires(papers::tra21::rules::r1_2, map(plan::local_tile(x(), 0, 1), to(square()))));
  CHECK(!fires(papers::tra21::rules::r1_2,
               plan::local_map(map(x(), to(square())), plan::insert_dim(2, 0, 2), {})));
  CHECK(!fires(papers::tra21::rules::r1_2, map(plan::bcast(map(x(), to(square()))), to(square()))));
}

TEST_CASE("R1-3 needs a map that keeps keys") {
  CHECK(fires(papers::tra21::rules::r1_3_filter_first,
              plan::local_filter(map(x(), to(square())), on_diagonal)));
  CHECK(fires(papers::tra21::rules::r1_3_map_first,
              map(plan::local_filter(x(), on_diagonal), to(square()))));
  CHECK(!fires(papers::tra21::rules::r1_3_filter_first,
               plan::local_filter(map(x(), to(square()), swapped()), on_diagonal)));
  CHECK(!fires(papers::tra21::rules::r1_3_map_first,
               map(plan::local_filter(x(), first_even), to(square()), swapped())));
  // Known by asking: on the diagonal, swapping keeps every key.
  CHECK(fires(papers::tra21::rules::r1_3_map_first,
              map(plan::local_filter(x(), on_diagonal), to(square()), swapped())));
}

TEST_CASE("R1-4 finishes complete groups, and goes below what the kernel distributes over") {
  CHECK(fires(papers::tra21::rules::r1_4_finish, map(totals(x()), to(square()))));
  CHECK(!fires(papers::tra21::rules::r1_4_finish,
               map(plan::local_aggregate(x(), {1}, sum()), to(twice()))));
  CHECK(!fires(papers::tra21::rules::r1_4_finish,
               map(plan::local_concat(plan::shuf(x(), {0}), 1, 0), to(square()))));
  for (const auto& rule : {papers::tra21::rules::r1_4_prepare, papers::tra21::rules::r1_4_push}) {
    CAPTURE(rule.form);
    CHECK(fires(rule, map(totals(x()), to(twice()))));
    CHECK(fires(rule, map(totals(x()), to(diagonal(), 1))));
    CHECK(!fires(rule, map(totals(x()), to(square()))));
    CHECK(!fires(rule, map(totals(x(), largest()), to(total(), 0))));
    CHECK(!fires(
        rule, map(totals(x(), changed([](BlockCombine& c) { c.anonymous = true; })), to(twice()))));
    // A sum of matrices that does not say that it is elementwise is unknown on vectors.
    const auto matrices_only = changed([](BlockCombine& c) { c.laws.elementwise = false; });
    CHECK(!fires(rule, map(totals(x(), matrices_only), to(diagonal(), 1))));
    CHECK(fires(rule, map(totals(x(), matrices_only), to(twice()))));
  }
}

TEST_CASE("R1-5 and R1-6 push filters down to the keys that they look at") {
  CHECK(fires(papers::tra21::rules::r1_5, plan::local_filter(totals(x()), first_even)));
  CHECK(!fires(papers::tra21::rules::r1_5,
               plan::local_filter(map(totals(x()), to(square())), first_even)));
  const OperatorPtr both = joined({0, 1}, {0, 1}, to(add()));
  CHECK(fires(papers::tra21::rules::r1_6, plan::local_filter(both, on_diagonal)));
  const OperatorPtr one = joined({1}, {0}, to(matmul()));
  CHECK(fires(papers::tra21::rules::r1_6,
              plan::local_filter(one, [](const Key& key) { return key[1] > 1; })));
  CHECK(!fires(papers::tra21::rules::r1_6, plan::local_filter(one, first_even)));
  CHECK(!fires(papers::tra21::rules::r1_6, plan::local_filter(one, on_diagonal)));
  CHECK(!fires(papers::tra21::rules::r1_6,
               plan::local_filter(joined({}, {}, to(matmul())), first_even)));
  CHECK(!fires(papers::tra21::rules::r1_6,
               plan::local_filter(joined({0, 1}, {0, 1}, to(add()), swapped()), on_diagonal)));
}

TEST_CASE("R1-7 composes any map of one block, and distributes only what distributes") {
  const OperatorPtr sums = joined({0, 1}, {0, 1}, to(add()));
  CHECK(fires(papers::tra21::rules::r1_7_compose, map(sums, to(square()), swapped())));
  CHECK(fires(papers::tra21::rules::r1_7_compose, plan::local_map(sums, swapped(), {})));
  CHECK(!fires(papers::tra21::rules::r1_7_compose,
               plan::local_map(sums, plan::insert_dim(2, 0, 2), {})));
  BlockKernel nameless = add();
  nameless.anonymous = true;
  BlockKernel matrices_only = add();
  matrices_only.laws.elementwise = false;
  for (const auto& rule :
       {papers::tra21::rules::r1_7_distribute, papers::tra21::rules::r1_7_push}) {
    CAPTURE(rule.form);
    CHECK(fires(rule, map(sums, to(diagonal(), 1), swapped())));
    CHECK(!fires(rule, map(sums, to(square()))));
    CHECK(!fires(rule, map(joined({0, 1}, {0, 1}, to(matmul())), to(diagonal(), 1))));
    CHECK(!fires(rule, map(joined({0, 1}, {0, 1}, to(nameless)), to(twice()))));
    CHECK(!fires(rule, map(joined({0, 1}, {0, 1}, to(matrices_only)), to(diagonal(), 1))));
    CHECK(!fires(rule, plan::local_map(sums, swapped(), {})));
  }
}

TEST_CASE("R2-1, R2-2, R2-3: moves and what they commute with") {
  CHECK(fires(papers::tra21::rules::r2_1, plan::bcast(plan::shuf(x(), {0}))));
  CHECK(!fires(papers::tra21::rules::r2_1,
               plan::bcast(plan::local_filter(plan::shuf(x(), {0}), first_even))));
  CHECK(fires(papers::tra21::rules::r2_2_filter_first,
              plan::local_filter(plan::bcast(x()), on_diagonal)));
  CHECK(fires(papers::tra21::rules::r2_2_move_first,
              plan::bcast(plan::local_filter(x(), on_diagonal))));
  const OperatorPtr few = plan::local_filter(x(), [](const Key& key) { return key[0] == 0; });
  const auto narrow = placement::on_site(sites, 1, {1, 4});
  CHECK(!fires(papers::tra21::rules::r2_2_move_first, plan::exchange(few, narrow)));
  CHECK(
      fires(papers::tra21::rules::r2_3_map_first, map(plan::bcast(x()), to(square()), swapped())));
  CHECK(fires(papers::tra21::rules::r2_3_map_first, map(plan::shuf(x(), {0}), to(square()))));
  CHECK(!fires(papers::tra21::rules::r2_3_map_first,
               map(plan::shuf(x(), {0}), to(square()), swapped())));
  CHECK(fires(papers::tra21::rules::r2_3_move_first, plan::bcast(plan::local_tile(x(), 0, 1))));
  CHECK(
      !fires(papers::tra21::rules::r2_3_move_first, plan::shuf(plan::local_tile(x(), 0, 1), {0})));
}

TEST_CASE("R2-4 needs groups that are on one site each already") {
  CHECK(fires(papers::tra21::rules::r2_4_aggregate, totals(x())));
  CHECK(!fires(papers::tra21::rules::r2_4_aggregate,
               totals(relation("X", {4, 4}, 1))));  // the printed condition holds
  CHECK(!fires(papers::tra21::rules::r2_4_aggregate,
               plan::local_aggregate(plan::shuf(x(), {1}), {0}, sum())));
}

TEST_CASE("R2-4 drops the shuffles of a join whose pairs are together already") {
  CHECK(fires(papers::tra21::rules::r2_4_join, shuffled_join({0}, {0})));
  CHECK(!fires(papers::tra21::rules::r2_4_join, shuffled_join({1}, {0})));
  CHECK(
      !fires(papers::tra21::rules::r2_4_join, plan::local_join(x(), y(), {0}, {0}, to(matmul()))));
}

TEST_CASE("R2-5 needs a shuffle by group keys and a combine in any order") {
  const OperatorPtr apart = relation("X", {4, 4}, 1);
  CHECK(fires(papers::tra21::rules::r2_5_two_phases, totals(apart)));
  // The printed condition has it the other way round: group keys that are a part of the shuffle's.
  CHECK(!fires(papers::tra21::rules::r2_5_two_phases,
               plan::local_aggregate(plan::shuf(apart, {0, 1}), {0}, sum())));
  CHECK(!fires(papers::tra21::rules::r2_5_two_phases,
               totals(apart, changed([](BlockCombine& c) { c.laws.commutative = false; }))));
  CHECK(!fires(papers::tra21::rules::r2_5_two_phases,
               totals(apart, changed([](BlockCombine& c) { c.laws.associative = false; }))));
  CHECK(!fires(papers::tra21::rules::r2_5_two_phases,
               plan::local_concat(plan::shuf(apart, {0}), 1, 0)));
  CHECK(
      !fires(papers::tra21::rules::r2_5_two_phases, totals(x())));  // no group is spread over sites
  CHECK(fires(papers::tra21::rules::r2_5_drop_phase, plan::local_aggregate(x(), {0, 1}, sum())));
  CHECK(!fires(papers::tra21::rules::r2_5_drop_phase, plan::local_aggregate(x(), {1, 0}, sum())));
  CHECK(!fires(papers::tra21::rules::r2_5_drop_phase,
               papers::tra21::rules::r2_5_two_phases(totals(apart))));
}

TEST_CASE("R2-6 needs operands that were moved, and dimensions to shuffle by") {
  CHECK(fires(papers::tra21::rules::r2_6_right, joined({1}, {0}, to(matmul()))));
  CHECK(fires(papers::tra21::rules::r2_6_shuffle, joined({1}, {0}, to(matmul()))));
  CHECK(!fires(papers::tra21::rules::r2_6_left, joined({1}, {0}, to(matmul()))));
  CHECK(fires(papers::tra21::rules::r2_6_left, shuffled_join({1}, {0})));
  CHECK(fires(papers::tra21::rules::r2_6_right, joined({}, {}, to(matmul()))));
  CHECK(!fires(papers::tra21::rules::r2_6_shuffle, joined({}, {}, to(matmul()))));
  const OperatorPtr there = plan::local_join(x(), y(), {0}, {0}, to(matmul()));
  for (const auto& rule : {papers::tra21::rules::r2_6_left, papers::tra21::rules::r2_6_right,
                           papers::tra21::rules::r2_6_shuffle}) {
    CHECK(!fires(rule, there));
  }
}

TEST_CASE("R2-7 drops a shuffle by at least the joined dimensions") {
  CHECK(fires(papers::tra21::rules::r2_7, plan::shuf(shuffled_join({1}, {0}), {1})));
  CHECK(fires(papers::tra21::rules::r2_7, plan::shuf(shuffled_join({1}, {0}), {0, 1})));
  CHECK(!fires(papers::tra21::rules::r2_7, plan::shuf(shuffled_join({1}, {0}), {0, 2})));
  // The printed condition holds: dimension 0 is a part of the joined ones.
  CHECK(!fires(papers::tra21::rules::r2_7, plan::shuf(shuffled_join({0, 1}, {0, 1}), {0})));
  CHECK(!fires(papers::tra21::rules::r2_7, plan::shuf(joined({1}, {0}, to(matmul())), {1})));
}

TEST_CASE("products need an aggregate over all joined dimensions, in any order") {
  const OperatorPtr bmm = papers::tra21::rules::bmm(product());
  REQUIRE(bmm != nullptr);
  CHECK(plan::to_text(bmm) ==
        "local_aggregate<0,2; add>(shuf<0,2>(local_join<1; 0; matmul>(bcast(X), Y)))");
  CHECK(fires(papers::tra21::rules::cpmm, bmm));
  CHECK(!fires(papers::tra21::rules::bmm, bmm));
  CHECK(fires(papers::tra21::rules::rmm, bmm));
  CHECK(fires(papers::tra21::rules::rmm, papers::tra21::rules::r2_5_two_phases(product())));
  for (const auto& rule :
       {papers::tra21::rules::bmm, papers::tra21::rules::cpmm, papers::tra21::rules::rmm}) {
    CAPTURE(rule.name);
    CHECK(!fires(rule, product(changed([](BlockCombine& c) { c.laws.associative = false; }))));
    const OperatorPtr keeps_joined =
        plan::local_aggregate(plan::shuf(joined({1}, {0}, to(matmul())), {0, 1}), {0, 1}, sum());
    CHECK(!fires(rule, keeps_joined));
    const OperatorPtr cross = plan::local_aggregate(
        plan::shuf(joined({}, {}, to(matmul())), {0, 1, 2, 3}), {0, 1, 2, 3}, sum());
    CHECK(!fires(rule, cross));
  }
}

TEST_CASE("a rule does not apply where the operator above relied on where blocks were") {
  // Partitioned by dimension 0, the join's groups are complete; broadcast left they need not be.
  const OperatorPtr by_column = relation("Y", {4, 4}, 1);
  const OperatorPtr join =
      plan::local_join(plan::shuf(x(), {0}), plan::shuf(by_column, {0}), {0}, {0}, to(matmul()));
  const OperatorPtr groups = plan::local_aggregate(join, {0}, sum());
  REQUIRE(!groups->partial());
  CHECK(fires(papers::tra21::rules::r2_6_left, join));
  CHECK(papers::tra21::rules::rewritten_at(papers::tra21::rules::r2_6_left, groups, join) ==
        nullptr);
  const OperatorPtr safe = plan::local_aggregate(plan::shuf(join, {0}), {0}, sum());
  CHECK(papers::tra21::rules::rewritten_at(papers::tra21::rules::r2_6_left, safe, join) != nullptr);
}

TEST_CASE("every rule says what it is and where it is from") {
  for (const auto& rule : papers::tra21::rules::all_rules) {
    CAPTURE(papers::tra21::rules::full_name(rule));
    CHECK(std::string(rule.equation).find(" == ") != std::string::npos);
    CHECK(std::string(rule.source).starts_with("[tra21]"));
    CHECK(!std::string(rule.condition).empty());
    int same = 0;
    for (const auto& other : papers::tra21::rules::all_rules) {
      same +=
          papers::tra21::rules::full_name(other) == papers::tra21::rules::full_name(rule) ? 1 : 0;
    }
    CHECK(same == 1);
  }
}

}  // namespace relatile::test::licences_test
