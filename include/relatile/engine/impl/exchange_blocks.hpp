// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/exchange_blocks.hpp"

#include "relatile/core/block.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/buffer.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/engine/local_blocks.hpp"

namespace relatile::engine {

RELATILE_INLINE BlocksEnd blocks_end(LocalSite& local, const tra::Node& node,
                                     const plan::Step& step, std::size_t s) {
  BlocksEnd end{
      local.site, &local.value(step.inputs[0]), &local.value(step.output), local.failed(), {}};
  if (!step.exchange.reduces) return end;
  std::byte* next = local.staging(s);
  for (const auto& transfer : step.exchange.transfers.into(local.site)) {
    schedule::for_each_key(node.type, transfer.region, [&](std::int64_t key, const Box&) {
      end.arriving[{key, transfer.from}] =
          LocalSite::new_block(node.type, key, local.arena(), next);
      if (!node.type.block.object) next += aligned_size(node.type.bytes_of_key(key).value);
    });
  }
  return end;
}

RELATILE_INLINE void combine_blocks(const tra::Node& node, const BlocksEnd& end) {
  for (const auto& [key, made] : end.output->blocks) {
    std::map<int, const StoredBlock*> contributions;
    const auto own = end.input->blocks.find(key);
    if (own != end.input->blocks.end()) contributions[end.site] = &own->second;
    for (auto it = end.arriving.lower_bound({key, -1});
         it != end.arriving.end() && it->first.first == key; ++it) {
      contributions[it->first.second] = &it->second;
    }
    bool first = true;
    for (const auto& [site, block] : contributions) {
      if (first) {
        copy_block(node.type, made, *block);
      } else {
        node.combine->run(ref(made), ref(*block));
      }
      first = false;
    }
  }
}

RELATILE_INLINE void exchange_blocks(const plan::Exchange& exchange, const tra::Node& node,
                                     std::vector<BlocksEnd>& ends, transport::Transport& transport,
                                     std::span<transport::Sent> sent) {
  std::vector<transport::Message> messages;
  std::vector<int> sites;
  for (const auto& end : ends) sites.push_back(end.site);
  for (const auto& transfer : exchange.transfers.of_sites(sites)) {
    BlocksEnd* from = nullptr;
    BlocksEnd* to = nullptr;
    for (auto& end : ends) {
      if (end.site == transfer.from) from = &end;
      if (end.site == transfer.to) to = &end;
    }
    schedule::for_each_key(node.type, transfer.region, [&](std::int64_t key, const Box&) {
      const void* source = from ? from->input->blocks.at(key).data.get() : nullptr;
      void* target = nullptr;
      if (to) {
        target = exchange.reduces ? to->arriving.at({key, transfer.from}).data.get()
                                  : to->output->blocks.at(key).data.get();
      }
      messages.push_back({transfer.from, transfer.to, static_cast<const std::byte*>(source),
                          static_cast<std::byte*>(target), node.type.bytes_of_key(key).value});
    });
  }
  transport.point_to_point(messages, sent);
}

}  // namespace relatile::engine
