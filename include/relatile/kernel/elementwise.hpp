// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "relatile/core/kernel.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/function/function.hpp"
#include "relatile/kernel/vector_exp.hpp"

namespace relatile::kernel {

template <class T>
using ConstChunk = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>;

/// An Eigen array expression with elements converted to To by NumPy's rules.
template <class To, class E>
auto converted(const E& e) {
  using From = typename E::Scalar;
  if constexpr (std::is_same_v<From, To>) {
    return e;
  } else if constexpr (is_complex_v<From> || std::is_same_v<To, bool>) {
    return e.unaryExpr([](const From& x) { return convert_element<To>(x); });
  } else {
    return e.template cast<To>();
  }
}

/// A functor of numbers as one of Eigen's.
template <class F>
struct PerElement {
  template <class... X>
  auto operator()(const X&... x) const {
    return F::apply(x...);
  }
};

/// F of array expressions: by vector code where F has some for elements C, else element by element.
template <class F, class C, class First, class... E>
auto applied(const First& first, const E&... e) {
  if constexpr (VectorCode<F, C>::value) {
    return VectorCode<F, C>::of(first, e...);
  } else if constexpr (F::template on_arrays<C>) {
    return F::apply(first, e...);
  } else if constexpr (sizeof...(E) == 0) {
    return first.unaryExpr(PerElement<F>{});
  } else if constexpr (sizeof...(E) == 1) {
    return first.binaryExpr(e..., PerElement<F>{});
  } else {
    return Eigen::CwiseTernaryOp<PerElement<F>, const First, const E...>(first, e..., {});
  }
}

// A fused expression without its operands: what is computed of which input, as a type. Each has
// `array`, its value as an Eigen expression over a chunk, and `number`, its value for one element
// in plain C++; `First` is the number of the first input it reads.

/// An input of the stage.
template <class T>
struct Leaf {
  using value_type = T;
  static constexpr int num_inputs = 1;

  template <int First>
  auto array(const Chunk& chunk) const {
    return ConstChunk<T>(static_cast<const T*>(chunk.inputs[static_cast<std::size_t>(First)]),
                         chunk.count);
  }
  template <int First>
  T number(std::span<const void* const> inputs) const {
    return *static_cast<const T*>(inputs[static_cast<std::size_t>(First)]);
  }
  void add_constants(std::string&) const {}
};

/// A constant of the program's text.
template <class T>
struct Constant {
  using value_type = T;
  static constexpr int num_inputs = 0;
  T value;

  template <int First>
  auto array(const Chunk& chunk) const {
    return Eigen::Array<T, Eigen::Dynamic, 1>::Constant(chunk.count, value);
  }
  template <int First>
  T number(std::span<const void* const>) const {
    return value;
  }
  /// Appends the bytes of what the program's text says, for ranks to compare.
  void add_constants(std::string& bytes) const {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
};

/// F of sub-expressions, whose promoted type is Promoted.
template <class F, class Promoted, class... Args>
struct Call {
  using operand = function::operand_t<F, Promoted>;
  using value_type = function::result_t<F, Promoted>;
  static constexpr int num_inputs = (Args::num_inputs + ... + 0);
  std::tuple<Args...> args;

  template <int First>
  auto array(const Chunk& chunk) const {
    return visit<First>([&]<int... Starts>(std::integer_sequence<int, Starts...>) {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return applied<F, operand>(
            converted<operand_type<I>>(std::get<I>(args).template array<Starts>(chunk))...);
      }
      (std::index_sequence_for<Args...>{});
    });
  }
  template <int First>
  value_type number(std::span<const void* const> inputs) const {
    return visit<First>([&]<int... Starts>(std::integer_sequence<int, Starts...>) {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return F::apply(
            convert_element<operand_type<I>>(std::get<I>(args).template number<Starts>(inputs))...);
      }
      (std::index_sequence_for<Args...>{});
    });
  }
  void add_constants(std::string& bytes) const {
    std::apply([&](const auto&... arg) { (arg.add_constants(bytes), ...); }, args);
  }

 private:
  template <std::size_t I>
  using operand_type =
      std::conditional_t<F::domain == function::Domain::choice && I == 0, bool, operand>;

  /// The number of the first input of every argument.
  template <int First, class Body>
  static auto visit(Body&& body) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return body(std::integer_sequence<int, First + inputs_before<I>()...>{});
    }
    (std::index_sequence_for<Args...>{});
  }
  template <std::size_t I>
  static constexpr int inputs_before() {
    constexpr std::array<int, sizeof...(Args)> counts{Args::num_inputs...};
    int sum = 0;
    for (std::size_t k = 0; k < I; ++k) sum += counts[k];
    return sum;
  }
};

/// The stage that computes a fused expression; its operands are filled in by the caller.
template <class K>
Stage make_stage(std::string name, std::int64_t flops, const K& expression) {
  using T = typename K::value_type;
  Stage stage;
  stage.name = std::move(name);
  stage.output = element_type_of<T>();
  stage.flops_per_element = Flops{flops};
  stage.run = [expression](const Chunk& chunk) {
    Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>(static_cast<T*>(chunk.output), chunk.count) =
        expression.template array<0>(chunk);
  };
  stage.plain = [expression](std::span<const void* const> inputs, void* output, const Extents&) {
    *static_cast<T*>(output) = expression.template number<0>(inputs);
  };
  stage.identity.type = relatile::detail::type_hash<K>();
  expression.add_constants(stage.identity.state);
  return stage;
}

}  // namespace relatile::kernel
