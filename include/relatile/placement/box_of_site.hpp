// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile::placement {

/// For up to this many sites, what has a closed form is written out as well: it is asked for in
/// every run of a plan, and takes little memory.
inline constexpr int most_sites_written_out = 64;

/// A box for each site, as a function of the site's number and of what the function was given.
class BoxRule {
 public:
  BoxRule() = default;
  BoxRule(const BoxRule&) = delete;
  BoxRule& operator=(const BoxRule&) = delete;
  virtual ~BoxRule() = default;
  virtual Box box(int site) const = 0;
  /// The same function of equal values. Others may give equal boxes, too.
  virtual bool is_same(const BoxRule& other) const = 0;
};

/// A box for each of many sites: written out, or in closed form, as a function of the site's
/// number. Copies share it, so that what many steps of a plan have in common is there once.
class BoxOfSite {
 public:
  /// For no site.
  BoxOfSite() = default;
  /// Written out.
  BoxOfSite(std::vector<Box> boxes);  // NOLINT(google-explicit-constructor): tables are assigned
  /// In closed form: `function(site, given...)` gives the box of `site`. The function captures
  /// nothing, so that what it was given says what it is.
  template <class Function, class... Given>
    requires std::is_empty_v<Function> BoxOfSite(int num_sites, Function, Given... given);

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  /// The box of a site where it is written out, else null.
  const Box* written(std::size_t site) const { return table_ ? &(*table_)[site] : nullptr; }
  Box operator[](std::size_t site) const { return table_ ? (*table_)[site] : by_rule(site); }

  /// Goes through the boxes in the order of the sites.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Box;
    using difference_type = std::ptrdiff_t;
    using pointer = const Box*;
    using reference = Box;

    Iterator(const BoxOfSite& boxes, std::size_t site) : boxes_(&boxes), site_(site) {}
    Box operator*() const { return (*boxes_)[site_]; }
    Iterator& operator++() {
      ++site_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.site_ == b.site_; }

   private:
    const BoxOfSite* boxes_;
    std::size_t site_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size_}; }

  /// All of them, written out.
  std::vector<Box> written_out() const;

  /// Equal boxes at every site, in whatever form.
  friend bool operator==(const BoxOfSite& a, const BoxOfSite& b) { return a.is_equal(b); }
  /// Equal boxes by their form, which is a matter of a few comparisons; false says nothing.
  bool has_same_form(const BoxOfSite& other) const;
  /// Equal for equal boxes, a few of which it looks at.
  std::size_t hash() const;

 private:
  void set_rule(std::shared_ptr<const BoxRule> rule);
  Box by_rule(std::size_t site) const;
  bool is_equal(const BoxOfSite& other) const;

  std::size_t size_ = 0;
  std::shared_ptr<const std::vector<Box>> table_;
  std::shared_ptr<const BoxRule> rule_;
};

namespace detail {

/// Whether two values that functions of boxes were given are the same, at a small price.
template <class T>
bool is_same_value(const T& a, const T& b) {
  return a == b;
}
template <class T>
bool is_same_value(const std::shared_ptr<T>& a, const std::shared_ptr<T>& b) {
  return a == b || (a && b && *a == *b);
}
inline bool is_same_value(const BoxOfSite& a, const BoxOfSite& b) { return a.has_same_form(b); }

template <class Function, class... Given>
class BoxRuleOf final : public BoxRule {
 public:
  explicit BoxRuleOf(Given... given) : given_(std::move(given)...) {}
  Box box(int site) const override {
    return std::apply([&](const Given&... given) { return Function()(site, given...); }, given_);
  }
  bool is_same(const BoxRule& other) const override {
    const auto* const same = dynamic_cast<const BoxRuleOf*>(&other);
    if (!same) return false;
    return std::apply(
        [&](const Given&... mine) {
          return std::apply([&](const Given&... its) { return (is_same_value(mine, its) && ...); },
                            same->given_);
        },
        given_);
  }

 private:
  std::tuple<Given...> given_;
};

}  // namespace detail

template <class Function, class... Given>
  requires std::is_empty_v<Function> BoxOfSite::BoxOfSite(int num_sites, Function /*function*/,
                                                          Given... given)
      : size_(static_cast<std::size_t>(num_sites)) {
    set_rule(std::make_shared<const detail::BoxRuleOf<Function, Given...>>(std::move(given)...));
  }

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/box_of_site.hpp"
#endif
