// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/scan.hpp"

#include <utility>
#include <vector>

#include "relatile/array/lines/along_blocks.hpp"
#include "relatile/array/lines/recurrence.hpp"
#include "relatile/core/differentiable.hpp"
#include "relatile/core/error.hpp"
#include "relatile/expr/function_node.hpp"
#include "relatile/expr/gather.hpp"
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

RELATILE_INLINE ScanKernels named_scan(void (*along)(const Lines&), void (*before)(const Lines&),
                                       void (*total)(const Lines&)) {
  return {{"scan", along}, {"scan.before", before}, {"scan.totals", total}};
}

template <class Op, class T>
ScanKernels scan_kernels() {
  using Function = TwoNumbers<Op, T>;
  const auto before = [](const Lines& lines) {
    const T identity = Op::template identity<T>();
    kernel::scan_lines<T>(lines, Function(), &identity, false);
  };
  return named_scan([](const Lines& l) { kernel::scan_lines<T>(l, Function(), nullptr, true); },
                    before, [](const Lines& l) { kernel::fold_lines<T>(l, Function()); });
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

/// Product i is x[0] ... x[i], so x[j] gets x[0] ... x[j - 1] times the sum over all i from j on of
/// g[i] x[j + 1] ... x[i]: exact where factors are zero, too. Where products have overflowed, those
/// of which nothing is told stay out.
RELATILE_INLINE tra::NodePtr by_factors(const tra::NodePtr& products, const tra::NodePtr& x,
                                        const tra::NodePtr& g, int at) {
  const tra::NodePtr sums = recurrence_from_end(x, g, at);
  const tra::NodePtr before = conjugate_node(one_before(products, at, 1));
  tra::NodePtr made;
  visit_type(x->type.block.element, [&]<class T>(std::type_identity<T>) {
    const tra::NodePtr zero = number_node(T(0));
    const tra::NodePtr counts =
        function_node<function::LogicalOr, bool>(function_node<function::Isfinite, T>(before),
                                                 function_node<function::NotEqual, T>(sums, zero));
    made = function_node<function::Multiply, T>(
        function_node<function::Where, T>(counts, before, zero), sums);
  });
  return made;
}

/// The greatest (or least) element so far gets what is told of all results that it is; of equal
/// ones the first.
RELATILE_INLINE tra::NodePtr by_best_so_far(const tra::NodePtr& best, const tra::NodePtr& g,
                                            int at) {
  const std::int64_t extent = best->type.extents[at];
  Extents along = Extents::filled(best->type.rank(), 1);
  along[at] = extent;
  const tra::NodePtr places = reshape_node(arange<std::int64_t>(extent).node(), along);
  const tra::NodePtr changes = elementwise_node<function::NotEqual>(best, one_before(best, at, 0));
  const tra::NodePtr zero = number_node(std::int64_t(0));
  const tra::NodePtr begins = function_node<function::Where, std::int64_t>(changes, places, zero);
  const tra::NodePtr from =
      scan_node("best so far", begins, at, scan_kernels<kernel::Max, std::int64_t>());
  return scatter_along_node(g, from, at, extent);
}

/// The rule of a scan by its name; none for what has no derivative.
inline tra::NodePtr with_rule_of_scan(const std::string& name, tra::NodePtr node,
                                      const tra::NodePtr& x, int at, const ScanKernels& kernels) {
  if (!is_differentiable(x->type.block.element)) return node;
  using Operands = std::vector<tra::NodePtr>;
  if (name == "cumsum") {
    return with_pullback(
        std::move(node), {x},
        [at, kernels](const tra::NodePtr&, const Operands&, const tra::NodePtr& g) {
          return Operands{sums_from_end(g, at, kernels)};
        });
  }
  if (name == "cumprod") {
    return with_pullback(std::move(node), {x},
                         [at](const tra::NodePtr& self, const Operands& of, const tra::NodePtr& g) {
                           return Operands{by_factors(self, of[0], g, at)};
                         });
  }
  if (name == "cummax" || name == "cummin") {
    return with_pullback(std::move(node), {x},
                         [at](const tra::NodePtr& self, const Operands&, const tra::NodePtr& g) {
                           return Operands{by_best_so_far(self, g, at)};
                         });
  }
  return node;
}

RELATILE_INLINE tra::NodePtr scan_node(const std::string& name, const tra::NodePtr& x, int axis,
                                       ScanKernels kernels) {
  const int at = normal_axis(name, axis, x->type.rank());
  return with_rule_of_scan(name, scan_passes(name, x, at, kernels), x, at, kernels);
}

RELATILE_INLINE void refuse_scan(const tra::Node& scan) {
  throw Error("relatile: grad: no derivative is known of the function of " +
              tra::description(scan) +
              "; tell it: scan(x, vectorize(f, derivatives(by_first, by_second)), identity)");
}

/// A recurrence from the end, as of cumulative products; the first element is the first result.
RELATILE_INLINE tra::NodePtr cotangent_of_scan(const tra::NodePtr& by_before,
                                               const tra::NodePtr& by_element,
                                               const tra::NodePtr& g, int at) {
  const tra::NodePtr told = recurrence_from_end(behind_first(by_before, at, 0), g, at);
  const tra::NodePtr slopes = conjugate_node(behind_first(by_element, at, 1));
  return elementwise_node<function::Multiply>(told, slopes);
}

}  // namespace relatile::detail
