// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/same_data.hpp"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/core/source_line.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

/// A hash of elements first..last.
inline std::int64_t checksum(const void* elements, const ComparedElements& type, std::int64_t first,
                             std::int64_t last) {
  const std::int64_t size = type.type.size;
  const std::string_view bytes(static_cast<const char*>(elements) + first * size,
                               static_cast<std::size_t>((last - first) * size));
  return static_cast<std::int64_t>(hash_of_name(bytes));
}

inline std::string element_text(const void* elements, const ComparedElements& type,
                                std::int64_t index) {
  if (type.type.kind == ElementKind::opaque && !type.write) return "another struct";
  const void* const element = static_cast<const char*>(elements) + index * type.type.size;
  std::ostringstream out;
  out.precision(17);
  if (type.write) {
    type.write(out, element);
  } else {
    visit_scalar_type(
        type.type, [&]<class T>(std::type_identity<T>) { out << *static_cast<const T*>(element); });
  }
  return out.str();
}

RELATILE_INLINE void require_same_data(std::string_view name, const ComparedElements& type,
                                       const void* elements, const Extents& alike,
                                       const Extents& shape) {
  transport::Transport& sites = transport::current();
  if (!sites.checks_data() || !type.equal_as_bytes) return;
  const transport::Operation operation(name, type.type.name() + " " + to_string(shape));
  const std::size_t local = sites.local_sites().size();
  constexpr std::int64_t parts = 8;
  std::int64_t first = 0;
  std::int64_t last = volume(alike);
  int site = -1;
  do {  // the part in which the first difference is
    std::vector<std::int64_t> sums;
    const std::int64_t count = last - first;
    for (std::int64_t part = 0; part < parts; ++part) {
      sums.push_back(checksum(elements, type, first + count * part / parts,
                              first + count * (part + 1) / parts));
    }
    std::vector<std::int64_t> mine;
    for (std::size_t i = 0; i < local; ++i) mine.insert(mine.end(), sums.begin(), sums.end());
    const std::vector<std::int64_t> all = sites.gather(mine);
    std::int64_t differs = parts;
    for (std::size_t at = 0; at < all.size(); ++at) {
      const auto part = static_cast<std::int64_t>(at) % parts;
      if (part >= differs || all[at] == nth(all, part)) continue;
      differs = part;
      site = static_cast<int>(static_cast<std::int64_t>(at) / parts);
    }
    if (differs == parts) return;
    last = first + count * (differs + 1) / parts;
    first = first + count * differs / parts;
  } while (last - first > 1);
  const std::string mine = element_text(elements, type, first);
  const std::string there = sites.text_from(site, mine);
  const std::string first_text = sites.text_from(0, mine);
  const std::string line = AskedFrom::text();
  throw PlanMismatch("relatile: " + std::string(name) + (line.empty() ? "" : " [" + line + "]") +
                     ": the data is not the same on all ranks: element " +
                     to_string(key_from_linear_index(first, shape)) + " is " + there + " on rank " +
                     std::to_string(site) + " and " + first_text +
                     " on rank 0; pass the same data on all ranks, or what one rank has by "
                     "on_rank(r), or what each rank owns by from_local");
}

}  // namespace relatile::detail
