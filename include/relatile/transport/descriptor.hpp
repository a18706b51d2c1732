// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <system_error>

#include "relatile/core/error.hpp"

namespace relatile::transport::detail {

/// Throws IoError with the system's own text for `error`, a value of errno.
[[noreturn]] inline void fail_io(const std::string& action, const std::string& path, int error) {
  throw IoError("relatile: cannot " + action + " " + path + ": " +
                std::generic_category().message(error));
}

/// An open file of the system; closes itself.
class Descriptor {
 public:
  /// Opens a regular file, or makes one if `flags` say so; throws IoError.
  Descriptor(const std::string& path, int flags) : path_(path) {
    // Without O_NONBLOCK, opening a pipe would wait for somebody to open its other end.
    fd_ = ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, 0666);
    if (fd_ < 0) fail_io("open", path_, errno);
    struct stat status {};
    const int error = ::fstat(fd_, &status) == 0 ? 0 : errno;
    size_ = status.st_size;
    if (error == 0 && S_ISREG(status.st_mode)) return;
    ::close(fd_);
    if (error != 0 || S_ISDIR(status.st_mode)) fail_io("open", path_, error != 0 ? error : EISDIR);
    throw IoError("relatile: cannot open " + path_ + ": not a regular file");
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(fd_); }

  std::int64_t size() const { return size_; }

  void read(std::int64_t offset, std::span<std::byte> target) const {
    while (!target.empty()) {
      const ssize_t done = ::pread(fd_, target.data(), target.size(), offset);
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail_io("read", path_, errno);
      if (done == 0) {
        throw IoError("relatile: cannot read " + path_ + ": it ends at byte " +
                      std::to_string(offset));
      }
      target = target.subspan(static_cast<std::size_t>(done));
      offset += done;
    }
  }
  void write(std::int64_t offset, std::span<const std::byte> source) const {
    while (!source.empty()) {
      const ssize_t done = ::pwrite(fd_, source.data(), source.size(), offset);
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail_io("write", path_, errno);
      source = source.subspan(static_cast<std::size_t>(done));
      offset += done;
    }
  }
  /// Makes the file `bytes` long and reserves the space, so that a full disk shows before
  /// anything is sent. Where the system can't reserve, the space is found missing when writing.
  void reserve(std::int64_t bytes) {
    if (::ftruncate(fd_, bytes) != 0) fail_io("make room for", path_, errno);
    size_ = bytes;
#ifdef __linux__
    int done = -1;
    do {
      done = bytes > 0 ? ::fallocate(fd_, 0, 0, bytes) : 0;
    } while (done != 0 && errno == EINTR);
    if (done != 0 && errno != EOPNOTSUPP && errno != ENOSYS) fail_io("make room for", path_, errno);
#endif
  }
  /// Waits until the disk has the bytes; a file system that has no such thing is left alone.
  void flush() const {
    if (::fsync(fd_) != 0 && errno != EINVAL && errno != EROFS) fail_io("write", path_, errno);
  }

 private:
  std::string path_;
  int fd_ = -1;
  std::int64_t size_ = 0;
};

}  // namespace relatile::transport::detail
