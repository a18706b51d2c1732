// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/scan.hpp"

#include <utility>
#include <vector>

#include "relatile/array/lines/along_blocks.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/indexing.hpp"

namespace relatile::detail {

/// From so many lines on there are enough of them for all sites.
inline constexpr std::int64_t many_lines = 256;

/// One of the library's functions of two numbers.
template <class Op, class T>
struct TwoNumbers {
  T operator()(const T& a, const T& b) const { return Op::combine(a, b); }
};

template <class Op, class T>
ScanKernels scan_kernels() {
  const TwoNumbers<Op, T> f;
  const T identity = Op::template identity<T>();
  return {{"scan", [f](const Lines& l) { kernel::scan_lines<T>(l, f, nullptr, true); }},
          {"scan.before",
           [f, identity](const Lines& l) { kernel::scan_lines<T>(l, f, &identity, false); }},
          {"scan.totals", [f](const Lines& l) { kernel::fold_lines<T>(l, f); }}};
}

RELATILE_INLINE tra::NodePtr scan_passes(const std::string& name, const tra::NodePtr& x, int at,
                                         ScanKernels kernels) {
  const Extents& shape = x->type.extents;
  kernels.along.name = name;
  kernels.before.name = name + ".before";
  kernels.total.name = name + ".totals";
  const std::int64_t extent = shape[at];
  const ElementType element = x->type.block.element;
  const std::int64_t lines = extent == 0 ? 0 : volume(shape) / extent;
  if (lines == 0 || lines >= many_lines || block_count(extent) == 1) {
    return tra::make_along_axis(x, at, std::move(kernels.along), {element, extent}, Flops{1});
  }
  const tra::AxisBlocks blocks = tra::even_blocks(at, extent, block_count(extent));
  const tra::NodePtr totals =
      tra::make_of_blocks(x, at, blocks, std::move(kernels.total), {element, 1}, Flops{1});
  const tra::NodePtr before = tra::make_along_axis(totals, at, std::move(kernels.before),
                                                   {element, blocks.count}, Flops{1});
  return tra::make_along_blocks(x, at, blocks, before, std::move(kernels.along), Flops{1});
}

/// Each element of a cumulative sum is in all sums from its own on: cotangents are added up from
/// the end.
RELATILE_INLINE tra::NodePtr sums_from_end(const tra::NodePtr& x, int at,
                                           const ScanKernels& kernels) {
  const Slice back = slice({}, {}, -1);
  const tra::NodePtr sums = scan_node("cumsum", slice_node("flip", x, at, back), at, kernels);
  return slice_node("flip", sums, at, back);
}

RELATILE_INLINE tra::NodePtr scan_node(const std::string& name, const tra::NodePtr& x, int axis,
                                       ScanKernels kernels) {
  const int at = normal_axis(name, axis, x->type.rank());
  tra::NodePtr node = scan_passes(name, x, at, kernels);
  if (name != "cumsum") return node;
  return with_pullback(
      std::move(node), {x},
      [at, kernels = std::move(kernels)](const tra::NodePtr&, const std::vector<tra::NodePtr>&,
                                         const tra::NodePtr& cotangent) {
        return std::vector<tra::NodePtr>{sums_from_end(cotangent, at, kernels)};
      });
}

}  // namespace relatile::detail
