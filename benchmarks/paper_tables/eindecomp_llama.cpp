// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <ostream>

#include "machines.hpp"
#include "programs.hpp"
#include "table.hpp"
#include "tables.hpp"

namespace paper {

namespace {

constexpr int layers = 2;  // all 32 are alike
constexpr double of_all_layers = 32.0 / layers;

/// Attention by heads, the rest by the hidden layer's neurons: sums of partial results after each.
Strategy megatron(int gpus) {
  Strategy strategy{"Megatron", "", {}};
  for (const char* statement : {"q", "k", "v", "sc", "o", "y"}) {
    strategy.pins.push_back({statement, {{"h", gpus}}});
  }
  for (const char* statement : {"gt", "up", "dn"}) {
    strategy.pins.push_back({statement, {{"f", gpus}}});
  }
  return strategy;
}

/// Everything by the tokens of a prompt; keys and values of all of them go to all.
Strategy sequence(int gpus) {
  Strategy strategy{"sequence", "", {}};
  for (const char* statement : {"q", "k", "v", "sc", "o", "y", "gt", "up", "dn"}) {
    strategy.pins.push_back({statement, {{"s", gpus}}});
  }
  return strategy;
}

/// Attention by heads. The paper does not say how the rest is cut: here as is cheapest after that.
Strategy attention(int gpus) {
  Strategy strategy{"attention", "", {}};
  for (const char* statement : {"q", "k", "v", "sc", "o"}) {
    strategy.pins.push_back({statement, {{"h", gpus}}});
  }
  return strategy;
}

struct Setting {
  int gpus;
  int batch;
  int tokens;
};

void print_settings(std::ostream& out, const std::string& weights) {
  out << header({"seconds, 32 layers", "EinDecomp", "sequence", "Megatron", "attention", "optimal",
                 "EinDecomp best", "sequence before Megatron"});
  const std::vector<Setting> settings{{8, 1, 4096}, {8, 2, 4096}, {8, 4, 4096},
                                      {8, 8, 4096}, {2, 8, 1024}, {4, 8, 1024},
                                      {8, 8, 1024}, {2, 4, 4096}, {4, 4, 4096}};
  for (const auto& [gpus, batch, tokens] : settings) {
    const benchmarks::Llama llama{
        .layers = layers, .batch = batch, .sequence = tokens, .weights = weights};
    const auto machine = cluster(1, gpus, machines::v100_in_server);
    const auto seconds = [&](const Strategy& strategy) {
      return of_all_layers * measure(llama.program(), strategy, machine).seconds();
    };
    const double eindecomp = seconds({"EinDecomp", "eindecomp"});
    const double by_sequence = seconds(sequence(gpus));
    const double by_megatron = seconds(megatron(gpus));
    const double by_attention = seconds(attention(gpus));
    const double least = std::min({by_sequence, by_megatron, by_attention});
    out << row({std::to_string(gpus) + " GPUs, batch " + std::to_string(batch) + ", " +
                    std::to_string(tokens) + " tokens",
                seconds_text(eindecomp), seconds_text(by_sequence), seconds_text(by_megatron),
                seconds_text(by_attention), seconds_text(seconds({"optimal", "optimal"})),
                eindecomp <= 1.02 * least ? "yes" : "**no**",
                by_sequence <= by_megatron ? "yes" : "**no**"});
  }
}

}  // namespace

void eindecomp_llama(std::ostream& out) {
  // No figures are printed. The text says that EinDecomp is as good as or better than all others,
  // and sequence consistently better than Megatron.
  out << "### EinDecomp, Figure 11: first token of LLaMA-7B, weights stored once\n\n";
  print_settings(out, "input");
  out << "\n### EinDecomp, Figure 11: the same, every GPU having the weights it needs\n\n";
  print_settings(out, "source");
}

}  // namespace paper
