// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/engine/local_site.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::engine {

/// The sizes, once serialised, of the objects that a plan's results consist of: each site weighs
/// what it has, and all tell each other when the plan ends, so that the next one that moves these
/// objects is planned with what they weigh. On one site nothing ever moves, and nothing is weighed.
///
///   complexity  of serialising every object that is kept
class ObjectWeights {
 public:
  explicit ObjectWeights(const plan::Plan& plan);

  /// How many numbers a site tells.
  std::size_t width() const { return width_; }
  /// Those of one site; what can't be weighed is -1.
  void append_row(const LocalSite& local, std::vector<std::int64_t>& row) const;
  /// From the rows of all sites, `stride` numbers apart: gives the nodes of the results their
  /// objects' sizes, which are estimates no longer, unless some object could not be weighed.
  void store(const std::int64_t* rows, std::size_t stride) const;

 private:
  static std::int64_t weight(const ObjectType& type, const LocalSite& local, int value,
                             std::int64_t key);

  /// A result that consists of objects.
  struct Result {
    int node = 0;
    int value = 0;
    std::size_t width = 0;  ///< objects that the site with most of them has
  };

  const plan::Plan& plan_;
  std::vector<Result> results_;
  std::size_t width_ = 0;
};

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/object_weights.hpp"
#endif
