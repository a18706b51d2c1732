// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/local_file.hpp"
#include "relatile/transport/neighbours.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// Any number of sites in one process, without MPI: the same messages, copied and counted. For
/// tests, and for programs that want to see what a plan would move.
class Loopback : public Transport {
 public:
  /// Sites of equal numbers in `hosts` read each other's memory, as if they were on one host.
  explicit Loopback(int num_sites, std::int64_t message_limit = std::int64_t(1) << 30,
                    std::vector<int> hosts = {});

  int num_sites() const override { return static_cast<int>(sites_.size()); }
  const std::vector<int>& local_sites() const override { return sites_; }
  std::int64_t message_limit() const override { return message_limit_; }

  void make_progress() override {}
  const std::vector<int>& hosts() const override { return hosts_; }
  Neighbours* neighbours() override { return hosts_.empty() ? nullptr : &same_process_; }

  RELATILE_INLINE TransitPtr begin_point_to_point(std::span<const Message> messages,
                                                  std::span<Sent> sent, int) override;
  RELATILE_INLINE TransitPtr begin_broadcast(std::span<const Broadcast> calls,
                                             std::span<Sent> sent) override;
  RELATILE_INLINE TransitPtr begin_all_to_all(std::span<const Collective> calls,
                                              std::span<Sent> sent) override;
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
  std::unique_ptr<File> change_file(const std::string& path) override {
    return std::make_unique<LocalFile>(*this, path, LocalFile::InPlace());
  }

 private:
  void deliver(const Message& m, std::span<Sent> sent) const;
  void count(int from, int to, std::int64_t bytes, std::span<Sent> sent) const;

  std::vector<int> sites_;
  std::int64_t message_limit_;
  std::vector<int> hosts_;
  SameProcess same_process_;
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/loopback.hpp"
#endif
