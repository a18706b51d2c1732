// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/expr/listed.hpp"

// What scipy's and Eigen's sparse matrices have as members, and here are functions.

namespace relatile {
namespace bases {

/// The base of sparse arrays of elements E.
template <class E>
class SparseMembers {
 public:
  template <class... A>
  NoMember sum(const A&...) const = delete;  // no member: rt::sum(s), rt::sum(s, 0)
  template <class... A>
  NoMember mean(const A&...) const = delete;  // no member: rt::mean(s), rt::mean(s, 0)
  template <class... A>
  NoMember min(const A&...) const = delete;  // no member: rt::min(s), rt::min(s, 0)
  template <class... A>
  NoMember max(const A&...) const = delete;  // no member: rt::max(s), rt::max(s, 0)
  template <class... A>
  NoMember norm(const A&...) const = delete;  // no member: rt::norm(s)
  NoMember T() const = delete;                // no member: rt::transpose(s)
  template <class... A>
  NoMember transpose(const A&...) const = delete;  // no member: rt::transpose(s)
  template <class... A>
  NoMember dot(const A&...) const = delete;  // no member: rt::matmul(s, x)
  template <class... A>
  NoMember multiply(const A&...) const = delete;  // no member: s * x, element by element
  template <class... A>
  NoMember reshape(const A&...) const = delete;  // no member: rt::reshape(s, {2, -1})
  template <class... A>
  NoMember astype(const A&...) const = delete;  // no member: rt::astype<float>(s)
  template <class... A>
  NoMember copy(const A&...) const = delete;  // sparse arrays are values: auto t = s is a copy
  template <class... A>
  NoMember diagonal(const A&...) const = delete;  // no member: rt::diagonal(s)
  NoMember toarray() const = delete;              // no member: rt::to_dense(s)
  NoMember todense() const = delete;              // no member: rt::to_dense(s)
  NoMember tocoo() const = delete;                // no member: rt::coordinates(s)
  NoMember tocsr() const = delete;                // no member: rt::asformat(s, rt::Format::csr)
  NoMember tocsc() const = delete;                // no member: rt::asformat(s, rt::Format::csc)
  NoMember item() const = delete;      // of one element: s(0, 0).item(), rt::sum(s).item()
  NoMember rows() const = delete;      // no member: s.shape(0)
  NoMember cols() const = delete;      // no member: s.shape(1)
  NoMember nonZeros() const = delete;  // no member: s.nnz()
  template <class I>
  NoMember operator[](const I&) const = delete;  // in parentheses: s(0, 1), s(3, rt::all_of_axis)
};

}  // namespace bases

namespace detail {
using bases::SparseMembers;
}
}  // namespace relatile
