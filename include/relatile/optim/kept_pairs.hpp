// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "relatile/array/from_data.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/optim/lbfgs_history.hpp"
#include "relatile/optim/parameters.hpp"

// The steps and changes of the gradient that L-BFGS keeps, from the oldest to the newest.

namespace relatile::optim::detail {

/// Those of one parameter, of which there is room for some: rows of an array of always the same
/// shape, first the steps, and zeros where none is yet.
template <class X>
class RowsOf {
 public:
  using T = element_of<X>;
  static constexpr int rank = X::rank;

  RowsOf(const X& like, std::int64_t room) : room_(room) {
    Extents shape{2 * room};
    for (const Extent extent : like.shape()) shape.push_back(extent);
    rows_ = zeros<T, rank + 1>(shape);
  }
  void put(std::int64_t at, const X& step, const X& change) {
    Extents column = Extents::filled(rank + 1, 1);
    column[0] = 2 * room_;
    const auto number = reshape<rank + 1>(arange<std::int64_t>(2 * room_), column);
    rows_ = where(number == at, expand_dims(step, 0),
                  where(number == at + room_, expand_dims(change, 0), rows_));
  }
  Array<double, 1> products(const X& x) const {
    relatile::detail::AxisNumbers<rank> of_rows;
    std::iota(of_rows.begin(), of_rows.end(), 1);
    const relatile::detail::AllAxes<rank> of_x;
    return astype<double>(
        relatile::detail::product_over<rank>("lbfgs", rows_, of_rows, x, of_x.values));
  }
  X combined(const Array<double, 1>& factors) const {
    return relatile::detail::product_over<1>("lbfgs", astype<T>(factors), {0}, rows_, {0});
  }

 private:
  std::int64_t room_;
  Array<T, rank + 1> rows_;
};

template <class P>
class PairsInRows;
/// Pairs of small parameters: one plan, of few operators, does for all iterations.
template <class... X>
class PairsInRows<std::tuple<X...>> {
 public:
  using P = std::tuple<X...>;

  PairsInRows(const P& like, std::int64_t room)
      : room_(room),
        rows_(std::apply([&](const auto&... x) { return std::tuple(RowsOf<X>(x, room)...); },
                         like)) {}

  void add(const P& step, const P& change, bool drops) {
    const std::int64_t at = next_++ % room_;
    if (drops) places_.erase(places_.begin());
    places_.push_back(static_cast<std::size_t>(at));
    for_each_parameter([at](auto& own, const auto& s, const auto& y) { own.put(at, s, y); }, rows_,
                       step, change);
  }
  void clear() { places_.clear(); }
  Array<double, 1> dots(const P& gradient, const P& direction) const {
    Array<double, 1> of_gradient = zeros<double>({2 * room_});
    Array<double, 1> of_direction = of_gradient;
    for_each_parameter(
        [&](const auto& own, const auto& g, const auto& d) {
          of_gradient = as_array(of_gradient + own.products(g));
          of_direction = as_array(of_direction + own.products(d));
        },
        rows_, gradient, direction);
    return concatenate({of_gradient, of_direction});
  }
  void read(const double* found, LbfgsDots& to) const {
    for (const std::size_t place : places_) {
      const double* const change = found + room_ + place;
      to.gradient_s.push_back(found[place]);
      to.gradient_y.push_back(*change);
      to.direction_y.push_back(change[2 * room_]);
    }
  }
  P added(const P& to, const LbfgsDirection& along) const {
    std::vector<double> factors(static_cast<std::size_t>(2 * room_));
    for (std::size_t k = 0; k < places_.size(); ++k) {
      factors[places_[k]] = along.s[k];
      factors[places_[k] + static_cast<std::size_t>(room_)] = along.y[k];
    }
    const Array<double, 1> row = from_span(factors, {2 * room_});
    P sum = to;
    for_each_parameter([&](auto& x, const auto& own) { x = as_array(x + own.combined(row)); }, sum,
                       rows_);
    return sum;
  }

 private:
  std::int64_t room_;
  std::int64_t next_ = 0;
  std::vector<std::size_t> places_;  ///< of the pairs' steps among the rows
  std::tuple<RowsOf<X>...> rows_;
};

/// Pairs of large parameters, which are not copied to make room for another one.
template <class P>
class PairsApart {
 public:
  void add(const P& step, const P& change, bool drops) {
    if (drops) pairs_.erase(pairs_.begin());
    pairs_.emplace_back(step, change);
  }
  void clear() { pairs_.clear(); }
  Array<double, 1> dots(const P& gradient, const P& direction) const {
    std::vector<Array<double, 0>> wanted;
    for (const auto& [s, y] : pairs_) {
      wanted.push_back(product_of_arrays(gradient, s));
      wanted.push_back(product_of_arrays(gradient, y));
      wanted.push_back(product_of_arrays(direction, y));
    }
    return wanted.empty() ? Array<double, 1>(zeros<double>({0})) : Array<double, 1>(stack(wanted));
  }
  void read(const double* found, LbfgsDots& to) const {
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      to.gradient_s.push_back(*found++);
      to.gradient_y.push_back(*found++);
      to.direction_y.push_back(*found++);
    }
  }
  P added(const P& to, const LbfgsDirection& along) const {
    P sum = to;
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      const auto& [s, y] = pairs_[k];
      sum = moved_arrays(moved_arrays(sum, s, along.s[k]), y, along.y[k]);
    }
    return sum;
  }

 private:
  std::vector<std::pair<P, P>> pairs_;
};

/// add() has a pair, in place of the oldest if it `drops` that, clear() none; dots() has numbers
/// to evaluate, which read() finds the inner products in; added() adds the steps and changes times
/// their factors.
template <class P>
using KeptPairs = std::variant<PairsInRows<P>, PairsApart<P>>;

template <class P>
KeptPairs<P> no_pairs(const P& like, const LbfgsOptions& options) {
  constexpr std::int64_t few = 32768;  // of which a copy takes less than planning
  std::int64_t elements = 0;
  for_each_parameter([&](const auto& x) { elements += x.size(); }, like);
  if (elements > few) return PairsApart<P>();
  return PairsInRows<P>(like, std::max(1, std::min(options.memory, options.max_iter)));
}

}  // namespace relatile::optim::detail
