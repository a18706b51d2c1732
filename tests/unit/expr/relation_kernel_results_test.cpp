// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <Eigen/Cholesky>
#include <new>
#include <relatile/transport/packed.hpp>
#include <stdexcept>

#include "support/relations.hpp"

// What the results of kernels point to, and how their shapes are found before there are blocks.

namespace relatile::relation_kernel_results_test {
namespace {

using Catch::Matchers::ContainsSubstring;
using Matrix = BlockValue<Dense<double, 2>>;
using Vector = BlockValue<Dense<double, 1>>;

/// Symmetric positive definite, as are its blocks on the diagonal.
Matrix numbers() {
  return Matrix::NullaryExpr(6, 6, [](Eigen::Index r, Eigen::Index c) {
    return r == c ? 20.0 + static_cast<double>(r) : static_cast<double>((r + c) % 4 - 1);
  });
}
auto relation() { return blocks(test::sharding(numbers()), {3, 3}); }

/// Its two blocks on the diagonal.
auto diagonal() {
  return rekey(filter(relation(), [](KeyOf<2> key) { return key[0] == key[1]; }),
               [](KeyOf<2> key) { return KeyOf<1>{key[0]}; });
}

template <class X>
Matrix matrix_of(const X& x) {
  return to_eigen(to_array(x));
}

template <class Make>
std::string message_of(Make&& make) {
  try {
    make();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

ShapeRule same_shape() {
  return [](std::span<const Extents> e) { return e[0]; };
}

/// Every block minus the mean of its columns.
template <class Block>
auto centred(const Block& block, double scale) {
  const Eigen::RowVectorXd mean = scale * block.colwise().mean();
  return block.rowwise() - mean;
}

/// A struct with a matrix of its own.
struct Model {
  Eigen::MatrixXd weights;
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    Eigen::Index rows = weights.rows();
    Eigen::Index cols = weights.cols();
    archive& rows& cols;
    if constexpr (Archive::is_loading::value) weights.resize(rows, cols);
    for (Eigen::Index i = 0; i < weights.size(); ++i) archive& weights.data()[i];
  }
};

TEST_CASE("kernels return expressions of what they captured") {
  test::on_all_site_counts([](int) {
    const auto x = relation();
    const Matrix held = Matrix::Constant(3, 3, 5);
    const Matrix expected = numbers() + Matrix::Constant(6, 6, 5);
    static const Matrix fixed = held;
    CHECK(matrix_of(transform(x, [held](const auto& m) { return m + held; })) == expected);
    CHECK(matrix_of(transform(x, [&held](const auto& m) { return m + held; })) == expected);
    CHECK(matrix_of(transform(x, [scale = 1.0](const auto& m) { return scale * m + fixed; })) ==
          expected);
    CHECK(matrix_of(transform(x, [&held](const Eigen::MatrixXd& m) { return m + held; })) ==
          expected);
    const auto product = [held](const auto& a, const auto& b) { return a * held * b; };
    Matrix both = Matrix::Zero(6, 6);
    both.topLeftCorner(3, 3) = both.bottomRightCorner(3, 3) = held;
    const auto pairs = join(x, relation(), on<1>, on<0>, product);
    CHECK(matrix_of(aggregate(pairs, by<0, 2>, kernel::add))
              .isApprox(numbers() * both * numbers(), 1e-12));
  });
}

TEST_CASE("kernels return parts of structs, and a few elements of a row") {
  test::on_all_site_counts([](int) {
    const auto models = transform(
        relation(), declare([](const auto& m) { return Model{m}; }).serialized_bytes(1000));
    const auto weights = transform(models, declare([](const Model& model) {
                                             return 2 * model.weights;
                                           }).returns<Dense<double, 2>>([](auto) {
      return Extents{3, 3};
    }));
    CHECK(matrix_of(weights) == 2 * numbers());
    const auto heads = transform(relation(), [](const auto& m) { return m.row(0).head(2); });
    STATIC_REQUIRE(std::is_same_v<block_of<decltype(heads)>, Dense<double, 1>>);
    CHECK(test::plain(heads).at({1, 0}) == Vector(numbers().row(3).head(2).transpose()));
  });
}

// To find where an expression points is to look at what is gone: AddressSanitizer says so first.
#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("an expression of a kernel's own matrix is found when its shape is asked for") {
  const Context context = Context::loopback(2);
  const auto trap = [scale = 1.0](const auto& m) { return centred(m, scale); };
  const auto make = [&] { return transform(relation(), trap); };
  CHECK_THROWS_AS(make(), Error);
  CHECK_THAT(message_of(make),
             ContainsSubstring("relatile: transform [relation_kernel_results_test.cpp:") &&
                 ContainsSubstring("return .eval(), or fill the output"));
}

TEST_CASE("or when it is called: the same error on all sites") {
  test::on_all_site_counts([](int) {
    const auto x = relation();
    const auto says = ContainsSubstring("return .eval(), or fill the output");
    const auto trap = declare([scale = 1.0](const auto& m) {
                        return centred(m, scale);
                      }).returns<Dense<double, 2>>(same_shape());
    const auto mapped = transform(x, trap);
    CHECK_THROWS_AS(evaluate(mapped), KernelError);
    CHECK_THROWS_WITH(evaluate(mapped), says);

    const auto sum = [scale = 1.0](const auto& a, const auto& b) {
      const Eigen::MatrixXd total = a + b;
      return scale * total;
    };
    const auto summed = aggregate(x, by<0>, sum);
    CHECK_THROWS_AS(evaluate(summed), KernelError);
    CHECK_THROWS_WITH(evaluate(summed), says);

    const auto dot = declare([scale = 1.0](const auto& a, const auto& b) {
                       const Eigen::MatrixXd right = scale * b;
                       return a * right;
                     }).returns<Dense<double, 2>>(same_shape());
    const auto product = aggregate(join(x, x, on<1>, on<0>, dot), by<0, 2>, kernel::add);
    CHECK_THROWS_AS(evaluate(product), KernelError);
    CHECK_THROWS_WITH(evaluate(product), says);

    const auto given = [scale = 1.0](KeyOf<1> key) {
      const Matrix ones = Matrix::Ones(2, 2);
      return ones * (scale * static_cast<double>(key[0]));
    };
    const auto from_blocks = [&] { return relation_from_blocks<Dense<double, 2>, 1>({3}, given); };
    CHECK_THROWS_AS(from_blocks(), KernelError);
    CHECK_THROWS_WITH(from_blocks(), says);
    // The mend.
    CHECK(matrix_of(transform(x, [scale = 1.0](const auto& m) {
            const Eigen::RowVectorXd mean = scale * m.colwise().mean();
            return (m.rowwise() - mean).eval();
          })).isApprox(matrix_of(transform(x, [](const auto& m) {
      return m.rowwise() - m.colwise().mean();
    }))));
  });
}
#endif

TEST_CASE("relations are made of expressions of what their maker captured") {
  test::on_all_site_counts([](int) {
    const Matrix ones = Matrix::Ones(2, 2);
    const auto x = relation_from_blocks<Dense<double, 2>, 1>(
        {3}, [&ones](KeyOf<1> key) { return ones * static_cast<double>(key[0]); });
    CHECK(test::plain(x).at({2}) == 2 * ones);
  });
}

TEST_CASE("kernels that check their operands are asked for shapes on blocks they may like") {
  test::on_all_site_counts([](int) {
    const auto factor = [](const auto& m) -> Matrix {
      const Eigen::LLT<Eigen::MatrixXd> llt(m);
      if (llt.info() != Eigen::Success) throw std::runtime_error("not positive definite");
      return llt.matrixL();
    };
    const Matrix first = numbers().topLeftCorner(3, 3);
    CHECK(test::plain(transform(diagonal(), factor)).at({0}) == Matrix(first.llt().matrixL()));

    const auto logarithm = [](const auto& v) -> Vector {
      if (!(v.array() > 0).all()) throw std::domain_error("must be positive");
      return v.array().log();
    };
    const Vector positive = Vector::LinSpaced(6, 1, 6);
    CHECK(test::plain(transform(blocks(test::sharding(positive), {3}), logarithm)).at({1}) ==
          Vector(positive.tail(3).array().log()));

    // Others want orthogonal blocks, or blocks without a diagonal.
    const auto turned = [](const auto& m) -> Matrix {
      if (!(m * m.transpose()).isIdentity()) throw std::runtime_error("not orthogonal");
      return m.transpose();
    };
    const Matrix swap = Matrix::Identity(4, 4).rowwise().reverse();
    const auto whole = blocks(test::sharding(swap), {4, 4});
    CHECK(matrix_of(transform(whole, turned)) == swap);
    const auto hollow = [](const auto& m) -> Matrix {
      if (!m.diagonal().isZero()) throw std::runtime_error("a loop");
      return m;
    };
    CHECK(matrix_of(transform(whole, hollow)) == swap);
  });
}

TEST_CASE("integers are tried as indices, and then as counts") {
  test::on_all_site_counts([](int) {
    const auto threes = [](KeyOf<1>) { return std::int64_t{3}; };
    const auto counts = relation_from_blocks<Dense<std::int64_t, 0>, 1>({2}, threes);
    const auto repeated = [](const auto& m, std::int64_t count) -> Matrix {
      if (count == 0 || m(0, 0) <= 0) throw std::invalid_argument("nothing");
      return m / static_cast<double>(count);
    };
    const auto x = join(diagonal(), counts, on<0>, on<0>, repeated);
    CHECK(test::plain(x).at({1}) == Matrix(numbers().bottomRightCorner(3, 3) / 3.0));

    const std::vector<double> table{5};
    const auto zeros = relation_from_blocks<Dense<std::int64_t, 0>, 1>(
        {2}, [](KeyOf<1>) { return std::int64_t{0}; });
    const auto looked_up = [table](const auto& m, std::int64_t at) -> Matrix {
      REQUIRE(at == 0);
      return m * table[static_cast<std::size_t>(at)];
    };
    const auto y = join(diagonal(), zeros, on<0>, on<0>, looked_up);
    CHECK(test::plain(y).at({0}) == Matrix(5 * numbers().topLeftCorner(3, 3)));
  });
}

TEST_CASE("a result of fixed size tells its shape without a call") {
  test::on_all_site_counts([](int) {
    const auto never_content = [](const auto& m) {
      if (m(0, 0) < 20) throw std::runtime_error("off the diagonal");
      return Eigen::Vector2d(m.minCoeff(), m.maxCoeff());
    };
    const auto ends = transform(diagonal(), never_content);
    CHECK(test::plain(ends).at({1}) == Vector(Eigen::Vector2d(-1, 25)));
    const auto corner = transform(diagonal(), [](const auto& m) -> Eigen::Matrix2d {
      if (m(0, 0) < 20) throw std::runtime_error("off the diagonal");
      return m.template topLeftCorner<2, 2>();
    });
    CHECK(test::plain(corner).at({0}) == Matrix(numbers().topLeftCorner(2, 2)));
  });
}

TEST_CASE("a kernel that is content with nothing: the error names the operator and the line") {
  const Context context = Context::loopback(2);
  const auto never = [](const auto& m) -> Matrix {
    if (m(0, 0) != 20) throw std::invalid_argument("not mine");
    return m;
  };
  const auto mapped = [&] { return transform(relation(), never); };
  CHECK_THROWS_AS(mapped(), ShapeMismatch);
  CHECK_THAT(message_of(mapped),
             ContainsSubstring("the kernel of transform [relation_kernel_results_test.cpp:") &&
                 ContainsSubstring("not mine") && ContainsSubstring("(3, 3)") &&
                 ContainsSubstring("returns<Block>"));
  const auto pair = [](const auto& a, const auto&) -> Matrix {
    if (a(0, 0) != 20) throw 7;
    return a;
  };
  const Vector ones = Vector::Ones(6);
  const auto joined = [&] {
    const auto pairs = join(relation(), blocks(test::sharding(ones), {3}), on<1>, on<0>,
                            declare(pair).named("distance"));
    return pairs.node();
  };
  CHECK_THROWS_AS(joined(), ShapeMismatch);
  CHECK_THAT(message_of(joined),
             ContainsSubstring("kernel distance of join [relation_kernel_results_test.cpp:") &&
                 ContainsSubstring("(3, 3) and (3,)"));
}

TEST_CASE("memory that is missing while a shape is asked for is no mismatch of shapes") {
  const Context context = Context::loopback(2);
  const auto greedy = [](const auto&) -> Matrix { throw std::bad_alloc(); };
  CHECK_THROWS_AS(transform(relation(), greedy), OutOfMemory);
}

}  // namespace
}  // namespace relatile::relation_kernel_results_test
