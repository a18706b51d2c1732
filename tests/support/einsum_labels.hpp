// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <relatile/rules/contraction_labels.hpp>
#include <relatile/tra/labels.hpp>
#include <relatile/tra/operators.hpp>

#include "support/catch.hpp"

// Einsums of many operands as far as their order matters, from their text.
namespace einsum_labels {

using namespace relatile;  // NOLINT(google-build-using-namespace)
using rules::ContractionLabels;

using Sizes = std::map<char, std::int64_t>;

inline ContractionLabels labels_of(const std::string& text, const Sizes& sizes) {
  const auto parsed = einsum_detail::parse(text);
  REQUIRE(parsed.error == nullptr);
  tra::Node node;
  node.name = "einsum";
  tra::set_op(node, tra::ContractMany{{},
                                      {},
                                      std::make_shared<const tra::Labelling>(
                                          einsum_detail::number_labels(parsed)),
                                      {}});
  for (std::size_t x = 0; x < parsed.num_operands; ++x) {
    auto operand = std::make_shared<tra::Node>();
    for (std::size_t d = 0; d < parsed.ranks[x]; ++d) {
      operand->type.extents.push_back(sizes.at(parsed.operands[x][d]));
    }
    node.inputs.push_back(operand);
  }
  return rules::contraction_labels(node);
}

inline Sizes equal_sizes(std::int64_t size) {
  Sizes sizes;
  for (char c = 'a'; c <= 'z'; ++c) sizes[c] = size;
  return sizes;
}

/// The sizes that opt_einsum's test suite gives to letters where it says nothing else.
inline Sizes default_sizes() {
  const std::string letters = "abcdefghijklmopqABC";
  const std::vector<int> sizes{2, 3, 4, 5, 4, 3, 2, 6, 5, 4, 3, 2, 5, 7, 4, 3, 2, 3, 4};
  Sizes result;
  for (std::size_t l = 0; l < letters.size(); ++l) result[letters[l]] = sizes[l];
  return result;
}

}  // namespace einsum_labels
