// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/kernel/blocks/use_result.hpp"

#include <Eigen/Dense>

#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "support/catch.hpp"

// What kernels return may point to what they captured and to what their parameters made of the
// operands, but not to their own variables: refused by types where these tell, else by addresses.

namespace relatile::kernel::use_result_test {
namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Block = Eigen::Map<const RowMajor>;

RowMajor elements() {
  return RowMajor::NullaryExpr(3, 3, [](Eigen::Index r, Eigen::Index c) {
    return r == c ? 8.0 + static_cast<double>(r) : static_cast<double>(r + c) / 2;
  });
}
const MatrixXd global = MatrixXd::Constant(3, 3, 7);

template <class F>
using Pointers = typename nested::ReferencesOf<std::invoke_result_t<const F&, Block>>::type;

/// Whether a kernel's type says that its result certainly points to what is gone.
template <class F>
constexpr bool refused(const F&) {
  return !nested::AllCanLive<Pointers<F>, const F, Block>::value;
}
/// Whether nothing is looked at when the kernel is called.
template <class F>
constexpr bool unchecked(const F&) {
  return std::tuple_size_v<Pointers<F>> == 0;
}

/// What a kernel makes of a block, evaluated after it has returned; nothing if that is dangling.
template <class F>
std::optional<RowMajor> result_of(const F& kernel) {
  const RowMajor block = elements();
  const auto keep = [](const auto& result) -> RowMajor { return elements_of(result); };
  try {
    return use_result(kernel, keep, Block(block.data(), 3, 3));
  } catch (const DanglingResult&) {
    return std::nullopt;
  }
}

void require_right_result(bool is_refused, const std::optional<RowMajor>& result,
                          const RowMajor& expected) {
  CHECK_FALSE(is_refused);
  REQUIRE(result);
  CHECK(result->isApprox(expected, 1e-12));
}
template <class F>
void require_right(const F& kernel, const RowMajor& expected) {
  require_right_result(refused(kernel), result_of(kernel), expected);
}
void require_unchecked(bool is_unchecked) { CHECK(is_unchecked); }
/// The same for a kernel whose result points nowhere: calling it costs nothing more.
template <class F>
void require_free(const F& kernel, const RowMajor& expected) {
  require_unchecked(unchecked(kernel));
  require_right(kernel, expected);
}

void require_nothing(bool is_refused, bool has_result) {
  CHECK_FALSE(is_refused);
  CHECK_FALSE(has_result);
}
template <class F>
void require_dangling(const F& kernel) {
  require_nothing(refused(kernel), result_of(kernel).has_value());
}

}  // namespace

TEST_CASE("expressions of the operands alone are as free as before") {
  const RowMajor m = elements();
  require_free([](const auto& x) { return x * 2.0; }, m * 2.0);
  require_free([](const auto& x) { return x.array().pow(2.0).matrix(); }, m.cwiseAbs2());
  require_free([](const auto& x) { return x.transpose() * x; }, m.transpose() * m);
  require_free([](const auto& x) { return x.rowwise() - x.row(0); }, m.rowwise() - m.row(0));
  require_free([](const auto& x) { return x.colwise().mean(); }, m.colwise().mean());
  require_free([](const auto& x) { return x.topLeftCorner(2, 2); }, m.topLeftCorner(2, 2));
  require_free([](const auto& x) { return x.row(0).head(2); }, m.row(0).head(2));
  require_free([](const auto& x) { return (x.array() > 1).select(x, 2 * x); },
               (m.array() > 1).select(m, 2 * m));
  require_free([](const auto& x) { return x.colwise().sum().replicate(2, 1).reverse(); },
               m.colwise().sum().replicate(2, 1).reverse());
  require_free([](const auto& x) { return x.row(0).asDiagonal() * x.transpose(); },
               m.row(0).asDiagonal() * m.transpose());
  require_free([](const auto& x) { return x.template triangularView<Eigen::Lower>() * x; },
               m.triangularView<Eigen::Lower>() * m);
  require_free([](const auto& x) { return x.inverse(); }, m.inverse());
  require_free([](const auto& x) { return MatrixXd::Identity(x.rows(), x.cols()); },
               RowMajor::Identity(3, 3));
  require_free([](const auto& x) { return x.unaryExpr([](double e) { return e * e; }); },
               m.cwiseAbs2());
}

