// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/replacement.hpp"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

#include "relatile/core/error.hpp"
#include "relatile/transport/descriptor.hpp"

namespace relatile::transport::detail {

RELATILE_INLINE Replacement::Replacement(const std::string& path) : target_(path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    // Replacing a directory fails in the end, but replacing /dev/null would succeed.
    if (!S_ISREG(status.st_mode)) {
      throw IoError("relatile: cannot write " + path + ": not a regular file");
    }
    if (::access(path.c_str(), W_OK) != 0) fail_io("write", path, errno);
    mode_ = status.st_mode & 07777;
  } else if (errno != ENOENT) {  // which a link to a file that is yet to be made gives, too
    fail_io("write", path, errno);
  }
  follow_links();
  for (int attempt = 0; name_.empty(); ++attempt) make(attempt);
}

RELATILE_INLINE void Replacement::take_place() {
  if (mode_ && ::chmod(name_.c_str(), *mode_) != 0) fail_io("write", target_, errno);
  if (::rename(name_.c_str(), target_.c_str()) != 0) fail_io("write", target_, errno);
  name_.clear();
  unfinished_.reset();
  // The new name is on the disk once its directory is. Not every file system can do that.
  const std::size_t slash = target_.rfind('/');
  const std::string directory = slash == target_.npos ? "." : target_.substr(0, slash + 1);
  const int fd = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

RELATILE_INLINE void Replacement::follow_links() {
  constexpr int most_links = 40;  // as many as Linux follows; stat has refused loops before
  std::array<char, PATH_MAX> text;
  for (int followed = 0; followed <= most_links; ++followed) {
    const ssize_t length = ::readlink(target_.c_str(), text.data(), text.size());
    if (length < 0) return;  // no link
    const std::string link(text.data(), static_cast<std::size_t>(length));
    const std::size_t slash = target_.rfind('/');
    const bool relative = !link.starts_with('/') && slash != target_.npos;
    target_ = relative ? target_.substr(0, slash + 1) + link : link;
  }
  fail_io("write", target_, ELOOP);
}

RELATILE_INLINE void Replacement::make(int attempt) {
  const std::string name = target_ + ".tmp-" + std::to_string(::getpid()) +
                           (attempt > 0 ? "." + std::to_string(attempt) : "");
  const mode_t mode = mode_ ? 0600 : 0666;  // never more open than what it replaces
  const int fd = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
  if (fd >= 0) {
    name_ = name;
    unfinished_.emplace(name);
    ::close(fd);
  } else if (errno != EEXIST || attempt == 1000) {
    fail_io("write", target_, errno);
  }
}

}  // namespace relatile::transport::detail
