// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"

// A program in words, as plain data. Two parts of a program are equal if they say the same,
// wherever in the text they stand.

namespace relatile::program {

/// A place in the text of a program, both counted from 1; columns in bytes.
struct Position {
  int line = 1;
  int column = 1;
};

/// A name or a quoted string, without its quotes.
struct Word {
  std::string text;
  Position at;
  friend bool operator==(const Word& a, const Word& b) { return a.text == b.text; }
};

struct Number {
  std::int64_t value = 0;
  Position at;
  friend bool operator==(const Number& a, const Number& b) { return a.value == b.value; }
};

/// One index of a slice: a range start:stop:step, or a position, which drops its axis.
struct Index {
  bool range = true;
  std::optional<std::int64_t> start;  ///< or the position
  std::optional<std::int64_t> stop;
  std::optional<std::int64_t> step;
  Position at;
  friend bool operator==(const Index& a, const Index& b) {
    return a.range == b.range && a.start == b.start && a.stop == b.stop && a.step == b.step;
  }
};

/// Where the sites hold an input: split evenly along some axes, or a copy on every site.
struct Placed {
  bool replicated = false;
  std::vector<Number> axes;  ///< split
  Position at;
  friend bool operator==(const Placed& a, const Placed& b) {
    return a.replicated == b.replicated && a.axes == b.axes;
  }
};

enum class Operator : std::uint8_t {
  input,   ///< data that the sites hold when the program starts
  source,  ///< data that any site can make: random numbers, constants, files
  einsum,
  map,     ///< an elementwise function of one operand
  zip,     ///< an elementwise function of two or three operands
  reduce,  ///< sum, prod, min, max, mean, any or all
  transpose,
  slice,
};

/// One statement, `name = operator(...)`. Which fields count depends on the operator.
struct Statement {
  Word name;
  Operator kind = Operator::input;
  Position at;                 ///< of the operator
  std::vector<Word> operands;  ///< names of earlier statements

  std::vector<Number> extents;   ///< input, source
  Word dtype{"float64", {}};     ///< input, source: as NumPy calls it
  std::optional<Placed> placed;  ///< input; without it, the planner chooses where it starts

  Word function;            ///< map, zip: the function; reduce: "sum", ...; einsum: "ij,jk->ik"
  Word combine{"mul", {}};  ///< einsum: how the elements of operands become one
  Word reduce{"add", {}};   ///< einsum: how those become one that the output does not tell apart
  std::optional<std::vector<Number>> axes;  ///< reduce: all without it; transpose: reversed
  bool keepdims = false;                    ///< reduce: axes stay, with extent 1

  std::vector<Index> indices;  ///< slice; axes without an index are taken whole

  friend bool operator==(const Statement& a, const Statement& b) {
    return a.name == b.name && a.kind == b.kind && a.operands == b.operands &&
           a.extents == b.extents && a.dtype == b.dtype && a.placed == b.placed &&
           a.function == b.function && a.combine == b.combine && a.reduce == b.reduce &&
           a.axes == b.axes && a.keepdims == b.keepdims && a.indices == b.indices;
  }
};

struct Program {
  std::vector<Statement> statements;  ///< operands before their readers
  std::vector<Word> outputs;
  friend bool operator==(const Program& a, const Program& b) {
    return a.statements == b.statements && a.outputs == b.outputs;
  }
};

/// A text that is no program, or a program that can't be: names, shapes or element types that do
/// not fit together.
class ProgramError : public ParseError {
 public:
  ProgramError(Position at, std::string detail)
      : ParseError("relatile: line " + std::to_string(at.line) + ", column " +
                   std::to_string(at.column) + ": " + detail),
        at_(at),
        detail_(std::move(detail)) {}
  Position at() const { return at_; }
  /// What is wrong, without the place.
  const std::string& detail() const { return detail_; }

 private:
  Position at_;
  std::string detail_;
};

}  // namespace relatile::program
