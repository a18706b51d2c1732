// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <boost/serialization/array_wrapper.hpp>
#include <boost/serialization/vector.hpp>
#include <relatile/transport/packed.hpp>

#include "support/relations.hpp"

// Relations whose blocks are structs of the user's own.

namespace relatile::relation_objects_test {
namespace {

using test::Plain;
using Matrix = BlockValue<Dense<double, 2>>;
using Vector = BlockValue<Dense<double, 1>>;

/// Sums and counts of points by cluster, as k-means adds them up.
struct Clusters {
  Matrix sums;
  std::vector<std::int64_t> counts;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    std::int64_t rows = sums.rows();
    std::int64_t cols = sums.cols();
    archive& rows& cols& counts;
    if constexpr (Archive::is_loading::value) sums.resize(rows, cols);
    archive& boost::serialization::make_array(sums.data(), static_cast<std::size_t>(sums.size()));
  }
  Clusters& operator+=(const Clusters& other) {
    sums += other.sums;
    for (std::size_t c = 0; c < counts.size(); ++c) counts[c] += other.counts[c];
    return *this;
  }
  friend bool operator==(const Clusters& a, const Clusters& b) {
    return a.sums == b.sums && a.counts == b.counts;
  }
};

/// The clusters' sums over the rows of `points`, each in the cluster with the nearest centre.
template <class Points, class Centres>
Clusters assigned(const Points& points, const Centres& centres) {
  Clusters clusters{Matrix::Zero(centres.rows(), centres.cols()),
                    std::vector<std::int64_t>(static_cast<std::size_t>(centres.rows()))};
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    Eigen::Index nearest = 0;
    (centres.rowwise() - points.row(i)).rowwise().squaredNorm().minCoeff(&nearest);
    clusters.sums.row(nearest) += points.row(i);
    ++clusters.counts[static_cast<std::size_t>(nearest)];
  }
  return clusters;
}

Matrix points() {
  return Matrix::NullaryExpr(17, 2, [](Eigen::Index r, Eigen::Index c) {
    return static_cast<double>((r * 5 + c * 3) % 8);
  });
}
Matrix centres() {
  Matrix m(3, 2);
  m << 0, 0, 4, 4, 7, 1;
  return m;
}

auto partial_clusters() {
  const auto x = blocks(test::sharding(points()), {3, 2});
  const auto c = blocks(test::sharding(centres()), {3, 2});
  return join(x, c, on<1>, on<1>, [](const auto& p, const auto& m) { return assigned(p, m); });
}

TEST_CASE("a kernel returns a struct, an aggregate adds structs up: a step of k-means") {
  test::on_all_site_counts([](int) {
    const auto parts = partial_clusters();
    STATIC_REQUIRE(std::is_same_v<block_of<decltype(parts)>, Clusters>);
    const Clusters expected = assigned(points(), centres());

    const auto fused = aggregate(parts, by<>, kernel::add);
    test::require_blocks(fused, Plain<Clusters>{{{}, expected}});
    const auto by_lambda = aggregate(parts, by<>, [](Clusters a, const Clusters& b) {
      a += b;
      return a;
    });
    test::require_blocks(by_lambda, Plain<Clusters>{{{}, expected}});
    CHECK(test::plain(parts).size() == 6);

    // From structs back to matrices.
    const auto means = declare([](const Clusters& all) {
                         Matrix m = all.sums;
                         for (Eigen::Index c = 0; c < m.rows(); ++c) {
                           m.row(c) /= static_cast<double>(
                               std::max<std::int64_t>(all.counts[static_cast<std::size_t>(c)], 1));
                         }
                         return m;
                       }).returns<Dense<double, 2>>([](auto) {
      return Extents{3, 2};
    });
    const Matrix m = test::plain(transform(fused, means)).at({});
    CHECK(m.row(1) * static_cast<double>(expected.counts[1]) == expected.sums.row(1));
  });
}

TEST_CASE("structs are filtered, rekeyed, joined and aggregated like other blocks") {
  test::on_all_site_counts([](int) {
    const auto parts = aggregate(partial_clusters(), by<0>, kernel::add);
    const auto plain = test::plain(parts);
    CHECK(plain.size() == 6);
    const auto odd = rekey(filter(parts, [](KeyOf<1> key) { return key[0] % 2 == 1; }),
                           [](KeyOf<1> key) { return KeyOf<1>{key[0] / 2}; });
    test::require_blocks(
        odd, Plain<Clusters>{{{0}, plain.at({1})}, {{1}, plain.at({3})}, {{2}, plain.at({5})}});
    // Not every result can be tried on an empty struct: its size is declared.
    const auto sizes = declare([](const Clusters& a, const Clusters& b) {
                         return a.counts.at(0) + b.counts.at(0);
                       }).named("sizes");
    const auto twice = [](const Clusters& a, const Clusters& b) {
      Clusters sum = a;
      return sum += b;
    };
    const auto bytes =
        static_cast<std::int64_t>(ObjectArchive<Clusters>::save(plain.at({0})).size());
    const auto doubled = join(parts, parts, on<0>, on<0>, declare(twice).serialized_bytes(bytes));
    test::require_blocks(doubled, test::plain_join(plain, plain, {0}, {0}, twice));
    test::require_blocks(join(odd, odd, on<0>, on<0>, sizes),
                         Plain<std::int64_t>{{{0}, 2 * plain.at({1}).counts[0]},
                                             {{1}, 2 * plain.at({3}).counts[0]},
                                             {{2}, 2 * plain.at({5}).counts[0]}});
  });
}

TEST_CASE("structs that ranks own become relations, and are told where to go") {
  test::on_all_site_counts([](int sites) {
    const auto x = relation_from_blocks<Clusters, 1>({5}, [](KeyOf<1> key) {
      return Clusters{Matrix::Constant(2, 2, static_cast<double>(key[0])), {key[0], 1}};
    });
    const auto plain = test::plain(x);
    CHECK(plain.at({3}).counts == std::vector<std::int64_t>{3, 1});
    const auto last = placed(x, on_rank(sites - 1));
    evaluate(last);
    test::require_exact_traffic(report(last));
    CHECK(local_blocks(last).size() == 5);
    CHECK(local_blocks(last)[3].view() == plain.at({3}));
    test::require_blocks(last, plain);
  });
}

/// A struct that fills: declared as the result of a kernel that gets it first.
TEST_CASE("kernels may fill a struct, of a size that is measured on zeros or declared") {
  test::on_all_site_counts([](int) {
    const auto x = blocks(test::sharding(points()), {5, 2});
    const auto fill = [](Clusters& out, const auto& m) {
      out.sums = m.colwise().sum();
      out.counts = {m.rows()};
    };
    const auto no_extents = [](auto) { return Extents{}; };
    const auto clusters = declare(fill).fills_block<Clusters>(no_extents);
    const auto x_sums = transform(x, clusters);
    const auto total =
        aggregate(rekey(x_sums, [](KeyOf<2> k) { return KeyOf<1>{k[0]}; }), by<>, kernel::add);
    const auto all = test::plain(total).at({});
    CHECK(all.sums == points().colwise().sum());
    CHECK(all.counts == std::vector<std::int64_t>{17});
    const auto declared = transform(x, declare([](const auto& m) {
                                         return Clusters{m, {m.rows()}};
                                       }).returns<Clusters>(no_extents));
    CHECK(test::plain(declared).at({3, 0}).counts.at(0) == 2);
  });
}

}  // namespace
}  // namespace relatile::relation_objects_test
