// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/random/order.hpp"

#include "relatile/array/conversion.hpp"
#include "relatile/array/lines/scan.hpp"
#include "relatile/array/reductions/statistics.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/random/index_permutation.hpp"
#include "relatile/random/more_distributions.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::random {

namespace detail {

RELATILE_INLINE Array<std::int64_t, 1> drawn_places(const Array<double, 1>& p, std::int64_t size,
                                                    const Source& source) {
  const transport::Operation operation("random::choice");
  const Array<double, 1> sums = cumsum(p);
  const Array<double, 0> least = min(p);
  const Array<double, 0> total = sums(-1);
  Session::current().evaluate({sums.node(), least.node(), total.node()});
  if (!(least.item() >= 0) || !(total.item() > 0)) {
    throw ShapeMismatch("relatile: random::choice: likelihoods from " +
                        std::to_string(least.item()) + " on, which sum to " +
                        std::to_string(total.item()));
  }
  const Array<double, 1> drawn = uniform<double>({size}, source) * sums(-1);
  return minimum(searchsorted(sums, drawn, "right"), sums.shape(0) - 1);
}

}  // namespace detail

/// Vectors of this length on are put in order by their places, shorter ones by sorting.
inline constexpr std::int64_t shortest_by_places = std::int64_t{1} << 17;

RELATILE_INLINE Array<std::int64_t, 1> permutation(std::int64_t n, detail::Source source,
                                                   SourceLine line) {
  if (n < shortest_by_places) return argsort(uniform<double>({n}, source, line), 0, line);
  const AskedFrom scope(line);
  return Array<std::int64_t, 1>(detail::index_permutation_node(n, source));
}

RELATILE_INLINE Array<std::int64_t, 1> choice(std::int64_t n, std::int64_t size,
                                              Replacement replacement, detail::Source source,
                                              SourceLine line) {
  return choice(arange<std::int64_t>(n), size, replacement, source, line);
}

RELATILE_INLINE Array<double, 2> dirichlet(const std::vector<double>& alpha, std::int64_t size,
                                           SourceLine line) {
  const AskedFrom scope(line);
  std::vector<Array<double, 1>> columns;
  for (const double parameter : alpha) {
    if (!(parameter > 0)) {
      throw ShapeMismatch("relatile: random::dirichlet: a parameter of " +
                          std::to_string(parameter));
    }
    columns.push_back(standard_gamma<double>(parameter, {size}));
  }
  const Array<double, 2> all_columns = stack(columns, 1);
  return all_columns / sum(all_columns, 1, keepdims);
}

RELATILE_INLINE Array<std::int64_t, 2> multinomial(std::int64_t n, const std::vector<double>& p,
                                                   std::int64_t size, detail::Source source,
                                                   SourceLine line) {
  const AskedFrom scope(line);
  double total = 0;
  for (std::size_t k = 0; k + 1 < p.size(); ++k) total += p[k] >= 0 ? p[k] : 2;
  if (p.empty() || !(total <= 1 + 1e-12)) {
    throw ShapeMismatch(
        "relatile: random::multinomial: likelihoods must be at least 0, and all but "
        "the last sum to at most 1, not to " +
        std::to_string(total));
  }
  const Array<double, 2> drawn = uniform<double>({size, n}, source, line);
  std::vector<Array<std::int64_t, 1>> columns;
  double low = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const double high = k + 1 == p.size() ? 2 : low + p[k];
    columns.push_back(count_nonzero(drawn >= low && drawn < high, 1));
    low = high;
  }
  return stack(columns, 1);
}

}  // namespace relatile::random
