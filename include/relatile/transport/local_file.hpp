// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fcntl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/transport/descriptor.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/replacement.hpp"

namespace relatile::transport {

/// A file that every site opens for itself, and reads and writes one run after another: for
/// sites that share a process or, more slowly than MpiFile, a file system.
class LocalFile : public File {
 public:
  /// Opens a file to read it; throws IoError. Collective.
  LocalFile(Transport& sites, const std::string& path) : File(sites, path) {
    open(path, O_RDONLY);
    const std::vector<std::int64_t> local(sites.local_sites().size(), descriptor_->size());
    const std::vector<std::int64_t> sizes = sites.gather(local);
    size_ = sizes.front();
    if (std::count(sizes.begin(), sizes.end(), size_) != std::ssize(sizes)) {
      throw IoError("relatile: cannot open " + path + ": the sites see files of different sizes");
    }
  }
  /// Creates a file of `total_bytes` beside `path`, for commit to put there; throws IoError.
  /// Collective.
  LocalFile(Transport& sites, const std::string& path, std::int64_t total_bytes)
      : File(sites, path), size_(total_bytes) {
    together(sites, [&] {
      if (!sites.speaks_first()) return;
      replacement_.emplace(path);
      detail::Descriptor(replacement_->name(), O_RDWR).reserve(total_bytes);
    });
    open(sites.text_from(0, replacement_ ? replacement_->name() : ""), O_RDWR);
  }

  std::int64_t size() const override { return size_; }

  void read(std::int64_t offset, std::span<std::byte> target) override {
    descriptor_->read(offset, target);
  }
  void write(std::int64_t offset, std::span<const std::byte> source) override {
    descriptor_->write(offset, source);
  }

  void read_boxes(const FileArray& array, std::span<const ReadBox> boxes) override {
    check_fits(array);
    const std::int64_t unit = array.element_size;
    together(transport(), [&] {
      for (const auto& [box, target] : boxes) {
        check_box(array, box, target.size());
        std::byte* to = target.data();
        for_each_run(array.extents, box, [&](std::int64_t in_file, std::int64_t n) {
          const auto bytes = static_cast<std::size_t>(n * unit);
          read(array.offset + in_file * unit, {to, bytes});
          to += bytes;
        });
      }
    });
  }

  void write_boxes(const FileArray& array, std::span<const WriteBox> boxes) override {
    check_fits(array);
    const std::int64_t unit = array.element_size;
    together(transport(), [&] {
      for (const auto& [box, source] : boxes) {
        check_box(array, box, source.size());
        const std::byte* from = source.data();
        for_each_run(array.extents, box, [&](std::int64_t in_file, std::int64_t n) {
          const auto bytes = static_cast<std::size_t>(n * unit);
          write(array.offset + in_file * unit, {from, bytes});
          from += bytes;
        });
      }
    });
  }

  void commit() override {
    together(transport(), [&] { descriptor_->flush(); });
    together(transport(), [&] {
      if (replacement_) replacement_->take_place();
    });
  }

 protected:
  /// Where the bytes are until commit moves them.
  const std::string& path_on_disk() const { return path_on_disk_; }

 private:
  void open(const std::string& path, int flags) {
    path_on_disk_ = path;
    together(transport(), [&] { descriptor_.emplace(path, flags); });
  }

  std::int64_t size_ = 0;
  std::string path_on_disk_;
  std::optional<detail::Descriptor> descriptor_;
  std::optional<detail::Replacement> replacement_;  // on site 0, for a created file
};

}  // namespace relatile::transport
