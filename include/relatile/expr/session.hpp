// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

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

  virtual int num_sites() const = 0;
  virtual const std::vector<int>& local_sites() const = 0;
  /// Where values live that are stored here.
  virtual HomePtr home() const = 0;
  /// Collective. Gives every node its value, by one plan for all of them.
  virtual void evaluate(const std::vector<tra::NodePtr>& nodes) = 0;

  /// The innermost living context of this process.
  static Session& current() {
    if (stack().empty()) {
      throw Error("relatile: there is no context; create a relatile::Context first and keep it");
    }
    return *stack().back();
  }

 protected:
  static std::vector<Session*>& stack() {
    static std::vector<Session*> sessions;
    return sessions;
  }
};

}  // namespace relatile
