// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include "relatile/core/foreign.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/tra/node.hpp"

// What braces hold, as in concatenate({x, -x}): a function cannot have a parameter for each of
// them, but what all of them derive from the compiler finds.

namespace relatile {

template <class T, int N>
class Array;

namespace detail {

/// What a member that is not there would give: what is asked of it is no second mistake.
struct NoMember {
  template <class X>
  operator X() const;  // NOLINT: anything
};

}  // namespace detail

// Functions that are called with an object are looked for in the namespaces of its bases, too.
// There are none in this one, so that a user's function keeps its name, whatever ours are called.
namespace bases {

using detail::NoMember;

/// The base of all array expressions of elements E and N dimensions, by which a function takes a
/// std::initializer_list of them, of whatever types they are. There it holds the node of each.
template <class E, int N>
class Listed {
 public:
  /// Of an expression with this base, lowered where the list is made.
  template <class X>
  Listed(const X& expression) : node_(to_node(expression)) {}  // NOLINT: an expression is one
  const tra::NodePtr& listed_node() const { return node_; }

  /// As Python writes it, and C++20 with one index at most.
  template <class I>
  Array<E, 0> operator[](const I&) const {
    static_assert(sizeof(I) == 0,
                  "relatile: x[...]: indices are written in parentheses: x(0, 1), x(slice(0, 2), "
                  "all_of_axis), x(mask), x(indices)");
    return {};
  }

  // As NumPy's and Eigen's arrays have them. Here functions have one form, that of np.sum(x, 0):
  // as members of every expression they would be declared anew for every type of expression.
  template <class... A>
  NoMember sum(const A&...) const = delete;  // no member: rt::sum(x), rt::sum(x, 0)
  template <class... A>
  NoMember prod(const A&...) const = delete;  // no member: rt::prod(x), rt::prod(x, 0)
  template <class... A>
  NoMember mean(const A&...) const = delete;  // no member: rt::mean(x), rt::mean(x, 0)
  template <class... A>
  NoMember std(const A&...) const = delete;  // no member: rt::std(x), rt::std(x, 0)
  template <class... A>
  NoMember var(const A&...) const = delete;  // no member: rt::var(x), rt::var(x, 0)
  template <class... A>
  NoMember min(const A&...) const = delete;  // no member: rt::min(x), rt::min(x, 0)
  template <class... A>
  NoMember max(const A&...) const = delete;  // no member: rt::max(x), rt::max(x, 0)
  template <class... A>
  NoMember any(const A&...) const = delete;  // no member: rt::any(x), rt::any(x, 0)
  template <class... A>
  NoMember all(const A&...) const = delete;  // no member: rt::all(x), rt::all(x, 0)
  template <class... A>
  NoMember argmin(const A&...) const = delete;  // no member: rt::argmin(x, 0)
  template <class... A>
  NoMember argmax(const A&...) const = delete;  // no member: rt::argmax(x, 0)
  template <class... A>
  NoMember norm(const A&...) const = delete;  // no member: rt::norm(x)
  template <class... A>
  NoMember dot(const A&...) const = delete;  // no member: rt::dot(x, y)
  Array<E, N> T() const = delete;            // no member: rt::transpose(x)
  template <class... A>
  Array<E, N> transpose(const A&...) const = delete;  // no member: rt::transpose(x)
  template <class... A>
  Array<E, N> reshape(const A&...) const = delete;  // no member: rt::reshape(x, {2, -1})
  template <class... A>
  Array<E, N> ravel(const A&...) const = delete;  // no member: rt::ravel(x)
  template <class... A>
  Array<E, N> flatten(const A&...) const = delete;  // no member: rt::ravel(x)
  template <class... A>
  Array<E, N> astype(const A&...) const = delete;  // no member: rt::astype<float>(x)
  template <class... A>
  Array<E, N> copy(const A&...) const = delete;  // arrays are values: auto y = x is a copy
  NoMember rows() const = delete;                // no member: x.shape(0)
  NoMember cols() const = delete;                // no member: x.shape(1)

 protected:
  Listed() = default;
  explicit Listed(tra::NodePtr node) : node_(std::move(node)) {}
  tra::NodePtr node_;
};

}  // namespace bases

namespace detail {

using bases::Listed;

template <class T>
struct ListedElement {
  using type = T;
};
template <class T>
  requires is_scalar_type_v<T>
struct ListedElement<T> {
  using type = canonical_t<T>;
};
/// The base of an expression with elements T: different words for one type of numbers are one type.
template <class T, int N>
using listed_t = Listed<typename ListedElement<T>::type, N>;

/// Any array, dense or sparse: what a list holds whose elements have no base in common, to refuse
/// it.
struct Unlike {
  template <class E>
    requires requires { typename E::relatile_array_expression; }
  Unlike(const E&) {}  // NOLINT: any expression is one
  template <SparseLike S>
  Unlike(const S&) {}  // NOLINT
};

}  // namespace detail
}  // namespace relatile
