// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/rules/cheapest_order.hpp>
#include <relatile/rules/split_contraction.hpp>
#include <relatile/tra/labels.hpp>
#include <relatile/tra/operators.hpp>

#include <algorithm>
#include <limits>
#include <random>
#include <string>

#include "support/catch.hpp"
#include "support/einsum_labels.hpp"
#include "support/graphs.hpp"

namespace contraction_order_test {

using namespace relatile;
using namespace relatile::rules;
using namespace einsum_labels;

namespace {

/// The fewest flops over all ways to take two terms, replace them by their result and go on.
/// Counts from scratch, sets of characters included.
double fewest(std::vector<std::string> terms, const std::string& output, const Sizes& sizes) {
  if (terms.size() == 1) return 0;
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (std::size_t j = i + 1; j < terms.size(); ++j) {
      std::vector<std::string> rest;
      std::string needed = output;
      for (std::size_t k = 0; k < terms.size(); ++k) {
        if (k == i || k == j) continue;
        rest.push_back(terms[k]);
        needed += terms[k];
      }
      std::string both = terms[i];
      for (char c : terms[j]) {
        if (both.find(c) == std::string::npos) both += c;
      }
      double flops = 1;
      std::string made;
      for (char c : both) {
        flops *= static_cast<double>(sizes.at(c));
        if (needed.find(c) != std::string::npos) made += c;
      }
      if (made.size() < both.size()) flops *= 2;
      rest.push_back(made);
      best = std::min(best, flops + fewest(std::move(rest), output, sizes));
    }
  }
  return best;
}

/// A path in the way opt_einsum writes it, each pair naming places in the list of what is left, as
/// steps.
std::vector<ContractionStep> steps_of(const std::vector<std::pair<int, int>>& path,
                                      std::size_t num_operands) {
  std::vector<int> left;
  for (std::size_t x = 0; x < num_operands; ++x) left.push_back(static_cast<int>(x));
  std::vector<ContractionStep> steps;
  for (const auto& [a, b] : path) {
    steps.push_back({left[static_cast<std::size_t>(a)], left[static_cast<std::size_t>(b)]});
    left.erase(left.begin() + std::max(a, b));
    left.erase(left.begin() + std::min(a, b));
    left.push_back(static_cast<int>(num_operands + steps.size()) - 1);
  }
  return steps;
}

}  // namespace

TEST_CASE("orders cost no more than opt_einsum's published ones") {
  struct Published {
    const char* where;
    std::string text;
    Sizes sizes;
    double flops;
  };
  const Sizes perturbation{{'a', 10}, {'d', 15}, {'c', 13}, {'j', 16},
                           {'b', 9},  {'i', 10}, {'k', 17}};
  const Sizes random{{'a', 6}, {'b', 2}, {'c', 9}, {'d', 3}, {'e', 7}, {'f', 4}, {'g', 2},
                     {'h', 5}, {'i', 3}, {'j', 5}, {'k', 5}, {'l', 4}, {'m', 8}, {'n', 8},
                     {'o', 9}, {'p', 2}, {'q', 5}, {'r', 9}, {'s', 4}, {'t', 5}};
  for (const auto& [where, text, sizes, flops] : {
           Published{"its front page", "pi,qj,ijkl,rk,sl->pqrs", equal_sizes(10), 8.0e5},
           // The sizes follow from the three costs that the page gives.
           Published{"The Optimal Path",
                     "abc,dc,ac->bd",
                     {{'a', 12}, {'b', 11}, {'c', 6}, {'d', 12}},
                     3168},
           // The page hashes letters to sizes; these give its three figures.
           Published{"Introduction", "bdik,acaj,ikab,ajac,ikbd->", perturbation, 80680},
           Published{"its test suite, rand_equation(10, 4, seed=43)",
                     "qgcf,sotr,klb,jlretia,hpn,nseha,jgoqm,ipkb,cdfm,d->", random, 663054},
           Published{
               "numpy.einsum_path", "ij,jk,kl->il", {{'i', 2}, {'j', 2}, {'k', 5}, {'l', 2}}, 56},
           Published{"numpy.einsum_path", "ea,fb,abcd,gc,hd->efgh", equal_sizes(10), 8.0e5},
       }) {
    CAPTURE(where, text);
    const ContractionLabels labels = labels_of(text, sizes);
    const ContractionOrder order = cheapest_order(labels);
    CHECK(order.optimal);
    CHECK(order.flops <= flops);
    CHECK(order.steps.size() == labels.size() - 1);
  }
}

