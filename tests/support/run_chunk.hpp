// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/kernel.hpp"

namespace relatile::test {

/// What a function of one operand, `run(chunk)`, makes of numbers that are one chunk.
template <class T, class Run>
std::vector<T> run_chunk(const Run& run, const std::vector<T>& x) {
  const void* const input = x.data();
  std::vector<T> result(x.size());
  Chunk chunk;
  chunk.inputs = {&input, 1};
  chunk.output = result.data();
  chunk.count = std::int64_t(x.size());
  run(chunk);
  return result;
}

}  // namespace relatile::test
