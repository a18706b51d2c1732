// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/machine/calibrate.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/context/context.hpp"
#include "relatile/context/explain.hpp"
#include "relatile/core/buffer_pool.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/cost/time.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/relation_operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/function/list.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/machine/calibrate_exchanges.hpp"
#include "relatile/machine/calibrate_overlap.hpp"
#include "relatile/machine/sites_of_nodes.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile {

namespace detail {

/// The flops and seconds of the kernels of a plan that evaluated `x`.
struct Kernels {
  double flops = 0;
  double bytes = 0;
  double seconds = 0;
};
template <class X>
Kernels kernels_of(const X& x) {
  evaluate(x);
  const engine::Report& run = report(x);
  Kernels kernels;
  for (std::size_t s = 0; s < run.plan.steps.size(); ++s) {
    const plan::Step& step = run.plan.steps[s];
    if (step.kind != plan::StepKind::local) continue;
    const tra::Node& node = *nth(run.plan.nodes, step.node);
    kernels.flops += static_cast<double>(step.flops->front().value);
    kernels.bytes += static_cast<double>(cost::bytes_on(node, step.iteration[0]).value);
    kernels.seconds += run.measured.seconds[s];
  }
  return kernels;
}

/// Runs what `make` makes on every site, without messages and at the same time.
template <class Make>
Kernels measure_kernels(transport::Transport& sites, Make&& make) {
  Kernels kernels;
  const double seconds = median_seconds(sites, [&] {
    double total = 0;
    int runs = 0;
    for (double passed = 0; passed < seconds_of_many_turns; ++runs) {
      passed += seconds_of_call([&] { kernels = kernels_of(make()); });
      total += kernels.seconds;
    }
    return total / runs;
  });
  kernels.seconds = seconds;
  return kernels;
}

/// What the first write to so many bytes of memory from the system takes.
inline double seconds_of_new_memory(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  const double seconds = seconds_of_call([&] {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    auto* first = static_cast<volatile std::byte*>(memory);
    for (std::size_t at = 0; at < bytes; at += page) first[at] = std::byte{1};
  });
  munmap(memory, bytes);
  return seconds;
}

/// Elements of an array of which caches hold a small part: ranks may share one of hundreds of MB.
inline constexpr std::int64_t larger_than_caches = std::int64_t(1) << 24;

inline void measure_work(transport::Transport& sites, cost::Machine& machine) {
  auto alone = Context::loopback(1);
  const auto numbers = [](std::int64_t rows, std::int64_t columns) {
    Array<double, 2> x = from_function({rows, columns}, [](std::int64_t i, std::int64_t j) {
      return static_cast<double>((3 * i + 7 * j) % 11) / 11;
    });
    evaluate(x);
    return x;
  };
  const auto rate = [&](cost::KernelClass kernel, auto&& make) {
    const Kernels measured = measure_kernels(sites, make);
    machine.measured_rate(kernel) = measured.flops / measured.seconds;
  };
  using cost::KernelClass;
  const Array<double, 2> factor = numbers(512, 512);
  rate(KernelClass::product, [&] { return Array<double, 2>(matmul(factor, factor)); });

  const Array<double, 2> narrow = numbers(64, 16);
  const Kernels streamed = measure_kernels(sites, [&, tall = numbers(larger_than_caches / 64, 64)] {
    return Array<double, 2>(matmul(tall, narrow));
  });
  const double computing = streamed.flops / machine.rate(KernelClass::product);
  machine.product_seconds_per_byte.value =
      std::max(0.0, streamed.seconds - computing) / streamed.bytes;

  const Array<double, 2> x = numbers(larger_than_caches / 1024, 1024);
  const Array<double, 2> few = numbers(64, 512);  // in cache
  const auto some_function = [](const Array<double, 2>& of) {
    return Array<double, 2>(exp(-(of * of)) + 3.0 * of);
  };
  rate(KernelClass::elementwise, [&] { return some_function(few); });
  rate(KernelClass::reduction, [&] { return Array<double, 1>(sum(x, axis(1))); });
  rate(KernelClass::copy, [&] { return blocks(x, {256, 256}); });
  const auto tiles = blocks(x, {256, 256});
  evaluate(tiles);
  rate(KernelClass::block_kernel,
       [&] { return transform(tiles, [](const auto& block) { return block * 2.0; }); });
  const auto computing_of = [&](const Kernels& kernels) {
    return Seconds{kernels.flops / machine.rate(KernelClass::elementwise)};
  };
  const Kernels plain = measure_kernels(sites, [&] { return Array<double, 2>(x + 1.0); });
  const Kernels both = measure_kernels(sites, [&] { return some_function(x); });
  machine.elementwise_seconds_in_turns =
      cost::elementwise_seconds_in_turns(computing_of(both), {plain.seconds}, {both.seconds});
  // What is left of it is what memory takes.
  const auto bandwidth = [&](const Kernels& kernels) {
    const double in_turns =
        machine.elementwise_seconds_in_turns.value * computing_of(kernels).value;
    return kernels.bytes / std::max(kernels.seconds - in_turns, kernels.seconds / 2);
  };
  machine.memory_bandwidth = bandwidth(plain);
  const Array<double, 2> row = numbers(1, 1024);
  const Array<double, 2> column = numbers(larger_than_caches / 1024, 1);
  const auto chunked = [&](auto&& make) { return bandwidth(measure_kernels(sites, make)); };
  machine.chunked_bandwidth_factor =
      (chunked([&] { return Array<double, 2>(x - row); }) +
       chunked([&] { return Array<double, 1>(sum(square(x - row), axis(0))); }) +
       chunked([&] { return Array<double, 1>(sum(square(x - column), axis(1))); })) /
      (3 * machine.memory_bandwidth);
  const Kernels across =
      measure_kernels(sites, [&] { return Array<double, 2>(transpose(x) + 1.0); });
  // What is read and written in order has a price besides.
  machine.measured_rate(KernelClass::gather) =
      static_cast<double>(x.size()) / std::max(across.seconds - plain.seconds, across.seconds / 10);

  constexpr std::size_t large = std::size_t(1) << 26;
  machine.new_memory_bandwidth = static_cast<double>(large) /
                                 least_seconds(sites, [] { return seconds_of_new_memory(large); });
}

/// While the ranks of every group send to each other.
inline void measure_messages_beside_kernels(transport::Transport& sites, const SiteGroups& groups,
                                            cost::Machine& machine) {
  if (sites.num_sites() == 1) return;
  const cost::Links& links = machine.links(cost::ExchangeKind::point_to_point);
  auto alone = Context::loopback(1);
  const Array<double, 2> x = ones({128, 128});
  evaluate(x);
  machine.seconds_lost_to_messages =
      measure_loss(sites, groups, machine.nodes > 1 ? links.between_nodes : links.within_node,
                   [&] { evaluate(Array<double, 2>(matmul(x, x))); });
}

}  // namespace detail

