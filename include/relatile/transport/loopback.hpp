// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/transport/local_file.hpp"
#include "relatile/transport/object_message.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// Any number of sites in one process, without MPI: the same messages, copied and counted. For
/// tests, and for programs that want to see what a plan would move.
class Loopback : public Transport {
 public:
  /// Sites of equal numbers in `hosts` read each other's memory, as if they were on one host.
  explicit Loopback(int num_sites, std::int64_t message_limit = std::int64_t(1) << 30,
                    std::vector<int> hosts = {})
      : sites_(static_cast<std::size_t>(num_sites)),
        message_limit_(message_limit),
        hosts_(std::move(hosts)) {
    std::iota(sites_.begin(), sites_.end(), 0);
  }

  int num_sites() const override { return static_cast<int>(sites_.size()); }
  const std::vector<int>& local_sites() const override { return sites_; }
  std::int64_t message_limit() const override { return message_limit_; }

  void poke() override {}
  const std::vector<int>& hosts() const override { return hosts_; }
  Neighbours* neighbours() override { return hosts_.empty() ? nullptr : &same_process_; }

  TransitPtr begin_point_to_point(std::span<const Message> messages, std::span<Sent> sent,
                                  int) override {
    for (const auto& m : messages) deliver(m, sent);
    return nullptr;
  }

  std::vector<std::exception_ptr> objects(std::span<const ObjectMessage> messages,
                                          std::span<Sent> sent) override {
    std::vector<std::exception_ptr> errors(sites_.size());
    for (const auto& m : messages) {
      const std::string bytes =
          serialized(m, message_limit_, errors[static_cast<std::size_t>(m.from)]);
      deserialize(m, bytes, errors[static_cast<std::size_t>(m.to)]);
      count(m.from, m.to, static_cast<std::int64_t>(bytes.size()), sent);
    }
    return errors;
  }

  TransitPtr begin_all_gather(std::span<const Collective> calls, std::span<Sent> sent) override {
    return begin_all_to_all(calls, sent);
  }
  TransitPtr begin_broadcast(std::span<const Broadcast> calls, std::span<Sent> sent) override {
    for (const auto& to : calls) {
      if (to.site == to.root) continue;
      for (const auto& from : calls) {
        if (from.site != to.root) continue;
        deliver({from.site, to.site, from.data, to.data, to.bytes, from.runs, to.runs}, sent);
      }
    }
    return nullptr;
  }

  TransitPtr begin_all_to_all(std::span<const Collective> calls, std::span<Sent> sent) override {
    for (const auto& to : calls) {
      for (std::size_t m = 0; m < to.group.size(); ++m) {
        if (to.group[m] == to.site || to.receive_counts[m] == 0) continue;
        for (const auto& from : calls) {
          if (from.site != to.group[m] || from.group != to.group) continue;
          std::size_t me = 0;
          while (to.group[me] != to.site) ++me;
          deliver({from.site, to.site, from.send + from.send_offsets[me],
                   to.receive + to.receive_offsets[m], to.receive_counts[m]},
                  sent);
        }
      }
    }
    return nullptr;
  }

  std::vector<std::int64_t> gather(std::span<const std::int64_t> local_numbers, int) override {
    return {local_numbers.begin(), local_numbers.end()};
  }
  std::string text_from(int, const std::string& text, int) override { return text; }
  std::vector<Sent> control_sent() const override { return std::vector<Sent>(sites_.size()); }
  void leave(bool) noexcept override {}
  void give_up(const std::string&) override {}
  void give_up_on(const std::vector<int>&) override {}

  std::unique_ptr<File> open_file(const std::string& path) override {
    return std::make_unique<LocalFile>(*this, path);
  }
  std::unique_ptr<File> create_file(const std::string& path, std::int64_t total_bytes) override {
    return std::make_unique<LocalFile>(*this, path, total_bytes);
  }

 private:
  void deliver(const Message& m, std::span<Sent> sent) const {
    RELATILE_ASSERT(m.source_runs.is_one() || m.source_runs.bytes() == m.bytes);
    RELATILE_ASSERT(m.target_runs.is_one() || m.target_runs.bytes() == m.bytes);
    const ByteRuns one = ByteRuns::one(m.bytes);
    copy_runs(m.target, m.target_runs.is_one() ? one : m.target_runs, m.source,
              m.source_runs.is_one() ? one : m.source_runs);
    count(m.from, m.to, m.bytes, sent);
  }
  void count(int from, int to, std::int64_t bytes, std::span<Sent> sent) const {
    sent[static_cast<std::size_t>(from)].bytes_sent += bytes;
    sent[static_cast<std::size_t>(from)].messages += (bytes + message_limit_ - 1) / message_limit_;
    sent[static_cast<std::size_t>(to)].bytes_received += bytes;
  }

  std::vector<int> sites_;
  std::int64_t message_limit_;
  std::vector<int> hosts_;
  SameProcess same_process_;
};

}  // namespace relatile::transport
