// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fcntl.h>
#include <mpi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "relatile/transport/mpi_check.hpp"
#include "relatile/transport/neighbours.hpp"
#include "relatile/transport/shared_region.hpp"

namespace relatile::transport {

/// Neighbours that are processes: each maps the others' shared regions, to read them.
class MpiNeighbours : public Neighbours {
 public:
  /// The ranks of `comm` that run on this one's host, or nullptr if they can't read each other's
  /// memory, one of them is not willing to, or there are no others. Collective; whether it succeeds
  /// is known to the host alone.
  static std::unique_ptr<MpiNeighbours> meet(MPI_Comm comm, bool willing) {
    MPI_Comm host = MPI_COMM_NULL;
    check(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host),
          "MPI_Comm_split_type");
    auto met = std::unique_ptr<MpiNeighbours>(new MpiNeighbours);
    int ok = met->exchange(comm, host, willing) ? 1 : 0;
    check(MPI_Allreduce(MPI_IN_PLACE, &ok, 1, MPI_INT, MPI_MIN, host), "MPI_Allreduce");
    MPI_Comm_free(&host);
    return ok ? std::move(met) : nullptr;
  }
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
  void announce(std::int64_t progress) override {
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

  bool exchange(MPI_Comm comm, MPI_Comm host, bool willing) {
    int size = 1;
    int rank = 0;
    MPI_Comm_size(host, &size);
    MPI_Comm_rank(comm, &rank);
    first_ = rank;
    check(MPI_Allreduce(MPI_IN_PLACE, &first_, 1, MPI_INT, MPI_MIN, host), "MPI_Allreduce");
    if (size == 1) return false;
    own_ = willing ? shared_region(capacity_for(size)) : nullptr;
    auto* const memory = own_ ? own_->take(sizeof(Progress)) : nullptr;
    Address mine;
    if (memory) {
      progress_ = new (memory) Progress(0);
      mine = {rank,
              getpid(),
              own_->file(),
              static_cast<std::int64_t>(own_->capacity()),
              static_cast<std::int64_t>(own_->mark()),
              own_->offset_of(memory)};
    } else {
      own_ = nullptr;
    }
    std::vector<Address> all(static_cast<std::size_t>(size));
    constexpr int numbers = sizeof(Address) / sizeof(std::int64_t);
    check(MPI_Allgather(&mine, numbers, MPI_INT64_T, all.data(), numbers, MPI_INT64_T, host),
          "MPI_Allgather");
    bool ok = own_ != nullptr;
    for (const auto& address : all) {
      if (ok && address.rank != rank) ok = map(address);
    }
    return ok;
  }

  /// As much as the host has, but where many ranks share it: addresses are not endless.
  static std::size_t capacity_for(int ranks) {
    const auto host = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return ranks <= 16 ? host : host / static_cast<std::size_t>(ranks) * 16;
  }

  bool map(const Address& address) {
    if (address.size == 0) return false;
    const std::string path =
        "/proc/" + std::to_string(address.process) + "/fd/" + std::to_string(address.file);
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    std::int64_t mark = 0;  // the number could be another process's, too
    const bool found = pread(file, &mark, sizeof mark, 0) == sizeof mark && mark == address.mark;
    const auto size = static_cast<std::size_t>(address.size);
    void* const data =
        found ? mmap(nullptr, size, PROT_READ, MAP_SHARED | MAP_NORESERVE, file, 0) : MAP_FAILED;
    close(file);
    if (data == MAP_FAILED) return false;
    madvise(data, size, MADV_DONTDUMP);
    auto* const bytes = static_cast<std::byte*>(data);
    others_[static_cast<int>(address.rank)] = {
        bytes, size, reinterpret_cast<const Progress*>(bytes + address.progress)};
    return true;
  }

  SharedRegion* own_ = nullptr;
  Progress* progress_ = nullptr;
  int first_ = 0;
  std::map<int, Other> others_;
};

}  // namespace relatile::transport
