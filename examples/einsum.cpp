// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// relatile-einsum: numpy.einsum of NumPy's files, distributed.
//
//   mpirun -n 4 relatile-einsum 'ij,jk->ik' a.npy b.npy -o c.npy
//   mpirun -n 4 relatile-einsum 'ij,jk,kl->il' a.npy b.npy c.npy -o d.npy
//   mpirun -n 4 relatile-einsum 'ij,jk->ik' a.npy b.npy --combine add --reduce min -o c.npy
//   mpirun -n 4 relatile-einsum --batch jobs.txt
//
// An error is one line on standard error and exit status 2, and leaves what was at the output's
// place as it was.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "einsum/shell_words.hpp"
#include "einsum/types.hpp"
// The declarations in types.hpp come before what uses them.
#include <relatile/context/context.hpp>
#include <relatile/context/explain.hpp>
#include <relatile/einsum/dynamic.hpp>
#include <relatile/io/load.hpp>
#include <relatile/io/npy.hpp>
#include <relatile/planner/space/named_plans.hpp>
#include <relatile/transport/file.hpp>

namespace rt = relatile;

namespace {

constexpr int failure = 2;  // the exit status

/// A command line that makes no sense.
class UsageError : public rt::Error {
 public:
  using rt::Error::Error;
};

/// What one command line asks for.
struct Job {
  rt::EinsumText einsum;
  std::vector<std::string> operands;
  std::optional<std::string> output;
  std::optional<std::string> plan;
  bool explain = false;
  std::optional<std::string> batch;
  std::optional<std::string> help;  ///< the text, if it was asked for
};

/// The command-line parser; it fills `job`.
class CommandLine {
 public:
  CommandLine() : app_("numpy.einsum of NumPy's files (.npy), distributed over MPI ranks") {
    using namespace rt::einsum_detail;
    app_.name("relatile-einsum");
    labels_ = app_.add_option("einsum", job_.einsum.labels, "such as 'ij,jk->ik'");
    app_.add_option("operand", job_.operands, "NumPy files, one for each operand")->expected(-1);
    app_.add_option("-o,--output", job_.output, "the NumPy file to write");
    combine_ = app_.add_option("--combine", job_.einsum.combine,
                               "how the operands' elements become one: mul (default), add, sub, "
                               "div, min, max, and, or");
    app_.add_option("--reduce", job_.einsum.reduce,
                    "how those become one that the output has no labels for: add (default), mul, "
                    "min, max, and, or");
    app_.add_flag("--explain", job_.explain, "print the plan, and then what it really cost");
    app_.add_option("--plan", job_.plan,
                    "how to combine two operands: " + rt::planner::all_plan_names());
    batch_ =
        app_.add_option("--batch", job_.batch,
                        "a file of jobs: a line has the arguments of one, quoted as in a shell");
  }

  Job parse(std::vector<std::string> words) {
    // "->" is an einsum of a scalar, but looks like an option; blanks in an einsum mean nothing.
    for (auto& word : words) {
      if (word.starts_with("->")) word.insert(0, " ");
    }
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    try {
      app_.parse(words);
    } catch (const CLI::CallForHelp&) {
      job_.help = app_.help();
      return job_;
    } catch (const CLI::ParseError& error) {
      throw UsageError(error.what());
    }
    if (job_.einsum.labels.starts_with(" ->")) job_.einsum.labels.erase(0, 1);
    job_.batch ? require_nothing_else() : require_job();
    return job_;
  }

 private:
  void require_job() const {
    if (labels_->count() == 0 || job_.operands.empty()) {
      throw UsageError("expected an einsum string and NumPy files; see --help");
    }
    const std::size_t count = job_.operands.size();
    if (count == 1 && combine_->count() > 0) throw UsageError("--combine needs two operands");
    if (count != 2 && job_.plan) throw UsageError("--plan needs two operands");
    if (!job_.output && !job_.explain) throw UsageError("expected -o FILE, --explain, or both");
    if (job_.plan && !rt::planner::is_plan_name(*job_.plan)) {
      throw UsageError("there is no plan called '" + *job_.plan + "'; there are " +
                       rt::planner::all_plan_names());
    }
    rt::require_valid(job_.einsum, job_.operands.size());
  }

  void require_nothing_else() const {
    for (const CLI::Option* option : app_.get_options()) {
      if (option->count() == 0 || option == batch_) continue;
      throw UsageError("--batch takes no other arguments");
    }
  }

