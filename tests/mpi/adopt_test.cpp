// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/array/adopt.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <relatile/relatile.hpp>

#include "support/directory.hpp"

namespace adopt_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::common_error;

namespace {

double element(std::int64_t i, std::int64_t j) { return double(i * 100 + j); }

/// This rank's elements, row-major.
std::vector<double> elements_of(const rt::LocalBox& box) {
  std::vector<double> elements;
  for (std::int64_t i = 0; i < box.extents[0]; ++i) {
    for (std::int64_t j = 0; j < box.extents[1]; ++j) {
      elements.push_back(element(box.offset[0] + i, box.offset[1] + j));
    }
  }
  return elements;
}

std::vector<double> all_elements(std::int64_t rows, std::int64_t columns) {
  return elements_of({{0, 0}, {rows, columns}});
}

/// The memory of the only part that this rank has; nullptr if it has none.
template <class X>
const double* memory_of(const X& x) {
  const auto parts = rt::local_parts(x);
  CHECK(parts.size() <= 1);
  return parts.empty() ? nullptr : parts[0].data.get();
}

}  // namespace

TEST_CASE("adopted memory is read where it is, under any placement") {
  rt::Context context(MPI_COMM_WORLD);
  for (const auto& placing : {rt::split(0), rt::split(1), rt::on_rank(context.size() - 1)}) {
    const rt::LocalBox box = rt::local_box({13, 9}, placing);
    const std::vector<double> mine = elements_of(box);
    const auto x = rt::adopt(std::span(mine), {13, 9}, placing);
    CHECK(memory_of(x) == (mine.empty() ? nullptr : mine.data()));
    CHECK(rt::to_vector(x) == all_elements(13, 9));
    CHECK(memory_of(x) == (mine.empty() ? nullptr : mine.data()));  // and is there still
    double right = 0;
    for (const double number : all_elements(13, 9)) right += number * number;
    CHECK(rt::item(rt::sum(x * x)) == right);
    CHECK(rt::item(rt::matmul(rt::transpose(x), x)(8, 8)) == [] {
      double sum = 0;
      for (int i = 0; i < 13; ++i) sum += element(i, 8) * element(i, 8);
      return sum;
    }());
    CHECK(mine == elements_of(box));  // nobody wrote there
    if (context.size() > 1) CHECK(rt::to_vector(rt::placed(x, rt::everywhere)).size() == 13 * 9);
  }
}

TEST_CASE("boxes of any extents are adopted") {
  rt::Context context(MPI_COMM_WORLD);
  const int p = context.size();
  const int me = context.rank();
  const rt::LocalBox box{{me * (me + 1) / 2, 0}, {me + 1, 4}};
  const std::vector<double> mine = elements_of(box);
  const std::int64_t rows = p * (p + 1) / 2;
  const auto x = rt::adopt_local({rows, 4}, box.offset, box.extents, std::span(mine));
  CHECK(memory_of(x) == mine.data());
  CHECK(rt::to_vector(x) == all_elements(rows, 4));
  CHECK_THAT(common_error<rt::ShapeMismatch>(
                 context.transport(),
                 [&] {
                   rt::adopt_local({rows + 1, 4}, box.offset, box.extents, std::span(mine));
                 }),
             ContainsSubstring("relatile: adopt_local: the parts of all ranks have"));
}

TEST_CASE("an owner is kept as long as the array, and no longer") {
  rt::Context context(MPI_COMM_WORLD);
  const auto box = rt::local_box({20, 3}, rt::split(0));
  const auto owner = std::make_shared<std::vector<double>>(elements_of(box));
  {
    rt::Array<double, 2> y;
    {
      const auto x = rt::adopt(std::span(*owner), {20, 3}, rt::split(0), owner);
      CHECK(owner.use_count() == (owner->empty() ? 1 : 2));
      y = x + 1.0;
    }
    CHECK(rt::item(rt::sum(y)) ==
          rt::item(rt::sum(rt::from_span(all_elements(20, 3), {20, 3}))) + 60);
  }
  CHECK(owner.use_count() == 1);
}

