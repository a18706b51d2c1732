// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/exchanges/blocks.hpp"

#include <algorithm>

#include "relatile/core/block.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/buffer.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/engine/local_blocks.hpp"

namespace relatile::engine {

RELATILE_INLINE BlocksEnd blocks_end(LocalSite& local, const schedule::ExchangeBlocks& part,
                                     const tra::Node& node, const plan::Step& step, std::size_t s) {
  BlocksEnd end{local.site,     &part, &local.value(step.inputs[0]), &local.value(step.output),
                local.failed(), {}};
  if (!step.exchange.reduces) return end;
  std::byte* next = local.staging(s);
  for (const auto& transfer : part.incoming) {
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
        node.combine()->run(ref(made), ref(*block));
      }
      first = false;
    }
  }
}

RELATILE_INLINE void* MovingBlock::source() const {
  return sender ? sender->input->blocks.at(key).data.get() : nullptr;
}

RELATILE_INLINE void* MovingBlock::target(bool reduces) const {
  if (!receiver) return nullptr;
  return reduces ? receiver->arriving.at({key, from}).data.get()
                 : receiver->output->blocks.at(key).data.get();
}

RELATILE_INLINE std::vector<MovingBlock> moving_blocks(const tra::Node& node,
                                                       std::vector<BlocksEnd>& ends) {
  const auto end_of = [&](int site) {
    const auto end = std::find_if(ends.begin(), ends.end(),
                                  [&](const BlocksEnd& one) { return one.site == site; });
    return end == ends.end() ? nullptr : &*end;
  };
  std::map<int, std::vector<plan::Transfer>> by_receiver;
  for (const auto& end : ends) by_receiver[end.site] = end.part->incoming;
  for (const auto& end : ends) {
    for (const auto& transfer : end.part->outgoing) {
      if (!end_of(transfer.to)) by_receiver[transfer.to].push_back(transfer);
    }
  }
  std::vector<MovingBlock> blocks;
  for (const auto& received : by_receiver) {
    for (const auto& transfer : received.second) {
      schedule::for_each_key(node.type, transfer.region, [&](std::int64_t key, const Box&) {
        blocks.push_back(
            {transfer.from, transfer.to, key, end_of(transfer.from), end_of(transfer.to)});
      });
    }
  }
  return blocks;
}

RELATILE_INLINE void exchange_blocks(bool reduces, const tra::Node& node,
                                     std::vector<BlocksEnd>& ends, transport::Transport& transport,
                                     std::span<transport::Sent> sent) {
  std::vector<transport::Message> messages;
  for (const MovingBlock& block : moving_blocks(node, ends)) {
    messages.push_back({block.from, block.to, static_cast<const std::byte*>(block.source()),
                        static_cast<std::byte*>(block.target(reduces)),
                        node.type.bytes_of_key(block.key).value});
  }
  transport.point_to_point(messages, sent);
}

}  // namespace relatile::engine
