// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/mman.h>

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>

#include "relatile/core/definitions.hpp"
#include "relatile/transport/neighbours.hpp"
#include "relatile/transport/shared_region.hpp"

namespace relatile::transport {

/// Neighbours that are processes: each maps the others' shared regions, to read them.
class MpiNeighbours : public Neighbours {
 public:
  /// The ranks of `comm` that run on this one's host, or nullptr if they can't read each other's
  /// memory, one of them is not willing to, or there are no others. Collective; whether it succeeds
  /// is known to the host alone.
  static std::unique_ptr<MpiNeighbours> meet(MPI_Comm comm, bool willing);
  ~MpiNeighbours() override {
    for (const auto& [site, other] : others_) munmap(other.data, other.size);
    if (own_) own_->give_back(reinterpret_cast<std::byte*>(progress_), sizeof(Progress));
  }

  /// The first rank of this host, which names it.
  int first() const { return first_; }

  std::int64_t offset_of(const std::byte* data) const override { return own_->offset_of(data); }
  std::byte* find(int site, std::int64_t offset) const override {
    return others_.at(site).data + offset;
  }
  void publish(std::int64_t progress) override {
    progress_->store(progress, std::memory_order_release);
  }
  std::int64_t progress_of(int site) const override {
    return others_.at(site).progress->load(std::memory_order_acquire);
  }

 private:
  using Progress = std::atomic<std::int64_t>;
  static_assert(Progress::is_always_lock_free);

  struct Other {
    std::byte* data = nullptr;
    std::size_t size = 0;
    const Progress* progress = nullptr;
  };
  /// How another process finds a region: all that ranks tell each other.
  struct Address {
    std::int64_t rank = 0;
    std::int64_t process = 0;
    std::int64_t file = 0;
    std::int64_t size = 0;
    std::int64_t mark = 0;
    std::int64_t progress = 0;
  };

  MpiNeighbours() = default;

  bool exchange(MPI_Comm comm, MPI_Comm host, bool willing);

  /// As much as the host has, but where many ranks share it: addresses are not endless.
  static std::size_t capacity_for(int ranks);

  bool map(const Address& address);

  SharedRegion* own_ = nullptr;
  Progress* progress_ = nullptr;
  int first_ = 0;
  std::map<int, Other> others_;
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/mpi_neighbours.hpp"
#endif
