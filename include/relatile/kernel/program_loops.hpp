// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "relatile/core/kernel.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::kernel {

/// A loop of an elementwise program over one label, or over several merged ones.
struct ProgramLoop {
  int label = 0;
  std::int64_t count = 1;
  bool aggregated = false;
  std::vector<std::int64_t> strides;  ///< of the inputs, then of the output
};

namespace detail {

/// Of each input, and of the output, how many elements the loops go through.
inline std::vector<double> elements_of_operands(const std::vector<ProgramLoop>& loops) {
  std::vector<double> elements(loops[0].strides.size(), 1);
  for (const ProgramLoop& loop : loops) {
    for (std::size_t x = 0; x < elements.size(); ++x) {
      if (loop.strides[x] != 0) elements[x] *= static_cast<double>(loop.count);
    }
  }
  return elements;
}

/// Larger is better to run along: elements that are read one after another, few that are apart.
inline double closeness(const ProgramLoop& loop, const std::vector<double>& elements) {
  double score = 0;
  for (std::size_t x = 0; x < elements.size(); ++x) {
    const auto stride = loop.strides[x];
    score += elements[x] * (stride == 1 ? 4 : (stride == 0 ? 0 : -2));
  }
  return score;
}

/// Joins the last loop with those that it continues in the memory of all operands.
inline void merge_loops(std::vector<ProgramLoop>& loops) {
  while (loops.size() > 1) {
    const ProgramLoop inner = loops.back();
    const auto continues = [&](const ProgramLoop& outer) {
      if (outer.aggregated != inner.aggregated) return false;
      for (std::size_t x = 0; x < inner.strides.size(); ++x) {
        if (outer.strides[x] != inner.strides[x] * inner.count) return false;
      }
      return true;
    };
    const auto outer = std::find_if(loops.begin(), loops.end() - 1, continues);
    if (outer == loops.end() - 1) return;
    loops.back().count *= outer->count;
    loops.erase(outer);
  }
}

}  // namespace detail

/// Labels longer than one as loops, the best one to run along last, neighbours merged; generators
/// need to know every label.
inline std::vector<ProgramLoop> program_loops(const Program& program, const LocalCall& call) {
  std::vector<ProgramLoop> loops;
  for (int l = 0; l < call.labels.rank(); ++l) {
    ProgramLoop loop{l, call.labels.high[l] - call.labels.low[l], nth(call.aggregated, l), {}};
    if (loop.count == 1) continue;
    for (const auto& input : call.inputs) loop.strides.push_back(input.strides[l]);
    loop.strides.push_back(call.output_strides[l]);
    loops.push_back(std::move(loop));
  }
  if (loops.empty()) {
    loops.push_back({0, 1, call.labels.rank() > 0 && call.aggregated[0],
                     std::vector<std::int64_t>(program.inputs.size() + 1, 0)});
    return loops;
  }
  const std::vector<double> elements = detail::elements_of_operands(loops);
  std::stable_sort(loops.begin(), loops.end(), [&](const ProgramLoop& a, const ProgramLoop& b) {
    return detail::closeness(a, elements) < detail::closeness(b, elements);
  });
  const bool generates = std::any_of(program.stages.begin(), program.stages.end(),
                                     [](const Stage& s) { return s.coordinates.has_value(); });
  if (!generates) detail::merge_loops(loops);
  return loops;
}

/// True if input `x` lies in memory along `rows`, and the innermost loop reads across that.
inline bool lies_across(std::size_t x, const ProgramLoop& rows, const ProgramLoop& inner) {
  return rows.strides[x] == 1 && std::abs(inner.strides[x]) > 1;
}

/// The loop along which an input lies that is read across its order: neighbours in the result are
/// far apart there. None where it, or the innermost one, is too short for that to matter.
inline std::optional<std::size_t> loop_across(const std::vector<ProgramLoop>& loops,
                                              std::size_t num_inputs) {
  constexpr std::int64_t shortest = 8;
  const ProgramLoop& inner = loops.back();
  if (inner.count < shortest || inner.aggregated) return std::nullopt;
  for (std::size_t l = 0; l + 1 < loops.size(); ++l) {
    if (loops[l].count < shortest || loops[l].aggregated) continue;
    for (std::size_t x = 0; x < num_inputs; ++x) {
      if (lies_across(x, loops[l], inner)) return l;
    }
  }
  return std::nullopt;
}

}  // namespace relatile::kernel
