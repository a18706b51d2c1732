// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "relatile/core/dead_stack.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile {

/// What can be said of a user's function that should be the same on all ranks.
struct KernelIdentity {
  std::uint64_t type = 0;  ///< a hash of its type's name; 0 if it is not known
  /// What it holds: the bytes of its captures, without padding and without addresses, which differ
  /// from rank to rank; empty if it holds nothing, or what can't be read as bytes.
  std::string state;
  bool differs_by_rank = false;  ///< declared: its state says nothing then
  /// A static function: it computes with what it is given and nothing else, and another one of
  /// equal type and state computes the same.
  bool pure = false;
  /// Of the user's own: who knows.
  bool may_throw = false;
  /// Of the addresses it holds, those of variables of functions that were running when it was made.
  std::vector<std::uintptr_t> variables{};

  friend bool operator==(const KernelIdentity& a, const KernelIdentity& b) {
    return a.type == b.type && a.state == b.state && a.differs_by_rank == b.differs_by_rank;
  }
};

namespace detail {

/// FNV-1a: the same on every rank, whatever the standard library does.
constexpr std::uint64_t hash_of_name(std::string_view name) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

template <class F>
std::uint64_t type_hash() {
  static const std::uint64_t hash = hash_of_name(typeid(F).name());
  return hash;
}

/// True if a word may be an address of a process's memory.
constexpr bool may_be_address(std::uint64_t word) {
#if defined(__aarch64__)
  constexpr std::uint64_t end = std::uint64_t{1} << 48;
#else
  constexpr std::uint64_t end = std::uint64_t{1} << 47;
#endif
  return word >= 65536 && word < end;
}

/// True if a word is the address of memory that this process has. Numbers that kernels hold rarely
/// look like one, so that the system is rarely asked.
RELATILE_INLINE bool is_mapped_address(std::uint64_t word);

/// What stands for an address: no number that a kernel is likely to hold.
inline constexpr std::uint64_t address_mark = 0xfff7'a11a'5e00'0001u;

/// Marks the addresses among the words of a state, and lists those on this thread's stack.
RELATILE_INLINE void hide_addresses(std::string& bytes, std::vector<std::uintptr_t>& variables);

#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
#define RELATILE_CLEARS_PADDING
#endif
#endif

/// Whether a copy of an F is a copy of its bytes. Not std::is_trivially_copyable: that says no of
/// pairs and tuples, which assign otherwise than they copy, and, by GCC 12, of closures that were
/// moved before it was asked.
template <class F>
inline constexpr bool copies_as_bytes =
    std::is_trivially_copy_constructible_v<F>&& std::is_trivially_destructible_v<F>;

/// Whether equal values of type F can be made equal bytes.
template <class F>
constexpr bool has_readable_bytes() {
  if constexpr (!copies_as_bytes<F> || std::is_empty_v<F>) {
    return false;
  } else if constexpr (std::is_pointer_v<F> || std::is_member_pointer_v<F>) {
    return false;
  } else {
#ifdef RELATILE_CLEARS_PADDING
    return true;
#else
    return std::has_unique_object_representations_v<F> || std::is_same_v<F, float> ||
           std::is_same_v<F, double>;
#endif
  }
}

/// The bytes of a function object, with zeros for padding.
template <class F>
std::string bytes_of(const F& function) {
  F copy(function);
#ifdef RELATILE_CLEARS_PADDING
  __builtin_clear_padding(&copy);  // of a variable: see copies_as_bytes
#endif
  return {reinterpret_cast<const char*>(std::addressof(copy)), sizeof(F)};
}

/// The bytes of a function object without what differs between equal ones.
template <class F>
void add_state(const F& function, KernelIdentity& identity) {
  identity.state = bytes_of(function);
  // What is aligned to less than an address holds none, whatever its bytes look like.
  if constexpr (alignof(F) >= alignof(void*)) hide_addresses(identity.state, identity.variables);
}

#undef RELATILE_CLEARS_PADDING

}  // namespace detail

/// What to compare of a function between ranks. A function that wraps another and facts about it
/// answers for itself, by a member `relatile_identity`.
template <class F>
KernelIdentity identity_of(const F& function) {
  if constexpr (requires { KernelIdentity(function.relatile_identity()); }) {
    return function.relatile_identity();
  } else {
    KernelIdentity identity;
    identity.type = detail::type_hash<F>();
    if constexpr (detail::has_readable_bytes<F>()) detail::add_state(function, identity);
    return identity;
  }
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/kernel_identity.hpp"
#endif
