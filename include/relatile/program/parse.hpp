// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "relatile/program/line_parser.hpp"
#include "relatile/program/to_graph.hpp"

namespace relatile::program {

namespace detail {

/// Puts the statements of a text together, and knows which names there are.
class Reader {
 public:
  Program read(std::string_view text) {
    int number = 0;
    for (;;) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      read_line(text.substr(0, end), ++number);
      if (end == text.size()) break;
      text.remove_prefix(end + 1);
    }
    if (program_.outputs.empty()) {
      throw ProgramError({number, 1},
                         "expected a line 'output' with names, but found the end of the program");
    }
    return std::move(program_);
  }

 private:
  void read_line(std::string_view text, int number) {
    LineParser line(Scanner::tokens(text, number));
    if (line.empty()) return;
    if (line.is_output()) {
      for (auto& name : line.output()) add_output(std::move(name));
    } else {
      add(line.statement());
    }
  }

  void add(Statement statement) {
    for (const auto& operand : statement.operands) require_known(operand);
    const auto [earlier, is_new] = lines_.emplace(statement.name.text, statement.name.at.line);
    if (!is_new) {
      throw ProgramError(statement.name.at, "expected a new name, but found '" +
                                                statement.name.text + "', which line " +
                                                std::to_string(earlier->second) + " defines");
    }
    program_.statements.push_back(std::move(statement));
  }

  void add_output(Word name) {
    require_known(name);
    if (std::find(program_.outputs.begin(), program_.outputs.end(), name) !=
        program_.outputs.end()) {
      throw ProgramError(name.at,
                         "expected every output once, but found '" + name.text + "' again");
    }
    program_.outputs.push_back(std::move(name));
  }

  void require_known(const Word& name) const {
    if (lines_.contains(name.text)) return;
    throw ProgramError(name.at, "expected the name of an earlier statement, but found '" +
                                    name.text + "', which no line above defines");
  }

  Program program_;
  std::map<std::string, int> lines_;
};

}  // namespace detail

/// Reads a program: one statement a line, comments from # to the end of the line. What it returns
/// can be planned: names, shapes and element types fit together.
///
///   errors  ProgramError with line and column, what was expected, and what was found
inline Program parse(std::string_view text) {
  Program program = detail::Reader().read(text);
  to_graph(program);
  return program;
}

}  // namespace relatile::program
