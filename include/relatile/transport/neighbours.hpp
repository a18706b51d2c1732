// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace relatile::transport {

/// What sites of one host have of each other without messages: memory that they may read, and how
/// far each has come. Whoever writes says so by its progress before others read, and waits for
/// their progress before it writes there again.
class Neighbours {
 public:
  Neighbours() = default;
  Neighbours(const Neighbours&) = delete;
  Neighbours& operator=(const Neighbours&) = delete;
  virtual ~Neighbours() = default;

  /// A number by which neighbours find own memory; -1 if they can't.
  virtual std::int64_t offset_of(const std::byte* data) const = 0;
  /// The memory of a neighbour to which that site gave this number.
  virtual std::byte* find(int site, std::int64_t offset) const = 0;
  /// Tells the neighbours how far this process has come. All it wrote before, they see.
  virtual void publish(std::int64_t progress) = 0;
  virtual std::int64_t progress_of(int site) const = 0;
};

/// Of sites in one process, which take their steps together.
class SameProcess : public Neighbours {
 public:
  std::int64_t offset_of(const std::byte* data) const override {
    return static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(data));
  }
  std::byte* find(int, std::int64_t offset) const override {
    return reinterpret_cast<std::byte*>(static_cast<std::intptr_t>(offset));
  }
  void publish(std::int64_t) override {}
  std::int64_t progress_of(int) const override { return std::numeric_limits<std::int64_t>::max(); }
};

}  // namespace relatile::transport
