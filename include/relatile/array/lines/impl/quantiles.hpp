// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/quantiles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "relatile/array/lines/impl/sorting.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/function_node.hpp"
#include "relatile/expr/gather.hpp"
#include "relatile/expr/recipe.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/function/as_type.hpp"
#include "relatile/function/list.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/kernel/sorting.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

inline bool is_median(const std::string& name) { return name.ends_with("median"); }

inline kernel::Quantile method_of(const std::string& name, std::string_view method) {
  if (is_median(name)) return kernel::Quantile::mean;
  constexpr std::array<std::string_view, 5> names{"linear", "lower", "higher", "midpoint",
                                                  "nearest"};
  const auto found = std::find(names.begin(), names.end(), method);
  if (found == names.end()) {
    throw ShapeMismatch("relatile: " + name + ": there is no method '" + std::string(method) +
                        "'; there are linear, lower, higher, midpoint and nearest");
  }
  return static_cast<kernel::Quantile>(found - names.begin());
}

/// What quantiles of elements of one type need to know of them.
struct QuantileKernels {
  SelectableElements compared;
  ElementType result;
  void (*of_lines)(const Lines& lines, const std::vector<double>& wanted, kernel::Quantile method,
                   bool skip_nan);
  /// NaN, or what is so far on the way from one element to the next.
  void (*nan)(std::byte* result);
  void (*between)(const Neighbouring& elements, double part, kernel::Quantile method,
                  std::byte* result);
};

template <class T>
QuantileKernels quantile_kernels() {
  using R = quantile_t<T>;
  using Key = sorted_as<T>;
  QuantileKernels kernels{selectable_elements<Key>(), element_type_of<R>(),
                          kernel::quantile_lines<Key, R>, nullptr, nullptr};
  kernels.nan = [](std::byte* result) {
    constexpr R nan = std::numeric_limits<R>::quiet_NaN();
    std::memcpy(result, &nan, sizeof(R));
  };
  kernels.between = [](const Neighbouring& elements, double part, kernel::Quantile method,
                       std::byte* result) {
    Key below;
    Key above;
    std::memcpy(&below, elements.below.data(), sizeof(Key));
    std::memcpy(&above, elements.above.data(), sizeof(Key));
    const R quantile =
        kernel::between(static_cast<R>(below), static_cast<R>(above), static_cast<R>(part), method);
    std::memcpy(result, &quantile, sizeof(R));
  };
  return kernels;
}

inline bool is_long(const tra::Node& x) {
  return x.type.rank() == 1 && x.type.extents[0] >= long_vector;
}

/// Of a long vector, at once: elements that are next to the quantiles are told to all ranks.
inline tra::NodePtr quantiles_of_long(const QuantileKernels& kernels, const tra::NodePtr& x,
                                      const std::vector<double>& wanted, kernel::Quantile method,
                                      bool skip_nan) {
  const std::int64_t count = x->type.extents[0];
  const Handle handle = handle_of(*x);  // kept, since it is read for every quantile
  const std::size_t size = kernels.result.size;
  std::vector<std::byte> results(wanted.size() * size);
  for (std::size_t q = 0; q < wanted.size(); ++q) {
    const auto place = [&](std::int64_t numbers) {
      return kernel::place_of_quantile(wanted[q], numbers, method);
    };
    const Neighbouring found = select_long(x, kernels.compared, [&](std::int64_t numbers) {
      return static_cast<std::int64_t>(place(numbers));
    });
    std::byte* const result = results.data() + q * size;
    if (found.numbers > 0 && (skip_nan || found.numbers == count)) {
      const double at = place(found.numbers);
      kernels.between(found, at - std::floor(at), method, result);
    } else {
      kernels.nan(result);
    }
  }
  return vector_everywhere(results, kernels.result);
}

/// How many of each line's elements count, less one, along an axis that has one place for all.
template <class T>
tra::NodePtr last_places(const tra::NodePtr& x, int at, bool skip_nan) {
  const std::int64_t extent = x->type.extents[at];
  const tra::NodePtr last = number_node(static_cast<double>(extent - 1));
  if (!skip_nan) return last;
  const tra::NodePtr undefined =
      function_node<function::AsType<double>, bool>(function_node<function::Isnan, T>(x));
  const tra::NodePtr count =
      tra::make_reduce(undefined, {at}, true, kernel::make_reduction<kernel::Sum, double>());
  const tra::NodePtr numbers = function_node<function::Subtract, double>(last, count);
  return function_node<function::Maximum, double>(numbers, number_node(0.0));
}

/// A quantile lies between two elements of its line: they get their shares of what is told of it.
template <class T>
class QuantileRule {
 public:
  QuantileRule(std::vector<double> wanted, kernel::Quantile method, bool skip_nan, int at)
      : wanted_(std::move(wanted)), method_(method), skip_nan_(skip_nan), at_(at) {}

