// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "relatile/core/error.hpp"
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
                     std::string where = AskedFrom::text())
      : name_(name), detail_(std::move(detail)), where_(std::move(where)) {
    const std::lock_guard lock(mutex_);
    if (outermost_ == nullptr) {
      outermost_ = this;
      on_this_thread_ = true;
      return;
    }
    if (outermost_->runs_kernels_) {
      throw Error("relatile: a kernel" +
                  std::string(on_this_thread_ ? "" : ", or another thread,") + " called " + text() +
                  " while " + outermost_->text() +
                  " ran kernels; a kernel sees its blocks and nothing else: evaluate what it needs "
                  "before, and pass it as an operand");
    }
    if (!on_this_thread_) {
      throw Error("relatile: " + text() + " was called on one thread while another one was in " +
                  outermost_->text() +
                  "; only one thread at a time may, since all ranks must agree on the order");
    }
  }
  ~Operation() {
    const std::lock_guard lock(mutex_);
    if (outermost_ != this) return;
    outermost_ = nullptr;
    on_this_thread_ = false;
  }
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  /// The outermost one, for the thread that is in it; nullptr if there is none.
  static Operation* current() { return on_this_thread_ ? outermost_ : nullptr; }

  /// Equal for equal names and details.
  std::int64_t key() const {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const std::string_view part : {name_, std::string_view(detail_)}) {
      for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
      hash = (hash ^ 0x100) * 0x100000001b3ULL;
    }
    return static_cast<std::int64_t>(hash);
  }
  /// As people read it: `load of x.npy [main.cpp:12]`.
  std::string text() const {
    return std::string(name_) + (detail_.empty() ? "" : " of " + detail_) +
           (where_.empty() ? "" : " [" + where_ + "]");
  }
  /// How far it has come, if it can say; empty otherwise.
  std::string place() const { return place_ ? place_() : std::string(); }
  void set_place(std::function<std::string()> place) { place_ = std::move(place); }

  /// While it lives, user code runs that must not start operations of its own.
  class Kernels {
   public:
    Kernels() : operation_(current()) { set(true); }
    ~Kernels() { set(false); }
    Kernels(const Kernels&) = delete;
    Kernels& operator=(const Kernels&) = delete;

   private:
    void set(bool runs) const {
      if (operation_ == nullptr) return;
      const std::lock_guard lock(mutex_);
      operation_->runs_kernels_ = runs;
    }
    Operation* operation_;
  };

 private:
  static inline std::mutex mutex_;
  static inline Operation* outermost_ = nullptr;
  static inline thread_local bool on_this_thread_ = false;

  std::string_view name_;
  std::string detail_;
  std::string where_;
  std::function<std::string()> place_;
  bool runs_kernels_ = false;
};

}  // namespace relatile::transport
