// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/exchanges/objects.hpp"

#include <map>
#include <tuple>
#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/units.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/schedule/staging.hpp"

namespace relatile::engine {

RELATILE_INLINE ObjectExchange::ObjectExchange(plan::Plan& plan, plan::Step& step,
                                               std::vector<BlocksEnd>& ends,
                                               transport::Transport& transport)
    : plan_(plan),
      step_(step),
      node_(*nth(plan.nodes, step.node)),
      ends_(ends),
      transport_(transport),
      errors_(ends.size()) {}

RELATILE_INLINE std::vector<std::exception_ptr> ObjectExchange::run(
    std::span<transport::Sent> sent) {
  const auto width = static_cast<std::size_t>(ends_.front().part->most_objects);
  if (width == 0) return errors_;
  list_moved();
  agree_on(gathered_sizes(width), width);
  std::vector<transport::Message> messages;
  for (Moved& moved : moved_) {
    const MovingBlock& block = moved.block;
    const std::size_t size = block.sender ? moved.bytes.size() : moved.arrived.size();
    if (size == 0) continue;
    transport::Message message{block.from, block.to, nullptr, nullptr,
                               static_cast<std::int64_t>(size)};
    if (block.sender) message.source = reinterpret_cast<const std::byte*>(moved.bytes.data());
    if (block.receiver) message.target = reinterpret_cast<std::byte*>(moved.arrived.data());
    messages.push_back(message);
  }
  transport_.point_to_point(messages, sent);
  for (Moved& moved : moved_) deserialize(moved);
  return errors_;
}

RELATILE_INLINE void ObjectExchange::list_moved() {
  for (const MovingBlock& block : moving_blocks(node_, ends_)) {
    moved_.push_back({block, block.sender ? serialized(*block.sender, block.key) : "", {}});
  }
}

RELATILE_INLINE std::string ObjectExchange::serialized(const BlocksEnd& sender, std::int64_t key) {
  if (sender.failed) return {};
  try {
    return type().save(sender.input->blocks.at(key).data.get());
  } catch (...) {
    auto& error = errors_[number_of(sender)];
    if (!error) error = std::current_exception();
    return {};
  }
}

RELATILE_INLINE std::vector<std::int64_t> ObjectExchange::gathered_sizes(std::size_t width) const {
  std::vector<std::int64_t> mine;
  for (const auto& end : ends_) {
    const std::size_t begin = mine.size();
    for (const auto& moved : moved_) {
      if (moved.block.sender == &end) mine.push_back(std::ssize(moved.bytes));
    }
    mine.resize(begin + width, 0);
  }
  return transport_.gather(mine);
}

RELATILE_INLINE void ObjectExchange::agree_on(const std::vector<std::int64_t>& sizes,
                                              std::size_t width) {
  std::vector<std::size_t> next(static_cast<std::size_t>(plan_.num_sites));  // per sender
  for (std::size_t site = 0; site < next.size(); ++site) next[site] = site * width;
  plan::Traffic traffic(plan_.num_sites);
  std::map<std::tuple<int, int, std::int64_t>, Moved*> here;
  for (Moved& moved : moved_) here[{moved.block.from, moved.block.to, moved.block.key}] = &moved;
  for (const auto& transfer : step_.exchange.transfers) {
    schedule::for_each_key(node_.type, transfer.region, [&](std::int64_t key, const Box&) {
      const Bytes size{sizes[nth(next, transfer.from)++]};
      traffic.add(transfer.from, transfer.to, size,
                  plan::messages_for(size, transport_.message_limit()));
      const auto moved = here.find({transfer.from, transfer.to, key});
      if (moved == here.end() || !moved->second->block.receiver) return;
      moved->second->arrived.resize(static_cast<std::size_t>(size.value));
    });
  }
  step_.traffic = std::move(traffic);
  step_.estimated = false;
}

RELATILE_INLINE void ObjectExchange::deserialize(Moved& moved) {
  const BlocksEnd* const receiver = moved.block.receiver;
  if (!receiver || moved.arrived.empty()) return;
  try {
    void* const target = moved.block.target(step_.exchange.reduces);
    type().load(target, moved.arrived.data(), moved.arrived.size());
  } catch (...) {
    auto& error = errors_[number_of(*receiver)];
    if (!error) error = std::current_exception();
  }
}

}  // namespace relatile::engine
