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
  for (const auto& transfer : step.exchange.transfers) {
    if (transfer.to != local.site) continue;
    cost::for_each_key(node.type, {transfer.region}, [&](std::int64_t key, const Box&) {
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

RELATILE_INLINE std::vector<std::exception_ptr> exchange_blocks(const plan::Exchange& exchange,
                                                                const tra::Node& node,
                                                                std::vector<BlocksEnd>& ends,
                                                                transport::Transport& transport,
                                                                std::span<transport::Sent> sent) {
  std::vector<transport::Message> messages;
  std::vector<transport::ObjectMessage> objects;
  const ObjectType* object = node.type.block.object.get();
  for (const auto& transfer : exchange.transfers) {
    BlocksEnd* from = nullptr;
    BlocksEnd* to = nullptr;
    for (auto& end : ends) {
      if (end.site == transfer.from) from = &end;
      if (end.site == transfer.to) to = &end;
    }
    if (!from && !to) continue;
    cost::for_each_key(node.type, {transfer.region}, [&](std::int64_t key, const Box&) {
      void* source = from ? from->input->blocks.at(key).data.get() : nullptr;
      void* target = nullptr;
      if (to) {
        target = exchange.reduces ? to->arriving.at({key, transfer.from}).data.get()
                                  : to->output->blocks.at(key).data.get();
      }
      if (object) {
        const bool poisoned = from && from->failed;
        objects.push_back(
            {transfer.from, transfer.to, object, poisoned ? nullptr : source, target});
      } else {
        messages.push_back({transfer.from, transfer.to, static_cast<const std::byte*>(source),
                            static_cast<std::byte*>(target), node.type.bytes_of_key(key).value});
      }
    });
  }
  if (object) return transport.objects(objects, sent);
  transport.point_to_point(messages, sent);
  return std::vector<std::exception_ptr>(ends.size());
}

}  // namespace relatile::engine
