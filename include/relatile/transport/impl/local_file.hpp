// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/local_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "relatile/core/error.hpp"
#include "relatile/transport/stretches.hpp"

namespace relatile::transport {

RELATILE_INLINE LocalFile::LocalFile(Transport& sites, const std::string& path)
    : File(sites, path) {
  open_existing(O_RDONLY);
}

RELATILE_INLINE LocalFile::LocalFile(Transport& sites, const std::string& path, InPlace)
    : File(sites, path) {
  open_existing(O_RDWR);
}

RELATILE_INLINE void LocalFile::open_existing(int flags) {
  open(path(), flags);
  const std::vector<std::int64_t> local(transport().local_sites().size(), descriptor_->size());
  const std::vector<std::int64_t> sizes = transport().gather(local);
  size_ = sizes.front();
  if (std::count(sizes.begin(), sizes.end(), size_) != std::ssize(sizes)) {
    throw IoError("relatile: cannot open " + path() + ": the sites see files of different sizes");
  }
}

RELATILE_INLINE LocalFile::LocalFile(Transport& sites, const std::string& path,
                                     std::int64_t total_bytes)
    : File(sites, path), size_(total_bytes) {
  together(sites, [&] {
    if (!sites.is_root()) return;
    // What fails here has removed its file before another site hears of it, and may end the job.
    auto made = std::make_unique<detail::Replacement>(path);
    detail::Descriptor(made->name(), O_RDWR).reserve(total_bytes);
    replacement_ = std::move(made);
  });
  const std::string name = sites.text_from(0, replacement_ ? replacement_->name() : "");
  if (!replacement_) unfinished_.emplace(name);
  open(name, O_RDWR);
}

RELATILE_INLINE void LocalFile::read_boxes(const FileArray& array, std::span<const ReadBox> boxes) {
  const std::vector<Box> all = gather_boxes(array, boxes);
  if (detail::are_interleaved(array, all)) {
    interleaved(array, all, [&](detail::Interleaved& sites, auto&& guarded) {
      sites.read(boxes, [&](std::int64_t offset, std::span<std::byte> target) {
        guarded([&] { read(offset, target); });
      });
    });
    return;
  }
  together(transport(), [&] {
    for (const ReadBox& box : boxes) {
      for_each_part(array, box.box, box.target,
                    [&](std::int64_t offset, auto target) { read(offset, target); });
    }
  });
}

RELATILE_INLINE void LocalFile::write_boxes(const FileArray& array,
                                            std::span<const WriteBox> boxes) {
  const std::vector<Box> all = gather_boxes(array, boxes);
  if (detail::are_interleaved(array, all)) {
    interleaved(array, all, [&](detail::Interleaved& sites, auto&& guarded) {
      sites.write(boxes, [&](std::int64_t offset, std::span<const std::byte> source) {
        guarded([&] { write(offset, source); });
      });
    });
    return;
  }
  together(transport(), [&] {
    for (const WriteBox& box : boxes) {
      for_each_part(array, box.box, box.source,
                    [&](std::int64_t offset, auto source) { write(offset, source); });
    }
  });
}

RELATILE_INLINE void LocalFile::extend(std::int64_t total_bytes) {
  together(transport(), [&] {
    if (transport().is_root()) descriptor_->reserve(total_bytes);
  });
  size_ = total_bytes;
}

RELATILE_INLINE void LocalFile::flush() {
  together(transport(), [&] { descriptor_->flush(); });
}

RELATILE_INLINE void LocalFile::take_place() {
  together(transport(), [&] {
    if (replacement_) replacement_->take_place();
  });
  unfinished_.reset();
}

}  // namespace relatile::transport
