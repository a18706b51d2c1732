// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "relatile/planner/plan_options.hpp"

namespace relatile::planner {

/// What was made for keys and options before.
///
///   memory  at most `capacity` values; the one that was not asked for longest goes first
template <class Value>
class RecentlyMade {
 public:
  explicit RecentlyMade(std::size_t capacity) : capacity_(capacity) {}

  /// What was made for this key by these options, or null.
  const Value* find(const std::string& key, const PlanOptions& options) {
    const auto [first, last] = by_key_.equal_range(key);
    for (auto known = first; known != last; ++known) {
      if (known->second->options != options) continue;
      ++hits_;
      recent_.splice(recent_.begin(), recent_, known->second);
      return &known->second->value;
    }
    ++misses_;
    return nullptr;
  }
  void remember(const std::string& key, const PlanOptions& options, Value value) {
    if (capacity_ == 0) return;
    if (recent_.size() == capacity_) forget_oldest();
    recent_.push_front({key, options, std::move(value)});
    by_key_.emplace(recent_.front().key, recent_.begin());
  }

  std::int64_t hits() const { return hits_; }
  std::int64_t misses() const { return misses_; }
  std::size_t size() const { return recent_.size(); }
  void clear() {
    by_key_.clear();
    recent_.clear();
  }

 private:
  struct Entry {
    std::string key;
    PlanOptions options;
    Value value;
  };

  void forget_oldest() {
    const auto oldest = std::prev(recent_.end());
    auto known = by_key_.find(oldest->key);
    while (known->second != oldest) ++known;
    by_key_.erase(known);
    recent_.erase(oldest);
  }

  std::size_t capacity_;
  std::list<Entry> recent_;  ///< the last one asked for first
  std::unordered_multimap<std::string_view, typename std::list<Entry>::iterator> by_key_;
  std::int64_t hits_ = 0;
  std::int64_t misses_ = 0;
};

}  // namespace relatile::planner
