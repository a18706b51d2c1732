// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/same_program.hpp"

#include <sstream>

#include "relatile/core/nth.hpp"
#include "relatile/tra/graph_key.hpp"
#include "relatile/tra/operators.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::engine {

RELATILE_INLINE std::vector<const KernelIdentity*> identities_of(const tra::Node& node) {
  std::vector<const KernelIdentity*> all;
  if (node.program()) {
    for (const auto& stage : node.program()->stages) all.push_back(&stage.identity);
  }
  if (node.reduction()) all.push_back(&node.reduction()->kernel_identity);
  if (node.block_kernel()) all.push_back(&node.block_kernel()->identity);
  if (node.combine()) all.push_back(&node.combine()->identity);
  if (const auto* const along = tra::op_if<tra::AlongAxis>(node)) {
    all.push_back(&along->kernel->identity);
  }
  if (const auto* const pieces = tra::op_if<tra::OnPieces>(node)) {
    all.push_back(&pieces->kernel->identity);
  }
  if (const auto* const parts = tra::op_if<tra::Assemble>(node))
    all.push_back(&parts->fill_identity);
  return all;
}

/// Which operands an elementwise program's stages read: x - y * x and x - y * y differ in no more.
inline std::vector<std::int64_t> slots_of(const tra::Node& node) {
  std::vector<std::int64_t> slots;
  if (!node.program()) return slots;
  for (const auto& stage : node.program()->stages) {
    slots.insert(slots.end(), stage.operands.begin(), stage.operands.end());
  }
  return slots;
}

RELATILE_INLINE ProgramHash::ProgramHash(std::string_view key,
                                         const std::vector<tra::NodePtr>& graph) {
  add(key);
  for (const auto& node : graph) {
    if (node->evaluated()) {
      add(node->value->number);
      continue;
    }
    for (const auto* identity : identities_of(*node)) {
      if (identity->differs_by_rank) continue;
      add(static_cast<std::int64_t>(identity->type));
      add(identity->state);
    }
    for (const std::int64_t slot : slots_of(*node)) add(slot);
  }
}

RELATILE_INLINE void ProgramHash::add(std::string_view text) {
  add(static_cast<std::int64_t>(text.size()));
  for (; text.size() >= sizeof(std::int64_t); text.remove_prefix(sizeof(std::int64_t))) {
    std::int64_t word = 0;
    std::memcpy(&word, text.data(), sizeof word);
    add(word);
  }
  for (const char c : text) add(std::int64_t{c});
}

}  // namespace relatile::engine

namespace relatile::engine::detail {

RELATILE_INLINE std::string readable(std::string_view bytes) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(17);
  if (bytes.size() == sizeof(float)) {
    float number = 0;
    std::int32_t whole = 0;
    std::memcpy(&number, bytes.data(), sizeof number);
    std::memcpy(&whole, bytes.data(), sizeof whole);
    const bool real =
        whole == 0 || (number > 1e-30F && number < 1e30F) || (number < -1e-30F && number > -1e30F);
    out.precision(9);
    real ? out << number : out << whole;
  } else if (bytes.size() == sizeof(double)) {
    double number = 0;
    std::int64_t whole = 0;
    std::memcpy(&number, bytes.data(), sizeof number);
    std::memcpy(&whole, bytes.data(), sizeof whole);
    if (whole == static_cast<std::int64_t>(relatile::detail::address_mark)) return "an address";
    const bool real = whole != 0 && !(number < 1e-200 && number > -1e-200);
    real ? out << number : out << whole;
  } else {
    for (const char c : bytes) out << std::hex << (static_cast<unsigned>(c) & 0xff) << ' ';
  }
  return out.str();
}

RELATILE_INLINE std::string state_text(const KernelIdentity& identity) {
  if (identity.differs_by_rank || identity.state.empty()) return "";
  if (is_text(identity.state)) return identity.state;
  std::string text;
  constexpr std::size_t most = 8;  // numbers
  const std::size_t width =
      identity.state.size() % sizeof(double) == 0 ? sizeof(double) : sizeof(float);
  for (std::size_t at = 0; at < identity.state.size() && at < most * width; at += width) {
    text += (at == 0 ? "" : ", ") + readable(std::string_view(identity.state).substr(at, width));
  }
  return text + (identity.state.size() > most * width ? ", ..." : "");
}

RELATILE_INLINE std::string told(const tra::Node& node) {
  std::string text =
      tra::description(node) + " of " + (node.type.elements ? "shape " : "frontier ") +
      to_string(node.type.extents) + " " +
      (node.type.block.object ? node.type.block.object->name : node.type.block.element.name());
  if (node.evaluated()) {
    return text + ", stored value number " + std::to_string(node.value->number) + ", " +
           node.value->placement;
  }
  std::string states;
  for (const auto* identity : identities_of(node)) {
    const std::string state = state_text(*identity);
    if (!state.empty()) states += (states.empty() ? ", with " : "; ") + state;
  }
  return text + states;
}

RELATILE_INLINE bool can_not_be_compared(std::int64_t a, std::int64_t b) {
  const auto hidden = static_cast<std::int64_t>(relatile::detail::address_mark);
  const auto may_be_address = [](std::int64_t word) {
    return word == 0 || relatile::detail::may_be_address(static_cast<std::uint64_t>(word));
  };
  return (a == hidden && may_be_address(b)) || (b == hidden && may_be_address(a));
}

