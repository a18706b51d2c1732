// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/einsum/lists.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace relatile::einsum_detail {

/// Gives labels numbers from 0 on, in the order in which they come.
class LabelNumbers {
 public:
  explicit LabelNumbers(std::vector<std::string>& names) : names_(names) {}

  std::vector<int> of(const std::vector<int>& labels) {
    std::vector<int> numbers;
    for (const int label : labels) {
      if (label < 0) refuse(label, "labels are not negative");
      const auto [known, is_new] = numbers_.try_emplace(label, static_cast<int>(names_.size()));
      if (is_new) names_.push_back(std::to_string(label));
      numbers.push_back(known->second);
    }
    return numbers;
  }

  [[noreturn]] static void refuse(int label, const std::string& why) {
    throw ParseError("relatile: einsum: label " + std::to_string(label) + ": " + why);
  }

 private:
  std::vector<std::string>& names_;
  std::map<int, int> numbers_;
};

RELATILE_INLINE tra::Labelling number_labels(const LabelLists& lists) {
  tra::Labelling labelling;
  LabelNumbers numbers(labelling.names);
  labelling.output = numbers.of(lists.output);
  const std::size_t num_output = labelling.names.size();
  std::vector<bool> used(num_output, false);
  for (const auto& labels : lists.operands) {
    labelling.operands.push_back(numbers.of(labels));
    for (const int number : labelling.operands.back()) {
      if (std::size_t(number) < num_output) used[std::size_t(number)] = true;
    }
  }
  for (std::size_t d = 0; d < lists.output.size(); ++d) {
    const int label = lists.output[d];
    const auto first = std::find(lists.output.begin(), lists.output.end(), label);
    if (first != lists.output.begin() + std::ptrdiff_t(d)) {
      LabelNumbers::refuse(label, "it occurs twice in the output");
    }
    if (!used[std::size_t(labelling.output[d])]) {
      LabelNumbers::refuse(label, "the output has it, but no operand does");
    }
  }
  return labelling;
}

RELATILE_INLINE void require_lists(const LabelLists& lists, std::size_t num_operands, int rank,
                                   int result_rank) {
  const auto refuse = [](const std::string& what, std::size_t found, std::size_t wanted) {
    throw ShapeMismatch("relatile: einsum: " + std::to_string(found) + " " + what + ", not " +
                        std::to_string(wanted));
  };
  if (num_operands == 0) throw Error("relatile: einsum: a list of no arrays");
  if (lists.operands.size() != num_operands) {
    refuse("lists of labels", lists.operands.size(), num_operands);
  }
  for (const auto& labels : lists.operands) {
    if (labels.size() != std::size_t(rank)) {
      refuse("labels of an operand", labels.size(), std::size_t(rank));
    }
  }
  if (lists.output.size() != std::size_t(result_rank)) {
    refuse("labels of the output", lists.output.size(), std::size_t(result_rank));
  }
}

}  // namespace relatile::einsum_detail
