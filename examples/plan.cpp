// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// relatile-plan: what a program would cost on any number of sites.
//
//   relatile-plan program.txt --sites 1024 --nodes 128
//   relatile-plan program.txt --sites 64 --planner optimal,eindecomp,spartan --objective bytes
//   relatile-plan program.txt --sites 16 --planner all --json
//   relatile-plan program.txt --sites 16 --planner "optimal,along h f"
//
// An error is one line on standard error and exit status 2; those of the program begin with its
// file, line and column.

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <relatile/program/parse.hpp>
#include <string>
#include <string_view>

#include "plan/make_report.hpp"
#include "plan/request.hpp"
#include "plan/write.hpp"

namespace rt = relatile;

namespace {

constexpr int failure = 2;  // the exit status

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::array<char, 4096> part{};
  while (file.read(part.data(), part.size()) || file.gcount() > 0) {
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad()) {
    throw rt::IoError("cannot read " + path + ": " + std::strerror(errno));
  }
  return text;
}

void run(const Request& request) {
  const rt::program::Program program = rt::program::parse(read_file(request.program));
  rt::program::GraphOptions options;
  options.num_sites = request.sites;
  options.file = request.program;
  const PlanReport report = make_report(rt::program::to_graph(program, options), request);
  switch (request.format) {
    case Format::text: return write_text(std::cout, report);
    case Format::json: return write_json(std::cout, report);
    case Format::dot: return write_dot(std::cout, report, program);
  }
}

void complain(const std::string& place, std::string_view message) {
  constexpr std::string_view prefix = "relatile: ";
  if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
  std::string line = place + ": " + std::string(message);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = '?';  // what a text quotes may be anything
  }
  std::cerr << line + "\n";
}

}  // namespace

int main(int argc, char** argv) {
  Request request;
  try {
    request =
        CommandLine(all_planner_names(), all_objective_names()).parse({argv + 1, argv + argc});
    if (request.help) {
      std::cout << *request.help;
      return 0;
    }
    run(request);
    return 0;
  } catch (const rt::program::ProgramError& error) {
    complain(request.program + ":" + std::to_string(error.at().line) + ":" +
                 std::to_string(error.at().column),
             error.detail());
  } catch (const std::exception& error) {
    complain("relatile-plan", error.what());
  }
  return failure;
}
