// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/passes/cache_limits.hpp"
#include "relatile/program/program.hpp"

// Runs programs for real. The kernels take a while to compile: once, in run_program.cpp.

namespace relatile::test {

/// Whatever can be executed panel by panel is, an index at a time.
inline constexpr pass::CacheLimits every_panel{1, 1, 1, std::int64_t(1) << 30};

/// Runs the program in the current context, with the data of `seed`, and requires that the outputs,
/// and the other results that this seed keeps hold of, equal what plain loops give, and that all
/// bytes sent were predicted. Equal means equal numbers: whole ones, exact in any order of sums.
/// Collective.
///
/// The seed also decides where the data of inputs without a placement are.
void check_program(const program::Program& program, std::uint64_t seed);

/// The same under caps on memory, from the smallest with which there is a plan to what the plan
/// without a cap takes: results are right, and no site allocates more than was predicted, nor is
/// more predicted than the cap allows. The error of a cap that is too small is true.
void check_within_memory(const program::Program& program, std::uint64_t seed);

/// The same for the small random program of the seed, on sites in this process, planned as told.
void check_program(std::uint64_t seed, int num_sites, const std::string& planner = "optimal",
                   const std::string& objective = "time");

}  // namespace relatile::test
