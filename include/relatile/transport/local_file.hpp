// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/transport/descriptor.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/interleaved.hpp"
#include "relatile/transport/replacement.hpp"
#include "relatile/transport/together.hpp"
#include "relatile/transport/transport.hpp"
#include "relatile/transport/unfinished_files.hpp"

namespace relatile::transport {

/// A file that every site opens for itself, on a file system that all of them see.
///
/// A site's box is read or written run by run; boxes that interleave are exchanged between the
/// sites, so that the file is read or written in long stretches (see Interleaved).
class LocalFile : public File {
 public:
  /// Opens a file to read it; throws IoError. Collective.
  LocalFile(Transport& sites, const std::string& path);
  /// Creates a file of `total_bytes` beside `path`, for commit to put there; throws IoError.
  /// Collective.
  LocalFile(Transport& sites, const std::string& path, std::int64_t total_bytes);
  /// Tells the third constructor from the first.
  struct InPlace {};
  /// Opens a file to change it where it is; throws IoError. Collective.
  LocalFile(Transport& sites, const std::string& path, InPlace);

  std::int64_t size() const override { return size_; }
  const std::string& name_on_disk() const override { return name_; }

  void read(std::int64_t offset, std::span<std::byte> target) override {
    descriptor_->read(offset, target);
  }
  void write(std::int64_t offset, std::span<const std::byte> source) override {
    descriptor_->write(offset, source);
  }

  RELATILE_INLINE void read_boxes(const FileArray& array, std::span<const ReadBox> boxes) override;
  RELATILE_INLINE void write_boxes(const FileArray& array,
                                   std::span<const WriteBox> boxes) override;
  RELATILE_INLINE void extend(std::int64_t total_bytes) override;
  RELATILE_INLINE void flush() override;
  RELATILE_INLINE void take_place() override;

 private:
  void open(const std::string& path, int flags) {
    together(transport(), [&] { descriptor_.emplace(path, flags); });
    name_ = path;
  }
  /// Opens a file that is there, of one size for all.
  void open_existing(int flags);

  /// The boxes of all sites. Throws IoError, on all sites or none, if the array is not there.
  template <class LocalBox>
  std::vector<Box> gather_boxes(const FileArray& array, std::span<const LocalBox> boxes) {
    check_fits(array);
    RELATILE_ASSERT(boxes.size() == transport().local_sites().size());
    std::vector<Box> local;
    for (const auto& [box, buffer] : boxes) {
      RELATILE_ASSERT(Box::whole(array.extents).contains(box));
      RELATILE_ASSERT(box.count() * array.element_size == std::ssize(buffer));
      local.push_back(box);
    }
    return detail::gather_boxes(transport(), array.extents.rank(), local);
  }

  /// Visits the runs of a box: `visit(offset in the file, bytes of the buffer)`.
  template <class Buffer, class Visit>
  static void for_each_part(const FileArray& array, const Box& box, Buffer buffer, Visit&& visit) {
    for_each_run(array.extents, box, [&](std::int64_t first, std::int64_t elements) {
      const auto bytes = static_cast<std::size_t>(elements * array.element_size);
      visit(array.offset + first * array.element_size, buffer.first(bytes));
      buffer = buffer.subspan(bytes);
    });
  }

  /// Calls `move(sites, guarded)`. Access to the file goes through `guarded`: an error there is
  /// thrown when the sites have passed each other everything.
  template <class Move>
  void interleaved(const FileArray& array, const std::vector<Box>& boxes, Move&& move) {
    std::optional<detail::Interleaved> sites;
    together(transport(), [&] { sites.emplace(transport(), array, boxes); });
    std::exception_ptr error;
    move(*sites, [&](auto&& access) {
      try {
        access();
      } catch (...) {
        if (!error) error = std::current_exception();
      }
    });
    together(transport(), [&] {
      if (error) std::rethrow_exception(error);
    });
  }

  std::int64_t size_ = 0;
  std::string name_;
  std::optional<detail::Descriptor> descriptor_;
  std::unique_ptr<detail::Replacement> replacement_;  // on site 0, for a created file
  std::optional<Unfinished> unfinished_;              // on all others, until it is committed
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/local_file.hpp"
#endif