  std::vector<tra::NodePtr> operator()(const tra::NodePtr&, const std::vector<tra::NodePtr>& of,
                                       const tra::NodePtr& g) const {
    const tra::NodePtr& x = of[0];
    const tra::NodePtr place = places(x);
    const tra::NodePtr below = function_node<function::Floor, double>(place);
    const tra::NodePtr above = function_node<function::Ceil, double>(place);
    const tra::NodePtr part =
        share_of_above(function_node<function::Subtract, double>(place, below));
    const tra::NodePtr by_above = function_node<function::Multiply, T>(g, part);
    const tra::NodePtr by_below = function_node<function::Subtract, T>(g, by_above);
    const tra::NodePtr order = ordered_node<T>("argsort", x, at_, Ordering::order);
    const auto from = [&](const tra::NodePtr& number) {
      return gather_along_node(order, function_node<function::AsType<std::int64_t>, double>(number),
                               at_);
    };
    return {scatter_along_node(concatenate_node("quantile", {by_below, by_above}, at_),
                               concatenate_node("quantile", {from(below), from(above)}, at_), at_,
                               x->type.extents[at_])};
  }

 private:
  /// Where among its line's numbers each quantile is: whole where it is an element.
  tra::NodePtr places(const tra::NodePtr& x) const {
    std::vector<std::byte> bytes(wanted_.size() * sizeof(double));
    std::memcpy(bytes.data(), wanted_.data(), bytes.size());
    Extents along = Extents::filled(x->type.rank(), 1);
    along[at_] = static_cast<std::int64_t>(wanted_.size());
    const tra::NodePtr wanted =
        reshape_node(vector_everywhere(bytes, element_type_of<double>()), along);
    const tra::NodePtr exact =
        function_node<function::Multiply, double>(wanted, last_places<T>(x, at_, skip_nan_));
    switch (method_) {
      case kernel::Quantile::nearest: return function_node<function::Rint, double>(exact);
      case kernel::Quantile::lower: return function_node<function::Floor, double>(exact);
      case kernel::Quantile::higher: return function_node<function::Ceil, double>(exact);
      default: return exact;
    }
  }
  tra::NodePtr share_of_above(const tra::NodePtr& part) const {
    tra::NodePtr share = part;
    if (method_ == kernel::Quantile::mean || method_ == kernel::Quantile::midpoint) {
      share = function_node<function::Multiply, double>(function_node<function::Sign, double>(part),
                                                        number_node(0.5));
    }
    if constexpr (std::is_same_v<T, double>) return share;
    return function_node<function::AsType<T>, double>(share);
  }

  std::vector<double> wanted_;
  kernel::Quantile method_;
  bool skip_nan_;
  int at_;
};

template <class T>
tra::NodePtr with_rule_of_quantile(tra::NodePtr node, const tra::NodePtr& x,
                                   const std::vector<double>& wanted, kernel::Quantile method,
                                   bool skip_nan, int at) {
  if constexpr (std::is_floating_point_v<T>) {
    return with_pullback(std::move(node), {x}, QuantileRule<T>(wanted, method, skip_nan, at));
  } else {
    return node;
  }
}

RELATILE_INLINE tra::NodePtr quantiles_by(const QuantileKernels& kernels, const std::string& name,
                                          const tra::NodePtr& x, int axis,
                                          const std::vector<double>& wanted,
                                          std::string_view method) {
  const int at = normal_axis(name, axis, x->type.rank());
  require_elements(name, x->type.extents, {at});
  for (const double q : wanted) {
    if (q >= 0 && q <= 1) continue;
    const bool percents = name.ends_with("percentile");
    std::ostringstream text;
    text << "relatile: " << name << ": " << (percents ? 100 * q : q) << " is not from 0 to "
         << (percents ? 100 : 1);
    throw ShapeMismatch(text.str());
  }
  const kernel::Quantile by = method_of(name, method);
  const bool skip_nan = name.starts_with("nan");
  if (is_long(*x)) {
    return quantiles_of_long(kernels, x, wanted, by, skip_nan);
  }
  LineKernel kernel{name, [of_lines = kernels.of_lines, wanted, by, skip_nan](const Lines& lines) {
                      of_lines(lines, wanted, by, skip_nan);
                    }};
  kernel.identity.type = hash_of_name(name);
  kernel.identity.state.assign(reinterpret_cast<const char*>(wanted.data()),
                               wanted.size() * sizeof(double));
  kernel.identity.state += is_median(name) ? "mean" : method;
  return tra::make_along_axis(x, at, std::move(kernel),
                              {kernels.result, static_cast<std::int64_t>(wanted.size())}, Flops{2});
}

template <class T>
tra::NodePtr quantile_node(const std::string& name, const tra::NodePtr& x, int axis,
                           const std::vector<double>& wanted, std::string_view method) {
  tra::NodePtr values = quantiles_by(quantile_kernels<T>(), name, x, axis, wanted, method);
  const auto with_rule = [&] {
    return with_rule_of_quantile<T>(std::move(values), x, wanted, method_of(name, method),
                                    name.starts_with("nan"),
                                    normal_axis(name, axis, x->type.rank()));
  };
  if (!is_long(*x)) return with_rule();
  values->name = name;
  note_origin(values, x);
  if (!RecipesAreKept::now()) return values;
  RecipesAreKept::forget_later(values);
  return with_rule();
}

}  // namespace relatile::detail