TEST_CASE("so are matrices, by value or evaluated") {
  const RowMajor m = elements();
  const RowMajor centred = m.rowwise() - m.colwise().mean();
  require_free(
      [](const auto& x) {
        const RowVectorXd mean = x.colwise().mean();
        return (x.rowwise() - mean).eval();
      },
      centred);
  require_free([](const auto& x) { return MatrixXd(x * 2.0); }, m * 2.0);
  require_free(
      [](const auto& x) {
        const auto centre = [](const auto& y) -> MatrixXd {
          const RowVectorXd mean = y.colwise().mean();
          return y.rowwise() - mean;
        };
        return centre(x);
      },
      centred);
  require_free([](const auto& x) { return x.rowwise() - RowVectorXd(x.row(0)).nestByValue(); },
               m.rowwise() - m.row(0));
}

TEST_CASE("what parameters converted the operands to lives on") {
  const RowMajor m = elements();
  require_right([](const MatrixXd& x) { return x * 2.0; }, m * 2.0);
  require_right([](const Eigen::Ref<const RowMajor>& x) { return x * 2.0; }, m * 2.0);
  require_right([](const MatrixXd& x) -> const MatrixXd& { return x; }, m);
  require_right([](MatrixXd&& x) { return x * 2.0; }, m * 2.0);
  require_right(
      [](const auto& x) -> const auto& { return x; }, m);
  const auto pointer = +[](const MatrixXd& x) { return (x * 2.0).eval(); };
  require_right(pointer, m * 2.0);
  require_right(declare([](const MatrixXd& x) { return x * 2.0; }).named("twice"), m * 2.0);
  require_right([](const auto& x) { return x.unaryExpr([&x](double e) { return e * x(0, 0); }); },
                m * m(0, 0));
}

TEST_CASE("a number that a parameter converted lives on as well") {
  const RowMajor block = elements();
  const auto scaled = [](const Block& x, const float& by) {
    return x.unaryExpr([&by](double e) { return e * static_cast<double>(by); });
  };
  const auto keep = [](const auto& result) -> RowMajor { return result; };
  const double by = 2;
  CHECK(use_result(scaled, keep, Block(block.data(), 3, 3), by) == 2 * block);
}

TEST_CASE("so does what was captured") {
  const RowMajor m = elements();
  const MatrixXd held = MatrixXd::Constant(3, 3, 5);
  const RowMajor sum = m + held;
  require_right([held](const auto& x) { return x + held; }, sum);
  require_right([&held](const auto& x) { return x + held; }, sum);
  require_right([&held](const MatrixXd& x) { return x + held; }, sum);
  require_right([k = 3.0](const auto& x) { return k * x + global; }, 3 * m + global);
  require_right(declare([held](const auto& x) { return x + held; }), sum);
  const auto shared = std::make_shared<const MatrixXd>(held);
  require_right([shared](const auto& x) { return x + *shared; }, sum);
  const std::vector<MatrixXd> several{held, held};
  require_right([several](const auto& x) { return x + several[1]; }, sum);
  require_right([held](const auto&) -> const MatrixXd& { return held; }, held);
  require_right(
      [&held](const auto& x) {
        const auto inner = [&](const auto& y) { return y + held; };
        return inner(x);
      },
      sum);
  const Eigen::LLT<MatrixXd> llt(m);
  require_right([llt](const auto& x) { return llt.solve(x); }, RowMajor::Identity(3, 3));
  require_right([&llt](const auto& x) { return llt.solve(x); }, RowMajor::Identity(3, 3));
  require_right([a = 3.0, b = 2.0](
                    const auto& x) { return x.unaryExpr([&](double e) { return a * b * e; }); },
                6 * m);
  require_right([](const auto& x) { return x.unaryExpr([a = 3.0](double e) { return a * e; }); },
                3 * m);
}

