// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "relatile/program/parse.hpp"
#include "relatile/tra/operators.hpp"
#include "support/catch.hpp"

namespace relatile::program::to_graph_test {
namespace {

Graph graph_of(const std::string& text, int num_sites = 4) {
  GraphOptions options;
  options.num_sites = num_sites;
  options.file = "test.txt";
  return to_graph(parse(text), options);
}

tra::NodePtr node_of(const std::string& text, const std::string& name = "Z") {
  return graph_of(text + "\noutput " + name).value_of(name);
}

std::int64_t work(const tra::Node& node) {
  return volume(node.labels) * node.flops_per_element().value;
}

const auto& pairwise(const tra::NodePtr& node) {
  return tra::op_of<tra::ContractMany>(*node).pairwise;
}

TEST_CASE("inputs and sources are leaves indexed by their own axes") {
  const auto free = node_of("Z = input(30, 40) [float32]");
  CHECK(free->kind() == tra::Kind::input);
  CHECK_FALSE(free->evaluated());
  CHECK_FALSE(free->is_anywhere());
  CHECK(free->type.extents == Extents{30, 40});
  CHECK(free->type.block.element == element_type_of<float>());
  CHECK(free->labels == free->type.extents);
  CHECK(free->output == Access::identity(2));
  CHECK(free->label_names.size() == 2);
  CHECK(free->where == "test.txt:1");

  const auto source = node_of("Z = source(30)");
  CHECK(source->is_anywhere());
  CHECK_FALSE(source->evaluated());
}

TEST_CASE("a placed input has a value without data") {
  const auto split = node_of("Z = input(10, 40) placed split(0)");
  REQUIRE(split->evaluated());
  REQUIRE(split->value->held.size() == 4);
  CHECK(split->value->placement == "split(0:4)");
  CHECK(split->value->local.empty());
  CHECK(split->value->held[1] == std::vector<Box>{{{3, 0}, {5, 40}, false}});
  CHECK(split->value->held[3] == std::vector<Box>{{{8, 0}, {10, 40}, false}});

  const auto copied = node_of("Z = input(10, 40) placed replicated");
  for (const auto& held : copied->value->held)
    CHECK(held == std::vector<Box>{Box::whole({10, 40})});
}

std::vector<std::string> cuts(const std::string& extents, const std::string& axes) {
  std::vector<std::string> texts;
  for (int sites : {1, 4, 6, 7, 12, 1024}) {
    const std::string text = "Z = input(" + extents + ") placed split(" + axes + ")\noutput Z";
    texts.push_back(graph_of(text, sites).value_of("Z")->value->placement);
  }
  return texts;
}

TEST_CASE("several axes are split into the most even grid that the sites allow") {
  using Texts = std::vector<std::string>;
  CHECK(cuts("800, 800", "0, 1") == Texts{"split(one site)", "split(0:2 1:2)", "split(0:3 1:2)",
                                          "split(0:7)", "split(0:4 1:3)", "split(0:32 1:32)"});
  CHECK(cuts("10, 8000", "0, 1") == Texts{"split(one site)", "split(1:4)", "split(0:2 1:3)",
                                          "split(1:7)", "split(1:12)", "split(0:10 1:102)"});
  CHECK(cuts("3, 3", "1, 0") == Texts{"split(one site)", "split(1:3)", "split(1:3 0:2)",
                                      "split(1:3 0:2)", "split(1:3 0:3)", "split(1:3 0:3)"});
  CHECK(cuts("0, 5", "0, 1")[2] == "split(1:5)");
}

TEST_CASE("every element of a split input is on one site, on any number of sites") {
  for (const char* axes : {"0", "1", "2", "0, 1", "2, 0", "0, 1, 2"}) {
    for (int sites = 1; sites <= 9; ++sites) {
      CAPTURE(axes, sites);
      const std::string text =
          "Z = input(4, 3, 5) placed split(" + std::string(axes) + ")\noutput Z";
      std::int64_t held = 0;
      const tra::NodePtr node = graph_of(text, sites).value_of("Z");
      for_each_coordinate(Box::whole({4, 3, 5}), [&](const Extents& at) {
        for (const auto& boxes : node->value->held) {
          for (const auto& box : boxes) held += box.contains(unit_box(at)) ? 1 : 0;
        }
      });
      CHECK(held == 60);
    }
  }
}

const std::string arrays = "A = input(20, 30)\nB = input(30, 40)\nC = input(40, 10)\nS = input()\n";

TEST_CASE("einsums of two operands are contractions") {
  const auto product = node_of(arrays + "Z = einsum(\"ik,kj->ij\", A, B)");
  CHECK(product->kind() == tra::Kind::contract);
  CHECK(product->name == "einsum");
  CHECK(product->type.extents == Extents{20, 40});
  CHECK(product->labels == Extents{20, 40, 30});
  CHECK(product->label_names == std::vector<std::string>{"i", "j", "k"});
  CHECK(work(*product) == 2 * 20 * 30 * 40);
  REQUIRE(product->reduction());
  CHECK(product->reduction()->name == "sum");
  CHECK(product->reduction()->laws.associative);
  CHECK_FALSE(tra::op_of<tra::Contract>(*product).kernel);
  CHECK(product->where == "test.txt:5");
}

TEST_CASE("labels of one operand only are reduced before the product") {
  const Graph graph = graph_of(arrays + "Z = einsum(\"ik,lj->ij\", A, B)\noutput Z");
  const auto& nodes = graph.nodes.at("Z");
  REQUIRE(nodes.size() == 3);
  CHECK(nodes[2]->kind() == tra::Kind::contract);
  CHECK(nodes[2]->labels == Extents{20, 40});
  for (int x : {0, 1}) {
    const auto& sum = nodes[2]->inputs[static_cast<std::size_t>(x)];
    CHECK(sum->kind() == tra::Kind::map);
    CHECK(sum->reduction()->name == "sum");
    CHECK(sum->type.rank() == 1);
    CHECK(sum->where == "test.txt:5");
  }
}

TEST_CASE("einsums of one operand are views, or maps with a reduction") {
  const auto transposed = node_of(arrays + "Z = einsum(\"ij->ji\", A)");
  CHECK(transposed->is_view());
  CHECK(work(*transposed) == 0);
  CHECK(transposed->accesses[0] == Access::of_labels({1, 0}));
  const auto trace = node_of("A = input(5, 5)\nZ = einsum(\"ii->\", A)");
  CHECK(trace->accesses[0] == Access::of_labels({0, 0}));
  CHECK(trace->type.rank() == 0);
  CHECK(trace->reduction()->name == "sum");
  const auto any = node_of(arrays + "Z = einsum(\"ij->i\", A, reduce=\"or\")");
  CHECK(any->type.block.element == element_type_of<bool>());
  CHECK(any->reduction()->name == "any");
  CHECK(any->program()->stages.size() == 1);
}

TEST_CASE("an ellipsis of an einsum stands for axes that broadcast") {
  const std::string batches = "A = input(7, 1, 20, 30)\nB = input(6, 30, 40)\n";
  const auto product = node_of(batches + "Z = einsum(\"...ij,...jk->...ik\", A, B)");
  CHECK(product->type.extents == Extents{7, 6, 20, 40});
  CHECK(work(*product) == 2 * 7 * 6 * 20 * 30 * 40);
  CHECK(node_of(batches + "Z = einsum(\"...ij,...jk\", A, B)")->type.extents ==
        Extents{7, 6, 20, 40});
  CHECK_THROWS_WITH(
      node_of(batches + "Z = einsum(\"...ijkl,...jk->...il\", B, A)"),
      Catch::Matchers::ContainsSubstring("line 3, column 36: expected an operand of at least 4 "
                                         "dimensions for '...ijkl', but found"));
  CHECK_THROWS_WITH(node_of(batches + "Z = einsum(\"...ij,...jk->ik\", A, B)"),
                    Catch::Matchers::ContainsSubstring(
                        "expected an ellipsis in the output of \"...ij,...jk->ik\", "
                        "since those of the operands take axes"));
}

TEST_CASE("other semirings are maps with a reduction") {
  const auto paths =
      node_of(arrays + "Z = einsum(\"ik,kj->ij\", A, B, combine=\"add\", reduce=\"min\")");
  CHECK(paths->kind() == tra::Kind::map);
  CHECK(paths->inputs.size() == 2);
  CHECK(paths->labels == Extents{20, 40, 30});
  CHECK(paths->program()->stages[0].name == "add");
  CHECK(paths->reduction()->name == "min");
  CHECK(paths->reduction()->laws.idempotent);
  CHECK(work(*paths) == 2 * 20 * 30 * 40);
  const auto whether = node_of("A = input(5, 5) [bool]\nZ = einsum(\"ik,kj->ij\", A, A)");
  CHECK(whether->kind() == tra::Kind::map);
  CHECK(whether->type.block.element == element_type_of<bool>());
}

TEST_CASE("an einsum of many operands is one node that can be split in any order") {
  const Graph graph = graph_of(arrays + "Z = einsum(\"ab,bc,cd->ad\", A, B, C)\noutput Z");
  const tra::NodePtr chain = graph.value_of("Z");
  CHECK(graph.nodes.at("Z").size() == 1);
  CHECK(chain->kind() == tra::Kind::contract);
  CHECK(chain->inputs.size() == 3);
  REQUIRE(chain->is_many());
  const auto& names = tra::op_of<tra::ContractMany>(*chain).labelling->names;
  CHECK(names == std::vector<std::string>{"a", "d", "b", "c"});
  const tra::Labelling right{{{2, 3}, {3, 1}}, {2, 1}, names};
  const tra::NodePtr bc = pairwise(chain)(chain->inputs[1], chain->inputs[2], right);
  CHECK(bc->kind() == tra::Kind::contract);
  CHECK(bc->type.extents == Extents{30, 10});
  CHECK(work(*bc) == 2 * 30 * 40 * 10);
  CHECK(bc->where == "test.txt:5");
  const tra::Labelling last{{{0, 2}, {2, 1}}, {0, 1}, names};
  const tra::NodePtr abc = pairwise(chain)(chain->inputs[0], bc, last);
  CHECK(abc->type.extents == Extents{20, 10});

  const auto paths =
      node_of(arrays + "Z = einsum(\"ab,bc,cd->ad\", A, B, C, combine=\"add\", reduce=\"max\")");
  REQUIRE(paths->is_many());
  CHECK(pairwise(paths)(paths->inputs[1], paths->inputs[2], right)->kind() == tra::Kind::map);
}

TEST_CASE("what does not distribute is computed in one pass over all labels") {
  for (const char* functions :
       {"combine=\"sub\"", "reduce=\"min\"", "combine=\"or\", reduce=\"or\""}) {
    CAPTURE(functions);
    const auto node = node_of(arrays + "Z = einsum(\"ab,bc,cd->ad\", A, B, C, " + functions + ")");
    CHECK(node->kind() == tra::Kind::map);
    CHECK_FALSE(node->is_many());
    CHECK(node->program()->stages.size() == 2);
    CHECK(node->program()->stages[1].operands == std::vector<int>{3, 2});
    CHECK(node->labels == Extents{20, 10, 30, 40});
  }
}

TEST_CASE("elementwise functions broadcast as NumPy's") {
  const auto relu = node_of(arrays + "Z = map(\"relu\", A)");
  CHECK(relu->kind() == tra::Kind::map);
  CHECK(relu->name == "relu");
  CHECK(relu->program()->stages.size() == 1);
  CHECK_FALSE(relu->program()->stages[0].run);
  CHECK(work(*relu) == 20 * 30);
  const auto row = node_of(arrays + "R = A[0, :]\nZ = zip(\"add\", A, R)");
  CHECK(row->accesses[1] == Access::of_labels({1}));
  const auto scalar = node_of(arrays + "Z = zip(\"multiply\", A, S)");
  CHECK(scalar->type.extents == Extents{20, 30});
  CHECK(scalar->accesses[1].rank() == 0);
  const auto column = node_of(arrays + "R = A[:, 0:1]\nZ = zip(\"add\", A, R)");
  CHECK(column->accesses[1] == Access::of_labels({0, -1}));
  const auto twice = node_of(arrays + "Z = zip(\"add\", A, A)");
  CHECK(twice->inputs.size() == 1);
  CHECK(twice->program()->stages[0].operands == std::vector<int>{0, 0});
  const auto where = node_of(arrays + "K = zip(\"less\", A, S)\nZ = zip(\"where\", K, A, S)");
  CHECK(where->type.block.element == element_type_of<double>());
}

ElementType type_of(const std::string& statements) {
  return node_of(statements)->type.block.element;
}

TEST_CASE("element types are NumPy's") {
  const std::string numbers =
      "I = input(4) [int8]\nU = input(4) [uint16]\nF = input(4) [float32]\nX = input(4) "
      "[complex64]\n";
  CHECK(type_of(numbers + "Z = zip(\"add\", I, U)") == element_type_of<std::int32_t>());
  CHECK(type_of(numbers + "Z = zip(\"less\", I, F)") == element_type_of<bool>());
  CHECK(type_of(numbers + "Z = map(\"abs\", X)") == element_type_of<float>());
  CHECK(type_of(numbers + "Z = sum(I)") == element_type_of<std::int64_t>());
  CHECK(type_of(numbers + "Z = prod(U)") == element_type_of<std::uint64_t>());
  CHECK(type_of(numbers + "Z = mean(I)") == element_type_of<double>());
  CHECK(type_of(numbers + "Z = mean(F)") == element_type_of<float>());
  CHECK(type_of(numbers + "Z = max(I)") == element_type_of<std::int8_t>());
  CHECK(type_of(numbers + "Z = any(F)") == element_type_of<bool>());
  CHECK(type_of(numbers + "Z = einsum(\"i,i->\", I, I)") == element_type_of<std::int8_t>());
  CHECK(type_of(numbers + "Z = einsum(\"i,i->\", I, U, combine=\"div\")") ==
        element_type_of<double>());
}

TEST_CASE("operands of a product are converted where they differ") {
  const Graph graph = graph_of(
      "I = input(4) [int8]\nF = input(4) [float32]\nZ = einsum(\"i,i->\", I, F)\noutput Z");
  const auto& nodes = graph.nodes.at("Z");
  REQUIRE(nodes.size() == 2);
  CHECK(nodes[0]->name == "astype");
  CHECK(nodes[1]->inputs == std::vector<tra::NodePtr>{nodes[0], graph.value_of("F")});
  CHECK(nodes[1]->type.block.element == element_type_of<float>());
}

TEST_CASE("reductions take some axes, or all, and may keep them") {
  const auto all = node_of(arrays + "Z = sum(A)");
  CHECK(all->name == "sum");
  CHECK(all->type.rank() == 0);
  CHECK(node_of(arrays + "Z = max(A, axis=-1)")->type.extents == Extents{20});
  CHECK(node_of(arrays + "Z = prod(A, axis=(1, 0), keepdims=true)")->type.extents == Extents{1, 1});
  const auto mean = graph_of(arrays + "Z = mean(A, axis=0)\noutput Z").nodes.at("Z");
  REQUIRE(mean.size() == 2);
  CHECK(mean[0]->name == "sum");
  CHECK(mean[1]->name == "mean");
  CHECK(mean[1]->type.extents == Extents{30});
  CHECK(node_of("A = input(0)\nZ = sum(A)")->type.rank() == 0);
}

TEST_CASE("transposes and slices are views") {
  const auto reversed = node_of("A = input(2, 3, 4)\nZ = transpose(A)");
  CHECK(reversed->is_view());
  CHECK(reversed->type.extents == Extents{4, 3, 2});
  const auto permuted = node_of("A = input(2, 3, 4)\nZ = transpose(A, axes=(2, 0, -2))");
  CHECK(permuted->type.extents == Extents{4, 2, 3});
  CHECK(permuted->accesses[0] == Access::of_labels({1, 2, 0}));

  const auto slice = node_of("A = input(20, 30, 40)\nZ = A[-5:, 3, 1:-1:4]");
  CHECK(slice->is_view());
  CHECK(slice->type.extents == Extents{5, 10});
  const std::vector<AccessDim> dims{
      {0, 15, 1, 1, nullptr}, {-1, 3, 1, 1, nullptr}, {1, 1, 4, 1, nullptr}};
  CHECK(slice->accesses[0].dims == dims);
  CHECK(node_of("A = input(20, 30)\nZ = A[:1000]")->type.extents == Extents{20, 30});
  CHECK(node_of("A = input(20, 30)\nZ = A[7:3]")->type.extents == Extents{0, 30});
  CHECK(node_of("A = input(20)\nZ = A[-1]")->type.rank() == 0);
}

TEST_CASE("a graph knows which statement its nodes are of") {
  const Graph graph = graph_of(arrays +
                               "D = einsum(\"ik,kj->ij\", A, B)\nE = map(\"relu\", D)\n"
                               "F = sum(E, axis=0)\nG = transpose(F)\noutput F, E\n");
  CHECK(graph.outputs == std::vector<tra::NodePtr>{graph.value_of("F"), graph.value_of("E")});
  CHECK(graph.value_of("E")->inputs == graph.nodes.at("D"));
  CHECK(graph.value_of("G")->where == "test.txt:8");
}

}  // namespace
}  // namespace relatile::program::to_graph_test