RELATILE_INLINE cost::Machine calibrate(Context& context) {
  const transport::Operation operation("calibrate");
  transport::Transport& sites = context.transport();
  cost::Machine machine;
  machine.measured = true;
  const std::vector<int> nodes = detail::nodes_of_sites(sites);
  const detail::SiteGroups within = detail::within_nodes(nodes);
  const detail::SiteGroups across = detail::across_nodes(within);
  machine.nodes = static_cast<int>(within.size());
  machine.ranks_per_node = static_cast<int>(across.size());
  for (std::size_t k = 0; k < machine.exchanges.size(); ++k) {
    const auto kind = static_cast<cost::ExchangeKind>(k);
    if (machine.ranks_per_node > 1) {
      machine.links(kind).within_node = detail::measure_link(sites, within, kind);
    }
    if (machine.nodes > 1) {
      machine.links(kind).between_nodes = detail::measure_link(sites, across, kind);
    }
  }
  detail::measure_work(sites, machine);
  detail::measure_messages_beside_kernels(sites, machine.nodes > 1 ? across : within, machine);
  buffer_pool().trim();  // of what was measured with
  const auto pages = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES));
  const auto page_size = static_cast<std::int64_t>(sysconf(_SC_PAGESIZE));
  const std::vector<std::int64_t> memory = sites.gather(std::vector<std::int64_t>(
      sites.local_sites().size(), pages * page_size / machine.ranks_per_node));
  machine.memory_per_rank = Bytes{*std::min_element(memory.begin(), memory.end())};
  return machine;
}

}  // namespace relatile