TEST_CASE("orders cost no more than the paths of opt_einsum's test suite") {
  struct Path {
    std::string text;
    Sizes sizes;
    std::vector<std::pair<int, int>> path;
  };
  const Sizes usual = default_sizes();
  Sizes outer = equal_sizes(10);
  outer['g'] = 2;
  for (const auto& [text, sizes, path] : {
           Path{"eb,cb,fb->cef", usual, {{0, 2}, {0, 1}}},
           Path{"dd,fb,be,cdb->cef", usual, {{0, 3}, {0, 1}, {0, 1}}},
           Path{"bca,cdb,dbf,afc->", usual, {{1, 2}, {0, 2}, {0, 1}}},
           Path{"dcc,fce,ea,dbf->ab", usual, {{1, 2}, {0, 2}, {0, 1}}},
           Path{"abc,bdef,fghj,cem,mhk,ljk->adgl", usual, {{0, 3}, {0, 4}, {0, 2}, {0, 2}, {0, 1}}},
           Path{"abd,ac,bdc->", {{'a', 1}, {'b', 2}, {'c', 3}, {'d', 4}}, {{0, 2}, {0, 1}}},
           Path{"ab,cd,ef,fg->abcdeg", outer, {{2, 3}, {0, 2}, {0, 1}}},
           Path{"abc,cfd,dbe,efa->", equal_sizes(20), {{0, 1}, {0, 2}, {0, 1}}},
       }) {
    CAPTURE(text);
    const ContractionLabels labels = labels_of(text, sizes);
    const ContractionOrder published = priced(labels, steps_of(path, labels.size()));
    CHECK(cheapest_order(labels).flops <= published.flops);
  }
}

TEST_CASE("an outer product comes first where it is cheapest") {
  const ContractionLabels labels = labels_of("a,b,abc->c", {{'a', 2}, {'b', 2}, {'c', 3}});
  const ContractionOrder order = cheapest_order(labels);
  CHECK(order.steps == std::vector<ContractionStep>{{0, 1}, {3, 2}});
  CHECK(order.flops == 4 + 2 * 12);
}

TEST_CASE("no tree costs less than the order found, which costs what it says") {
  std::mt19937 random(20240611);
  const auto below = [&](int bound) {
    return static_cast<int>(random() % static_cast<unsigned>(bound));
  };
  int ties = 0;
  for (int round = 0; round < 400; ++round) {
    const int num_operands = 2 + below(4);
    const int num_labels = 1 + below(7);
    Sizes sizes;
    for (int l = 0; l < num_labels; ++l) sizes[static_cast<char>('a' + l)] = below(9);
    std::vector<std::string> terms(static_cast<std::size_t>(num_operands));
    std::string output;
    for (int l = 0; l < num_labels; ++l) {
      const char label = static_cast<char>('a' + l);
      // In two places at least: what only one operand has is reduced before.
      std::vector<std::size_t> places(terms.size() + 1);
      for (std::size_t p = 0; p < places.size(); ++p) places[p] = p;
      std::shuffle(places.begin(), places.end(), random);
      const int count = 2 + below(num_operands);
      for (int p = 0; p < std::min<int>(count, num_operands + 1); ++p) {
        const std::size_t place = places[static_cast<std::size_t>(p)];
        (place == terms.size() ? output : terms[place]) += label;
      }
    }
    std::string text;
    for (const auto& term : terms) text += (text.empty() ? "" : ",") + term;
    if (terms[0].empty()) text = text.substr(num_operands > 1 ? 0 : 1);
    std::string joined = terms[0];
    for (std::size_t x = 1; x < terms.size(); ++x) joined += "," + terms[x];
    CAPTURE(joined, output, round);
    const ContractionLabels labels = labels_of(joined + "->" + output, sizes);
    CHECK(labels.flops_before == 0);
    const ContractionOrder order = cheapest_order(labels);
    CHECK(order.flops == fewest(terms, output, sizes));
    const ContractionOrder again = priced(labels, order.steps);
    CHECK(again.flops == order.flops);
    CHECK(again.largest == order.largest);
    ties += order.flops == 0;
  }
  CHECK(ties < 300);
}

