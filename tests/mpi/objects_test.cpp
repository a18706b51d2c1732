// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <boost/serialization/vector.hpp>
#include <relatile/array/relations/data.hpp>
#include <relatile/relatile.hpp>
#include <relatile/transport/packed.hpp>
#include <vector>

#include "support/against_reference.hpp"
#include "support/pmpi_count.hpp"

namespace objects_test {

namespace rt = relatile;

namespace {

/// Sums and counts of what fell into each of three classes: a block that is no array.
struct Tally {
  std::vector<double> sums = std::vector<double>(3);
  std::vector<long> counts = std::vector<long>(3);

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& sums& counts;
  }
};

Tally tally(double start, std::int64_t rows) {
  Tally result;
  for (std::int64_t i = 0; i < rows; ++i) {
    const auto c = static_cast<std::size_t>((static_cast<std::int64_t>(start) + i) % 3);
    result.sums[c] += start + static_cast<double>(i);
    ++result.counts[c];
  }
  return result;
}

Tally merged(const Tally& a, const Tally& b) {
  Tally result = a;
  for (std::size_t c = 0; c < 3; ++c) {
    result.sums[c] += b.sums[c];
    result.counts[c] += b.counts[c];
  }
  return result;
}

}  // namespace

TEST_CASE("structs travel as Boost.Serialization writes them, with the predicted bytes") {
  rt::Context context(MPI_COMM_WORLD);
  rt::Array<double, 2> x =
      rt::from_function({101, 2}, [](std::int64_t i, std::int64_t) { return double(i); });
  rt::evaluate(x);
  auto tallies = rt::transform(rt::blocks(x, {4, 2}),
                               [](const auto& block) { return tally(block(0, 0), block.rows()); });
  auto total = rt::aggregate(tallies, rt::by<>, merged);
  auto everywhere = rt::transform(total, [](const Tally& t) { return t.sums[0] + t.sums[2]; });
  rt::test::pmpi_count.reset();
  rt::evaluate(total, everywhere);
  const rt::engine::Report& report = rt::report(total);
  rt::test::require_exact_traffic(report);
  CHECK(report.plan.traffic().sent[static_cast<std::size_t>(context.rank())].value ==
        rt::test::pmpi_count.sent);

  const Tally expected = tally(0, 101);
  for (const auto& [key, value] : rt::to_map(total)) {
    CHECK(value.sums == expected.sums);
    CHECK(value.counts == expected.counts);
  }
  for (const auto& [key, value] : rt::to_map(everywhere)) {
    CHECK(value == expected.sums[0] + expected.sums[2]);
  }
}

namespace {

/// A list whose length only the data decide: kernels are asked for sizes of blocks of zeros, of
/// which none is long.
struct Findings {
  std::vector<double> values;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& values;
  }
};

/// Per block of 4 rows, all numbers above 0.5.
auto findings(const rt::Array<double, 2>& x) {
  return rt::transform(rt::blocks(x, {4, 100}), [](const auto& block) {
    Findings found;
    for (Eigen::Index i = 0; i < block.rows(); ++i) {
      for (Eigen::Index j = 0; j < block.cols(); ++j) {
        if (block(i, j) > 0.5) found.values.push_back(block(i, j));
      }
    }
    return found;
  });
}

rt::Array<double, 2> numbers() {
  rt::Array<double, 2> x = rt::from_function({40, 100}, [](std::int64_t i, std::int64_t j) {
    return double((i * 37 + j * 11) % 100) / 100;
  });
  rt::evaluate(x);
  return x;
}

std::size_t expected_count() {
  std::size_t count = 0;
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 100; ++j) count += (i * 37 + j * 11) % 100 > 50 ? 1 : 0;
  }
  return count;
}

auto joined = [](const Findings& a, const Findings& b) {
  Findings both = a;
  both.values.insert(both.values.end(), b.values.begin(), b.values.end());
  return both;
};

}  // namespace

TEST_CASE("objects whose size only their kernel knows are an estimate until they are there") {
  rt::Context context(MPI_COMM_WORLD);
  const rt::Array<double, 2> x = numbers();
  auto total = rt::aggregate(findings(x), rt::by<>, joined);
  const std::string full = rt::explain(total, rt::in_full);
  const std::string table = rt::explain(total);
  const std::string json = rt::explain(total, rt::as_json);

  rt::test::pmpi_count.reset();
  rt::evaluate(total);
  const rt::engine::Report& report = rt::report(total);
  rt::test::require_exact_traffic(report);
  CHECK(!report.plan.is_estimated());
  CHECK(report.plan.traffic().sent[static_cast<std::size_t>(context.rank())].value ==
        rt::test::pmpi_count.sent);
  // What moves depends on the plan: on many ranks, the numbers themselves.
  bool moves = false;
  for (const auto& step : report.plan.steps) {
    const bool of_objects =
        report.plan.nodes[static_cast<std::size_t>(step.node)]->type.block.object != nullptr;
    moves = moves || (of_objects && step.exchange.pattern != rt::plan::Pattern::none);
  }
  CHECK((full.find("total about ") != std::string::npos) == moves);
  CHECK((table.find("  total about ") != std::string::npos) == moves);
  CHECK((json.find("\"estimated\": true") != std::string::npos) == moves);
  if (context.num_sites() == 2 || context.num_sites() == 3) CHECK(moves);
  CHECK(rt::explain(total, rt::in_full).find("about ") == std::string::npos);
  for (const auto& [key, value] : rt::to_map(total)) {
    CHECK(value.values.size() == expected_count());
  }
}

TEST_CASE("objects that are stored weigh what they weigh when they move again") {
  rt::Context context(MPI_COMM_WORLD);
  const rt::Array<double, 2> x = numbers();
  auto found = findings(x);
  rt::evaluate(found);
  auto total =
      rt::aggregate(rt::transform(found, [](const Findings& f) { return f; }), rt::by<>, joined);
  auto moved = rt::rekey(found, [](rt::KeyOf<2> key) { return rt::KeyOf<2>{key[0], key[1]}; });
  rt::evaluate(total);
  rt::test::require_exact_traffic(rt::report(total));
  auto copy = rt::placed(moved, rt::on_rank(0));
  const std::string before = rt::explain(copy, rt::in_full);
  CHECK(before.find("about ") == std::string::npos);
  CHECK(before.find("predicted") != std::string::npos);
  rt::test::pmpi_count.reset();
  rt::evaluate(copy);
  const rt::engine::Report& report = rt::report(copy);
  rt::test::require_exact_traffic(report);
  CHECK(report.plan.traffic().sent[static_cast<std::size_t>(context.rank())].value ==
        rt::test::pmpi_count.sent);
  CHECK(rt::to_map(copy).size() == 10);
}

TEST_CASE("objects longer than the longest message travel in several") {
  rt::Context context(MPI_COMM_WORLD, 64);
  const rt::Array<double, 2> x = numbers();
  auto total = rt::aggregate(findings(x), rt::by<>, joined);
  rt::evaluate(total);
  const rt::engine::Report& report = rt::report(total);
  rt::test::require_exact_traffic(report);
  if (context.num_sites() > 1) CHECK(report.plan.traffic().total_messages().value > 20);
  for (const auto& [key, value] : rt::to_map(total)) {
    CHECK(value.values.size() == expected_count());
  }
}

}  // namespace objects_test
