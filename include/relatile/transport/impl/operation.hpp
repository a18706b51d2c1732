// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/operation.hpp"

#include <mutex>

#include "relatile/core/error.hpp"
#include "relatile/core/kernel_identity.hpp"

namespace relatile::transport {

/// The operation that counts, of all threads, and whether this thread is the one in it.
struct Operation::Outermost {
  std::mutex mutex;
  Operation* operation = nullptr;

  static bool& on_this_thread() {
    static thread_local bool is = false;
    return is;
  }
};

RELATILE_INLINE Operation::Outermost& Operation::outermost() {
  static Outermost one;
  return one;
}

RELATILE_INLINE Operation::Operation(std::string_view name, std::string detail, std::string where)
    : name_(name), detail_(std::move(detail)), where_(std::move(where)) {
  Outermost& outer = outermost();
  const std::lock_guard lock(outer.mutex);
  if (outer.operation == nullptr) {
    outer.operation = this;
    Outermost::on_this_thread() = true;
    return;
  }
  const bool here = Outermost::on_this_thread();
  if (outer.operation->runs_kernels_) {
    throw Error("relatile: a kernel" + std::string(here ? "" : ", or another thread,") +
                " called " + text() + " while " + outer.operation->text() +
                " ran kernels; a kernel sees its blocks and nothing else: evaluate what it needs "
                "before, and pass it as an operand");
  }
  if (!here) {
    throw Error("relatile: " + text() + " was called on one thread while another one was in " +
                outer.operation->text() +
                "; only one thread at a time may, since all ranks must agree on the order");
  }
}

RELATILE_INLINE Operation::~Operation() {
  Outermost& outer = outermost();
  const std::lock_guard lock(outer.mutex);
  if (outer.operation != this) return;
  outer.operation = nullptr;
  Outermost::on_this_thread() = false;
}

RELATILE_INLINE Operation* Operation::current() {
  return Outermost::on_this_thread() ? outermost().operation : nullptr;
}

RELATILE_INLINE std::int64_t Operation::key() const {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const std::string_view part : {name_, std::string_view(detail_)}) {
    for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    hash = (hash ^ 0x100) * 0x100000001b3ULL;
  }
  return static_cast<std::int64_t>(hash);
}

RELATILE_INLINE std::int32_t Operation::line() const {
  return where_.empty() ? 0 : static_cast<std::int32_t>(relatile::detail::hash_of_name(where_));
}

RELATILE_INLINE std::string Operation::text() const {
  return std::string(name_) + (detail_.empty() ? "" : " of " + detail_) +
         (where_.empty() ? "" : " [" + where_ + "]");
}

RELATILE_INLINE void Operation::call_for_it(const std::function<void()>& work) {
  const struct Here {
    bool before = std::exchange(Outermost::on_this_thread(), outermost().operation != nullptr);
    ~Here() { Outermost::on_this_thread() = before; }
  } here;
  work();
}

RELATILE_INLINE Operation::Kernels::Kernels() : operation_(current()) { set(true); }
RELATILE_INLINE Operation::Kernels::~Kernels() { set(false); }

RELATILE_INLINE void Operation::Kernels::set(bool runs) const {
  if (operation_ == nullptr) return;
  const std::lock_guard lock(outermost().mutex);
  operation_->runs_kernels_ = runs;
}

}  // namespace relatile::transport
