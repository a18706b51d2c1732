// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/shared_region.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#include <random>

namespace relatile::transport {

RELATILE_INLINE std::unique_ptr<SharedRegion> SharedRegion::make(std::size_t capacity) {
  rlimit limit{};  // a file that is too large would end the process
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur < capacity) return nullptr;
  const int file = memfd_create("relatile", MFD_CLOEXEC);
  if (file < 0) return nullptr;
  void* data = MAP_FAILED;
  if (ftruncate(file, static_cast<off_t>(capacity)) == 0) {
    data = mmap(nullptr, capacity, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  }
  if (data == MAP_FAILED) {
    close(file);
    return nullptr;
  }
  madvise(data, capacity, MADV_DONTDUMP);  // a dump would be of all of it, used or not
  return std::unique_ptr<SharedRegion>(
      new SharedRegion(static_cast<std::byte*>(data), capacity, file));
}

RELATILE_INLINE std::byte* SharedRegion::take(std::size_t size) {
  const std::lock_guard lock(mutex_);
  size = whole_pages(size);
  for (auto hole = free_.begin(); hole != free_.end(); ++hole) {
    if (hole->second < size) continue;
    const auto [offset, room] = *hole;
    free_.erase(hole);
    if (room > size) free_.emplace(offset + size, room - size);
    return data_ + offset;
  }
  return nullptr;
}

RELATILE_INLINE void SharedRegion::give_back(std::byte* data, std::size_t size) {
  const std::lock_guard lock(mutex_);
  empty(data, size);
  size = whole_pages(size);
  auto hole = free_.emplace(static_cast<std::size_t>(data - data_), size).first;
  const auto next = std::next(hole);
  if (next != free_.end() && hole->first + hole->second == next->first) {
    hole->second += next->second;
    free_.erase(next);
  }
  if (hole == free_.begin()) return;
  const auto before = std::prev(hole);
  if (before->first + before->second != hole->first) return;
  before->second += hole->second;
  free_.erase(hole);
}

RELATILE_INLINE bool SharedRegion::empty(std::byte* data, std::size_t size) {
  return madvise(data, whole_pages(size), MADV_REMOVE) == 0;
}

RELATILE_INLINE SharedRegion::SharedRegion(std::byte* data, std::size_t capacity, int file)
    : data_(data), capacity_(capacity), file_(file) {
  std::random_device random;
  *reinterpret_cast<std::uint64_t*>(data_) = (std::uint64_t(random()) << 32) | random();
  free_.emplace(page(), capacity - page());
}

RELATILE_INLINE SharedRegion* shared_region(std::size_t capacity) {
  static SharedRegion* const region = [&]() -> SharedRegion* {
    if (runs_under_valgrind()) return nullptr;
    SharedRegion* made = SharedRegion::make(capacity).release();
    if (made) buffer_pool().use(*made);
    return made;
  }();
  return region;
}

}  // namespace relatile::transport
