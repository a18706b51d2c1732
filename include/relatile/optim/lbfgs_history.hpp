// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

#include "relatile/core/definitions.hpp"

namespace relatile::optim {

/// What a minimiser is told, and by which it stops.
struct LbfgsOptions {
  int max_iter = 100;
  double tol = 1e-6;         ///< on the largest component of the gradient
  int memory = 10;           ///< pairs of steps and changes of the gradient that are kept
  int max_line_search = 20;  ///< evaluations in one iteration
};

namespace detail {

/// Inner products that a trial step gives: of the new gradient, of the direction d and of y, the
/// change of the gradient, with the steps s_i and changes y_i that are kept.
struct LbfgsDots {
  std::vector<double> gradient_s;
  std::vector<double> gradient_y;
  std::vector<double> direction_y;
  double gradient_direction = 0;
  double gradient_change = 0;
  double change_change = 0;
  double gradient_gradient = 0;
  double norm = 0;  ///< the gradient's largest component
};

/// The factors of a direction: of the steps, the changes and the gradient.
struct LbfgsDirection {
  std::vector<double> s;
  std::vector<double> y;
  double gradient = -1;
};

/// The quasi-Newton direction by inner products alone: vectors, which may be distributed, are
/// combined once an iteration, instead of in a recursion that waits for each of 2 m products.
///
///   source  Nocedal: Updating quasi-Newton matrices with limited storage (Math. Comp. 1980); Chen,
///           Wang, Zhou: Large-scale L-BFGS using MapReduce (NIPS 2014), section 3.2
class LbfgsHistory {
 public:
  explicit LbfgsHistory(int memory) : memory_(static_cast<std::size_t>(memory)) {}

  std::size_t size() const { return sy_.size(); }
  /// Whether the next pair takes the place of the oldest one.
  bool is_full() const { return size() == memory_; }
  void begin(const LbfgsDots& at) { now_ = at; }
  /// Down from here, and the slope of the function along it.
  LbfgsDirection direction() const;
  double slope(const LbfgsDirection& direction) const;
  /// A step of length `t` was made along a direction that had `slope` before. False, and no pair is
  /// to be kept, if the function does not curve upwards along it.
  bool advance(const LbfgsDots& to, double slope, double t);
  void forget();

 private:
  using Row = std::vector<double>;
  void drop_oldest();

  std::size_t memory_;
  std::vector<Row> sy_;  ///< s_i y_j
  std::vector<Row> yy_;
  LbfgsDots now_;
};

}  // namespace detail
}  // namespace relatile::optim

#if defined(RELATILE_DEFINITIONS)
#include "relatile/optim/impl/lbfgs_history.hpp"
#endif
