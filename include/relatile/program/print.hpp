// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "relatile/program/program.hpp"

namespace relatile::program {

namespace detail {

inline std::string listed(const std::vector<Number>& numbers) {
  std::string text;
  for (const auto& number : numbers) {
    text += (text.empty() ? "" : ", ") + std::to_string(number.value);
  }
  return text;
}

inline std::string listed(const std::vector<Word>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + word.text;
  return text;
}

inline void print_leaf(std::ostream& out, const Statement& statement) {
  out << (statement.kind == Operator::input ? "input(" : "source(") << listed(statement.extents)
      << ')';
  if (statement.dtype.text != "float64") out << " [" << statement.dtype.text << ']';
  if (!statement.placed) return;
  out << " placed ";
  if (statement.placed->replicated) {
    out << "replicated";
  } else {
    out << "split(" << listed(statement.placed->axes) << ')';
  }
}

inline void print_index(std::ostream& out, const Index& index) {
  if (index.start) out << *index.start;
  if (!index.range) return;
  out << ':';
  if (index.stop) out << *index.stop;
  if (index.step) out << ':' << *index.step;
}

inline void print_call(std::ostream& out, const Statement& statement) {
  const std::string function = '"' + statement.function.text + "\", ";
  switch (statement.kind) {
    case Operator::input:
    case Operator::source: return print_leaf(out, statement);
    case Operator::einsum:
      out << "einsum(" << function << listed(statement.operands);
      if (statement.combine.text != "mul") out << ", combine=\"" << statement.combine.text << '"';
      if (statement.reduce.text != "add") out << ", reduce=\"" << statement.reduce.text << '"';
      break;
    case Operator::map: out << "map(" << function << listed(statement.operands); break;
    case Operator::zip: out << "zip(" << function << listed(statement.operands); break;
    case Operator::reduce:
      out << statement.function.text << '(' << listed(statement.operands);
      if (statement.axes) {
        const bool one = statement.axes->size() == 1;
        out << ", axis=" << (one ? "" : "(") << listed(*statement.axes) << (one ? "" : ")");
      }
      if (statement.keepdims) out << ", keepdims=true";
      break;
    case Operator::transpose:
      out << "transpose(" << listed(statement.operands);
      if (statement.axes) out << ", axes=(" << listed(*statement.axes) << ')';
      break;
    case Operator::slice:
      out << listed(statement.operands) << '[';
      for (std::size_t i = 0; i < statement.indices.size(); ++i) {
        if (i > 0) out << ", ";
        print_index(out, statement.indices[i]);
      }
      out << ']';
      return;
  }
  out << ')';
}

}  // namespace detail

/// "C = einsum("ik,kj->ij", A, B)"
inline std::ostream& operator<<(std::ostream& out, const Statement& statement) {
  out << statement.name.text << " = ";
  detail::print_call(out, statement);
  return out;
}

/// The program as `parse` reads it.
inline std::ostream& operator<<(std::ostream& out, const Program& program) {
  for (const auto& statement : program.statements) out << statement << '\n';
  return out << "output " << detail::listed(program.outputs) << '\n';
}

inline std::string to_text(const Program& program) {
  std::ostringstream out;
  out << program;
  return out.str();
}

}  // namespace relatile::program
