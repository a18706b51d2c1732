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

  /// What was made for this key by these options, or null: as something that was asked for.
  Value* find(const std::string& key, const PlanOptions& options) {
    const auto known = entry_of(key, options);
    if (known == by_key_.end()) {
      ++misses_;
      return nullptr;
    }
    ++hits_;
    recent_.splice(recent_.begin(), recent_, known->second);
    return &known->second->value;
  }
  /// The same, without a trace.
  const Value* look_up(const std::string& key, const PlanOptions& options) const {
    const auto known = entry_of(key, options);
    return known == by_key_.end() ? nullptr : &known->second->value;
  }
  void remember(const std::string& key, const PlanOptions& options, Value value) {
    if (capacity_ == 0) return;
    if (recent_.size() == capacity_) forget_oldest();
    recent_.push_front({key, options, std::move(value)});
    try {
      by_key_.emplace(recent_.front().key, recent_.begin());
    } catch (...) {
      recent_.pop_front();
      throw;
    }
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

  using Entries = std::list<Entry>;
  using ByKey = std::unordered_multimap<std::string_view, typename Entries::iterator>;

  typename ByKey::const_iterator entry_of(const std::string& key,
                                          const PlanOptions& options) const {
    const auto [first, last] = by_key_.equal_range(key);
    for (auto known = first; known != last; ++known) {
      if (known->second->options == options) return known;
    }
    return by_key_.end();
  }

  void forget_oldest() {
    const auto oldest = std::prev(recent_.end());
    auto known = by_key_.find(oldest->key);
    while (known->second != oldest) ++known;
    by_key_.erase(known);
    recent_.erase(oldest);
  }

  std::size_t capacity_;
  Entries recent_;  ///< the last one asked for first
  ByKey by_key_;
  std::int64_t hits_ = 0;
  std::int64_t misses_ = 0;
};

}  // namespace relatile::planner
