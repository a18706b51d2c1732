// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/labels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::einsum_detail {

RELATILE_INLINE void require_parsed(const Parsed& parsed, std::string_view text,
                                    std::size_t num_operands) {
  const std::string quoted = "relatile: einsum '" + std::string(text) + "': ";
  if (parsed.error) {
    throw ParseError(quoted + parsed.error + " (at position " + std::to_string(parsed.error_at) +
                     ")");
  }
  if (parsed.num_operands != num_operands) {
    throw ParseError(quoted + "the string has " + std::to_string(parsed.num_operands) +
                     " operands, but " + std::to_string(num_operands) + " arrays were given");
  }
}

RELATILE_INLINE std::string shown_labels(std::string_view labels) {
  std::string shown;
  for (const char c : labels) shown += c == ellipsis_mark ? std::string("...") : std::string(1, c);
  return shown;
}

RELATILE_INLINE void require_ranks(const Parsed& parsed, std::string_view text,
                                   const std::vector<int>& ranks) {
  const std::string quoted = "relatile: einsum '" + std::string(text) + "': ";
  for (std::size_t x = 0; x < ranks.size(); ++x) {
    const int axes = parsed.axes_of_ellipsis(x, ranks[x]);
    const bool ellipsis = parsed.has_ellipsis(x);
    if (axes == 0 || (axes > 0 && ellipsis)) continue;
    throw ShapeMismatch(quoted + "operand " + std::to_string(x) + " has " +
                        std::to_string(ranks[x]) + " dimensions, but the string gives it " +
                        std::to_string(parsed.ranks[x] - (ellipsis ? 1 : 0)) + " labels" +
                        (ellipsis ? " beside an ellipsis" : ""));
  }
  if (parsed.keeps_ellipses(ranks)) return;
  throw ShapeMismatch(quoted + "an ellipsis takes " + std::to_string(parsed.broadcast_axes(ranks)) +
                      " axes, but the output has none; sums over axes need labels for them");
}

RELATILE_INLINE void require_result_rank(const Parsed& parsed, std::string_view text,
                                         const std::vector<int>& ranks, int rank) {
  const int found = parsed.result_rank(ranks);
  if (found == rank) return;
  throw ShapeMismatch("relatile: einsum '" + std::string(text) + "' has a result of " +
                      std::to_string(found) + " dimensions, not " + std::to_string(rank));
}

RELATILE_INLINE tra::Labelling number_labels(const Parsed& parsed) {
  tra::Labelling labelling;
  std::string known;
  const auto number = [&](char label) {
    const auto at = known.find(label);
    if (at != std::string::npos) return static_cast<int>(at);
    known += label;
    labelling.names.push_back(is_broadcast_label(label) ? "b" + std::to_string(int(label))
                                                        : std::string(1, label));
    return static_cast<int>(known.size()) - 1;
  };
  for (std::size_t d = 0; d < parsed.output_rank; ++d) {
    labelling.output.push_back(number(parsed.output[d]));
  }
  for (std::size_t x = 0; x < parsed.num_operands; ++x) {
    labelling.operands.emplace_back();
    for (std::size_t d = 0; d < parsed.ranks[x]; ++d) {
      labelling.operands[x].push_back(number(parsed.operands[x][d]));
    }
  }
  return labelling;
}

RELATILE_INLINE tra::Labelling number_labels(const Parsed& parsed, std::span<const int> ranks) {
  return number_labels(with_ellipses(parsed, ranks));
}

RELATILE_INLINE tra::Labelling labelling_of(std::string_view text, const std::vector<int>& ranks,
                                            int rank) {
  const Parsed parsed = parse(text);
  require_parsed(parsed, text, ranks.size());
  require_ranks(parsed, text, ranks);
  require_result_rank(parsed, text, ranks, rank);
  return number_labels(parsed, ranks);
}

RELATILE_INLINE bool uses(const std::vector<int>& labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

RELATILE_INLINE std::optional<tra::Labelling> take_own_labels(tra::Labelling& labelling,
                                                              std::size_t x) {
  std::vector<int>& labels = labelling.operands[x];
  const auto needed = [&](int label) {
    bool found = uses(labelling.output, label);
    for (std::size_t y = 0; y < labelling.operands.size(); ++y) {
      found = found || (y != x && uses(labelling.operands[y], label));
    }
    return found;
  };
  std::vector<int> kept;
  for (int label : labels) {
    if (needed(label) && !uses(kept, label)) kept.push_back(label);
  }
  if (kept.size() == labels.size()) return std::nullopt;
  tra::Labelling own;
  std::vector<int> numbers;
  const auto number = [&](int label) {
    const auto known = std::find(numbers.begin(), numbers.end(), label);
    if (known != numbers.end()) return static_cast<int>(known - numbers.begin());
    numbers.push_back(label);
    own.names.push_back(nth(labelling.names, label));
    return static_cast<int>(numbers.size()) - 1;
  };
  for (int label : kept) own.output.push_back(number(label));
  own.operands.emplace_back();
  for (int label : labels) own.operands[0].push_back(number(label));
  labels = std::move(kept);
  return own;
}

RELATILE_INLINE void drop_unused(tra::Labelling& labelling) {
  std::vector<int> renumbered(labelling.names.size(), -1);
  std::vector<std::string> names;
  const auto renumber = [&](std::vector<int>& labels) {
    for (int& label : labels) {
      int& now = nth(renumbered, label);
      if (now < 0) {
        now = static_cast<int>(names.size());
        names.push_back(nth(labelling.names, label));
      }
      label = now;
    }
  };
  renumber(labelling.output);
  for (auto& labels : labelling.operands) renumber(labels);
  labelling.names = std::move(names);
}

}  // namespace relatile::einsum_detail
