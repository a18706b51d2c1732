// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "relatile/core/assert.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/units.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::cost {

/// What a step computes, as far as its speed goes.
enum class KernelClass : std::uint8_t {
  product,        ///< sums of products: matrix multiplication
  elementwise,    ///< fused expressions, element by element
  reduction,      ///< an array folded along axes
  block_kernel,   ///< the user's kernels on whole blocks
  copy,           ///< rearranged in runs, not computed; a flop is an element
  gather,         ///< elements read across the order they are stored in, as of a transposed matrix
  factorization,  ///< steps of factorizations of matrices: products, and what is slower
  chunked  ///< elementwise, chunk by chunk in cache: reduced, in several stages, or of what repeats
};
/// Those whose flops per second are measured: all but the last two.
inline constexpr std::array kernel_class_names{"product",      "elementwise", "reduction",
                                               "block_kernel", "copy",        "gather"};
static_assert(kernel_class_names.size() == std::size_t(KernelClass::factorization));
/// Factorizations are taken for so many times as fast as elementwise functions. They are products
/// for the most part, and factor small blocks in between, so that they have about a quarter of a
/// product's speed.
inline constexpr double factorization_speed = 8;

/// What has a speed of its own when it is sent: the patterns of an exchange, and an exchange that
/// combines what arrives.
enum class ExchangeKind : std::uint8_t {
  broadcast,
  all_gather,
  all_to_all,
  point_to_point,
  reduce
};
inline constexpr std::array exchange_kind_names{"broadcast", "all_gather", "all_to_all",
                                                "point_to_point", "reduce"};

/// A message of n bytes takes latency + n / bytes_per_second.
struct Link {
  Seconds latency;
  double bytes_per_second = 1;
  friend bool operator==(const Link&, const Link&) = default;
};

/// Between ranks of one node, and of different nodes.
struct Links {
  Link within_node;
  Link between_nodes;
  friend bool operator==(const Links&, const Links&) = default;
};

/// A machine, as far as the time of a plan depends on it. Site s is on node s / ranks_per_node.
///
/// All rates are those that one rank gets while every rank does the same, so that the ranks of a
/// node share its network and its memory. The defaults are a generic cluster: round figures for
/// nodes with four ranks of eight cores on a 200 Gbit/s network. No machine was measured for them;
/// `calibrate` measures one.
struct Machine {
  bool measured = false;  ///< by `calibrate`, or read from a file
  int nodes = 16;
  int ranks_per_node = 4;
  Bytes memory_per_rank{std::int64_t(64) << 30};
  double memory_bandwidth = 40e9;  ///< bytes per second, read and written
  /// How many times that bandwidth there is for what is computed chunk by chunk in cache: less than
  /// one, as memory waits meanwhile, or more, where writing takes longer than reading.
  double chunked_bandwidth_factor = 1;
  /// Memory from the system, at its first use, in bytes per second: pages are found and zeroed.
  double new_memory_bandwidth = 4e9;
  std::array<double, kernel_class_names.size()> flops_per_second{250e9, 8e9, 8e9, 8e9, 2e9, 1e9};
  /// What a product takes beside its flops for every byte of operands and result, which it does not
  /// bring to the caches while it computes.
  Seconds product_seconds_per_byte;
  /// What elementwise functions take beside the longer of computing and waiting for memory for
  /// every second of the shorter one: nothing where processors do both at once, all of it where
  /// loops do them in turns.
  Seconds elementwise_seconds_in_turns{1};
  /// What a second of messages that travel while kernels run adds to these: nothing where a network
  /// moves them by itself, most of a second where cores that compute as well copy them.
  Seconds seconds_lost_to_messages;
  std::array<Links, exchange_kind_names.size()> exchanges{generic(6e9, 6e9), generic(6e9, 6e9),
                                                          generic(6e9, 6e9), generic(8e9, 6e9),
                                                          generic(3e9, 3e9)};

