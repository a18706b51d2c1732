// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/target.hpp"
#include "relatile/program/to_graph.hpp"
#include "relatile/tra/labels.hpp"

namespace relatile::fuzz {

inline std::string written(const einsum_detail::Parsed& parsed) {
  std::string text;
  for (std::size_t x = 0; x < parsed.num_operands; ++x) {
    text += (x > 0 ? "," : "") + einsum_detail::shown_labels(parsed.labels(x));
  }
  return text + "->" + einsum_detail::shown_labels(parsed.output_labels());
}

/// A program of the einsum and the operands that it asks for. An ellipsis takes one axis. Extents
/// are small and follow from the label, now and then 1, which any extent of another operand goes
/// with.
inline program::Program program_of(const std::string& labels, const einsum_detail::Parsed& parsed,
                                   unsigned choice) {
  constexpr std::string_view element_types[] = {"float64", "int32", "bool", "complex64", "uint8"};
  constexpr std::string_view functions[] = {"mul", "add", "sub", "div", "min", "max", "and", "or"};
  program::Program made;
  program::Statement einsum;
  einsum.name.text = "result";
  einsum.kind = program::Operator::einsum;
  einsum.function.text = labels;
  einsum.combine.text = functions[choice % 8];
  einsum.reduce.text = functions[choice / 8 % 8];
  for (std::size_t x = 0; x < parsed.num_operands; ++x) {
    program::Statement operand;
    operand.name.text = "operand" + std::to_string(x);
    operand.dtype.text = element_types[(choice / 64 + x / 4) % std::size(element_types)];
    for (std::size_t d = 0; d < parsed.ranks[x]; ++d) {
      const bool is_one = (x + d) % 5 == 4;
      operand.extents.push_back({is_one ? 1 : parsed.operands[x][d] % 4, {}});
    }
    einsum.operands.push_back(operand.name);
    made.statements.push_back(std::move(operand));
  }
  made.outputs = {einsum.name};
  made.statements.push_back(std::move(einsum));
  return made;
}

/// The first byte chooses functions and element types, the rest is the string.
inline void einsum(std::string_view bytes) {
  const unsigned choice = take_byte(bytes);
  const einsum_detail::Parsed parsed = einsum_detail::parse(bytes);
  const bool good = accepted([&] {
    einsum_detail::require_parsed(parsed, bytes, std::max<std::size_t>(parsed.num_operands, 1));
  });
  require(good == (parsed.error == nullptr), "a string has an error or is one of its operands");
  require(parsed.error_at <= bytes.size(), "an error is in the string");
  if (!good) return;

  const std::string text = written(parsed);
  const einsum_detail::Parsed again = einsum_detail::parse(text);
  require(!again.error && written(again) == text, "a string that is written again is the same");
  const std::string labels(bytes);
  accepted([&] {
    const auto graph = program::to_graph(program_of(labels, parsed, choice));
    const std::vector<int> ranks(parsed.ranks.begin(), parsed.ranks.end());
    require(graph.outputs[0]->type.rank() == parsed.result_rank(ranks),
            "the result has the output's labels");
  });
}

}  // namespace relatile::fuzz
