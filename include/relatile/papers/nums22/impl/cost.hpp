// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/nums22/cost.hpp"

#include <algorithm>

#include "relatile/core/nth.hpp"

namespace relatile::papers::nums22 {

RELATILE_INLINE Floats objective(std::span<const SiteLoad> sites) {
  SiteLoad most;
  for (const auto& site : sites) {
    most.memory = std::max(most.memory, site.memory);
    most.in = std::max(most.in, site.in);
    most.out = std::max(most.out, site.out);
  }
  return most.memory + most.in + most.out;
}

RELATILE_INLINE std::vector<SiteLoad> after(std::vector<SiteLoad> sites, int site,
                                            std::span<const Fetch> operands, Floats result) {
  SiteLoad& here = nth(sites, site);
  here.memory += result;
  for (const auto& operand : operands) {
    here.memory += operand.size;
    here.in += operand.size;
    nth(sites, operand.from).out += operand.size;
  }
  return sites;
}

}  // namespace relatile::papers::nums22
