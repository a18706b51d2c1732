// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <utility>

namespace relatile {

/// A value that its copies share: many steps of a plan have the same large one. Whoever changes his
/// takes a copy of his own.
template <class T>
class Shared {
 public:
  /// An empty value, which takes no memory.
  Shared() = default;
  Shared(T value)  // NOLINT(google-explicit-constructor): it is assigned
      : value_(std::make_shared<T>(std::move(value))) {}

  const T& operator*() const {
    static const T nothing{};
    return value_ ? *value_ : nothing;
  }
  const T* operator->() const { return &**this; }
  /// To be changed: nobody else has it from now on.
  T& own() {
    if (!value_ || value_.use_count() > 1) value_ = std::make_shared<T>(**this);
    return *value_;
  }
  /// Copies that nobody has changed have the same; null: an empty value.
  const void* identity() const { return value_.get(); }
  /// In one place, or equal.
  friend bool operator==(const Shared& a, const Shared& b) {
    return a.value_ == b.value_ || *a == *b;
  }

 private:
  std::shared_ptr<T> value_;
};

}  // namespace relatile
