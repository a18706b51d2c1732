// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "relatile/core/extents.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/core/source_line.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"

// Data that a program says all ranks have alike is taken at its word: to compare it takes a
// message. Where the environment of some rank has RELATILE_CHECK=1 when the context begins, it is
// compared.

namespace relatile::detail {

/// A hash of elements first..last.
template <class T>
std::int64_t checksum(const T* elements, std::int64_t first, std::int64_t last) {
  const auto* const bytes = reinterpret_cast<const char*>(elements + first);
  const auto size = static_cast<std::size_t>(last - first) * sizeof(T);
  return static_cast<std::int64_t>(hash_of_name(std::string_view(bytes, size)));
}

template <class T>
std::string element_text(const T& element) {
  if constexpr (requires(std::ostringstream & out) { out << element; }) {
    std::ostringstream out;
    out.precision(17);
    out << element;
    return out.str();
  } else {
    return "another struct";
  }
}

/// Throws PlanMismatch, on all ranks, if the elements of shape `alike` are not the same on all of
/// them: names the ranks and the first element that differs; and if arrays of one shape have others
/// there. Collective where data is checked, else nothing.
///
///   cost  one message; where data differs, as many more as its size has digits to base 8
template <class T>
void require_same_data(std::string_view name, const T* elements, const Extents& alike,
                       const Extents& shape) {
  transport::Transport& sites = transport::current();
  if (!sites.checks_data()) return;
  if constexpr (!is_scalar_type_v<T> && !std::has_unique_object_representations_v<T>) return;
  const transport::Operation operation(name, element_type_of<T>().name() + " " + to_string(shape));
  const std::size_t local = sites.local_sites().size();
  constexpr std::int64_t parts = 8;
  std::int64_t first = 0;
  std::int64_t last = volume(alike);
  int site = -1;
  do {  // the part in which the first difference is
    std::vector<std::int64_t> sums;
    const std::int64_t count = last - first;
    for (std::int64_t part = 0; part < parts; ++part) {
      sums.push_back(
          checksum(elements, first + count * part / parts, first + count * (part + 1) / parts));
    }
    std::vector<std::int64_t> mine;
    for (std::size_t i = 0; i < local; ++i) mine.insert(mine.end(), sums.begin(), sums.end());
    const std::vector<std::int64_t> all = sites.gather(mine);
    std::int64_t differs = parts;
    for (std::size_t at = 0; at < all.size(); ++at) {
      const auto part = static_cast<std::int64_t>(at) % parts;
      if (part >= differs || all[at] == all[static_cast<std::size_t>(part)]) continue;
      differs = part;
      site = static_cast<int>(static_cast<std::int64_t>(at) / parts);
    }
    if (differs == parts) return;
    last = first + count * (differs + 1) / parts;
    first = first + count * differs / parts;
  } while (last - first > 1);
  const std::string mine = element_text(elements[first]);
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
