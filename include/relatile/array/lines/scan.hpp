// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/vectorize.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/kernel/scans.hpp"
#include "relatile/tra/indexing.hpp"

// Cumulative sums and their like. Lines that are many are run through at once, on whichever sites
// have them; few long ones are cut into blocks, whose totals, and nothing else, are sent: each site
// then begins with what the blocks before give. How many blocks there are depends on the shape
// alone, so results do not depend on the number of ranks.

namespace relatile {

namespace detail {

/// The three passes of a scan.
struct ScanKernels {
  LineKernel along;   ///< inclusive, from the carry if there is one
  LineKernel before;  ///< exclusive, from the identity
  LineKernel total;
};

/// By `Op` of a canonical number type; compiled once.
template <class Op, class T>
ScanKernels scan_kernels();

/// A scan along an axis that x has, and one with the rule of its name by which gradients pass.
RELATILE_INLINE tra::NodePtr scan_passes(const std::string& name, const tra::NodePtr& x, int at,
                                         ScanKernels kernels);
tra::NodePtr scan_node(const std::string& name, const tra::NodePtr& x, int axis,
                       ScanKernels kernels);

/// What NumPy makes of the elements of a sum or product along the way.
template <class T>
using accumulated_t =
    std::conditional_t<std::is_same_v<T, bool> || (std::is_integral_v<T> && sizeof(T) < 8),
                       std::conditional_t<std::is_unsigned_v<T> && !std::is_same_v<T, bool>,
                                          std::uint64_t, std::int64_t>,
                       T>;

template <class Op, class T, ArrayExpression E>
auto scanned(const std::string& name, const E& x, int axis) {
  static_assert(rank_of<E> >= 1, "relatile: cumulative: x has no axis");
  return Array<T, rank_of<E>>(
      scan_node(name, to_node(astype<T>(x)), axis, scan_kernels<Op, canonical_t<T>>()));
}

template <class T, class F>
ScanKernels own_scan_kernels(const F& f, const T& identity) {
  const auto kernel = [&](const char* name, auto run) {
    LineKernel made{name, std::move(run), identity_of(f)};
    made.identity.state += bytes_of(identity);
    return made;
  };
  return {kernel("scan", [f](const Lines& l) { kernel::scan_lines<T>(l, f, nullptr, true); }),
          kernel("scan.before",
                 [f, identity](const Lines& l) { kernel::scan_lines<T>(l, f, &identity, false); }),
          kernel("scan.totals", [f](const Lines& l) { kernel::fold_lines<T>(l, f); })};
}

/// What the derivatives of y[i] = f(y[i - 1], x[i]), from the second place on, make of g, the
/// cotangent of y: that of x.
tra::NodePtr cotangent_of_scan(const tra::NodePtr& by_before, const tra::NodePtr& by_element,
                               const tra::NodePtr& g, int at);

/// Error: nobody has told how.
[[noreturn]] RELATILE_INLINE void refuse_scan(const tra::Node& scan);

/// A derivative of two elements, on arrays.
template <class T, int N, class By>
tra::NodePtr slope_node(const By& by, const Array<T, N>& before, const Array<T, N>& element) {
  return to_node(astype<T>(vectorize(by)(before, element)));
}
template <class T, int N, class L, class... D>
tra::NodePtr slope_node(const Vectorized<L, D...>& by, const Array<T, N>& before,
                        const Array<T, N>& element) {
  return to_node(astype<T>(by(before, element)));
}

/// A scan by a function that tells its derivatives by what is before and by the element.
template <class T, int N, class First, class Second>
tra::NodePtr with_told_rule(tra::NodePtr scan, const tra::NodePtr& x,
                            const Derivatives<First, Second>& by, int at) {
  return with_pullback(
      std::move(scan), {x},
      [by, at](const tra::NodePtr& y, const std::vector<tra::NodePtr>& of, const tra::NodePtr& g) {
        if (g->type.extents[at] < 2) return std::vector<tra::NodePtr>{g};
        const Array<T, N> before(slice_node("slice", y, at, slice(0, -1)));
        const Array<T, N> element(slice_node("slice", of[0], at, slice(1, {})));
        const auto& [by_before, by_element] = by.functions;
        return std::vector<tra::NodePtr>{
            cotangent_of_scan(slope_node<T, N>(by_before, before, element),
                              slope_node<T, N>(by_element, before, element), g, at)};
      });
}
template <class T, int N, class F>
tra::NodePtr own_scan(const F& f, const tra::NodePtr& x, const T& identity, int axis) {
  tra::NodePtr scan = scan_node("scan", x, axis, own_scan_kernels<T>(f, identity));
  if constexpr (!(std::is_floating_point_v<T> || is_complex_v<T>)) {
    return scan;
  } else {
    return with_pullback(
        std::move(scan), {x},
        [](const tra::NodePtr& self, const std::vector<tra::NodePtr>&,
           const tra::NodePtr&) -> std::vector<tra::NodePtr> { refuse_scan(*self); });
  }
}
template <class T, int N, class L, class... D>
tra::NodePtr own_scan(const Vectorized<L, D...>& f, const tra::NodePtr& x, const T& identity,
                      int axis) {
  static_assert(sizeof...(D) == 0 || sizeof...(D) == 2,
                "relatile: scan: a function of two tells two derivatives: vectorize(f, "
                "derivatives(by_first, by_second))");
  if constexpr (sizeof...(D) != 2 || !(std::is_floating_point_v<T> || is_complex_v<T>)) {
    return own_scan<T, N>(f.function(), x, identity, axis);
  } else {
    const int at = normal_axis("scan", axis, N);
    tra::NodePtr scan = scan_node("scan", x, at, own_scan_kernels<T>(f.function(), identity));
    return with_told_rule<T, N>(std::move(scan), x, f.derivatives(), at);
  }
}

}  // namespace detail

/// The sums of the elements of x up to each one along `axis`: numpy.cumsum(x, axis). Whole numbers
/// and truth values become 64 bits long.
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E>
auto cumsum(const E& x, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::scanned<kernel::Sum, detail::accumulated_t<element_of<E>>>("cumsum", x, axis);
}
/// Of all elements in row-major order: numpy.cumsum(x).
template <ArrayExpression E>
auto cumsum(const E& x, SourceLine line = SourceLine::current()) {
  return cumsum(ravel(x, line), 0, line);
}
/// Computed as elements of type T: cumsum(x, 0, dtype<float>).
template <ArrayExpression E, class T>
auto cumsum(const E& x, int axis, DType<T>, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::scanned<kernel::Sum, T>("cumsum", x, axis);
}
template <ArrayExpression E, class T>
auto cumsum(const E& x, DType<T> type, SourceLine line = SourceLine::current()) {
  return cumsum(ravel(x, line), 0, type, line);
}
/// The products up to each element: numpy.cumprod.
template <ArrayExpression E>
auto cumprod(const E& x, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::scanned<kernel::Prod, detail::accumulated_t<element_of<E>>>("cumprod", x, axis);
}
template <ArrayExpression E>
auto cumprod(const E& x, SourceLine line = SourceLine::current()) {
  return cumprod(ravel(x, line), 0, line);
}
/// Computed as elements of type T.
template <ArrayExpression E, class T>
auto cumprod(const E& x, int axis, DType<T>, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::scanned<kernel::Prod, T>("cumprod", x, axis);
}
template <ArrayExpression E, class T>
auto cumprod(const E& x, DType<T> type, SourceLine line = SourceLine::current()) {
  return cumprod(ravel(x, line), 0, type, line);
}
/// cumsum with 0 in place of NaN: numpy.nancumsum.
template <ArrayExpression E>
auto nancumsum(const E& x, int axis, SourceLine line = SourceLine::current()) {
  return cumsum(where(isnan(x), element_of<E>(0), x), axis, line);
}
/// cumprod with 1 in place of NaN: numpy.nancumprod.
template <ArrayExpression E>
auto nancumprod(const E& x, int axis, SourceLine line = SourceLine::current()) {
  return cumprod(where(isnan(x), element_of<E>(1), x), axis, line);
}
/// The greatest element up to each one: numpy.maximum.accumulate(x, axis).
template <ArrayExpression E>
auto cummax(const E& x, int axis = 0, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::scanned<kernel::Max, element_of<E>>("cummax", x, axis);
}
/// The least element up to each one: numpy.minimum.accumulate(x, axis).
template <ArrayExpression E>
auto cummin(const E& x, int axis = 0, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::scanned<kernel::Min, element_of<E>>("cummin", x, axis);
}

/// f(f(x[0], x[1]), ...) up to each element along `axis`, f an associative function of two elements
/// of x, and `identity` what changes nothing: a scan by a monoid of the user's. Gradients pass
/// through it if it tells its derivatives by both: vectorize(f, derivatives(by_first, by_second)).
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E, class F>
auto scan(const E& x, const F& f, const element_of<E>& identity, int axis = 0,
          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = element_of<E>;
  constexpr bool combines = std::is_invocable_r_v<T, const F&, const T&, const T&>;
  static_assert(combines, "relatile: scan: f takes two elements of x and gives one");
  static_assert(rank_of<E> >= 1, "relatile: scan: x has no axis");
  if constexpr (combines) {
    return Array<T, rank_of<E>>(detail::own_scan<T, rank_of<E>>(f, to_node(x), identity, axis));
  } else {
    return as_array(x);
  }
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/lines/impl/scan.hpp"
#endif
