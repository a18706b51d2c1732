// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/units.hpp"
#include "relatile/papers/floats.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/tra/relation_type.hpp"

// The cost of [tra21]: floats that change sites, counted as if nothing were where it is needed
// already. That a move can be left out is for the rules to find, not for the cost.
namespace relatile::papers::tra21 {

/// BCAST of a relation of f floats to s sites.
///
///   source  [tra21] section 4.3
inline Floats bcast(Floats f, int sites) { return sites * f; }

/// SHUF of a relation of f floats: each goes to one site.
///
///   source  [tra21] section 4.3
inline Floats shuf(Floats f) { return f; }

/// The cost of a move from one placement to any other: f s where all sites get all of it (BCAST), f
/// where each part gets to one site (SHUF), f times the copies in between (a map that duplicates,
/// then SHUF). Of a `partial` relation every site's contribution is a tuple of its own: the SHUF
/// that ends a CPMM of I x K by K x J on s sites costs s I J.
inline Floats move(const tra::RelationType& type, const placement::Placement& from, bool partial,
                   const placement::Placement& to) {
  Floats total;
  for (int site = 0; site < to.num_sites(); ++site) {
    for (const auto& target : to.of(site)) {
      if (!partial) {
        total += floats_in(type, target);
        continue;
      }
      for (int other = 0; other < from.num_sites(); ++other) {
        for (const auto& box : from.of(other)) total += floats_in(type, intersect(target, box));
      }
    }
  }
  return total;
}

}  // namespace relatile::papers::tra21
