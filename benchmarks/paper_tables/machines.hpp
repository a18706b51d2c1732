// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <relatile/cost/machine.hpp>

// The papers' clusters as data. A paper says which machines it had, not how fast its programs ran
// on them: where a rate is read off one of its own measurements, that is said, and that measurement
// is no evidence for the model.

namespace paper {

/// What one rank of a cluster has: a whole machine, or a GPU.
struct Rates {
  double flops;             ///< of products, per second
  double memory_bandwidth;  ///< bytes per second
  double network;           ///< bytes per second, each way
  double latency;           ///< of a message, seconds
  double memory;            ///< bytes
};

inline relatile::cost::Machine cluster(int nodes, int ranks_per_node, const Rates& rates) {
  relatile::cost::Machine machine;
  machine.nodes = nodes;
  machine.ranks_per_node = ranks_per_node;
  machine.memory_per_rank = {static_cast<std::int64_t>(rates.memory)};
  machine.memory_bandwidth = rates.memory_bandwidth;
  machine.flops_per_second.fill(rates.memory_bandwidth / 4);  // as fast as single floats are read
  machine.measured_rate(relatile::cost::KernelClass::product) = rates.flops;
  for (auto& links : machine.exchanges) {
    links = {{{rates.latency}, rates.network}, {{rates.latency}, rates.network}};
  }
  return machine;
}

namespace machines {

/// [tra21] 5.1, 5.2: r5d.2xlarge, 8 vCPU, 64 GB, "up to 10 Gb/s".
///   flops    Table 5's single machines with the cores of four such nodes: 1.08e14 operations in
///            51.54 s and 1.2e14 in 48.22 s, so 5.2e11 and 6.2e11 for a node
///   network  Table 3's BMM with a common large dimension on ten nodes: 23 GB received in 104.67 s,
///            less 22 s of products; 2.2 Gb/s. 10 Gb/s is what such a machine may have in bursts
///   memory bandwidth, latency: assumed
inline constexpr Rates r5d_2xlarge{5.6e11, 3e10, 2.8e8, 1e-4, 64e9};

/// [tra21] 5.3: r5dn.2xlarge, the same processor, "up to 25 Gb/s".
///   network  as above: Table 8's TRA-DP with 1k neurons on five nodes has 3.8 GB to send and to
///            receive in 14.29 s, less 1 s of products
inline constexpr Rates r5dn_2xlarge = r5d_2xlarge;

/// [tra21] 5.3: p3.2xlarge, an NVIDIA V100 with 16 GB, 10 Gb/s.
///   flops    15.7e12 in single precision by NVIDIA's data sheet, three quarters of it
///   memory bandwidth by the data sheet
///   network  Table 8's TRA-DP with 3k neurons on five nodes: 11.4 GB in 12.74 s
inline constexpr Rates p3_2xlarge{1.2e13, 9e11, 9e8, 1e-4, 16e9};

/// [ein24] 9.1: m6in.16xlarge, 32 cores of Ice Lake, 256 GB, 100 Gb/s.
///   flops    32 cores x 2.9 GHz x 64 single operations a cycle, 70 % of it
///   memory bandwidth, latency: assumed
inline constexpr Rates m6in_16xlarge{4.1e12, 1.5e11, 12.5e9, 3e-5, 256e9};

/// [ein24] 9.1: a server of four P100 with 16 GB each.
///   flops    9.3e12 in single precision by NVIDIA's data sheet, three quarters of it
///   network  assumed: 10 GB/s from a GPU through PCIe 3 x16, whose 16 GB/s nobody gets
inline constexpr Rates p100_in_server{7e12, 7.3e11, 1e10, 2e-5, 16e9};

/// [ein24] 9.2, experiment 3: a server of eight V100 with 32 GB each ("P100" in 9.1).
///   flops, memory bandwidth: data sheet, products at three quarters of the single rate
///   network  assumed: the same
inline constexpr Rates v100_in_server{1.2e13, 9e11, 1e10, 2e-5, 32e9};

/// [spartan15] 5: m2.xlarge, 2 vCPU, 17.1 GB, "approximately 300 Mbps according to our
/// measurements".
///   flops    two cores of 2010 through NumPy, in double: assumed
///   memory bandwidth, latency: assumed
inline constexpr Rates m2_xlarge{1.5e10, 1e10, 3.75e7, 3e-4, 17.1e9};

/// [nums22] 8: r5.16xlarge, 32 cores of Skylake at 3.1 GHz, 512 GB, 20 Gb/s.
///   flops    32 x 3.1 GHz x 32 double operations a cycle, half of it
///   memory bandwidth, latency: assumed
inline constexpr Rates r5_16xlarge{1.6e12, 1.5e11, 2.5e9, 1e-4, 512e9};

}  // namespace machines

}  // namespace paper
