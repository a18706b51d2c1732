// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/home.hpp"
#include "relatile/tra/node.hpp"

namespace relatile {

/// What expressions need of the context they live in: somebody who evaluates. The context at the
/// front door implements it; this folder knows neither planner nor engine.
class Session {
 public:
  Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  virtual ~Session() = default;

  /// Among how many sites arrays are divided.
  virtual int num_sites() const = 0;
  /// Those that this process runs: one with MPI, all in a loopback context.
  virtual const std::vector<int>& local_sites() const = 0;
  /// Where values live that are stored here.
  virtual HomePtr home() const = 0;
  /// Collective. Gives every node its value, by one plan for all of them.
  virtual void evaluate(const std::vector<tra::NodePtr>& nodes) = 0;

  /// The innermost living context of this process.
  static Session& current();

 protected:
  /// The living contexts of this process, outer ones first.
  static std::vector<Session*>& stack();
};

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/expr/impl/session.hpp"
#endif
