// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/papers/tra21/cost.hpp"

// The plans of [tra21]'s evaluation, as far as their cost goes: the moves they are made of.
//
// A relation's floats are counted by its keys. Contributions that a local aggregate left on several
// sites under one key count once; before that aggregate they have keys of their own and all count.
namespace relatile::papers::tra21 {

/// The moves of a plan in the implementation algebra, in order.
class Moves {
 public:
  struct Move {
    std::string text;
    Floats floats;
  };

  explicit Moves(int sites) : sites_(sites) {}

  Moves& bcast(std::string relation, std::int64_t floats) {
    moves_.push_back({"BCAST " + std::move(relation), tra21::bcast(Floats{floats}, sites_)});
    return *this;
  }
  Moves& shuf(std::string relation, std::int64_t floats) {
    moves_.push_back({"SHUF " + std::move(relation), tra21::shuf(Floats{floats})});
    return *this;
  }
  const std::vector<Move>& all() const { return moves_; }
  Floats total() const;

 private:
  int sites_;
  std::vector<Move> moves_;
};

/// X Y with X of i x k and Y of k x j.
struct Product {
  std::int64_t i = 1;
  std::int64_t k = 1;
  std::int64_t j = 1;
};

/// Broadcast-based: X by rows; Y goes everywhere, and the product stays by rows.
///
///   source  [tra21] sections 4.2.2 and 5.1
inline Moves bmm(const Product& p, int sites) { return Moves(sites).bcast("Y", p.k * p.j); }

/// Cross-product-based: X by columns and Y by rows, in one block of k a site, so that the join has
/// `sites` tuples of i x j to aggregate. The tables of section 5 call it CMM.
///
///   source  [tra21] sections 4.2.2 and 5.1
inline Moves cpmm(const Product& p, int sites) {
  return Moves(sites).shuf("join of X and Y", sites * p.i * p.j);
}

/// Replication-based: every block of X goes to the `x_copies` columns of the grid of blocks of the
/// result, and every block of Y to its `y_copies` rows.
///
///   source  [tra21] sections 4.2.2 and 5.1
inline Moves rmm(const Product& p, std::int64_t x_copies, std::int64_t y_copies, int sites) {
  return Moves(sites).shuf("X*", x_copies * p.i * p.k).shuf("Y*", y_copies * p.k * p.j);
}

/// The nearest of n candidates with d features to a query, in the metric of a d x d matrix.
struct NearestNeighbour {
  std::int64_t n = 1;
  std::int64_t d = 1;
};

/// X by rows; the query and the metric go everywhere; of every site's nearest, its distance and
/// index, a single tuple, are compared in the end.
///
///   source  [tra21] section 5.2, Opt4Horizontal; we count the last move too
inline Moves nearest_horizontal(const NearestNeighbour& q, int sites) {
  return Moves(sites).bcast("query", q.d).bcast("A", q.d * q.d).shuf("nearest of each site", 2);
}

/// X by columns and A by rows: the projection is a CPMM, left by columns where the differences are,
/// and the rows' sums are taken before they are added up (R1-4).
///
///   source  [tra21] section 5.2, Opt4Vertical; we count the last two moves too
RELATILE_INLINE Moves nearest_vertical(const NearestNeighbour& q, int sites);

/// A step of gradient descent: n samples of d features, h hidden neurons, l labels.
struct FeedForward {
  std::int64_t n = 1;
  std::int64_t d = 1;
  std::int64_t h = 1;
  std::int64_t l = 1;
};

/// Data parallel: samples by rows, weights everywhere. Gradients are aggregated in two phases
/// (R2-5), and what is shuffled between them counts once for all sites.
///
///   source  [tra21] section 5.3, TRA-DP
RELATILE_INLINE Moves data_parallel(const FeedForward& net, int sites);

/// Model parallel: features, labels and weights cut along d and l. The hidden layer and its
/// gradient are CPMMs whose results all sites need; the shuffle that a broadcast follows is not
/// needed (R2-1), so that the contributions are broadcast and aggregated everywhere.
///
///   source  [tra21] section 5.3, TRA-MP
RELATILE_INLINE Moves model_parallel(const FeedForward& net, int sites);

}  // namespace relatile::papers::tra21

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tra21/impl/plans.hpp"
#endif