RELATILE_INLINE std::vector<std::int64_t> words_of(const tra::Node& node, const std::string& key) {
  std::vector<std::int64_t> words;
  const auto add = [&](std::string_view bytes) {
    words.push_back(static_cast<std::int64_t>(bytes.size()));
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::int64_t)) {
      std::int64_t word = 0;
      std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
      words.push_back(word);
    }
  };
  words.push_back(static_cast<std::int64_t>(relatile::detail::hash_of_name(key)));
  if (node.evaluated()) {
    words.push_back(node.value->number);
    return words;
  }
  for (const auto* identity : identities_of(node)) {
    words.push_back(static_cast<std::int64_t>(identity->type));
    add(identity->differs_by_rank ? std::string_view() : std::string_view(identity->state));
  }
  for (const std::int64_t slot : slots_of(node)) words.push_back(slot);
  return words;
}

RELATILE_INLINE std::vector<std::vector<std::int64_t>> gather_rows(
    transport::Transport& transport, std::vector<std::int64_t> words) {
  const std::size_t local = transport.local_sites().size();
  const auto sizes = transport.gather(std::vector<std::int64_t>(local, std::int64_t(words.size())));
  words.resize(static_cast<std::size_t>(*std::max_element(sizes.begin(), sizes.end())));
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < local; ++i) mine.insert(mine.end(), words.begin(), words.end());
  const auto all = transport.gather(mine);
  std::vector<std::vector<std::int64_t>> rows;
  for (std::size_t site = 0; site < sizes.size(); ++site) {
    const auto* const row = all.data() + site * words.size();
    rows.emplace_back(row, row + sizes[site]);
  }
  return rows;
}

RELATILE_INLINE int differing_site(const std::vector<std::vector<std::int64_t>>& rows) {
  for (std::size_t site = 1; site < rows.size(); ++site) {
    if (rows[site].size() != rows[0].size()) return static_cast<int>(site);
    for (std::size_t w = 0; w < rows[0].size(); ++w) {
      if (rows[site][w] == rows[0][w] || can_not_be_compared(rows[site][w], rows[0][w])) continue;
      return static_cast<int>(site);
    }
  }
  return -1;
}

RELATILE_INLINE std::string differing_operations(transport::Transport& transport, int site) {
  const auto* const operation = transport::Operation::current();
  const std::string mine = operation ? operation->text() : "";
  const std::string first = transport.text_from(0, mine);
  const std::string other = transport.text_from(site, mine);
  return first == other
             ? ""
             : " (site " + std::to_string(site) + " in " + other + ", site 0 in " + first + ")";
}

}  // namespace relatile::engine::detail

namespace relatile::engine {

RELATILE_INLINE void require_same_handles(transport::Transport& transport,
                                          const std::vector<tra::NodePtr>& graph) {
  std::vector<std::int64_t> held;
  for (const auto& node : graph) held.push_back(!node->evaluated() && node->held_by_user() ? 1 : 0);
  const auto all = detail::gather_rows(transport, held);
  const int site = detail::differing_site(all);
  if (site < 0) return;
  std::size_t n = 0;
  while (all[0][n] == nth(all, site)[n]) ++n;
  const int holder = all[0][n] != 0 ? 0 : site;
  const int other = all[0][n] != 0 ? site : 0;
  throw PlanMismatch("relatile: site " + std::to_string(holder) + " has a handle of " +
                     detail::told(*graph[n]) + ", or of what is to be computed of it, site " +
                     std::to_string(other) +
                     " has none any more: what has a handle is stored, so keep the same arrays and "
                     "expressions on all ranks");
}

RELATILE_INLINE bool require_same_program(transport::Transport& transport,
                                          const std::vector<tra::NodePtr>& graph) {
  const std::vector<std::string> keys = tra::graph_keys(graph);
  const std::vector<std::vector<std::int64_t>> sizes =
      detail::gather_rows(transport, {std::int64_t(graph.size())});
  std::int64_t most = 0;
  for (const auto& size : sizes) most = std::max(most, size[0]);
  // All nodes' hashes first, then the words of the nodes that differ.
  std::vector<std::int64_t> hashes;
  for (std::size_t n = 0; n < graph.size(); ++n) {
    std::uint64_t hash = 0;
    for (const auto word : detail::words_of(*graph[n], keys[n])) {
      hash = hash * 1000003 + static_cast<std::uint64_t>(word);
    }
    hashes.push_back(static_cast<std::int64_t>(hash));
  }
  const auto all_hashes = detail::gather_rows(transport, hashes);
  bool any_hidden = false;
  for (std::size_t n = 0; n < static_cast<std::size_t>(most); ++n) {
    const auto hash_on = [&](const auto& row) { return n < row.size() ? row[n] : 0; };
    const bool same = std::all_of(all_hashes.begin(), all_hashes.end(), [&](const auto& row) {
      return n < row.size() && hash_on(row) == hash_on(all_hashes[0]);
    });
    if (same) continue;
    const bool here = n < graph.size();
    const int site = detail::differing_site(detail::gather_rows(
        transport, here ? detail::words_of(*graph[n], keys[n]) : std::vector<std::int64_t>()));
    if (site < 0) {
      any_hidden = true;
      continue;
    }
    const std::string mine = here ? detail::told(*graph[n]) : "nothing more";
    const std::string first = transport.text_from(0, mine);
    const std::string other = transport.text_from(site, mine);
    throw PlanMismatch(
        "relatile: site " + std::to_string(site) +
        " evaluates something else than site 0: " + other +
        (other == first ? ", which reads other operands or reads them otherwise"
                        : ", not " + first) +
        detail::differing_operations(transport, site) +
        "; all ranks must build and evaluate the same expressions in the same order, with the same "
        "numbers, seeds and kernels (a kernel that is to differ from rank to rank, or holds bytes "
        "that nobody set, says so: declare(f).differs_by_rank())");
  }
  require_same_handles(transport, graph);
  return any_hidden;
}

}  // namespace relatile::engine
