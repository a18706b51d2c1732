// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <omp.h>

#include <map>
#include <relatile/engine/local_array.hpp>
#include <relatile/kernel/products/contract.hpp>
#include <relatile/kernel/reductions.hpp>
#include <relatile/tra/contract.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace cut_contraction_test {

using namespace relatile;
using Kind = engine::ContractionCut::Kind;

namespace {

SiteData some_data(const Extents& extents, int seed) {
  const Buffer buffer = allocate_buffer(volume(extents) * 8);
  auto* elements = reinterpret_cast<double*>(buffer.get());
  for (std::int64_t i = 0; i < volume(extents); ++i) elements[i] = double((i * 7 + seed) % 9 - 4);
  return {{{Box::whole(extents), buffer}}, {}};
}

/// "ij-ik-kj": result, left and right operand; `same`: both operands are the same memory.
struct Einsum {
  Einsum(const std::string& spec, const std::map<char, std::int64_t>& extents, bool same) {
    tra::Labelling labelling;
    std::map<char, int> numbers;
    std::vector<Extents> shapes(1);
    std::vector<std::vector<int>> labels(1);
    for (char c : spec) {
      if (c == '-') {
        shapes.emplace_back();
        labels.emplace_back();
        continue;
      }
      if (numbers.try_emplace(c, int(numbers.size())).second) {
        labelling.names.push_back(std::string(1, c));
      }
      labels.back().push_back(numbers.at(c));
      shapes.back().push_back(extents.at(c));
    }
    labelling.output = labels[0];
    labelling.operands = {labels[1], labels[2]};
    std::vector<tra::NodePtr> inputs;
    for (std::size_t x : {1U, 2U}) {
      inputs.push_back(std::make_shared<tra::Node>());
      inputs.back()->type = tra::array_type(element_type_of<double>(), shapes[x]);
    }
    node = tra::make_contract("einsum", inputs[0], inputs[1], labelling,
                              kernel::make_reduction<kernel::Sum, double>(), {},
                              kernel::contract<double>);
    left = some_data(shapes[1], 1);
    right = same ? left : some_data(shapes[2], 2);
    result = some_data(shapes[0], 3);
  }
  std::vector<double> run(int threads) {
    omp_set_num_threads(threads);
    engine::run_array(*node, Box::whole(node->labels), {&left, &right}, result, true);
    const auto* elements = reinterpret_cast<const double*>(result.pieces[0].data.get());
    return {elements, elements + result.pieces[0].box.count()};
  }
  engine::ContractionCut cut(int threads) {
    const LocalCall call =
        engine::local_call(*node, Box::whole(node->labels), {&left, &right}, result.pieces[0]);
    return engine::CutSearch(call, threads, engine::accumulator_per_thread / 8).best();
  }
  tra::NodePtr node;
  SiteData left, right, result;
};

}  // namespace

TEST_CASE("threads share a product's result in near squares, batches, or the sum") {
  // Labels are numbered as they come in the text.
  CHECK(Einsum("ij-ik-kj", {{'i', 400}, {'j', 400}, {'k', 400}}, false).cut(4).parts ==
        Extents{2, 2, 1});
  CHECK(Einsum("ij-ik-kj", {{'i', 400}, {'j', 400}, {'k', 400}}, false).cut(2).parts ==
        Extents{2, 1, 1});
  CHECK(Einsum("bij-bik-bkj", {{'b', 8}, {'i', 50}, {'j', 50}, {'k', 50}}, false).cut(4).parts ==
        Extents{4, 1, 1, 1});
  const auto tall = Einsum("ij-ki-kj", {{'k', 20000}, {'i', 64}, {'j', 64}}, true).cut(2);
  CHECK(tall.kind == Kind::summed);
  CHECK(tall.label == 2);
  const auto square = Einsum("ij-ki-kj", {{'k', 600}, {'i', 600}, {'j', 600}}, true).cut(3);
  CHECK(square.kind == Kind::triangle);
  CHECK(square.label == 0);
  CHECK(square.other == 1);
  // The same shape, but not the same memory: half of it would be wrong.
  CHECK(Einsum("ij-ki-kj", {{'k', 600}, {'i', 600}, {'j', 600}}, false).cut(3).kind == Kind::grid);
}

TEST_CASE("any number of threads computes what one does") {
  const std::map<char, std::int64_t> sizes{{'b', 7}, {'i', 130}, {'j', 130}, {'k', 40}};
  const int before = omp_get_max_threads();
  for (int threads : {2, 3, 4}) {
    for (const bool same : {true, false}) {
      for (const char* spec : {"ij-ki-kj", "ij-ik-jk"}) {
        CAPTURE(threads, same, spec);
        CHECK(Einsum(spec, sizes, same).run(threads) == Einsum(spec, sizes, same).run(1));
      }
    }
    for (const char* spec : {"bij-bik-bkj", "ij-bik-bkj", "jib-bik-kbj", "ik-bij-bjk"}) {
      CAPTURE(threads, spec);
      CHECK(Einsum(spec, sizes, false).run(threads) == Einsum(spec, sizes, false).run(1));
    }
    CHECK(Einsum("ij-ki-kj", {{'k', 9000}, {'i', 20}, {'j', 20}}, true).run(threads) ==
          Einsum("ij-ki-kj", {{'k', 9000}, {'i', 20}, {'j', 20}}, true).run(1));
    CHECK(Einsum("bij-bki-bkj", {{'b', 2}, {'k', 30}, {'i', 260}, {'j', 260}}, true).run(threads) ==
          Einsum("bij-bki-bkj", {{'b', 2}, {'k', 30}, {'i', 260}, {'j', 260}}, true).run(1));
  }
  omp_set_num_threads(before);
}

}  // namespace cut_contraction_test
