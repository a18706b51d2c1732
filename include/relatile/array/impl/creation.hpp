// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "relatile/array/creation.hpp"
#include "relatile/array/number_ranges.hpp"
#include "relatile/kernel/strided_copy.hpp"

namespace relatile::detail {

/// Of a function of the library: its name, and what it holds.
template <class State>
KernelIdentity identity_by_name(std::string_view name, const State& state) {
  KernelIdentity identity;
  identity.type = hash_of_name(name);
  identity.state = bytes_of(state);
  identity.pure = true;
  return identity;
}

RELATILE_INLINE tra::NodePtr full_node(const Extents& shape, const ElementType& element,
                                       const void* value) {
  KernelIdentity identity;
  identity.type = hash_of_name("full");
  identity.pure = true;
  identity.state.assign(static_cast<const char*>(value), element.size);
  const auto write = [bytes = identity.state](const Extents&, const Extents&, std::int64_t count,
                                              void* elements) {
    kernel::copy_run(static_cast<std::byte*>(elements), 1,
                     reinterpret_cast<const std::byte*>(bytes.data()), 0, count,
                     std::int64_t(bytes.size()));
  };
  return make_generator("full", shape, 0, element, write, std::move(identity));
}

template <class T>
tra::NodePtr arange_node(T start, T stop, T step) {
  if (step == T(0)) throw ShapeMismatch("relatile: arange: the step is zero");
  const auto length = length_of_range(start, stop, step);
  if (!length) throw LimitExceeded("relatile: arange: too many elements");
  const auto write = [start, step](const Extents& at, const Extents& by, std::int64_t count,
                                   void* elements) {
    for (std::int64_t i = 0, place = at[0]; i < count; ++i, place += by[0]) {
      static_cast<T*>(elements)[i] = element_of_range(start, step, place);
    }
  };
  struct State {
    T start;
    T step;
  };
  return make_generator("arange", {*length}, 2, element_type_of<T>(), write,
                        identity_by_name("arange", State{start, step}));
}

template <class T>
tra::NodePtr linspace_node(T start, T stop, std::int64_t count, bool endpoint) {
  if (count < 0) throw ShapeMismatch("relatile: linspace: a negative number of samples");
  const EvenlySpaced numbers(static_cast<double>(start), static_cast<double>(stop), count,
                             endpoint);
  const auto write = [numbers](const Extents& at, const Extents& by, std::int64_t num,
                               void* elements) {
    for (std::int64_t i = 0, place = at[0]; i < num; ++i, place += by[0]) {
      static_cast<T*>(elements)[i] = static_cast<T>(numbers(place));
    }
  };
  return make_generator("linspace", {count}, 2, element_type_of<T>(), write,
                        identity_by_name("linspace", numbers));
}

RELATILE_INLINE tra::NodePtr eye_node(const Extents& shape, std::int64_t k,
                                      const ElementType& element, const void* one) {
  const std::string bytes(static_cast<const char*>(one), element.size);
  const auto write = [k, bytes](const Extents& at, const Extents& by, std::int64_t count,
                                void* elements) {
    auto* const to = static_cast<char*>(elements);
    std::memset(to, 0, bytes.size() * static_cast<std::size_t>(count));
    std::int64_t diagonal = at[1] - at[0];
    for (std::int64_t i = 0; i < count; ++i, diagonal += by[1] - by[0]) {
      if (diagonal == k)
        std::memcpy(to + i * std::int64_t(bytes.size()), bytes.data(), bytes.size());
    }
  };
  return make_generator("eye", shape, 1, element, write, identity_by_name("eye", k));
}

}  // namespace relatile::detail