  int num_ranks() const { return nodes * ranks_per_node; }
  int node_of(int site) const { return site / ranks_per_node; }
  double rate(KernelClass kernel) const {
    if (kernel == KernelClass::factorization) {
      return factorization_speed * rate(KernelClass::elementwise);
    }
    if (kernel == KernelClass::chunked) return rate(KernelClass::elementwise);
    return nth(flops_per_second, kernel);
  }
  /// To be set: of a class whose speed is measured.
  double& measured_rate(KernelClass kernel) {
    RELATILE_ASSERT(kernel < KernelClass::factorization);
    return nth(flops_per_second, kernel);
  }
  const Links& links(ExchangeKind kind) const { return nth(exchanges, kind); }
  Links& links(ExchangeKind kind) { return nth(exchanges, kind); }
  friend bool operator==(const Machine&, const Machine&) = default;

 private:
  static constexpr Links generic(double within, double between) {
    return {{{0.5e-6}, within}, {{2e-6}, between}};
  }
};

RELATILE_INLINE ExchangeKind kind_of(plan::Pattern pattern, bool reduces);

RELATILE_INLINE KernelClass class_of(const tra::Node& node);

/// What one rank sends, or receives, in an exchange: apart by where the other rank is.
struct ExchangeLoad {
  struct Part {
    Bytes bytes;
    Messages messages;
  };
  Part within_node;
  Part between_nodes;
};

namespace detail {

RELATILE_INLINE int rounds(int parties);

inline Seconds transfer(const Link& link, double messages, double bytes) {
  return messages * link.latency + Seconds{bytes / link.bytes_per_second};
}

}  // namespace detail

/// The time of an exchange, by what its busiest rank has to send or to receive and the number of
/// ranks that exchange with each other (several groups of so many may do so at the same time).
///
///   point to point, all-to-all, reductions   latency per message, bytes at the kind's rate
///   all-gather                               latency per doubling of the group, bytes
///   broadcast of n bytes to q - 1 others     latency per doubling, 2 n (q - 1) / q bytes: counted
///                                            are n (q - 1) bytes, but no rank sends so many
RELATILE_INLINE Seconds seconds_of_exchange(const Machine& machine, plan::Pattern pattern,
                                            bool reduces, const ExchangeLoad& busiest,
                                            int participants);

/// The same where only totals are known: the participants are taken to be neighbours, and to
/// exchange equally much with each other.
RELATILE_INLINE Seconds seconds_of_exchange(const Machine& machine, plan::Pattern pattern,
                                            bool reduces, Bytes busiest, Messages messages,
                                            int participants);

/// The time of local work: as long as its flops or its traffic with memory takes, whichever is
/// longer. Elementwise functions take what the machine says of the shorter one besides, and
/// products a price of their own. `touched` are the distinct bytes read and written.
RELATILE_INLINE Seconds seconds_of_work(const Machine& machine, KernelClass kernel, Flops flops,
                                        Bytes touched);

/// A machine's elementwise_seconds_in_turns, where functions take `both` seconds, for which
/// computing alone would take so long, and memory alone.
inline Seconds elementwise_seconds_in_turns(Seconds computing, Seconds memory, Seconds both) {
  const double longer = std::max(computing.value, memory.value);
  const double shorter = std::min(computing.value, memory.value);
  if (shorter <= 0) return {0};
  return {std::clamp((both.value - longer) / shorter, 0.0, 1.0)};
}

/// The time to copy bytes, which are read and written.
inline Seconds seconds_of_copy(const Machine& machine, Bytes bytes) {
  return {2 * static_cast<double>(bytes.value) / machine.memory_bandwidth};
}

/// What it takes, besides, to write to so much memory for the first time. Later evaluations find it
/// in the pool, so that it is no part of the price of a plan.
inline Seconds seconds_of_new_memory(const Machine& machine, Bytes bytes) {
  return {static_cast<double>(bytes.value) / machine.new_memory_bandwidth};
}

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/machine.hpp"
#endif
