// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Runs random programs of relations for real. The kernels take a while to compile: once, in
// run_relations.cpp.

namespace relatile::test {

/// What the blocks of a program hold.
enum class Data : std::uint8_t {
  whole_doubles,
  real_doubles,
  whole_floats,
  real_floats,
  ints,
  whole_complex
};
inline constexpr std::array all_data{Data::whole_doubles, Data::real_doubles, Data::whole_floats,
                                     Data::real_floats,   Data::ints,         Data::whole_complex};

/// What a run of many programs came to.
struct RelationTally {
  int plans = 0;    ///< executed
  int refused = 0;  ///< by a planner that tries everything, and would have had too much to try
  int operators = 0;
  int values = 0;  ///< relations compared with the reference
  int moving = 0;  ///< plans that sent something
  std::int64_t bytes = 0;
};

/// A random program of the seven operators and users' kernels, and what reference/ says its values
/// are.
class RelationProgram {
 public:
  virtual ~RelationProgram() = default;

  /// Runs the program in the current context, by each of the planners, and requires of every
  /// relation that then has a value (the outputs, and others that this seed keeps hold of) that
  ///
  /// - whole numbers equal the reference's. Equal means equal numbers: a zero may have either sign,
  ///   as it has after IEEE sums in another order;
  /// - real numbers differ by no more than two roundings of exact arithmetic can: 2 gamma(n) X,
  ///   where n roundings at most are made of any term, gamma(n) = n u / (1 - n u), and X is the
  ///   value of the same program on absolute values, itself rounded;
  /// - every block is on some site, and equal wherever it is;
  /// - each site sent, received and messaged in every step what was predicted.
  ///
  /// Collective. The seed also decides where the leaves are stored.
  virtual void check(const std::vector<std::string>& planners, const std::string& objective,
                     RelationTally& tally) const = 0;
};

std::unique_ptr<RelationProgram> relation_program(Data data, std::uint64_t seed);

}  // namespace relatile::test
