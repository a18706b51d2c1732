// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace relatile {

/// As std::stable_sort, in a fifth of the code: for what is compiled for dozens of types and sorts
/// a few values each time. Short runs by insertion, then merges; what is in order stays where it
/// is.
template <class T, class Before>
void sort_stably(std::vector<T>& values, const Before& before) {
  constexpr std::size_t run = 16;
  const std::size_t count = values.size();
  for (std::size_t i = 1; i < count; ++i) {
    if (i % run == 0 || !before(values[i], values[i - 1])) continue;
    T value = std::move(values[i]);
    std::size_t hole = i;
    do {
      values[hole] = std::move(values[hole - 1]);
      --hole;
    } while (hole % run != 0 && before(value, values[hole - 1]));
    values[hole] = std::move(value);
  }
  std::vector<T> left;
  for (std::size_t width = run; width < count; width *= 2) {
    for (std::size_t first = 0; first + width < count; first += 2 * width) {
      const std::size_t last = std::min(first + 2 * width, count);
      std::size_t right = first + width;
      if (!before(values[right], values[right - 1])) continue;
      left.clear();
      for (std::size_t i = first; i < right; ++i) left.push_back(std::move(values[i]));
      std::size_t to = first;
      for (std::size_t next = 0; next < left.size(); ++to) {
        const bool takes_right = right < last && before(values[right], left[next]);
        values[to] = std::move(takes_right ? values[right++] : left[next++]);
      }
    }
  }
}

}  // namespace relatile
