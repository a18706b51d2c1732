// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/transport/unfinished_files.hpp"

namespace relatile::transport::detail {

/// A new file beside the one it will replace; removes itself unless it did so.
class Replacement {
 public:
  explicit Replacement(const std::string& path);
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }

  const std::string& name() const { return name_; }

  /// Becomes the file it replaces, permissions included.
  void take_place();

 private:
  /// A link stays one: the file it leads to is replaced, or made if there is none.
  void follow_links();
  /// The names of other attempts are in use by another save of the same file, or left from a
  /// process that was killed: they are not touched.
  void make(int attempt);

  std::string target_;
  std::string name_;
  std::optional<Unfinished> unfinished_;
  std::optional<mode_t> mode_;  // of the file that is replaced
};

}  // namespace relatile::transport::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/replacement.hpp"
#endif