// AddressSanitizer keeps the variables of other threads' functions on stacks of its own, where no
// address tells which function had them; it finds what is dangling itself.
#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("other threads' variables live on too") {
  const MatrixXd held = MatrixXd::Constant(3, 3, 5);
  const auto plus = [&held](const auto& x) { return x + held; };
  const auto dangling = [&held](const auto& x) { return MatrixXd(x) + held; };
  bool right = false;
  bool found = false;
  std::thread([&] {
    right = result_of(plus).has_value();
    found = !result_of(dangling).has_value();
  }).join();
  CHECK(right);
  CHECK(found);
}
#endif

TEST_CASE("kernels without captures that return expressions of matrices are refused") {
  CHECK(refused([](const auto& x) {
    const RowVectorXd mean = x.colwise().mean();
    return x.rowwise() - mean;
  }));
  CHECK(refused([](const auto& x) {
    const Eigen::RowVector3d mean = x.colwise().mean();
    return x.rowwise() - mean;
  }));
  CHECK(refused([](const auto& x) { return MatrixXd(x) * 2.0; }));
  CHECK(refused([](MatrixXd x) { return x * 2.0; }));
  CHECK(refused([](Eigen::Ref<const RowMajor> x) { return x * 2.0; }));
  CHECK(refused([](const auto& x) { return x * global; }));
  CHECK(refused([](const auto& x) { return MatrixXd(x).llt().solve(x); }));
  CHECK(refused([](const auto& x) { return VectorXd(x.col(0)).head(2); }));
  CHECK(refused([](const auto& x) { return VectorXd(x.col(0)).asDiagonal() * x; }));
  CHECK(refused([](const auto& x) { return MatrixXd(x).inverse(); }));
  CHECK(refused([](const auto& x) { return (MatrixXd(x).array() > 0).select(x, x); }));
  CHECK(refused([](const auto& x) { return MatrixXd(x).colwise().sum(); }));
  CHECK(refused([](const auto& x) { return MatrixXd(x).replicate(2, 2).reverse().diagonal(); }));
  CHECK(refused([](const auto& x) {
    return MatrixXd(x).topRows(3).template selfadjointView<Eigen::Lower>() * x;
  }));
  CHECK(refused([](const auto& x) { return Eigen::HouseholderQR<MatrixXd>(x).householderQ(); }));
  CHECK(
      refused([small = 'c'](const auto& x) { return x + MatrixXd::Constant(3, 3, small).eval(); }));
}

// To find where an expression points is to look at what is gone: AddressSanitizer says so first.
#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("what can't be told from types is found when the kernel is called") {
  const MatrixXd held = MatrixXd::Constant(3, 3, 5);
  require_dangling([](const MatrixXd& x) {
    const MatrixXd turned = x.transpose();
    return x * turned;
  });
  require_dangling([k = 3.0](const auto& x) {
    const RowVectorXd mean = k * x.colwise().mean();
    return x.rowwise() - mean;
  });
  require_dangling([k = 3.0](const auto& x) {
    const Eigen::RowVector3d mean = k * x.colwise().mean();
    return x.rowwise() - mean;
  });
  require_dangling([&held](const auto& x) { return MatrixXd(x) * held; });
  require_dangling([&held](MatrixXd x) { return x + held; });
  require_dangling([&held](const auto& x) { return MatrixXd(x).llt().solve(held); });
  require_dangling([&held](const auto& x) {
    const Eigen::LLT<MatrixXd> llt(x);
    return llt.solve(held);
  });
  const Eigen::LLT<MatrixXd> llt(held);
  require_dangling([llt](const auto& x) {
    const MatrixXd right = 2 * x;
    return llt.solve(right);
  });
  require_dangling(declare([&held](const auto& x) { return MatrixXd(x) * held; }));
}

TEST_CASE("and so are functions that hold references to what is gone") {
  require_dangling([](const auto& x) {
    const double mean = x.mean();
    return x.unaryExpr([&](double e) { return e - mean; });
  });
  require_dangling([](const auto& x) {
    const double mean = x.mean();
    return MatrixXd::NullaryExpr(x.rows(), x.cols(),
                                 [&](auto r, auto c) { return x(r, c) - mean; });
  });
}
#endif

}  // namespace relatile::kernel::use_result_test
