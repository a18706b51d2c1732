// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/kernel/products/contract.hpp>

#include <algorithm>
#include <complex>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace contract_test {

using namespace relatile;

namespace {

/// An array whose axes carry labels: strided memory with `gap` unused elements after every row.
template <class T>
struct Labelled {
  Labelled(const std::string& labels, const std::string& all, const Extents& extents, int gap,
           int seed) {
    Extents shape;
    for (char label : labels) shape.push_back(extents[static_cast<int>(all.find(label))]);
    Extents padded = shape;
    if (!padded.empty()) padded[padded.rank() - 1] += gap;
    elements.resize(static_cast<std::size_t>(volume(padded)));
    for (std::size_t i = 0; i < elements.size(); ++i) {
      elements[i] = T(static_cast<float>((i * 7 + std::size_t(seed)) % 9) - 4.0F);
    }
    const Extents own = row_major_strides(padded);
    strides = Extents::filled(extents.rank(), 0);
    for (std::size_t d = 0; d < labels.size(); ++d) {
      strides[static_cast<int>(all.find(labels[d]))] += own[static_cast<int>(d)];
    }
  }
  T& at(const Extents& labels) {
    std::int64_t offset = 0;
    for (int l = 0; l < labels.rank(); ++l) offset += labels[l] * strides[l];
    return elements[static_cast<std::size_t>(offset)];
  }
  std::vector<T> elements;
  Extents strides;
};

template <class T>
constexpr T garbage = std::numeric_limits<T>::has_quiet_NaN ? std::numeric_limits<T>::quiet_NaN()
                                                            : T(99);

/// "abc-adec-ebd": result, left and right operand.
template <class T>
void check(const std::string& spec, const Extents& extents, int gap, bool begins) {
  CAPTURE(spec, extents, gap, begins);
  const std::size_t first = spec.find('-');
  const std::size_t second = spec.find('-', first + 1);
  std::string all = spec;
  all.erase(std::remove(all.begin(), all.end(), '-'), all.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  const std::string out = spec.substr(0, first);
  Labelled<T> a(spec.substr(first + 1, second - first - 1), all, extents, gap, 1);
  Labelled<T> b(spec.substr(second + 1), all, extents, gap, 2);
  Labelled<T> c(out, all, extents, gap, 3);

  LocalCall call;
  call.labels = Box::whole(extents);
  call.begins = begins;
  for (int l = 0; l < extents.rank(); ++l) {
    call.aggregated[static_cast<std::size_t>(l)] =
        out.find(all[static_cast<std::size_t>(l)]) == std::string::npos;
  }
  if (begins) {
    for_each_coordinate(call.labels, [&](const Extents& at) { c.at(at) = T(0); });
  }
  Labelled<T> expected = c;
  for_each_coordinate(call.labels, [&](const Extents& at) {
    expected.at(at) = static_cast<T>(expected.at(at) + a.at(at) * b.at(at));
  });
  if (begins) {
    for_each_coordinate(call.labels, [&](const Extents& at) { c.at(at) = garbage<T>; });
  }
  call.inputs = {{reinterpret_cast<const std::byte*>(a.elements.data()), a.strides},
                 {reinterpret_cast<const std::byte*>(b.elements.data()), b.strides}};
  call.output = reinterpret_cast<std::byte*>(c.elements.data());
  call.output_strides = c.strides;
  kernel::contract<T>(call);
  REQUIRE(c.elements == expected.elements);
}

template <class T>
void check_both(const std::string& spec, const Extents& extents) {
  for (int gap : {0, 3}) {
    for (bool begins : {true, false}) check<T>(spec, extents, gap, begins);
  }
}

}  // namespace

TEST_CASE("einsums of two operands are what plain loops compute, whatever the order of labels") {
  // Extents of the labels in alphabetical order.
  check_both<double>("abcde-efbad-cf", {5, 9, 6, 7, 8, 4});
  check_both<double>("abcd-dbea-ec", {9, 8, 17, 6, 11});
  check_both<double>("abc-bda-dc", {20, 30, 16, 21});
  check_both<double>("ab-cad-dcb", {33, 40, 9, 8});
  check_both<double>("abc-adec-ebd", {12, 20, 9, 5, 17});
  check_both<double>("abcd-aebf-dfce", {8, 9, 10, 12, 7, 6});
  check_both<double>("abcdef-degb-gfac", {5, 4, 6, 7, 3, 5, 9});
  check_both<double>("ij-ki-kj", {40, 41, 42});
  check_both<double>("ijb-ikb-kjb", {19, 17, 18, 21});  // labels b i j k
  check_both<double>("if-ijf-jf", {100, 9, 11});
  check_both<double>("if-ijf-jf", {2100, 3, 4});
  check_both<double>("b-bk-bk", {30, 50});
  check_both<double>("ab-a-b", {7, 30});
  check_both<double>("ab-ab-ab", {7, 30});
  check_both<double>("-a-a", {100});
  check_both<double>("a-ab-b", {30, 40});
  check_both<float>("abc-bda-dc", {20, 30, 16, 21});
  check_both<std::complex<double>>("abcd-dbea-ec", {9, 8, 7, 6, 5});
  check_both<int>("ijb-ikb-kjb", {9, 7, 8, 11});
  check_both<std::int16_t>("abcd-dbea-ec", {9, 8, 7, 6, 5});
}

TEST_CASE("what is copied is cut to fit its memory, at all ends of all axes") {
  check<double>("ab-cad-dcb", {700, 90, 10, 30}, 0, true);
  check<double>("ab-cad-dcb", {700, 90, 10, 30}, 3, false);
  check<double>("abcd-dbea-ec", {21, 30, 23, 22, 20}, 0, true);
  check<double>("ijb-ikb-kjb", {37, 40, 41, 100}, 0, false);
}

TEST_CASE("einsums of random labels and extents are what plain loops compute") {
  std::mt19937 dice(5);
  const auto below = [&](int n) { return int(dice() % unsigned(n)); };
  for (int round = 0; round < 400; ++round) {
    const std::string all = std::string("abcdef").substr(0, std::size_t(1 + below(6)));
    std::string parts[3];
    Extents extents;
    for (char label : all) {
      extents.push_back(1 + below(below(2) == 0 ? 3 : 14));
      const int role = below(5);  // 4: only of an operand, and summed
      if (role == 0 || role == 1 || role == 3) parts[0] += label;
      if (role != 1) parts[1] += label;
      if (role != 0 && role != 4) parts[2] += label;
    }
    for (auto& part : parts) std::shuffle(part.begin(), part.end(), dice);
    // A label of extent one may be anywhere; one that only an operand has is not written at once.
    const bool begins = below(2) == 0 && std::all_of(all.begin(), all.end(), [&](char label) {
                          return parts[0].find(label) != std::string::npos ||
                                 parts[2].find(label) != std::string::npos;
                        });
    check<double>(parts[0] + "-" + parts[1] + "-" + parts[2], extents, below(2) * 2, begins);
  }
}

}  // namespace contract_test
