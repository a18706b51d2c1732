// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/machine.hpp"

#include <algorithm>

#include "relatile/tra/operators.hpp"

namespace relatile::cost {

RELATILE_INLINE ExchangeKind kind_of(plan::Pattern pattern, bool reduces) {
  if (reduces) return ExchangeKind::reduce;
  switch (pattern) {
    case plan::Pattern::broadcast: return ExchangeKind::broadcast;
    case plan::Pattern::all_gather: return ExchangeKind::all_gather;
    case plan::Pattern::all_to_all: return ExchangeKind::all_to_all;
    default: return ExchangeKind::point_to_point;
  }
}

namespace detail {

/// Whether a map's kernels see its operands chunk by chunk, and not as they lie in memory
/// (kernel/run_program.hpp): it is reduced, it has several stages, or some operand repeats.
inline bool is_chunked(const tra::Node& node) {
  const auto repeats = [&](const Access& access) {
    const auto& labels = node.output.dims;
    return std::any_of(labels.begin(), labels.end(), [&](const AccessDim& dim) {
      return dim.label >= 0 && !access.has_label(dim.label);
    });
  };
  return node.reduction() || node.program()->stages.size() > 1 ||
         std::any_of(node.accesses.begin(), node.accesses.end(), repeats);
}

}  // namespace detail

RELATILE_INLINE KernelClass class_of(const tra::Node& node) {
  switch (node.kind()) {
    case tra::Kind::contract: return KernelClass::product;
    case tra::Kind::map:
      if (node.reduction() && node.program()->stages.empty()) return KernelClass::reduction;
      if (node.is_view()) return KernelClass::copy;
      return detail::is_chunked(node) ? KernelClass::chunked : KernelClass::elementwise;
    case tra::Kind::join:
    case tra::Kind::aggregate:
    case tra::Kind::transform: return KernelClass::block_kernel;
    case tra::Kind::on_pieces:
      return tra::op_of<tra::OnPieces>(node).factors ? KernelClass::factorization
                                                     : KernelClass::elementwise;
    default: return KernelClass::copy;
  }
}

}  // namespace relatile::cost

namespace relatile::cost::detail {

RELATILE_INLINE int rounds(int parties) {
  int count = 0;
  while ((1 << count) < parties) ++count;
  return count;
}

}  // namespace relatile::cost::detail

namespace relatile::cost {

RELATILE_INLINE Seconds seconds_of_exchange(const Machine& machine, plan::Pattern pattern,
                                            bool reduces, const ExchangeLoad& busiest,
                                            int participants) {
  const auto& [within, between] = busiest;
  const auto within_bytes = static_cast<double>(within.bytes.value);
  const auto between_bytes = static_cast<double>(between.bytes.value);
  if (within_bytes + between_bytes == 0 || participants < 2) return {0};
  const ExchangeKind kind = kind_of(pattern, reduces);
  const Links& links = machine.links(kind);
  if (kind != ExchangeKind::broadcast && kind != ExchangeKind::all_gather) {
    return detail::transfer(links.within_node, static_cast<double>(within.messages.value),
                            within_bytes) +
           detail::transfer(links.between_nodes, static_cast<double>(between.messages.value),
                            between_bytes);
  }
  const double share = kind == ExchangeKind::broadcast ? 2.0 / participants : 1.0;
  const bool leaves_node = between_bytes > 0;
  const int neighbours = std::min(participants, machine.ranks_per_node);
  const int nodes = (participants + neighbours - 1) / neighbours;
  const int rounds_between = leaves_node ? std::max(detail::rounds(nodes), 1) : 0;
  const int rounds_within = within_bytes > 0 ? detail::rounds(neighbours) : 0;
  return detail::transfer(links.within_node, rounds_within, share * within_bytes) +
         detail::transfer(links.between_nodes, rounds_between, share * between_bytes);
}

RELATILE_INLINE Seconds seconds_of_exchange(const Machine& machine, plan::Pattern pattern,
                                            bool reduces, Bytes busiest, Messages messages,
                                            int participants) {
  if (participants < 2) return {0};
  const std::int64_t others = participants - 1;
  const std::int64_t neighbours = std::min(participants, machine.ranks_per_node) - 1;
  const Bytes bytes_within{busiest.value * neighbours / others};
  const Messages messages_within{messages.value * neighbours / others};
  const ExchangeLoad load{{bytes_within, messages_within},
                          {busiest - bytes_within, messages - messages_within}};
  return seconds_of_exchange(machine, pattern, reduces, load, participants);
}

RELATILE_INLINE Seconds seconds_of_work(const Machine& machine, KernelClass kernel, Flops flops,
                                        Bytes touched) {
  const double computing = static_cast<double>(flops.value) / machine.rate(kernel);
  const auto bytes = static_cast<double>(touched.value);
  const bool chunked = kernel == KernelClass::chunked;
  const double factor = chunked ? machine.chunked_bandwidth_factor : 1;
  const double reading = bytes / factor / machine.memory_bandwidth;
  if (chunked || kernel == KernelClass::elementwise) {
    return {std::max(computing, reading) +
            machine.elementwise_seconds_in_turns.value * std::min(computing, reading)};
  }
  const double beside =
      kernel == KernelClass::product ? bytes * machine.product_seconds_per_byte.value : 0;
  return {std::max(computing + beside, reading)};
}

}  // namespace relatile::cost
