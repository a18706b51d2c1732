// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/lines/scan.hpp"
#include "relatile/grad/impl/nodes.hpp"
#include "relatile/grad/impl/stages.hpp"
#include "relatile/grad/impl/through_access.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/reshape.hpp"

// Second derivatives of products. The first derivative divides the product by each factor that is
// not zero, which is cheap, but has itself no derivative where a factor is zero. That one is taken
// of the same product as the last of cumulative ones, whose rule never divides.

namespace relatile::detail {

/// A pass whose results are products over labels, without its operands: a rule that holds operands
/// by itself would let go of a long chain of them by recursion.
struct ProductPass {
  std::shared_ptr<const tra::Node> space;  ///< labels, accesses, output and type
  Stages factors;

  ProductPass(const tra::Node& node, Stages of_node) : factors(std::move(of_node)) {
    auto bare = std::make_shared<tra::Node>();
    bare->name = node.name;
    bare->accesses = node.accesses;
    bare->labels = node.labels;
    bare->label_names = node.label_names;
    bare->output = node.output;
    bare->type = node.type;
    space = std::move(bare);
  }
};

/// All factors, with an axis for those of each result.
inline tra::NodePtr lines_of_factors(const ProductPass& pass,
                                     const std::vector<tra::NodePtr>& operands) {
  const tra::Node& space = *pass.space;
  const LabelOrder order(space, space.output);
  std::vector<int> labels = distinct_labels(space.output);
  for (int label = 0; label < space.labels.rank(); ++label) {
    if (!space.output.has_label(label)) labels.push_back(label);
  }
  const tra::NodePtr all =
      pass_over(space, "factors", {operands, space.accesses}, pass.factors.program,
                pass.factors.result, Access::of_labels(labels), order.extents(),
                reduction_of<kernel::Prod>(space.type.block.element));
  const std::int64_t results = volume(space.type.extents);
  return tra::make_reshape(all, {results, volume(order.extents()) / results});
}

/// What the pass computes, as the last one of cumulative products.
inline tra::NodePtr by_cumulative_products(const ProductPass& pass,
                                           const std::vector<tra::NodePtr>& operands) {
  const tra::NodePtr factors = lines_of_factors(pass, operands);
  tra::NodePtr products;
  visit_type(factors->type.block.element, [&]<class T>(std::type_identity<T>) {
    products = scan_node("cumprod", factors, 1, scan_kernels<kernel::Prod, T>());
  });
  return tra::make_reshape(slice_node("slice", products, 1, slice(-1, {})),
                           pass.space->type.extents);
}

}  // namespace relatile::detail
