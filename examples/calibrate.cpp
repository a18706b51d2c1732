// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// relatile-calibrate: measures the machine that the ranks run on, and keeps it in a file.
//
//   mpirun -n 4 relatile-calibrate machine.json
//   RELATILE_MACHINE=machine.json mpirun -n 4 any_program_of_relatile
//
// Plans are then chosen, and seconds predicted, for that machine. Measure with as many ranks and
// threads as the programs will have. An error is one line on standard error and exit status 2.

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <string>

#include <relatile/context/context.hpp>
#include <relatile/machine/calibrate.hpp>
#include <relatile/machine/machine_file.hpp>

namespace rt = relatile;

namespace {

constexpr int failure = 2;  // the exit status

void print_link(const char* where, const rt::cost::Link& link) {
  std::cout << "  " << where << ' ' << link.latency.value * 1e6 << " us, "
            << link.bytes_per_second * 1e-9 << " GB/s";
}

void print(const rt::cost::Machine& machine) {
  std::cout << std::setprecision(3) << machine.nodes << " nodes of " << machine.ranks_per_node
            << " ranks; of each rank, while all do the same:\n";
  for (std::size_t k = 0; k < machine.flops_per_second.size(); ++k) {
    std::cout << "  " << std::left << std::setw(16) << rt::cost::kernel_class_names[k]
              << machine.flops_per_second[k] * 1e-9 << " Gflop/s\n";
  }
  std::cout << "  operands of products " << 1e-9 / machine.product_seconds_per_byte.value
            << " GB/s beside their flops\n";
  std::cout << "  of computing and waiting for memory "
            << machine.elementwise_seconds_in_turns.value
            << " of the shorter one comes on top of the longer\n";
  std::cout << "  a second of messages beside kernels takes "
            << machine.seconds_lost_to_messages.value << " s from these\n";
  std::cout << "  " << std::setw(16) << "memory" << machine.memory_bandwidth * 1e-9 << " GB/s, "
            << machine.chunked_bandwidth_factor << " times that chunk by chunk, new memory "
            << machine.new_memory_bandwidth * 1e-9 << " GB/s\n";
  for (std::size_t k = 0; k < machine.exchanges.size(); ++k) {
    std::cout << "  " << std::setw(16) << rt::cost::exchange_kind_names[k];
    if (machine.ranks_per_node > 1) print_link("within a node", machine.exchanges[k].within_node);
    if (machine.nodes > 1) print_link("between nodes", machine.exchanges[k].between_nodes);
    std::cout << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::string path;
  CLI::App app{"Measures the machine that the ranks run on, for RELATILE_MACHINE."};
  app.add_option("file", path, "where to keep it, as JSON")->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : failure;
  }
  ::unsetenv("RELATILE_MACHINE");  // which may name the file that is to be made
  try {
    rt::Context context(argc, argv);
    try {
      const rt::cost::Machine machine = rt::calibrate(context);
      rt::save_machine(path, machine);
      if (context.rank() == 0) print(machine);
    } catch (const rt::Error& error) {  // thrown on all ranks
      if (context.rank() == 0) std::cerr << error.what() << '\n';
      return failure;
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return failure;
  }
  return 0;
}
