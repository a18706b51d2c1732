// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/exchange_objects.hpp"

#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/core/units.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/schedule/agreement.hpp"
#include "relatile/schedule/staging.hpp"

namespace relatile::engine {

RELATILE_INLINE ObjectExchange::ObjectExchange(plan::Plan& plan, plan::Step& step,
                                               std::vector<BlocksEnd>& ends,
                                               transport::Transport& transport)
    : plan_(plan),
      step_(step),
      node_(*plan.nodes[static_cast<std::size_t>(step.node)]),
      ends_(ends),
      transport_(transport),
      errors_(ends.size()) {}

RELATILE_INLINE std::vector<std::exception_ptr> ObjectExchange::run(
    std::span<transport::Sent> sent) {
  const auto width = static_cast<std::size_t>(schedule::most_objects_sent(plan_, step_));
  if (width == 0) return errors_;
  list_moved();
  agree_on(gathered_sizes(width), width);
  std::vector<transport::Message> messages;
  for (Moved& moved : moved_) {
    const std::size_t size = moved.sender ? moved.bytes.size() : moved.arrived.size();
    if (size == 0) continue;
    transport::Message message{moved.from, moved.to, nullptr, nullptr,
                               static_cast<std::int64_t>(size)};
    if (moved.sender) message.source = reinterpret_cast<const std::byte*>(moved.bytes.data());
    if (moved.target) message.target = reinterpret_cast<std::byte*>(moved.arrived.data());
    messages.push_back(message);
  }
  transport_.point_to_point(messages, sent);
  for (Moved& moved : moved_) deserialize(moved);
  return errors_;
}

RELATILE_INLINE BlocksEnd* ObjectExchange::end_of(int site) {
  for (auto& end : ends_) {
    if (end.site == site) return &end;
  }
  return nullptr;
}

RELATILE_INLINE void ObjectExchange::list_moved() {
  std::vector<int> sites;
  for (const auto& end : ends_) sites.push_back(end.site);
  for (const auto& transfer : step_.exchange.transfers.of_sites(sites)) {
    BlocksEnd* const from = end_of(transfer.from);
    BlocksEnd* const to = end_of(transfer.to);
    schedule::for_each_key(node_.type, transfer.region, [&](std::int64_t key, const Box&) {
      Moved moved{transfer.from, transfer.to, {}, {}, nullptr, from, 0};
      if (from) moved.bytes = serialized(*from, key);
      if (to) {
        moved.target = step_.exchange.reduces ? to->arriving.at({key, transfer.from}).data.get()
                                              : to->output->blocks.at(key).data.get();
        moved.receiver = number_of(*to);
      }
      moved_.push_back(std::move(moved));
    });
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
      if (moved.sender == &end) mine.push_back(std::ssize(moved.bytes));
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
  auto moved = moved_.begin();
  for (const auto& transfer : step_.exchange.transfers) {
    const bool here = end_of(transfer.from) || end_of(transfer.to);
    schedule::for_each_key(node_.type, transfer.region, [&](std::int64_t, const Box&) {
      const Bytes size{sizes[next[static_cast<std::size_t>(transfer.from)]++]};
      traffic.add(transfer.from, transfer.to, size,
                  plan::messages_for(size, transport_.message_limit()));
      if (!here) return;
      if (moved->target) moved->arrived.resize(static_cast<std::size_t>(size.value));
      ++moved;
    });
  }
  step_.traffic = std::move(traffic);
  step_.estimated = false;
}

RELATILE_INLINE void ObjectExchange::deserialize(Moved& moved) {
  if (!moved.target || moved.arrived.empty()) return;
  try {
    type().load(moved.target, moved.arrived.data(), moved.arrived.size());
  } catch (...) {
    auto& error = errors_[moved.receiver];
    if (!error) error = std::current_exception();
  }
}

}  // namespace relatile::engine
