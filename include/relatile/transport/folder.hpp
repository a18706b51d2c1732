// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "relatile/transport/descriptor.hpp"
#include "relatile/transport/together.hpp"
#include "relatile/transport/transport.hpp"

// Folders of files that belong together, on a file system that all sites see.

namespace relatile::transport {

/// Whether there is a folder of this name, as site 0 sees it. Collective.
inline bool is_folder(Transport& sites, const std::string& path) {
  struct stat status {};
  const bool here =
      sites.is_root() && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  return !sites.text_from(0, here ? "folder" : "").empty();
}

/// A folder to write to, which is made if there is none. One that was made goes again, unless it is
/// kept or has something in it.
class Folder {
 public:
  /// Throws IoError for what can't be one. Collective.
  Folder(Transport& sites, const std::string& path) : path_(path) {
    together(sites, [&] {
      if (!sites.is_root()) return;
      made_ = ::mkdir(path.c_str(), 0777) == 0;
      struct stat status {};
      if (made_) return;
      const int error = errno;
      if (error != EEXIST) detail::fail_io("make", path, error);
      if (::stat(path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode)) {
        detail::fail_io("make", path, ENOTDIR);
      }
    });
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    if (made_) ::rmdir(path_.c_str());
  }
  void keep() { made_ = false; }

 private:
  std::string path_;
  bool made_ = false;  ///< on site 0, for this time
};

}  // namespace relatile::transport
