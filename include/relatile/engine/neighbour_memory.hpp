// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/engine/local_site.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/endpoint.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

/// Where neighbours find the pieces of each other that a plan's exchanges read in place: a list of
/// numbers a site, told once before the first step, in the order of its program's list.
class NeighbourMemory {
 public:
  NeighbourMemory(const plan::Plan& plan, transport::Transport& transport)
      : plan_(plan), transport_(transport) {}

  /// True if others can find all that this site shows.
  bool are_reachable(const LocalSite& local) const;

  /// Tells all sites' numbers. Collective, if any site shows anything.
  void rendezvous(const std::vector<LocalSite>& local);

  /// Where the piece is that holds what is read.
  std::byte* find(const schedule::NeighbourRead& read) const;

 private:
  std::int64_t number_of(const LocalSite& local, const schedule::SiteProgram::Shown& shown) const;

  const plan::Plan& plan_;
  transport::Transport& transport_;
  std::size_t width_ = 0;              ///< numbers a site
  std::vector<std::int64_t> numbers_;  ///< of all sites
};

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/neighbour_memory.hpp"
#endif
