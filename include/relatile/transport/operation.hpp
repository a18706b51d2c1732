// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "relatile/core/definitions.hpp"
#include "relatile/core/source_line.hpp"

namespace relatile::transport {

/// What this process does together with others just now: `evaluate`, or `load of x.npy`. Sites
/// compare it whenever they meet, so that one that does something else is found and named, and a
/// site that waits in vain can say in what.
///
/// Operations nest, and the outermost one counts: a `save` that evaluates is a save.
class Operation {
 public:
  /// `name` must outlive the operation. Operations are the same if names and details are equal; the
  /// line is for messages only, as ranks may reach one operation in two branches.
  ///
  ///   errors  Error within a kernel, and on another thread than that of an operation under way
  explicit Operation(std::string_view name, std::string detail = {},
                     std::string where = AskedFrom::text());
  ~Operation();
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  /// The outermost one, for the thread that is in it; nullptr if there is none.
  static Operation* current();

  /// Equal for equal names and details.
  std::int64_t key() const;
  /// A hash of the line it was called in; 0 if that is not known.
  std::int32_t line() const;
  /// As people read it: `load of x.npy [main.cpp:12]`.
  std::string text() const;
  /// How far it has come, if it can say; empty otherwise.
  std::string place() const { return place_ ? place_() : std::string(); }
  /// Whether sites have not met in it yet.
  bool is_first_meeting() const { return !has_met_; }
  void note_meeting() { has_met_ = true; }
  void set_place(std::function<std::string()> place) { place_ = std::move(place); }

  /// Calls `work` on a thread that stands for the one in an operation, which computes meanwhile.
  static void call_for_it(const std::function<void()>& work);

  /// While it lives, user code runs that must not start operations of its own.
  class Kernels {
   public:
    Kernels();
    ~Kernels();
    Kernels(const Kernels&) = delete;
    Kernels& operator=(const Kernels&) = delete;

   private:
    void set(bool runs) const;
    Operation* operation_;
  };

 private:
  struct Outermost;
  static Outermost& outermost();

  std::string_view name_;
  std::string detail_;
  std::string where_;
  std::function<std::string()> place_;
  bool runs_kernels_ = false;
  bool has_met_ = false;
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/operation.hpp"
#endif
