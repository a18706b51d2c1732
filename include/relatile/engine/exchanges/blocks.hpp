// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/engine/local_site.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/site_program.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

/// One local site's part in an exchange of a relation's blocks. Blocks that only arrive to be
/// combined are kept beside the output, by (key, sender).
struct BlocksEnd {
  int site = 0;
  const schedule::ExchangeBlocks* part = nullptr;
  const SiteData* input = nullptr;
  SiteData* output = nullptr;
  bool failed = false;  ///< a kernel threw here: objects may be missing, dense memory is not
  std::map<std::pair<std::int64_t, int>, StoredBlock> arriving;
};

/// `local`'s part in step number `s`.
RELATILE_INLINE BlocksEnd blocks_end(LocalSite& local, const schedule::ExchangeBlocks& part,
                                     const tra::Node& node, const plan::Step& step, std::size_t s);

/// A block that local sites send or receive. Null: the other end is in another process.
struct MovingBlock {
  int from = 0;
  int to = 0;
  std::int64_t key = 0;
  BlocksEnd* sender = nullptr;
  BlocksEnd* receiver = nullptr;

  /// Where it is, and where it arrives: null in another process.
  void* source() const;
  void* target(bool reduces) const;
};

/// All of them, by receivers; of each pair of sites in the order of the exchange's transfers.
RELATILE_INLINE std::vector<MovingBlock> moving_blocks(const tra::Node& node,
                                                       std::vector<BlocksEnd>& ends);

/// Combines contributions to each key of a site, in the order of the sites they come from.
RELATILE_INLINE void combine_blocks(const tra::Node& node, const BlocksEnd& end);

/// Executes the transfers of a relation's dense blocks, straight from and into their memory.
RELATILE_INLINE void exchange_blocks(bool reduces, const tra::Node& node,
                                     std::vector<BlocksEnd>& ends, transport::Transport& transport,
                                     std::span<transport::Sent> sent);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/exchanges/impl/blocks.hpp"
#endif
