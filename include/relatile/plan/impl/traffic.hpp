// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/traffic.hpp"

#include <algorithm>

#include "relatile/core/nth.hpp"

namespace relatile::plan {

RELATILE_INLINE void Traffic::add(int from, int to, Bytes bytes, Messages count) {
  nth(sent, from) += bytes;
  nth(received, to) += bytes;
  nth(messages, from) += count;
}

RELATILE_INLINE Bytes Traffic::total() const {
  Bytes sum;
  for (auto bytes : sent) sum += bytes;
  return sum;
}

RELATILE_INLINE Messages Traffic::total_messages() const {
  Messages sum;
  for (auto count : messages) sum += count;
  return sum;
}

RELATILE_INLINE Bytes Traffic::most_loaded() const {
  Bytes most;
  for (std::size_t s = 0; s < sent.size(); ++s) most = std::max({most, sent[s], received[s]});
  return most;
}

}  // namespace relatile::plan
