// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "relatile/transport/transport.hpp"
#include "support/catch.hpp"

namespace relatile::test {

/// An empty directory that all sites see, for the time of a test.
class Directory {
 public:
  explicit Directory(transport::Transport& sites) : sites_(sites), name_("test.XXXXXX") {
    if (sites_.is_root()) REQUIRE(mkdtemp(name_.data()) != nullptr);
    name_ = sites_.text_from(0, name_);
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory() {
    wait();
    if (sites_.is_root()) std::filesystem::remove_all(name_);
  }

  std::string operator/(const std::string& file) const { return name_ + "/" + file; }
  /// Writes a file on one rank, for all to see. Collective.
  std::string put(const std::string& file, const std::string& bytes) const {
    wait();
    if (sites_.is_root()) std::ofstream(*this / file, std::ios::binary) << bytes;
    wait();
    return *this / file;
  }
  std::string get(const std::string& file) const {
    wait();
    std::ifstream stream(*this / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  std::ptrdiff_t num_files() const {
    wait();
    const auto files = std::distance(std::filesystem::directory_iterator(name_),
                                     std::filesystem::directory_iterator());
    wait();
    return files;
  }

 private:
  void wait() const { sites_.gather(std::vector<std::int64_t>(sites_.local_sites().size())); }

  transport::Transport& sites_;
  std::string name_;
};

/// The text of the Error that every site has to throw alike; collective.
template <class Expected = Error, class Work>
std::string common_error(transport::Transport& sites, Work&& work) {
  std::string error = "no error of this type";
  try {
    work();
  } catch (const Expected& caught) {
    error = caught.what();
  }
  CHECK(sites.text_from(0, error) == error);
  return error;
}

}  // namespace relatile::test
