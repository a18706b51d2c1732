// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "relatile/program/parse.hpp"
#include "relatile/program/print.hpp"

namespace relatile::fuzz {

/// A program in words, and its graph on one site and on three.
inline void program(std::string_view bytes) {
  accepted([&] {
    const program::Program read = program::parse(bytes);
    const std::string text = program::to_text(read);
    const program::Program again = program::parse(text);
    require(again == read, "a program that is written again is the same");
    require(program::to_text(again) == text, "and is written the same");
    const program::Graph graph =
        program::to_graph(read, {.num_sites = 3, .file = "x", .kernels = {}});
    require(graph.outputs.size() == read.outputs.size(), "every output has a node");
  });
}

}  // namespace relatile::fuzz
