// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/random_program.hpp"

#include <map>
#include <set>
#include <string>

#include "relatile/program/parse.hpp"
#include "relatile/program/print.hpp"
#include "support/catch.hpp"

namespace relatile::test::random_program_test {
namespace {

int num_operators(const program::Program& program) {
  int count = 0;
  for (const auto& statement : program.statements) count += statement.operands.empty() ? 0 : 1;
  return count;
}

/// Prints, reads back and builds the programs of many seeds.
template <class Look>
void check_programs(Sizes sizes, int count, Look&& look) {
  for (int seed = 0; seed < count; ++seed) {
    const program::Program program = random_program(static_cast<std::uint64_t>(seed), sizes);
    const std::string text = program::to_text(program);
    CAPTURE(seed, text);
    REQUIRE(num_operators(program) >= 2);
    REQUIRE(num_operators(program) <= 15);
    REQUIRE(program::parse(text) == program);
    look(program,
         program::to_graph(program, {.num_sites = 1 + seed % 9, .file = "", .kernels = {}}));
  }
}

TEST_CASE("small random programs print, read back equal, and become graphs") {
  check_programs(Sizes::small, 2000, [](const auto&, const program::Graph& graph) {
    for (const auto& [name, nodes] : graph.nodes) {
      for (auto extent : nodes.back()->type.extents) {
        REQUIRE(extent >= 0);
        REQUIRE(extent <= 12);
      }
    }
  });
}

TEST_CASE("big random programs print, read back equal, and become graphs") {
  check_programs(Sizes::big, 2000, [](const auto&, const program::Graph&) {});
}

TEST_CASE("random programs have every operator, shared results and every placement") {
  std::map<program::Operator, int> operators;
  std::set<std::string> functions;
  std::map<std::string, int> leaves;
  std::map<std::size_t, int> einsums;
  int shared = 0;
  int empty = 0;
  check_programs(Sizes::small, 300,
                 [&](const program::Program& program, const program::Graph& graph) {
                   std::map<std::string, int> reads;
                   for (const auto& statement : program.statements) {
                     ++operators[statement.kind];
                     if (statement.kind == program::Operator::einsum) {
                       ++einsums[statement.operands.size()];
                       functions.insert(statement.combine.text + statement.reduce.text);
                     } else {
                       functions.insert(statement.function.text);
                     }
                     for (const auto& operand : statement.operands) ++reads[operand.text];
                     if (statement.kind == program::Operator::source) ++leaves["source"];
                     if (statement.kind != program::Operator::input) continue;
                     ++leaves[!statement.placed ? "free"
                              : statement.placed->replicated
                                  ? "replicated"
                                  : "split" + std::to_string(statement.placed->axes.size())];
                   }
                   for (const auto& [name, count] : reads) shared += count > 1 ? 1 : 0;
                   for (const auto& [name, nodes] : graph.nodes)
                     empty += volume(nodes.back()->type.extents) == 0;
                 });
  CHECK(operators.size() == 8);
  for (const auto& [kind, count] : operators) CHECK(count > 50);
  CHECK(leaves.size() == 5);
  for (const auto& [kind, count] : leaves) CHECK(count > 20);
  CHECK(einsums.size() == 4);
  for (const auto& [count, often] : einsums) CHECK(often > 20);
  for (const char* function :
       {"relu", "add", "subtract", "maximum", "sum", "min", "prod", "muladd", "addmin", "submin"}) {
    CAPTURE(function);
    CHECK(functions.contains(function));
  }
  CHECK(shared > 300);
  CHECK(empty > 50);
}

TEST_CASE("a seed means the same program everywhere") {
  CHECK(program::to_text(random_program(99, Sizes::small)) ==
        "X1 = input(4, 5, 2) placed split(0, 1)\n"
        "R1 = prod(X1, axis=0)\n"
        "R2 = R1[0:8]\n"
        "output R2\n");
  CHECK(program::to_text(random_program(31, Sizes::big)) ==
        "X1 = input(165376, 401751) placed split(1)\n"
        "X2 = input(401751, 401751)\n"
        "R1 = einsum(\"ik,kj->ij\", X1, X2)\n"
        "R2 = sum(X2, axis=0, keepdims=true)\n"
        "R3 = mean(R2, axis=0)\n"
        "output R1, R3\n");
}

}  // namespace
}  // namespace relatile::test::random_program_test
