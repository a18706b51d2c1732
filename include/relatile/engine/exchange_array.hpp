// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/cost/staging.hpp"
#include "relatile/engine/local_array.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

/// One local site's part in an exchange of arrays.
struct ArrayEnd {
  int site = 0;
  const SiteData* input = nullptr;
  SiteData* output = nullptr;  ///< pieces allocated; shared with the input where they fit
  std::byte* staging = nullptr;
  cost::Staging staged;
  bool begins = true;  ///< no slice before this one has combined anything
};

namespace detail {

inline std::byte* address(const cost::StagedTransfer& t, const SiteData& data, std::byte* staging) {
  if (!t.direct) return staging + t.offset;
  return data.piece_holding(t.transfer->region)->data.get() + t.offset;
}

/// Packs what leaves and is not one run in memory.
inline void pack(const ArrayEnd& end, std::int64_t element_size) {
  const cost::StagedTransfer* before = nullptr;
  for (const auto& t : end.staged.outgoing) {
    const bool packed = before && before->offset == t.offset;  // the same for another site
    before = &t;
    if (t.direct || packed) continue;
    const Box& region = t.transfer->region;
    const ArrayPiece* piece = end.input->piece_holding(region);
    kernel::copy_region(end.staging + t.offset, region, piece->data.get(), piece->box, region,
                        element_size);
  }
}

inline void unpack(const ArrayEnd& end, std::int64_t element_size) {
  for (const auto& t : end.staged.incoming) {
    if (t.direct) continue;
    const Box& region = t.transfer->region;
    const ArrayPiece* piece = end.output->piece_holding(region);
    kernel::copy_region(piece->data.get(), piece->box, end.staging + t.offset, region, region,
                        element_size);
  }
}

/// Copies what a site keeps: its own part of what it needs.
inline void keep_own(const ArrayEnd& end, std::int64_t element_size) {
  for (const auto& to : end.output->pieces) {
    for (const auto& from : end.input->pieces) {
      if (to.data == from.data) continue;
      kernel::copy_region(to.data.get(), to.box, from.data.get(), from.box,
                          intersect(to.box, from.box), element_size);
    }
  }
}

}  // namespace detail

/// One piece of a result that contributions are combined into, the first of which is copied.
class Accumulator {
 public:
  Accumulator(const Reduction& reduction, const ArrayPiece& piece, bool begins)
      : reduction_(reduction), piece_(piece), empty_(begins) {}

  void add(const std::byte* from, const Box& from_box) {
    const Box region = intersect(piece_.box, from_box);
    if (empty_ && region == piece_.box) {
      kernel::copy_region(piece_.data.get(), piece_.box, from, from_box, region,
                          static_cast<std::int64_t>(reduction_.identity.size()));
      empty_ = false;
      return;
    }
    begin();
    combine_region(reduction_, piece_, from, from_box, region);
  }
  /// Without contributions the result is the identity.
  void begin() {
    if (empty_) fill_identity(reduction_, piece_.data.get(), piece_.box.count());
    empty_ = false;
  }

 private:
  const Reduction& reduction_;
  const ArrayPiece& piece_;
  bool empty_;
};

/// Combines all contributions to a site's part, in the order of the sites they come from: the
/// result does not depend on which message arrives first.
inline void combine_contributions(const Reduction& reduction, const ArrayEnd& end) {
  for (const auto& piece : end.output->pieces) {
    Accumulator sum(reduction, piece, end.begins);
    bool own_done = false;
    const auto own = [&] {
      if (own_done) return;
      own_done = true;
      for (const auto& mine : end.input->pieces) sum.add(mine.data.get(), mine.box);
    };
    for (const auto& t : end.staged.incoming) {
      if (t.transfer->from > end.site) own();
      sum.add(end.staging + t.offset, t.transfer->region);
    }
    own();
    sum.begin();
  }
}

/// The group of sites that a site's collective runs on, or empty.
inline std::vector<int> group_of(const plan::Exchange& exchange, int site) {
  for (const auto& group : exchange.groups) {
    for (int member : group) {
      if (member == site) return group;
    }
  }
  return {};
}

