// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <relatile/core/error.hpp>

/// A command line that makes no sense.
class UsageError : public relatile::Error {
 public:
  using Error::Error;
};

enum class Format { text, json, dot };

/// What one command line asks for.
struct Request {
  std::string program;  ///< a file
  int sites = 0;
  int nodes = 1;
  std::vector<std::string> planners{"optimal"};  ///< or "all"
  std::string objective = "time";
  std::int64_t memory_per_site = 0;    ///< bytes; 0: as much as it takes
  std::optional<std::string> machine;  ///< a file
  bool simulate = false;
  Format format = Format::text;
  std::optional<std::string> help;  ///< the text, if it was asked for
};

/// The command-line parser; it fills a request.
class CommandLine {
 public:
  /// `planners` and `objectives` are the names that there are, for the help.
  CommandLine(const std::string& planners, const std::string& objectives)
      : app_("What a program would cost on many sites, planned on this one") {
    app_.name("relatile-plan");
    app_.add_option("PROGRAM", request_.program, "a text file, one statement a line")->required();
    app_.add_option("--sites", request_.sites, "how many sites there are")
        ->required()
        ->check(CLI::Range(1, 1 << 20));
    app_.add_option("--nodes", request_.nodes, "how many computers they are spread over");
    app_.add_option("--planner", request_.planners,
                    "one or more of " + planners +
                        ", or such as 'along h f', which cuts einsums along these labels; apart "
                        "by commas; or all")
        ->delimiter(',');
    app_.add_option("--objective", request_.objective, "what to minimise: " + objectives);
    app_.add_option("--memory-per-site", request_.memory_per_site,
                    "bytes that a plan may take on a site, or such as 64GB or 64GiB")
        ->transform(CLI::AsSizeValue(true))
        ->check(CLI::PositiveNumber);
    app_.add_option("--machine", request_.machine, "a JSON file that says how fast the machine is");
    app_.add_flag("--simulate", request_.simulate, "simulate the plan on the machine as well");
    auto* json = app_.add_flag_callback(
        "--json", [this] { request_.format = Format::json; }, "write JSON");
    auto* dot = app_.add_flag_callback(
        "--dot", [this] { request_.format = Format::dot; }, "write a graph for Graphviz");
    dot->excludes(json);
  }

  Request parse(std::vector<std::string> words) {
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    try {
      app_.parse(words);
    } catch (const CLI::CallForHelp&) {
      request_.help = app_.help();
      return request_;
    } catch (const CLI::ParseError& error) {
      throw UsageError(error.what());
    }
    if (request_.nodes < 1 || request_.nodes > request_.sites) {
      throw UsageError("--nodes: expected a number from 1 to that of the sites");
    }
    return request_;
  }

 private:
  CLI::App app_;
  Request request_;
};
