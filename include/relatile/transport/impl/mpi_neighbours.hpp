// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/mpi_neighbours.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "relatile/transport/mpi_check.hpp"

namespace relatile::transport {

RELATILE_INLINE std::unique_ptr<MpiNeighbours> MpiNeighbours::meet(MPI_Comm comm, bool willing) {
  MPI_Comm host = MPI_COMM_NULL;
  check(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host),
        "MPI_Comm_split_type");
  auto met = std::unique_ptr<MpiNeighbours>(new MpiNeighbours);
  int ok = met->exchange(comm, host, willing) ? 1 : 0;
  check(MPI_Allreduce(MPI_IN_PLACE, &ok, 1, MPI_INT, MPI_MIN, host), "MPI_Allreduce");
  MPI_Comm_free(&host);
  return ok ? std::move(met) : nullptr;
}

RELATILE_INLINE bool MpiNeighbours::exchange(MPI_Comm comm, MPI_Comm host, bool willing) {
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

RELATILE_INLINE std::size_t MpiNeighbours::capacity_for(int ranks) {
  const auto host = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                    static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return ranks <= 16 ? host : host / static_cast<std::size_t>(ranks) * 16;
}

RELATILE_INLINE bool MpiNeighbours::map(const Address& address) {
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

}  // namespace relatile::transport
