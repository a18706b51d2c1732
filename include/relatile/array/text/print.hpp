// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "relatile/core/definitions.hpp"
#include "relatile/core/foreign.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/expr/array.hpp"

// std::cout << x: arrays as NumPy prints them.

namespace relatile {

namespace detail {

template <ArrayExpression E>
tra::NodePtr printable(const E& x) {
  static_assert(is_scalar_type_v<element_of<E>>,
                "relatile: arrays of this element type can't be printed; only bool, integers, "
                "float, double and complex numbers can");
  return to_node(x);
}

RELATILE_INLINE std::ostream& write_array(std::ostream& out, const tra::NodePtr& array);
RELATILE_INLINE std::string array_text(const tra::NodePtr& array);
/// With at most `precision` digits after the point.
///
///   errors  ShapeMismatch for a negative precision
RELATILE_INLINE std::string array_text(const tra::NodePtr& array, int precision);

/// The line that a call of print makes, which ends with it. It is one operation of all ranks.
class PrintedLine {
 public:
  /// `where` is the line of the program that asks, as far as it is known.
  explicit PrintedLine(const std::string& where);
  ~PrintedLine();
  PrintedLine(const PrintedLine&) = delete;
  PrintedLine& operator=(const PrintedLine&) = delete;

  /// Begins the next word, after a space if it is not the first.
  void next_word();
  /// Where that word is written.
  std::ostream& text();
  /// An array inside a word: its rows stand below each other.
  void write_inside(const tra::NodePtr& array);
  /// Writes the line, on the process that runs site 0.
  void print() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Numbers by themselves, as arrays without dimensions are written.
RELATILE_INLINE void write_number(std::ostream& out, bool x);
RELATILE_INLINE void write_number(std::ostream& out, std::int64_t x);
RELATILE_INLINE void write_number(std::ostream& out, std::uint64_t x);
RELATILE_INLINE void write_number(std::ostream& out, float x);
RELATILE_INLINE void write_number(std::ostream& out, double x);
RELATILE_INLINE void write_number(std::ostream& out, const std::complex<float>& x);
RELATILE_INLINE void write_number(std::ostream& out, const std::complex<double>& x);

/// What goes to a stream by itself.
template <class X>
concept HasText = requires(std::ostream& to, const X& x) {
  to << x;
};
template <class X>
concept TextRange = !HasText<X> && requires(const X& x) {
  x.begin();
  x.end();
};
template <class X>
concept TextTuple = !HasText<X> && requires {
  std::tuple_size<X>::value;
};

template <class X>
void write_word(PrintedLine& line, const X& x);

/// A word inside another one, where Python quotes strings.
template <class X>
void write_inside(PrintedLine& line, const X& x) {
  if constexpr (ArrayExpression<X>) {
    line.write_inside(printable(x));
  } else if constexpr (std::is_convertible_v<const X&, std::string_view> ||
                       std::is_same_v<X, char>) {
    line.text() << '\'' << x << '\'';
  } else {
    write_word(line, x);
  }
}

/// As Python writes lists, sets and dictionaries.
template <class X>
void write_range(PrintedLine& line, const X& x) {
  constexpr bool keys = requires { typename X::key_type; };
  const char* between = "";
  line.text() << (keys ? '{' : '[');
  for (const auto& element : x) {
    line.text() << std::exchange(between, ", ");
    if constexpr (requires { typename X::mapped_type; }) {
      write_inside(line, element.first);
      line.text() << ": ";
      write_inside(line, element.second);
    } else {
      write_inside(line, element);
    }
  }
  line.text() << (keys ? '}' : ']');
}

template <class X>
void write_tuple(PrintedLine& line, const X& x) {
  line.text() << '(';
  std::apply(
      [&](const auto&... elements) {
        [[maybe_unused]] const char* between = "";
        ((line.text() << std::exchange(between, ", "), write_inside(line, elements)), ...);
      },
      x);
  line.text() << (std::tuple_size_v<X> == 1 ? ",)" : ")");
}

template <class X>
void write_word(PrintedLine& line, const X& x) {
  if constexpr (is_scalar_type_v<X>) {
    if constexpr (!is_integer_v<X>) {
      write_number(line.text(), x);
    } else {
      using Wide = std::conditional_t<std::is_signed_v<X>, std::int64_t, std::uint64_t>;
      write_number(line.text(), Wide(x));
    }
  } else if constexpr (TextRange<X>) {
    write_range(line, x);
  } else if constexpr (TextTuple<X>) {
    write_tuple(line, x);
  } else {
    constexpr bool has_text = HasText<X>;
    static_assert(has_text,
                  "relatile: print: of arrays, numbers, what std::cout takes, and vectors, maps, "
                  "pairs and tuples of these");
    if constexpr (has_text) line.text() << x;
  }
}

template <class X>
void take_line(std::string& line, const X& word) {
  if constexpr (ArrayExpression<X>) {
    if (line.empty()) line = to_node(word)->where;
  }
}

}  // namespace detail

/// Writes the array as NumPy prints it. It is written once, by the process that runs site 0; on all
/// others nothing comes out. Of more than 1000 elements only the corners are shown, and only they
/// travel to that site.
///
///   collective  yes: it evaluates x
template <ArrayExpression E>
[[gnu::always_inline]] inline std::ostream& operator<<(std::ostream& out, const E& x) {
  const AskedFrom scope(SourceLine::unknown_here());
  return detail::write_array(out, detail::printable(x));
}

template <detail::RelationLike R>
std::ostream& operator<<(std::ostream& out, const R&) {
  static_assert(!detail::RelationLike<R>,
                "relatile: a relation can't be printed; print an array of its blocks, "
                "rt::print(rt::to_array(r)), or what rt::to_map(r) gives, block by block");
  return out;
}

/// The same text as a string, on every rank. Collective.
template <ArrayExpression E>
std::string to_string(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::array_text(detail::printable(x));
}

/// With at most `precision` digits after the point: numpy.array2string(x, precision=precision).
template <ArrayExpression E>
std::string to_string(const E& x, int precision, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::array_text(detail::printable(x), precision);
}

/// Prints its arguments, separated by spaces, and a newline, once: Python's print. Numbers are
/// written as arrays without dimensions, in as many digits as it takes to read them back, true as
/// True; vectors, maps, sets, pairs and tuples, of arrays too, as Python's lists, dictionaries,
/// sets and tuples; everything else as std::cout would.
///
///   collective  yes, also where no argument is an array: all ranks call it
template <class... X>
[[gnu::always_inline]] inline void print(const X&... x) {
  const AskedFrom scope(SourceLine::unknown_here());
  std::string line_of_first;
  (detail::take_line(line_of_first, x), ...);
  detail::PrintedLine line(line_of_first);
  ((line.next_word(), detail::write_word(line, x)), ...);
  line.print();
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/text/impl/print.hpp"
#endif
