// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <limits>

#include "support/relations.hpp"

// What kernels may return, and what they may say about themselves.

namespace relatile::relation_kernels_test {
namespace {

using test::Plain;
using Matrix = BlockValue<Dense<double, 2>>;
using Vector = BlockValue<Dense<double, 1>>;

Matrix numbers(std::int64_t rows, std::int64_t cols) {
  return Matrix::NullaryExpr(rows, cols, [](Eigen::Index r, Eigen::Index c) {
    return static_cast<double>((r * 7 + c * 5) % 13 - 6);
  });
}
auto relation() { return blocks(test::sharding(numbers(5, 7)), {2, 3}); }

TEST_CASE("kernels return expressions of any kind, owning objects, or numbers") {
  test::on_all_site_counts([](int) {
    const auto x = relation();
    const auto plain = test::plain(x);
    const Plain<Matrix> squares =
        test::plain_transform(plain, [](const Matrix& m) { return Matrix(m.cwiseAbs2()); });
    test::require_blocks(transform(x, [](const auto& m) { return m.cwiseAbs2(); }), squares);
    test::require_blocks(transform(x, [](const auto& m) { return m.array().square(); }), squares);
    test::require_blocks(
        transform(x, [](const auto& m) { return m.array().square().matrix().eval(); }), squares);
    test::require_blocks(transform(x,
                                   [](const auto& m) {
                                     Eigen::MatrixXd column_major = m.cwiseAbs2();
                                     return column_major;
                                   }),
                         squares);
    test::require_blocks(transform(x, [](const auto& m) -> Matrix { return m.cwiseProduct(m); }),
                         squares);

    const auto total = [](const Matrix& m) { return m.sum(); };
    test::require_blocks(transform(x, [](const auto& m) { return m.sum(); }),
                         test::plain_transform(plain, total));
    const auto rows = [](const Matrix& m) { return static_cast<int>(m.rows()); };
    const auto counts = transform(x, [](const auto& m) { return static_cast<int>(m.rows()); });
    STATIC_REQUIRE(std::is_same_v<block_of<decltype(counts)>, Dense<int, 0>>);
    test::require_blocks(counts, test::plain_transform(plain, rows));
    const auto positive = transform(x, [](const auto& m) { return (m.array() > 0).any(); });
    STATIC_REQUIRE(std::is_same_v<block_of<decltype(positive)>, Dense<bool, 0>>);
    CHECK(test::plain(aggregate(positive, by<>, kernel::add)).at({}));

    const auto row_sums = transform(x, kernel::row_sum);
    STATIC_REQUIRE(std::is_same_v<block_of<decltype(row_sums)>, Dense<double, 1>>);
    test::require_blocks(row_sums, test::plain_transform(plain, [](const Matrix& m) {
                           return Vector(m.rowwise().sum());
                         }));
    test::require_blocks(
        transform(x, [](const auto& m) { return Eigen::Vector2d(m.minCoeff(), m.maxCoeff()); }),
        test::plain_transform(plain, [](const Matrix& m) {
          return Vector(Eigen::Vector2d(m.minCoeff(), m.maxCoeff()));
        }));
  });
}

TEST_CASE("kernels may name Eigen's types, and return expressions of what blocks convert to") {
  test::on_all_site_counts([](int) {
    using Eigen::MatrixXd;
    const auto x = relation();
    const auto y = blocks(test::sharding(numbers(7, 4)), {3, 2});
    const auto product = [](const MatrixXd& a, const MatrixXd& b) { return a * b; };
    const auto sum = [](const MatrixXd& a, const MatrixXd& b) { return a + b; };
    const auto pairs = join(x, y, on<1>, on<0>, product);
    const Matrix expected = numbers(5, 7) * numbers(7, 4);
    CHECK(to_eigen(to_array(aggregate(pairs, by<0, 2>, kernel::add))) == expected);
    CHECK(to_eigen(to_array(aggregate(pairs, by<0, 2>, sum))) == expected);
    const auto doubled = transform(x, [](const Eigen::Ref<const Matrix>& m) { return 2 * m; });
    CHECK(to_eigen(to_array(doubled)) == 2 * numbers(5, 7));
  });
}

TEST_CASE("kernels mix blocks of different types") {
  test::on_all_site_counts([](int) {
    const auto x = relation();
    const auto scales = relation_from_blocks<Dense<double, 0>, 1>(
        {3}, [](KeyOf<1> key) { return static_cast<double>(key[0] + 1); });
    const auto scaled = join(x, scales, on<0>, on<0>, kernel::multiply);
    test::require_blocks(scaled,
                         test::plain_join(test::plain(x), test::plain(scales), {0}, {0},
                                          [](const Matrix& m, double s) { return Matrix(m * s); }));
    const Vector ones = Vector::Ones(7);
    const auto product =
        aggregate(join(x, blocks(test::sharding(ones), {3}), on<1>, on<0>, kernel::matmul), by<0>,
                  kernel::add);
    CHECK(to_eigen(to_array(product)) == numbers(5, 7) * ones);
    const auto shifted = join(x, scales, on<0>, on<0>, [](const auto& m, double s) {
      return (m.array() + s).template cast<float>();
    });
    STATIC_REQUIRE(std::is_same_v<block_of<decltype(shifted)>, Dense<float, 2>>);
    CHECK(test::plain(shifted).at({2, 1}) ==
          Eigen::MatrixXf((numbers(5, 7).block(4, 3, 1, 3).array() + 3).cast<float>()));
  });
}

struct Best {
  double value;
  std::int64_t index;
  friend bool operator==(const Best&, const Best&) = default;
  friend bool operator<(const Best& a, const Best& b) {
    return a.value < b.value || (a.value == b.value && a.index < b.index);
  }
};

TEST_CASE("trivially copyable structs are numbers of a kind: argmin by aggregate") {
  test::on_all_site_counts([](int) {
    Vector values(20);
    for (Eigen::Index i = 0; i < 20; ++i) values[i] = static_cast<double>((i * 7 + 3) % 20);
    values[17] = 0;  // a tie with a smaller index
    const auto x = blocks(test::sharding(values), {3});
    const auto offsets = relation_from_blocks<Dense<std::int64_t, 0>, 1>(
        {7}, [](KeyOf<1> key) { return 3 * key[0]; });
    const auto candidates = join(x, offsets, on<0>, on<0>, [](const auto& v, std::int64_t offset) {
      Eigen::Index at = 0;
      const double least = v.minCoeff(&at);
      return Best{least, offset + at};
    });
    STATIC_REQUIRE(std::is_same_v<block_of<decltype(candidates)>, Dense<Best, 0>>);
    const auto less = [](const Best& a, const Best& b) { return b < a ? b : a; };
    Eigen::Index expected = 0;
    values.minCoeff(&expected);
    const Plain<Best> best{{{}, Best{0, expected}}};
    test::require_blocks(aggregate(candidates, by<>, less), best);
    test::require_blocks(aggregate(candidates, by<>, kernel::minimum), best);
    const auto indices = transform(candidates, [](const Best& b) { return b.index; });
    CHECK(test::plain(indices).size() == 7);
  });
}

TEST_CASE("kernels that fill their output are called with it first, under a sum as well") {
  test::on_all_site_counts([](int) {
    const auto x = relation();
    const auto y = blocks(test::sharding(numbers(7, 4)), {3, 2});
    const auto fill_product = [](auto& out, const auto& a, const auto& b) {
      for (Eigen::Index i = 0; i < out.rows(); ++i) {
        for (Eigen::Index j = 0; j < out.cols(); ++j) out(i, j) = a.row(i).dot(b.col(j));
      }
    };
    const auto shape = [](std::span<const Extents> e) { return Extents{e[0][0], e[1][1]}; };
    const auto product = declare(fill_product).named("dots").fills_block<Dense<double, 2>>(shape);
    const auto multiply = [](const Matrix& a, const Matrix& b) { return Matrix(a * b); };
    const auto pairs = join(x, y, on<1>, on<0>, product);
    test::require_blocks(pairs,
                         test::plain_join(test::plain(x), test::plain(y), {1}, {0}, multiply));
    CHECK(to_eigen(to_array(aggregate(pairs, by<0, 2>, kernel::add))) ==
          numbers(5, 7) * numbers(7, 4));

    const auto sum = declare([](double& out, const auto& m) {
                       out = m.sum();
                     }).fills_block<Dense<double, 0>>([](auto) { return Extents{}; });
    CHECK(test::plain(aggregate(transform(x, sum), by<>, kernel::add)).at({}) ==
          numbers(5, 7).sum());
  });
}

TEST_CASE("declared shapes are believed, and checked against what is returned") {
  test::on_all_site_counts([](int) {
    const auto first_rows = [](std::int64_t rows) {
      return declare([](const auto& m) -> Matrix {
               if (m(0, 0) == 0 && m.rows() == 2 && m.size() > 2) throw std::runtime_error("zeros");
               return m.topRows(1);
             })
          .named("first_rows")
          .template returns<Dense<double, 2>>([rows](std::span<const Extents> e) {
            return Extents{rows, e[0][1]};
          });
    };
    const auto x = relation();
    test::require_blocks(transform(x, first_rows(1)),
                         test::plain_transform(
                             test::plain(x), [](const Matrix& m) { return Matrix(m.topRows(1)); }));
    const auto wrong = transform(x, first_rows(2));
    CHECK_THROWS_WITH(evaluate(wrong), Catch::Matchers::ContainsSubstring("first_rows returned") &&
                                           Catch::Matchers::ContainsSubstring("(1, 3)") &&
                                           Catch::Matchers::ContainsSubstring("(2, 3)"));
    // An aggregate must not change extents either.
    const auto same = filter(x, [](KeyOf<2> key) { return key[0] < 2 && key[1] < 2; });
    const auto cut = [](const auto& a, const auto&) { return a.topRows(1); };
    CHECK_THROWS_AS(evaluate(aggregate(same, by<>, cut)), KernelError);
  });
}

TEST_CASE("kernels' facts arrive in the node") {
  const Context context = Context::loopback(2);
  const auto x = relation();
  const auto kernel = declare([](const auto& a, const auto& b) { return a + b; })
                          .named("plus")
                          .associative()
                          .commutative()
                          .with_identity()
                          .idempotent()
                          .distributes_over("maximum");
  const Relation<Dense<double, 2>, 2> joined = join(x, x, on<0, 1>, on<0, 1>, kernel);
  const BlockKernel& known = *joined.node()->block_kernel();
  CHECK(known.name == "plus");
  CHECK(known.laws.associative);
  CHECK(known.laws.commutative);
  CHECK(known.laws.has_identity);
  CHECK(known.laws.idempotent);
  CHECK(!known.laws.zero_preserving);
  CHECK(known.laws.distributes("maximum"));
  CHECK(!known.laws.distributes("add"));

  const auto bare = transform(x, [](const auto& m) { return 2 * m; });
  CHECK(!bare.node()->block_kernel()->laws.associative);
  CHECK(!bare.node()->block_kernel()->laws.distributes("add"));
  const Relation<Dense<double, 2>, 2> ready = join(x, x, on<0, 1>, on<0, 1>, kernel::multiply);
  CHECK(ready.node()->block_kernel()->name == "multiply");
  CHECK(ready.node()->block_kernel()->laws.distributes("add"));

  // What an aggregate requires of its kernel is known of it.
  const auto same = filter(x, [](KeyOf<2> key) { return key[0] < 2 && key[1] < 2; });
  const auto sums = aggregate(same, by<>, [](const auto& a, const auto& b) { return a + b; });
  CHECK(sums.node()->combine()->laws.associative);
  CHECK(sums.node()->combine()->laws.commutative);
  CHECK(!sums.node()->combine()->laws.idempotent);

  // A ready kernel under another name keeps its facts, and still accumulates.
  const auto renamed = aggregate(join(x, relation(), on<0, 1>, on<0, 1>, kernel::multiply),
                                 by<0, 1>, declare(kernel::add).named("total"));
  CHECK(renamed.node()->name == "join+aggregate");
  CHECK(renamed.node()->combine()->name == "total");
  CHECK(renamed.node()->combine()->laws.has_identity);
}

/// The flops of one operator on all sites together.
std::int64_t flops_of(const engine::Report& report, const std::string& name) {
  Flops total;
  for (const auto& step : report.plan.steps) {
    const tra::Node& node = *report.plan.nodes[static_cast<std::size_t>(step.node)];
    if (step.kind != plan::StepKind::local || node.name != name) continue;
    for (const auto flops : *step.flops) total += flops;
  }
  return total.value;
}

TEST_CASE("declared flops arrive in the plan") {
  test::on_all_site_counts([](int sites) {
    const auto x = relation();
    const auto rule = [](std::span<const Extents> e) { return Flops{100000 * volume(e[0])}; };
    const auto dear = transform(x, declare([](const auto& m) { return 2 * m; }).costs(rule));
    evaluate(dear);
    CHECK(flops_of(report(dear), "transform") == 100000 * 35);

    // Undeclared: the elements touched. A product says what it costs. Small work may be repeated
    // on every site.
    const auto cheap = transform(x, [](const auto& m) { return 2 * m; });
    evaluate(cheap);
    CHECK((flops_of(report(cheap), "transform") == 35 ||
           flops_of(report(cheap), "transform") == 35 * sites));
    const auto y = blocks(test::sharding(numbers(7, 4)), {3, 2});
    const auto product = aggregate(join(x, y, on<1>, on<0>, kernel::matmul), by<0, 2>, kernel::add);
    evaluate(product);
    CHECK((flops_of(report(product), "join+aggregate") == 2 * 5 * 7 * 4 ||
           flops_of(report(product), "join+aggregate") == 2 * 5 * 7 * 4 * sites));
  });
}

}  // namespace
}  // namespace relatile::relation_kernels_test
