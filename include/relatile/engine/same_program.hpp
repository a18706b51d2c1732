// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <locale>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

// Ranks that build expressions of the same structure may still put different things into them: a
// constant, a seed, a lambda's captures. What they compute is compared here, and where it differs,
// the first operator in which it does is named, with what it holds on both sites.

/// What a node computes with, apart from its operands: the kernels' types and what they hold.
RELATILE_INLINE std::vector<const KernelIdentity*> identities_of(const tra::Node& node);

/// A hash of everything that decides a graph's values: `key` is its plan's key, which tells
/// operators, shapes, types and accesses; of stored values it counts which they are, not what they
/// hold. Without addresses.
class ProgramHash {
 public:
  ProgramHash(std::string_view key, const std::vector<tra::NodePtr>& graph);
  std::int64_t value() const { return static_cast<std::int64_t>(hash_); }

 private:
  void add(std::int64_t number) {
    hash_ = (hash_ ^ static_cast<std::uint64_t>(number)) * 0x9e3779b97f4a7c15ULL;
    hash_ ^= hash_ >> 32;
  }
  void add(std::string_view text);

  std::uint64_t hash_ = 0x2545f4914f6cdd1dULL;
};

namespace detail {

/// One word of a kernel's state as whoever wrote it would: as a number of the kind it looks like.
RELATILE_INLINE std::string readable(std::string_view bytes);

/// Texts are what some kernels say of themselves, bytes what the others hold.
inline bool is_text(std::string_view state) {
  return std::all_of(state.begin(), state.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// What a kernel holds where others hold something else: whole, if it is a text, else the numbers.
RELATILE_INLINE std::string state_text(const KernelIdentity& identity);

/// An operator as the error tells it: `multiply [a.cpp:12] of shape (3, 4) float64, with 2`.
RELATILE_INLINE std::string told(const tra::Node& node);

/// True if two words say nothing of each other: on one site there was an address, on the other one
/// there is none, or one of memory that it does not have.
RELATILE_INLINE bool can_not_be_compared(std::int64_t a, std::int64_t b);

/// The words to compare of one node, as many on every site that has an equal node.
RELATILE_INLINE std::vector<std::int64_t> words_of(const tra::Node& node, const std::string& key);

/// The words of all sites, rows of equal length. Collective.
RELATILE_INLINE std::vector<std::vector<std::int64_t>> gather_rows(transport::Transport& transport,
                                                                   std::vector<std::int64_t> words);

/// The lowest site whose words are not those of site 0; -1 if there is none.
RELATILE_INLINE int differing_site(const std::vector<std::vector<std::int64_t>>& rows);

/// In which calls two sites are, if these are not of one line. Collective.
RELATILE_INLINE std::string differing_operations(transport::Transport& transport, int site);

}  // namespace detail

/// Throws PlanMismatch, on all sites, if some have handles of values that others have none of: what
/// has a handle is stored, so their plans differ. Collective.
RELATILE_INLINE void require_same_handles(transport::Transport& transport,
                                          const std::vector<tra::NodePtr>& graph);

/// Where the programs of the sites differ: throws PlanMismatch, on all of them, that names the
/// first operator that is not the same on all, its line, and what it is on two sites. Otherwise
/// says whether there were numbers that can't be compared. Collective; `graph` is the user's,
/// operands first.
RELATILE_INLINE bool require_same_program(transport::Transport& transport,
                                          const std::vector<tra::NodePtr>& graph);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/same_program.hpp"
#endif
