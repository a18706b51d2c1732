// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <boost/serialization/vector.hpp>
#include <relatile/array/relation_data.hpp>
#include <relatile/relatile.hpp>
#include <relatile/transport/packed.hpp>
#include <vector>

#include "support/against_reference.hpp"
#include "support/pmpi_count.hpp"

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
  rt::test::require_exact(report);
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
