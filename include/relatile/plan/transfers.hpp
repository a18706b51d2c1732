// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/placement/box_of_site.hpp"

namespace relatile::plan {

/// A region of elements or keys that goes from one site to another.
struct Transfer {
  int from = 0;
  int to = 0;
  Box region;
  friend bool operator==(const Transfer&, const Transfer&) = default;
};

/// Who sends what to whom, in closed form: it can be asked site by site, so that nobody has to
/// write down what thousands of sites send each other.
class TransferRule {
 public:
  TransferRule() = default;
  TransferRule(const TransferRule&) = delete;
  TransferRule& operator=(const TransferRule&) = delete;
  virtual ~TransferRule() = default;

  virtual int num_sites() const = 0;
  /// What a site gets from others, and what it sends them. Both lists have a transfer in the same
  /// order, if they both have it.
  virtual std::vector<Transfer> into(int site) const = 0;
  virtual std::vector<Transfer> out_of(int site) const = 0;
  /// The same rule, made for being asked what every site sends; null: this one is.
  virtual std::shared_ptr<const TransferRule> indexed() const { return nullptr; }
};

/// The transfers of an exchange, between different sites only: by a rule, or written out. They are
/// gone through by receivers: first all into site 0, then all into site 1.
class Transfers {
 public:
  /// None.
  Transfers() = default;
  /// These, which lie in the order of their receivers.
  Transfers(std::vector<Transfer> list);  // NOLINT(google-explicit-constructor): it is assigned
  Transfers(std::initializer_list<Transfer> list);
  /// By a rule; those of at most placement::most_sites_written_out sites are written out.
  explicit Transfers(std::shared_ptr<const TransferRule> rule);

  bool empty() const { return begin() == end(); }
  /// What a site gets from others. Complexity: of a rule, about the number of these.
  std::vector<Transfer> into(int site) const;
  /// What a site sends to others. Complexity: of a rule, the number of sites, or, if it is indexed,
  /// about the number of these.
  std::vector<Transfer> out_of(int site) const;
  /// The first of those into a site.
  std::optional<Transfer> first_into(int site) const;
  /// The same transfers, made for being asked what every site sends.
  Transfers indexed() const;
  /// All of them, written out.
  std::vector<Transfer> written_out() const;
  /// Copies have the same; null: there are none.
  const void* identity() const {
    return rule_ ? static_cast<const void*>(rule_.get()) : static_cast<const void*>(list_.get());
  }
  /// Null if they are written out.
  const std::shared_ptr<const TransferRule>& rule() const { return rule_; }

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Transfer;
    using difference_type = std::ptrdiff_t;
    using pointer = const Transfer*;
    using reference = const Transfer&;

    Iterator() = default;  ///< behind the last
    explicit Iterator(const Transfers& all);
    const Transfer& operator*() const { return (*some_)[next_]; }
    const Transfer* operator->() const { return &**this; }
    Iterator& operator++() {
      ++next_;
      skip_sites_without();
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) {
      return a.some_ == b.some_ && a.next_ == b.next_;
    }

   private:
    void skip_sites_without();

    const TransferRule* rule_ = nullptr;
    int site_ = 0;                                       ///< the next receiver
    std::shared_ptr<const std::vector<Transfer>> some_;  ///< into one site; null: behind the last
    std::size_t next_ = 0;
  };
  Iterator begin() const { return Iterator(*this); }
  Iterator end() const { return {}; }

 private:
  /// Those of the list that have a site at one of their ends.
  std::vector<Transfer> listed(int Transfer::*end, int site) const;

  std::shared_ptr<const std::vector<Transfer>> list_;
  std::shared_ptr<const TransferRule> rule_;
};

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/impl/transfers.hpp"
#endif
