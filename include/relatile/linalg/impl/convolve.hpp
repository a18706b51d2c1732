// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/convolve.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "relatile/array/shapes/flip.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/differentiable.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/expr/conjugate.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/kernel/convolution.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

RELATILE_INLINE Range kept_of_convolution(std::string_view mode, std::int64_t n, std::int64_t m,
                                          bool from_end) {
  if (n == 0 || m == 0) {
    throw ShapeMismatch("relatile: convolve: vectors of " + std::to_string(n) + " and " +
                        std::to_string(m) + " elements; neither may be empty");
  }
  const std::int64_t longer = std::max(n, m);
  const std::int64_t shorter = std::min(n, m);
  if (mode == "full") return {0, n + m - 1};
  const std::int64_t before = from_end ? shorter / 2 : (shorter - 1) / 2;
  if (mode == "same") return {before, before + longer};
  if (mode == "valid") return {shorter - 1, longer};
  throw ShapeMismatch("relatile: convolve: there is no mode '" + std::string(mode) +
                      "'; there are full, same and valid");
}

/// How the sums from `kept.low` to `kept.high` of a convolution of n with m <= n elements are made
/// of blocks: what each reads, and where its sums stand. kernel/convolution.hpp says which there
/// are.
struct ConvolutionBlocks {
  tra::AxisBlocks read;
  tra::AxisBlocks made;
};
inline ConvolutionBlocks convolution_blocks(std::int64_t n, std::int64_t m, const Range& kept,
                                            std::int64_t shortest) {
  std::vector<std::int64_t> begins;
  std::vector<std::int64_t> ends;
  std::vector<std::int64_t> cuts{0};
  const auto add = [&](const Range& sums) {
    if (sums.low == sums.high) return;
    begins.push_back(std::max(sums.low - m + 1, std::int64_t{0}));
    ends.push_back(std::min(sums.high, n));
    cuts.push_back(sums.high - kept.low);
  };
  const std::int64_t inner = kept.low < m - 1 ? m : m - 1;  // where the first one ends
  add({kept.low, inner});
  const std::int64_t count = many_parts(n - inner, shortest);
  for (std::int64_t b = 0; b < count; ++b) {
    const Range part = even_part(n - inner, count, b);
    add({inner + part.low, inner + part.high});
  }
  add({n, kept.high});
  ConvolutionBlocks blocks{{}, tra::blocks_between(0, std::move(cuts))};
  blocks.read = {tra::blocks_between(0, std::move(begins)).dim, blocks.made.count};
  blocks.read.dim.ends = std::make_shared<const std::vector<std::int64_t>>(std::move(ends));
  return blocks;
}

inline tra::NodePtr reversed(const tra::NodePtr& x) { return flip_node("flip", x, {0}); }

/// The derivative of a convolution by its operand of n elements, m the other's.
inline tra::NodePtr slope_by_longer(const tra::NodePtr& g, const tra::NodePtr& v, std::int64_t n,
                                    const Range& kept) {
  const std::int64_t first = v->type.extents[0] - 1 - kept.low;
  return convolution_node(g, reversed(conjugate_node(v)), {first, first + n});
}

/// The sum over i of g[i - kept.low] x[i - k], for every k below m: what blocks have of it is
/// added.
inline tra::NodePtr correlation_node(const tra::NodePtr& x, const tra::NodePtr& g,
                                     const Range& kept, std::int64_t m) {
  const std::int64_t n = x->type.extents[0];
  const auto blocks = convolution_blocks(n, m, kept, std::max(m, std::int64_t{1024}));
  const ElementType element = x->type.block.element;
  tra::NodePtr sums;
  visit_type(element, [&]<class T>(std::type_identity<T>) {
    const tra::NodePtr parts =
        tra::make_of_blocks(x, 0, blocks.read, {"correlate", kernel::correlate_block<T>},
                            {element, m}, Flops{2 * m}, g, &blocks.made);
    sums = tra::make_reduce(reshape_node(parts, Extents{blocks.read.count, m}), {0}, false,
                            kernel::make_reduction<kernel::Sum, T>());
  });
  return with_pullback(
      std::move(sums), {x, g},
      [n, kept](const tra::NodePtr&, const std::vector<tra::NodePtr>& of, const tra::NodePtr& h) {
        return std::vector<tra::NodePtr>{slope_by_longer(of[1], h, n, kept),
                                         convolution_node(conjugate_node(of[0]), h, kept)};
      });
}

RELATILE_INLINE tra::NodePtr convolution_node(const tra::NodePtr& x, const tra::NodePtr& v,
                                              const Range& kept) {
  const std::int64_t n = x->type.extents[0];
  const std::int64_t m = v->type.extents[0];
  if (n < m) return convolution_node(v, x, kept);
  const auto blocks = convolution_blocks(n, m, kept, 256);
  LineKernel kernel{"convolve", nullptr};
  const ElementType element = x->type.block.element;
  visit_scalar_type(
      element, [&]<class T>(std::type_identity<T>) { kernel.run = kernel::convolve_block<T>; });
  return with_pullback(tra::make_of_blocks(x, 0, blocks.read, std::move(kernel),
                                           {element, 0, blocks.made.dim.cuts}, Flops{2 * m}, v),
                       {x, v},
                       [n, m, kept](const tra::NodePtr&, const std::vector<tra::NodePtr>& of,
                                    const tra::NodePtr& g) {
                         return std::vector<tra::NodePtr>{
                             slope_by_longer(g, of[1], n, kept),
                             correlation_node(conjugate_node(of[0]), g, kept, m)};
                       });
}

}  // namespace relatile::detail
