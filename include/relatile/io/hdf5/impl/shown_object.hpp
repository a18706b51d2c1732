// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>

namespace relatile::io::detail {

/// A name without the slashes around it: "/group/x/" is "group/x".
inline std::string plain_name(const std::string& name) {
  const std::size_t first = name.find_first_not_of('/');
  if (first == name.npos) return {};
  return name.substr(first, name.find_last_not_of('/') - first + 1);
}

/// What errors call a dataset or a group of a file.
inline std::string shown_object(const std::string& path, const std::string& object) {
  return path + ":" + (plain_name(object).empty() ? "/" : plain_name(object));
}

}  // namespace relatile::io::detail