/// True if a collective can carry the exchange: every count and offset fits MPI's int.
inline bool fits_collective(const plan::Exchange& exchange, const tra::RelationType& type,
                            std::int64_t message_limit) {
  if (exchange.groups.empty()) return false;
  std::int64_t total = 0;
  for (const auto& t : exchange.transfers) total += aligned_size(type.bytes_in(t.region).value);
  return total <= message_limit;
}

inline transport::Collective collective_of(const ArrayEnd& end, const std::vector<int>& group) {
  transport::Collective call;
  call.site = end.site;
  call.group = group;
  call.send_counts.assign(group.size(), 0);
  call.send_offsets.assign(group.size(), 0);
  call.receive_counts.assign(group.size(), 0);
  call.receive_offsets.assign(group.size(), 0);
  const auto base = [](const std::vector<cost::StagedTransfer>& transfers, const SiteData& data,
                       std::byte* staging) {
    if (transfers.empty() || !transfers[0].direct) return staging;
    return data.piece_holding(transfers[0].transfer->region)->data.get();
  };
  call.send = base(end.staged.outgoing, *end.input, end.staging);
  call.receive = base(end.staged.incoming, *end.output, end.staging);
  for (std::size_t m = 0; m < group.size(); ++m) {
    if (group[m] == end.site) {
      call.send_counts[m] = call.receive_counts[m] = end.staged.own_bytes;
      call.send_offsets[m] = end.staged.outgoing.empty() ? 0 : end.staged.outgoing[0].offset;
      call.receive_offsets[m] = end.staged.own_offset;
    }
    for (const auto& t : end.staged.outgoing) {
      if (t.transfer->to != group[m]) continue;
      call.send_counts[m] = t.bytes;
      call.send_offsets[m] = t.offset;
    }
    for (const auto& t : end.staged.incoming) {
      if (t.transfer->from != group[m]) continue;
      call.receive_counts[m] = t.bytes;
      call.receive_offsets[m] = t.offset;
    }
  }
  return call;
}

/// Executes an exchange of arrays for all sites of this process.
inline void exchange_array(const plan::Exchange& exchange, const tra::Node& node,
                           std::vector<ArrayEnd>& ends, transport::Transport& transport,
                           std::span<transport::Sent> sent) {
  const std::int64_t size = std::int64_t(node.type.block.element.size);
  for (const auto& end : ends) {
    detail::pack(end, size);
    if (!exchange.reduces) detail::keep_own(end, size);
  }
  if (fits_collective(exchange, node.type, transport.message_limit())) {
    std::vector<transport::Collective> calls;
    for (const auto& end : ends) {
      const std::vector<int> group = group_of(exchange, end.site);
      if (!group.empty()) calls.push_back(collective_of(end, group));
    }
    switch (exchange.pattern) {
      case plan::Pattern::broadcast: transport.broadcast(calls, sent); break;
      case plan::Pattern::all_gather: transport.all_gather(calls, sent); break;
      default: transport.all_to_all(calls, sent); break;
    }
  } else {
    std::vector<transport::Message> messages;
    for (const auto& transfer : exchange.transfers) {
      transport::Message message{transfer.from, transfer.to, nullptr, nullptr, 0};
      bool mine = false;
      for (const auto& end : ends) {
        for (const auto& t : end.staged.outgoing) {
          if (t.transfer != &transfer) continue;
          message.source = detail::address(t, *end.input, end.staging);
          message.bytes = t.bytes;
          mine = true;
        }
        for (const auto& t : end.staged.incoming) {
          if (t.transfer != &transfer) continue;
          message.target = detail::address(t, *end.output, end.staging);
          message.bytes = t.bytes;
          mine = true;
        }
      }
      if (mine) messages.push_back(message);
    }
    transport.point_to_point(messages, sent);
  }
  for (const auto& end : ends) {
    if (exchange.reduces) {
      combine_contributions(*node.reduction, end);
    } else {
      detail::unpack(end, size);
    }
  }
}

}  // namespace relatile::engine
