// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include <relatile/tra/aggregate.hpp>
#include <relatile/tra/filter.hpp>
#include <relatile/tra/join.hpp>
#include <relatile/tra/map.hpp>
#include <relatile/tra/rekey.hpp>
#include "support/graphs.hpp"

namespace graphs {

/// A program and what it is for.
struct Example {
  std::string text;
  std::vector<NodePtr> roots;
};

/// A relation of 8 x 8 blocks that is stored nowhere yet.
inline NodePtr blocks(const Extents& keys) {
  NodePtr node = input(keys);
  node->type.elements = false;
  node->type.block.rank = 2;
  node->type.block_extents.assign(static_cast<std::size_t>(rt::volume(keys)), Extents{8, 8});
  return node;
}

/// Programs with everything that a planner may meet, sharing included, for that many sites.
inline std::vector<Example> examples(int sites) {
  std::vector<Example> all;
  const auto add = [&](std::string text, std::vector<NodePtr> roots) {
    all.push_back({std::move(text), std::move(roots)});
  };
  add("a product", {matmul(input({90, 60}), input({60, 70}))});
  add("a chain",
      {elementwise({matmul(input({80, 20}), input({20, 80})),
                    matmul(input({80, 30}), matmul(input({30, 40}), input({40, 80})))})});
  {
    const NodePtr x = stored({400, 40}, {{sites, 0, 0}}, sites);
    const NodePtr m = elementwise({matmul(x, source({40, 1}))}, 4);
    const NodePtr h = einsum("ni,nj->ij", {x, elementwise({x, m})});
    add("a step of Newton's method", {h, einsum("ni,nj->ij", {x, m})});
  }
  {
    const NodePtr x = input({200, 60});
    const NodePtr w = input({60, 50});
    const NodePtr v = input({50, 10});
    const NodePtr a = elementwise({matmul(x, w)}, 2);
    const NodePtr e = elementwise({matmul(a, v), input({200, 10})});
    const NodePtr b = elementwise({einsum("nl,hl->nh", {e, v}), a});
    add("training two layers", {elementwise({v, einsum("nh,nl->hl", {a, e})}),
                                elementwise({w, einsum("nd,nh->dh", {x, b})})});
  }
  {
    const NodePtr a = elementwise({input({64, 64}), input({64, 64})});
    add("two views of one array", {elementwise({a, transpose(a)}), sum(a, {0}), sum(a, {1})});
  }
  add("a sum of everything", {sum(elementwise({input({300, 41})}), {0, 1})});
  add("vectors", {einsum("i,i->", {input({997}), elementwise({input({997}), source({997})})})});
  add("a batch of products", {einsum("bij,bjk->bik", {input({6, 40, 30}), input({6, 30, 20})})});
  add("three factors",
      {einsum("ijk,jf,kf->if", {input({30, 24, 20}), input({24, 8}), source({20, 8})})});
  {
    const NodePtr x = input({100, 30});
    add("slices", {matmul(rows(x, 10, 50), transpose(rows(x, 3, 90)))});
  }
  {
    const NodePtr product = matmul(input({60, 50}), input({50, 40}));
    const NodePtr moved = rt::tra::make_view("placed", product, rt::Access::identity(2), {60, 40});
    moved->pins.boxes.assign(static_cast<std::size_t>(sites), {});
    moved->pins.boxes.front() = {rt::Box::whole({60, 40})};
    const NodePtr pinned = matmul(input({60, 40}), transpose(moved));
    pinned->pins.boxes.assign(static_cast<std::size_t>(sites), {});
    pinned->pins.boxes.back() = {rt::Box::whole({60, 60})};
    add("pinned placements", {pinned, sum(moved, {0})});
  }
  {
    const NodePtr r = blocks({5, 6});
    const NodePtr diagonal =
        rt::tra::make_filter(r, [](const rt::Key& key) { return key[0] == key[1]; });
    const NodePtr vector =
        rt::tra::make_rekey(diagonal, 1, [](const rt::Key& key) { return rt::Key{key[0]}; });
    add("a relation's diagonal", {vector, rt::tra::make_aggregate("sum", r, {1}, {})});
  }
  {
    rt::BlockKernel multiply;
    multiply.shape = [](std::span<const Extents> x) { return Extents{x[0][0], x[1][1]}; };
    multiply.flops = [](std::span<const Extents> x) {
      return rt::Flops{rt::volume(x[0]) * x[1][1]};
    };
    const NodePtr left = blocks({5, 7});
    add("a product of blocks",
        {rt::tra::make_join("join", left, blocks({7, 4}), {1}, {0}, {0, 2}, left->type.block,
                            multiply, std::make_shared<const rt::BlockCombine>())});
  }
  {
    NodePtr x = input({70, 50});
    for (int layer = 0; layer < 4; ++layer) {
      const NodePtr y = elementwise({matmul(x, input({50, 50}))}, 3);
      x = elementwise({x, y});
    }
    add("layers with a residual", {x});
  }
  add("small and short", {elementwise({matmul(input({2, 3}), input({3, 1})), source({1})})});
  return all;
}

}  // namespace graphs