  CLI::App app_;
  Job job_;
  CLI::Option* labels_ = nullptr;
  CLI::Option* combine_ = nullptr;
  CLI::Option* batch_ = nullptr;
};

/// A node for explain, which takes whatever has one.
struct Result {
  rt::tra::NodePtr node;
};
const rt::tra::NodePtr& to_node(const Result& result) { return result.node; }

std::string description(const rt::tra::NodePtr& node) {
  return to_string(node->type.extents) + " " + node->type.block.element.name();
}

std::vector<rt::tra::NodePtr> load_operands(const Job& job) {
  std::vector<rt::tra::NodePtr> operands;
  for (const auto& path : job.operands) {
    const auto known = std::find(job.operands.begin(), job.operands.end(), path);
    const auto first = static_cast<std::size_t>(known - job.operands.begin());
    operands.push_back(first < operands.size() ? operands[first] : rt::io::load_any(path));
  }
  return operands;
}

rt::tra::NodePtr make_node(const Job& job, const std::vector<rt::tra::NodePtr>& operands) {
  try {
    return rt::einsum(job.einsum, operands);
  } catch (const rt::ShapeMismatch& error) {  // it speaks of numbered operands
    std::string files;
    for (std::size_t x = 0; x < operands.size(); ++x) {
      files += (x > 0 ? ", operand " : "operand ") + std::to_string(x) + " is " + job.operands[x] +
               " of shape " + to_string(operands[x]->type.extents);
    }
    throw rt::ShapeMismatch(error.what() + (" (" + files) + ")");
  }
}

/// Runs jobs on all ranks; rank 0 speaks for all.
class Tool {
 public:
  explicit Tool(rt::Context& context) : context_(context) {}

  /// The exit status, the same on all ranks.
  int run(std::vector<std::string> words) const {
    try {
      const Job job = CommandLine().parse(std::move(words));
      if (job.help) {
        print(*job.help);
      } else if (job.batch) {
        return run_batch(*job.batch);
      } else {
        run_job(job);
      }
      return 0;
    } catch (const rt::Error& error) {  // thrown on all ranks or on none
      complain(error.what());
      return failure;
    }
  }

 private:
  void run_job(const Job& job) const {
    std::vector<rt::tra::NodePtr> operands = load_operands(job);
    Result result{make_node(job, operands)};
    if (job.plan) result.node->pins.plan = *job.plan;
    if (job.explain) {
      std::string text = "einsum '" + job.einsum.labels + "' of ";
      for (std::size_t x = 0; x < operands.size(); ++x) {
        text += job.operands[x] + " " + description(operands[x]) +
                (x + 1 < operands.size() ? ", " : "");
      }
      print(text + " -> " + description(result.node) + "\n" + rt::explain(result, rt::in_full));
    }
    if (job.output) {
      rt::io::save_any(*job.output, result.node);
    } else {
      rt::evaluate(result);
    }
    if (job.explain) print("measured:\n" + rt::explain(result, rt::in_full));
  }

  int run_batch(const std::string& path) const {
    constexpr std::int64_t longest = 64 << 20;
    const auto file = context_.transport().open_file(path);
    if (file->size() > longest) throw rt::IoError(path + " is too long for a file of jobs");
    const std::string text = file->read_prefix(longest);
    int status = 0;
    std::string_view rest = text;
    for (std::int64_t line = 1; !rest.empty(); ++line) {
      const std::size_t newline = std::min(rest.find('\n'), rest.size());
      if (!run_line(rest.substr(0, newline), line)) status = failure;
      rest.remove_prefix(std::min(newline + 1, rest.size()));
    }
    return status;
  }

  bool run_line(std::string_view line, std::int64_t number) const {
    try {
      const std::vector<std::string> words = ShellWords::of(line);
      if (words.empty()) return true;
      const Job job = CommandLine().parse(words);
      if (job.batch || job.help) throw UsageError("a job can't be --batch or --help");
      run_job(job);
      return true;
    } catch (const rt::Error& error) {
      complain(error.what(), "line " + std::to_string(number) + ": ");
      return false;
    }
  }

  void print(const std::string& text) const {
    if (context_.rank() == 0) std::cout << text << std::flush;
  }

  void complain(std::string_view message, const std::string& place = "") const {
    if (context_.rank() != 0) return;
    constexpr std::string_view prefix = "relatile: ";
    if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
    std::string line = "relatile-einsum: " + place + std::string(message);
    for (char& c : line) {
      if (static_cast<unsigned char>(c) < ' ') c = '?';  // a file's name may contain newlines
    }
    std::cerr << line + "\n" << std::flush;
  }

  rt::Context& context_;
};

}  // namespace

int main(int argc, char** argv) {
  try {
    rt::Context context(argc, argv);
    return Tool(context).run({argv + 1, argv + argc});
  } catch (const std::exception& error) {  // on this rank alone: the context has ended the others
    std::fprintf(stderr, "relatile-einsum: %s\n", error.what());
    return failure;
  }
}