TEST_CASE("maps of rows and of columns are adopted") {
  rt::Context context(MPI_COMM_WORLD);
  for (const auto& placing : {rt::split(0), rt::split(1)}) {
    const rt::LocalBox box = rt::local_box({11, 8}, placing);
    const auto rows = box.extents[0];
    const auto columns = box.extents[1];
    Eigen::Matrix<double, -1, -1, Eigen::RowMajor> by_rows(rows, columns);
    Eigen::MatrixXd by_columns(rows, columns);
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        by_rows(i, j) = by_columns(i, j) = element(box.offset[0] + i, box.offset[1] + j);
      }
    }
    using RowMajor = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;
    const Eigen::Map<const RowMajor> map(by_rows.data(), rows, columns);
    const auto x = rt::adopt(map, {11, 8}, placing);
    CHECK(memory_of(x) == (by_rows.size() > 0 ? by_rows.data() : nullptr));
    CHECK(rt::to_vector(x) == all_elements(11, 8));
    const auto y = rt::adopt(by_columns, {11, 8}, placing);
    CHECK(y.node()->is_view());
    CHECK(rt::to_vector(y) == all_elements(11, 8));
    CHECK(rt::item(rt::sum(x * y)) == rt::item(rt::sum(x * x)));
  }
  const auto box = rt::local_box({17}, rt::split(0));
  const Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(box.extents[0], double(box.offset[0]),
                                                       double(box.offset[0] + box.extents[0] - 1));
  const auto z = rt::adopt(v, {17}, rt::split(0));
  CHECK(rt::item(rt::sum(z)) == 16 * 17 / 2);
  CHECK(memory_of(z) == (v.size() > 0 ? v.data() : nullptr));
}

TEST_CASE("what does not fit is the same error on all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  auto& sites = context.transport();
  const std::vector<double> mine(5, 1.0);
  const bool one = context.size() == 1;
  CHECK_THAT(common_error<rt::ShapeMismatch>(sites,
                                             [&] {
                                               rt::adopt(std::span(mine), {100, 3}, rt::split(0));
                                             }),
             ContainsSubstring("relatile: adopt: the part"));
  const Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(20, 6);
  const auto rows = rt::local_box({20, 3}, rt::split(0)).extents[0];
  CHECK_THAT(common_error<rt::ShapeMismatch>(sites,
                                             [&] {
                                               rt::adopt(Eigen::Map<const Eigen::MatrixXd>(
                                                             matrix.data(), 3, rows),
                                                         {20, 3}, rt::split(0));
                                             }),
             ContainsSubstring("relatile: adopt: the part"));
  using Strided = Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
  CHECK_THAT(common_error<rt::ShapeMismatch>(sites,
                                             [&] {
                                               rt::adopt(Strided(matrix.data(), rows, 3,
                                                                 Eigen::OuterStride<>(rows + 1)),
                                                         {20, 3}, rt::split(0));
                                             }),
             ContainsSubstring("relatile: adopt: the part"));
  if (one) return;
  CHECK_THAT(common_error<rt::UnsupportedPlan>(
                 sites, [&] { rt::adopt(std::span(mine), {5}, rt::everywhere); }),
             ContainsSubstring("every rank would have memory of its own"));
}

TEST_CASE("a part of an array is indexed as it lies") {
  rt::Context context(MPI_COMM_WORLD);
  const rt::Array<double, 3> x = rt::placed(
      rt::from_function({6, 5, 4}, [](std::int64_t i, std::int64_t j,
                                      std::int64_t k) { return double(i * 100 + j * 10 + k); }),
      rt::split(1));
  for (const auto& part : rt::local_parts(x)) {
    CHECK(part.stride(2) == 1);
    CHECK(part.stride(1) == part.extent(2));
    CHECK(part.stride(0) == part.extent(1) * part.extent(2));
    for (std::int64_t i = 0; i < part.extent(0); ++i) {
      for (std::int64_t j = 0; j < part.extent(1); ++j) {
        for (std::int64_t k = 0; k < part.extent(2); ++k) {
          CHECK(part(i, j, k) == double((part.offset[0] + i) * 100 + (part.offset[1] + j) * 10 +
                                        part.offset[2] + k));
        }
      }
    }
  }
}

}  // namespace adopt_test