TEST_CASE("labels of one operand alone, diagonals and stretched axes leave before the first step") {
  const ContractionLabels labels =
      labels_of("iij,jk,kl->i", {{'i', 4}, {'j', 5}, {'k', 6}, {'l', 7}});
  // i, j, k are the labels 0, 1, 2.
  CHECK(labels.operands == std::vector<LabelSet>{0b011, 0b110, 0b100});
  CHECK(labels.flops_before == 6 * 7);
  tra::Node node;
  tra::set_op(node,
              tra::ContractMany{{},
                                {},
                                std::make_shared<const tra::Labelling>(einsum_detail::number_labels(
                                    einsum_detail::parse("ij,ij,jk->ik"))),
                                {}});
  for (const Extents& shape : {Extents{4, 5}, Extents{1, 5}, Extents{1, 6}}) {
    auto operand = std::make_shared<tra::Node>();
    operand->type.extents = shape;
    node.inputs.push_back(operand);
  }
  CHECK(contraction_labels(node).operands == std::vector<LabelSet>{0b101, 0b100, 0b010});
}

TEST_CASE("a label that both operands of a step have innermost stays innermost in its result") {
  const auto labels_made = [](const std::string& text, const std::vector<tra::NodePtr>& operands) {
    const auto node = graphs::einsum_of_many(text, operands);
    const rules::SplitContraction split(*node);
    // The second and the third operand first.
    const auto last =
        split.in_order(rules::priced(split.labels(), {{1, 2}, {0, 3}}, max_rank), node->inputs);
    const tra::NodePtr& made = last->inputs[1];
    std::string names;
    for (const AccessDim& dim : made->output.dims) {
      names += made->label_names[static_cast<std::size_t>(dim.label)];
    }
    return names;
  };
  const auto x = graphs::input({4, 5, 6});
  CHECK(labels_made("ijk,jr,kr->ir", {x, graphs::input({5, 3}), graphs::input({6, 3})}) == "jkr");
  CHECK(labels_made("ijk,jr,rk->ir", {x, graphs::input({5, 3}), graphs::input({3, 6})}) == "jrk");
}

TEST_CASE("more operands than the exact search takes are ordered greedily") {
  // A chain of 15 matrices in which the greedy choice is the best one: vectors at both ends.
  std::string text;
  Sizes sizes;
  for (int x = 0; x < 15; ++x) {
    text += std::string(x ? "," : "") + static_cast<char>('a' + x) + static_cast<char>('b' + x);
    sizes[static_cast<char>('a' + x)] = 10;
  }
  sizes['a'] = 1;
  sizes['p'] = 10;
  const ContractionLabels labels = labels_of(text + "->ap", sizes);
  const ContractionOrder order = cheapest_order(labels);
  CHECK_FALSE(order.optimal);
  CHECK(order.steps.size() == 14);
  CHECK(order.flops <=
        priced(labels, steps_of(std::vector<std::pair<int, int>>(14, {0, 1}), 15)).flops);
}

TEST_CASE("an order never takes more labels at once than an operator may have") {
  // 18 labels, of which each step of the chain needs 10; together they are too many.
  const std::string text = "abcdefghi,ij,jk,klmnopqr->abc";
  const ContractionLabels labels = labels_of(text, equal_sizes(2));
  CHECK(cheapest_order(labels).flops < 1e6);
  CHECK_THROWS_AS(
      cheapest_order(labels_of("abcdefghi,jklmnopq,ab->abcdefghijklmnopq", equal_sizes(2))),
      LimitExceeded);
}

}  // namespace contraction_order_test
