// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/load.hpp"

#include <memory>
#include <string>
#include <vector>

#include "relatile/io/csv.hpp"
#include "relatile/io/file_kind.hpp"
#include "relatile/io/impl/csv_file.hpp"
#include "relatile/io/impl/market_file.hpp"
#include "relatile/io/impl/npz_file.hpp"
#include "relatile/io/impl/wanted.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::io {

namespace detail {

/// Opens a file and loads what is wanted of it. Collective.
inline tra::NodePtr load_file(const std::string& path, const Wanted& wanted) {
  const auto file = transport::current().open_file(path);
  const std::string first = file->read_prefix(npy_prefix_bytes);
  const FileKind kind = kind_of_file(first, path);
  const auto conversion = [&](const ElementsInFile& from) {
    if (wanted.rank) require_rank(from.header.shape, *wanted.rank, from.name);
    const ElementType found = from.header.element;
    return wanted.element ? require_conversion(found, *wanted.element, from.name)
                          : conversion_to_any(found);
  };
  if (kind == FileKind::npz) return load_member(*file, wanted.name, conversion);
  if (kind == FileKind::hdf5) return hdf5_reader().load(path, wanted);
  if (!wanted.name.empty()) {
    throw Error("relatile: load: " + path + " has no arrays with names; one is asked for, " +
                excerpt(wanted.name));
  }
  if (kind == FileKind::npy) {
    const ElementsInFile from{*file, parse_npy_header(first, file->size(), path), path};
    return load_elements(from, conversion(from));
  }
  if (wanted.rank && *wanted.rank != 2) {
    throw ShapeMismatch("relatile: load: " + path + " has 2 dimensions; expected " +
                        std::to_string(*wanted.rank));
  }
  if (kind == FileKind::matrix_market) {
    const MarketHeader header = market_header_of(*file);
    return load_market_file(*file, header,
                            wanted.element.value_or(element_of_market(header.field)));
  }
  return load_csv_file(*file, wanted.element.value_or(element_type_of<double>()),
                       guess_csv_format(first));
}

}  // namespace detail

RELATILE_INLINE tra::NodePtr load_any(const std::string& path, const std::string& name) {
  const transport::Operation operation("load", path + (name.empty() ? "" : ":" + name));
  return detail::load_file(path, {.name = name});
}

RELATILE_INLINE tra::NodePtr load_as(const std::string& path, ElementType element, int rank,
                                     const std::string& name) {
  const transport::Operation operation("load", path + (name.empty() ? "" : ":" + name) + " as " +
                                                   element.name() + " of " + std::to_string(rank) +
                                                   " dimensions");
  return detail::load_file(path, {.element = element, .rank = rank, .name = name});
}

}  // namespace relatile::io

namespace relatile {

RELATILE_INLINE std::vector<std::string> names_in(const std::string& path, SourceLine line) {
  const AskedFrom scope(line);
  const transport::Operation operation("names_in", path);
  const auto file = transport::current().open_file(path);
  const std::string first = file->read_prefix(io::npy_prefix_bytes);
  if (io::kind_of_file(first, path) == io::FileKind::hdf5) {
    return io::detail::hdf5_reader().names(path);
  }
  std::vector<std::string> names;
  for (const io::ZipMember& member : io::detail::members_of(*file)) {
    names.push_back(io::detail::name_of_member(member));
  }
  return names;
}

}  // namespace relatile
