// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>

#include <relatile/tra/graph.hpp>

#include "support/model_data.hpp"

namespace metrics_test {

namespace rt = relatile;
namespace models = rt::models;
using rt::test::require_close;

namespace {

/// Labels, what was predicted and scores, of which many are equal, with weights.
struct Judged {
  std::vector<std::int64_t> y;
  std::vector<std::int64_t> predicted;
  std::vector<double> scores;
  std::vector<double> weights;

  Judged(std::size_t rows, const std::vector<std::int64_t>& labels) {
    std::mt19937 bits(5);
    for (std::size_t i = 0; i < rows; ++i) {
      y.push_back(labels[bits() % labels.size()]);
      predicted.push_back(bits() % 3 == 0 ? labels[bits() % labels.size()] : y.back());
      scores.push_back(double(bits() % 12) + double(y.back()));
      weights.push_back(double(bits() % 4) / 2);
    }
  }
  template <class T>
  rt::Array<T, 1> array(const std::vector<T>& of) const {
    return rt::from_span(of, {std::int64_t(of.size())});
  }
  /// The sum of weights of rows for which `holds(i)`.
  template <class F>
  double sum(bool weighted, F holds) const {
    double all = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      if (holds(i)) all += weighted ? weights[i] : 1;
    }
    return all;
  }
  models::SampleWeights of(bool weighted) const {
    return weighted ? models::SampleWeights(array(weights)) : models::SampleWeights();
  }
};

}  // namespace

TEST_CASE("Metrics of regression are scikit-learn's formulas") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  // The example of scikit-learn's pages.
  const auto y = rt::array<double>({3, -0.5, 2, 7});
  const auto predicted = rt::array<double>({2.5, 0.0, 2, 8});
  CHECK(rt::item(models::mean_squared_error(y, predicted)) == Approx(0.375));
  CHECK(rt::item(models::root_mean_squared_error(y, predicted)) == Approx(std::sqrt(0.375)));
  CHECK(rt::item(models::mean_absolute_error(y, predicted)) == Approx(0.5));
  CHECK(rt::item(models::r2_score(y, predicted)) == Approx(0.9486081370449679));
  // A weight of 2 is the row twice.
  const auto weights = rt::array({1, 2, 0, 1});
  const auto y_again = rt::array<double>({3, -0.5, -0.5, 7});
  const auto predicted_again = rt::array<double>({2.5, 0.0, 0.0, 8});
  CHECK(rt::item(models::mean_squared_error(y, predicted, weights)) ==
        Approx(rt::item(models::mean_squared_error(y_again, predicted_again))));
  CHECK(rt::item(models::mean_absolute_error(y, predicted, weights)) ==
        Approx(rt::item(models::mean_absolute_error(y_again, predicted_again))));
  CHECK(rt::item(models::r2_score(y, predicted, weights)) ==
        Approx(rt::item(models::r2_score(y_again, predicted_again))));
  const auto same = rt::array({2.0, 2.0});
  CHECK(rt::item(models::r2_score(same, same)) == 1);
  CHECK(rt::item(models::r2_score(same, rt::array({1.0, 2.0}))) == 0);
  CHECK(std::isnan(rt::item(models::r2_score(same, rt::array({NAN, 2.0F})))));
  REQUIRE_THROWS_AS(models::mean_squared_error(y, same), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(models::mean_squared_error(same, same, weights), rt::ShapeMismatch);
}

TEST_CASE("What is constant is explained, or not, whatever its mean is rounded to") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const double value = GENERATE(0.1, -1234.567, 1e9 / 3, 1e-30, 0.0);
  const std::int64_t rows = GENERATE(1, 3, 1000);
  const rt::Array<double, 1> y = rt::full({rows}, value);
  const rt::Array<double, 1> other = y + 0.1 * std::max(std::abs(value), 1e-30);
  const rt::Array<double, 1> weights = 0.1 + 0.3 * rt::arange<double>(rows);
  rt::Array<double, 1> some = rt::as_array(1.0 * weights);
  some(0) = 0.3;
  for (const rt::Array<double, 1>& each : {rt::as_array(rt::ones({rows})), weights, some}) {
    INFO(rows << " rows of " << value);
    CHECK(rt::item(models::r2_score(y, y, each)) == 1);
    CHECK(rt::item(models::r2_score(y, y * (1.0 + 1e-16), each)) == 1);
    CHECK(rt::item(models::r2_score(y, other, each)) == 0);
    const rt::Array<double, 2> x = rt::sin(rt::arange<double>(rows))(rt::all_of_axis, rt::newaxis);
    models::Ridge model;
    CHECK(model.fit(x, y, each).score(x, y, each) == 1);
    CHECK(model.score(x, other, each) == 0);
    if (value <= 0) continue;
    for (const bool counts : {true, false}) {
      const auto check = [&](auto of_means) {
        const double score = of_means.fit(x, y, each).score(x, y, each);
        CHECK((score == 0 || score == 1));
        CHECK(of_means.score(x, other, each) == 0);
      };
      if (counts) check(models::PoissonRegressor());
      if (!counts) check(models::ExponentialRegression());
    }
  }
  // What varies by little does vary.
  const rt::Array<double, 1> wave = rt::sin(1.0 + rt::arange<double>(1000));
  CHECK(rt::item(models::r2_score(1e9 + 0.01 * wave, 1e9 + 0.01 * wave)) == 1);
  CHECK(rt::item(models::r2_score(1e9 + 0.01 * wave, 1e9 + 0.02 * wave)) == Approx(0).margin(0.01));
  CHECK(std::abs(rt::item(models::r2_score(1e9 + 0.01 * wave, 1e9 + 0.015 * wave)) - 0.75) < 0.01);
}

TEST_CASE("Metrics of labels count them, in plain loops") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 5));
  const bool weighted = GENERATE(false, true);
  const bool far = GENERATE(false, true);
  const std::vector<std::int64_t> labels = far ? std::vector<std::int64_t>{-7, 3, 1'000'000'000'000}
                                               : std::vector<std::int64_t>{0, 1, 2};
  const Judged data(97, labels);
  const auto y = data.array(data.y);
  const auto predicted = data.array(data.predicted);
  const auto each = data.of(weighted);
  const double all = data.sum(weighted, [](std::size_t) { return true; });

  CHECK(rt::item(models::accuracy_score(y, predicted, each)) ==
        Approx(data.sum(weighted, [&](auto i) { return data.y[i] == data.predicted[i]; }) / all));
  std::vector<double> wanted;
  std::map<std::string, double> precision, recall, f1;
  double right = 0;
  for (const auto row : labels) {
    for (const auto column : labels) {
      wanted.push_back(data.sum(
          weighted, [&](auto i) { return data.y[i] == row && data.predicted[i] == column; }));
    }
    const double there = data.sum(weighted, [&](auto i) { return data.y[i] == row; });
    const double said = data.sum(weighted, [&](auto i) { return data.predicted[i] == row; });
    const double both =
        data.sum(weighted, [&](auto i) { return data.y[i] == row && data.predicted[i] == row; });
    right += both;
    const double p = both / said;
    const double r = both / there;
    precision["macro"] += p / 3, precision["weighted"] += p * there / all;
    recall["macro"] += r / 3, recall["weighted"] += r * there / all;
    f1["macro"] += 2 * p * r / (p + r) / 3, f1["weighted"] += 2 * p * r / (p + r) * there / all;
    if (row == labels[1]) precision["binary"] = p, recall["binary"] = r;
    if (row == labels[1]) f1["binary"] = 2 * p * r / (p + r);
  }
  precision["micro"] = recall["micro"] = f1["micro"] = right / all;
  require_close(models::confusion_matrix(y, predicted, each), rt::from_span(wanted, {3, 3}), 1e-12);
  for (const std::string average : {"macro", "micro", "weighted"}) {
    const models::ClassScoreOptions options{.average = average};
    CHECK(rt::item(models::precision_score(y, predicted, each, options)) ==
          Approx(precision[average]));
    CHECK(rt::item(models::recall_score(y, predicted, each, options)) == Approx(recall[average]));
    CHECK(rt::item(models::f1_score(y, predicted, each, options)) == Approx(f1[average]));
  }
  const auto one = rt::as_array(y == labels[1]), other = rt::as_array(predicted == labels[1]);
  CHECK(rt::item(models::precision_score(one, other, each)) == Approx(precision["binary"]));
  CHECK(rt::item(models::recall_score(one, other, each)) == Approx(recall["binary"]));
  CHECK(rt::item(models::f1_score(one, other, each)) == Approx(f1["binary"]));
}

TEST_CASE("Labels that are given put rows and columns in their order, and leave others out") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  // scikit-learn's example, ant, bird, cat as 0, 1, 2.
  const auto y = rt::array({2, 0, 2, 2, 0, 1});
  const auto predicted = rt::array({0, 0, 2, 2, 0, 2});
  using Counts = std::vector<std::int64_t>;
  CHECK(rt::to_vector(models::confusion_matrix(y, predicted)) == Counts{2, 0, 0, 0, 0, 1, 1, 0, 2});
  CHECK(rt::to_vector(models::confusion_matrix(y, predicted, {.labels = {2, 0}})) ==
        Counts{2, 1, 0, 2});
  CHECK(rt::item(models::precision_score(y, predicted, {.average = "macro"})) ==
        Approx((2.0 / 3 + 0 + 2.0 / 3) / 3));
  CHECK(rt::item(models::precision_score(y, predicted, {.labels = {2, 0}, .average = "macro"})) ==
        Approx(2.0 / 3));
  // Where there is nothing to score, NaN leaves it out, as scikit-learn does.
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const char* average : {"macro", "weighted", "micro"}) {
    CAPTURE(average);
    const double mean =
        std::string(average) == "weighted" ? (2 * 2.0 / 3 + 3 * 2.0 / 3) / 5 : 2.0 / 3;
    CHECK(rt::item(models::precision_score(
              y, predicted, {.average = average, .zero_division = nan})) == Approx(mean));
  }
  CHECK(std::isnan(
      rt::item(models::recall_score(rt::array({0, 0}), rt::array({1, 0}),
                                    {.labels = {2}, .average = "macro", .zero_division = nan}))));
  // Nothing is predicted to be 1.
  const auto none = rt::as_array(predicted == 1);
  CHECK(rt::item(models::precision_score(y == 1, none)) == 0);
  CHECK(rt::item(models::precision_score(y == 1, none, {.zero_division = 1})) == 1);
  const auto broken = rt::array<double>({2.5, 0.0, 2.0, 2.0, 0.0, 1.0});
  CHECK(rt::item(models::accuracy_score(broken, broken)) == Approx(5.0 / 6));
  REQUIRE_THROWS_AS(models::confusion_matrix(y, broken), rt::Error);
  REQUIRE_THROWS_AS(models::confusion_matrix(y, y, {.labels = {1, 1}}), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(models::f1_score(y, predicted, {.average = "mean"}), rt::Error);
  REQUIRE_THROWS_AS(models::f1_score(y, rt::array({1})), rt::ShapeMismatch);
}

TEST_CASE(
    "Scores of each label are those whose means others are, and a report of them is "
    "scikit-learn's") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto y = rt::array({0, 1, 2, 2, 0, 10, 1, 1});
  const auto predicted = rt::array({0, 0, 2, 1, 0, 10, 1, 2});
  const auto scores = models::precision_recall_fscore_support(y, predicted);
  CHECK(scores.labels == std::vector<std::int64_t>{0, 1, 2, 10});
  require_close(scores.precision, rt::array({2.0 / 3, 0.5, 0.5, 1.0}), 1e-15);
  require_close(scores.recall, rt::array({1.0, 1.0 / 3, 0.5, 1.0}), 1e-15);
  require_close(scores.fscore, rt::array({0.8, 0.4, 0.5, 1.0}), 1e-15);
  require_close(scores.support, rt::array({2.0, 3.0, 2.0, 1.0}), 0);
  const auto two = models::precision_recall_fscore_support(y, rt::zeros_like(y),
                                                           {.labels = {2, 0}, .zero_division = 1});
  require_close(two.precision, rt::array({1.0, 0.25}), 1e-15);
  require_close(two.recall, rt::array({0.0, 1.0}), 1e-15);
  require_close(two.fscore, rt::array({0.0, 0.4}), 1e-15);

  CHECK(models::classification_report(y, predicted) ==
        R"(              precision    recall  f1-score   support

           0       0.67      1.00      0.80         2
           1       0.50      0.33      0.40         3
           2       0.50      0.50      0.50         2
          10       1.00      1.00      1.00         1

    accuracy                           0.62         8
   macro avg       0.67      0.71      0.68         8
weighted avg       0.60      0.62      0.60         8
)");
  CHECK(models::classification_report(y, predicted, {.labels = {2, 1}, .digits = 3}) ==
        R"(              precision    recall  f1-score   support

           2      0.500     0.500     0.500         2
           1      0.500     0.333     0.400         3

   micro avg      0.500     0.400     0.444         5
   macro avg      0.500     0.417     0.450         5
weighted avg      0.500     0.400     0.440         5
)");
  const auto weights = rt::array({.5, 1., 2., 1., 1., 1.25, 1., 1.});
  CHECK(models::classification_report(y, predicted, weights) ==
        R"(              precision    recall  f1-score   support

           0       0.60      1.00      0.75       1.5
           1       0.50      0.33      0.40       3.0
           2       0.67      0.67      0.67       3.0
          10       1.00      1.00      1.00      1.25

    accuracy                           0.66      8.75
   macro avg       0.69      0.75      0.70      8.75
weighted avg       0.65      0.66      0.64      8.75
)");
  CHECK(models::classification_report(y, rt::zeros_like(y)) ==
        R"(              precision    recall  f1-score   support

           0       0.25      1.00      0.40         2
           1       0.00      0.00      0.00         3
           2       0.00      0.00      0.00         2
          10       0.00      0.00      0.00         1

    accuracy                           0.25         8
   macro avg       0.06      0.25      0.10         8
weighted avg       0.06      0.25      0.10         8
)");
  const auto long_labels = rt::as_array(rt::astype<std::int64_t>(y) + 9'999'999'999'990);
  CHECK_THAT(models::classification_report(long_labels, long_labels, {.digits = 0}),
             Catch::Matchers::ContainsSubstring(
                 "\n 9999999999990          1         1         1         2\n"));
  REQUIRE_THROWS_AS(models::classification_report(y, predicted, {.digits = -1}), rt::Error);
  REQUIRE_THROWS_AS(models::classification_report(y, predicted, {.labels = {1, 1}}),
                    rt::ShapeMismatch);
  REQUIRE_THROWS_AS(models::precision_recall_fscore_support(y, rt::array({1})), rt::ShapeMismatch);
}

TEST_CASE("Labels that are no whole numbers are refused where labels are given, too") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto whole = rt::array({0, 1, 1, 0});
  const auto halves = rt::array({0.0, 0.5, 1.0, 1.5});
  const auto refused = [](const std::string& metric) {
    return Catch::Matchers::StartsWith("relatile: " + metric +
                                       ": 2 labels are not whole numbers from -2^63 to 2^63");
  };
  REQUIRE_THROWS_WITH(models::precision_recall_fscore_support(halves, whole, {.labels = {0, 1}}),
                      refused("precision_recall_fscore_support"));
  REQUIRE_THROWS_WITH(models::precision_recall_fscore_support(whole, halves, {.labels = {0, 1}}),
                      refused("precision_recall_fscore_support"));
  REQUIRE_THROWS_WITH(models::confusion_matrix(whole, halves, {.labels = {0, 1}}),
                      refused("confusion_matrix"));
  REQUIRE_THROWS_WITH(models::f1_score(halves, whole, {.labels = {0, 1}, .average = "macro"}),
                      refused("f1_score"));
  const auto scores =
      models::precision_recall_fscore_support(2.0 * halves, whole, {.labels = {3, 0}});
  CHECK(rt::to_vector(scores.support) == std::vector<double>{1, 1});
  REQUIRE_THROWS_WITH(
      models::confusion_matrix(whole, whole, {.labels = {3, 1, 0, 1}}),
      "relatile: confusion_matrix: .labels has label 1 twice; give each label once");
}

TEST_CASE("Labels beyond std::int64_t are refused by the accuracy, and not taken for wrong") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const auto far = rt::array<std::uint64_t>({3, most, most, 5});
  REQUIRE_THROWS_WITH(models::accuracy_score(far, far),
                      Catch::Matchers::StartsWith("relatile: accuracy_score: 2 labels are not"));
  REQUIRE_THROWS_AS(models::accuracy_score(rt::array({3, 1, 2, 5}), far), rt::Error);
  const auto near = rt::array<std::uint64_t>({3, 1, most / 2, 5});
  CHECK(rt::item(models::accuracy_score(near, near)) == 1);
  // A floating-point label that is not whole is as wrong as NaN.
  CHECK(rt::item(models::accuracy_score(rt::array({0.5, 1.0}), rt::array({0.5, 1.0}))) == 0.5);
}

TEST_CASE("Means weighted by labels that are not there are scikit-learn's") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto y = rt::array({0, 0, 0, 0});
  const auto ones = rt::array({1, 1, 1, 1});
  const double nothing = GENERATE(0.0, 1.0, std::numeric_limits<double>::quiet_NaN());
  const auto means = [&](const models::Labels& predicted, const std::vector<std::int64_t>& labels) {
    const models::ClassScoreOptions options{
        .labels = labels, .average = "weighted", .zero_division = nothing};
    return std::vector<double>{rt::item(models::precision_score(y, predicted, options)),
                               rt::item(models::recall_score(y, predicted, options)),
                               rt::item(models::f1_score(y, predicted, options))};
  };
  const auto is_nothing = [&](double score) {
    return score == nothing || (std::isnan(score) && std::isnan(nothing));
  };
  for (const auto& labels : std::vector<std::vector<std::int64_t>>{{1}, {1, 2}}) {
    const auto wrong = means(ones, labels);
    CHECK(wrong[0] == 0);
    CHECK(is_nothing(wrong[1]));
    CHECK(wrong[2] == 0);
    for (const double score : means(y, labels)) CHECK(is_nothing(score));
  }
  if (nothing == 1) {
    CHECK(models::classification_report(y, ones, {.labels = {1}, .zero_division = 1}) ==
          R"(              precision    recall  f1-score   support

           1       0.00      1.00      0.00         0

   micro avg       0.00      1.00      0.00         0
   macro avg       0.00      1.00      0.00         0
weighted avg       0.00      1.00      0.00         0
)");
  }
}

TEST_CASE("Scores of one label are of two labels, of which it is one") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto three = rt::array({0, 1, 2, 1});
  REQUIRE_THROWS_WITH(
      models::f1_score(three, three),
      "relatile: f1_score: there are 3 labels, and the average is \"binary\"; choose "
      "{.average = \"macro\"}, \"micro\" or \"weighted\", or score one label: "
      "f1_score(y == label, predicted == label)");
  const auto seldom = rt::array({0, 0, 1, 1});
  REQUIRE_THROWS_AS(models::precision_score(seldom, three), rt::Error);
  REQUIRE_THROWS_AS(models::recall_score(three, seldom), rt::Error);
  const auto two = rt::array({-1, 4, 4, -1});
  REQUIRE_THROWS_WITH(
      models::recall_score(two, two),
      "relatile: recall_score: there are labels -1 and 4, and .pos_label = 1 is none "
      "of them; say which is the positive one");
  CHECK(rt::item(models::recall_score(two, two, {.pos_label = 4})) == 1);
  // As scikit-learn has it, one label may be the negative one.
  CHECK(rt::item(models::recall_score(0 * two, 0 * two)) == 0);
}

TEST_CASE("Balanced accuracy and Matthews' coefficient are scikit-learn's formulas") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto y = rt::array({0, 1, 0, 0, 1, 0});
  const auto predicted = rt::array({0, 1, 0, 0, 0, 1});
  CHECK(rt::item(models::balanced_accuracy_score(y, predicted)) == Approx(0.625));
  // (tp tn - fp fn) / sqrt((tp + fp) (tp + fn) (tn + fp) (tn + fn))
  CHECK(rt::item(models::matthews_corrcoef(y, predicted)) ==
        Approx((1 * 3 - 1 * 1) / std::sqrt(2.0 * 2 * 4 * 4)));
  // A row as often as its weight; label 3 is predicted and never there.
  const auto more = rt::array({2, 2, 0, 0, 0, 1, 1});
  const auto guessed = rt::array({2, 2, 0, 3, 3, 1, 0});
  const auto rows = rt::array({2, 0, 0, 1, 1});
  const auto guesses = rt::array({2, 0, 3, 1, 0});
  const auto weights = rt::array({2.0, 1.0, 2.0, 1.0, 1.0});
  CHECK(rt::item(models::balanced_accuracy_score(more, guessed)) ==
        Approx((1.0 + 1.0 / 3 + 1.0 / 2) / 3));
  CHECK(rt::item(models::balanced_accuracy_score(rows, guesses, weights)) ==
        Approx((1.0 + 1.0 / 3 + 1.0 / 2) / 3));
  const double both = 4 * 7 - (3 * 2 + 2 * 1 + 2 * 2);
  const double scale = std::sqrt(49.0 - 9 - 4 - 4) * std::sqrt(49.0 - 4 - 1 - 4 - 4);
  CHECK(rt::item(models::matthews_corrcoef(more, guessed)) == Approx(both / scale));
  CHECK(rt::item(models::matthews_corrcoef(rows, guesses, weights)) == Approx(both / scale));
  CHECK(rt::item(models::matthews_corrcoef(y, 0 * y)) == 0);
  CHECK(rt::item(models::matthews_corrcoef(more, more)) == Approx(1));
  REQUIRE_THROWS_AS(models::matthews_corrcoef(y, more), rt::ShapeMismatch);
}

TEST_CASE("Matthews' coefficient of one label is 0, whatever is rounded in sums of weights") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 5));
  const bool swapped = GENERATE(false, true);
  for (const std::int64_t rows : {3, 6, 7, 10, 100, 1001}) {
    const auto weights = rt::as_array(0.1 / (1.0 + rt::arange<double>(rows)));
    const auto one = rt::as_array(4 + 0 * rt::arange<std::int64_t>(rows));
    const auto some = rt::as_array(rt::arange<std::int64_t>(rows) % 47);
    const auto found = swapped ? models::matthews_corrcoef(some, one, weights)
                               : models::matthews_corrcoef(one, some, weights);
    CHECK(rt::item(found) == 0);
    CHECK(rt::item(models::matthews_corrcoef(one, one, weights)) == 0);
    // Rows of other labels do not count where their weights are 0.
    const auto of_zero = rt::as_array(rt::where(some == 0, weights, 0.0));
    CHECK(rt::item(models::matthews_corrcoef(some, some, of_zero)) == 0);
  }
}

TEST_CASE("Scores of many labels need no table of their pairs") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const std::int64_t k = 500;
  const auto y = rt::as_array(rt::arange<std::int64_t>(3 * k) % k);
  // The last third is predicted to have label 0.
  const auto predicted = rt::as_array(rt::where(rt::arange<std::int64_t>(3 * k) < 2 * k, y, 0));
  const auto weights = rt::full<double>({3 * k}, 0.5);
  const auto recall = models::recall_score(y, predicted, weights, {.average = "macro"});
  const auto f1 = models::f1_score(y, predicted, {.average = "weighted"});
  const auto scores = models::precision_recall_fscore_support(y, predicted);
  const auto mcc = models::matthews_corrcoef(y, predicted);
  for (const auto& node :
       rt::tra::topological_order({rt::to_node(recall), rt::to_node(f1), rt::to_node(mcc),
                                   rt::to_node(scores.precision), rt::to_node(scores.support)})) {
    CHECK(rt::volume(node->type.extents) <= 3 * k);
  }
  // Label 0 is predicted three times rightly, and once of every other label.
  const double others = double(k - 1);
  CHECK(rt::item(recall) == Approx((1 + others * 2 / 3) / double(k)));
  CHECK(rt::item(f1) == Approx((others * 0.8 + 6 / (6 + others)) / double(k)));
  CHECK(rt::to_vector(scores.support) == std::vector<double>(std::size_t(k), 3));
  CHECK(rt::item(rt::as_array(scores.precision(0))) == Approx(3 / (3 + others)));
  CHECK(rt::item(rt::as_array(rt::sum(scores.precision))) == Approx(others + 3 / (3 + others)));
}

TEST_CASE("Where all weights are 0 metrics are NaN, or what 0 / 0 is said to be") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto y = rt::array({0, 1, 1, 0});
  const auto guessed = rt::array({0, 1, 0, 0});
  const auto weights = rt::zeros<double>({4});
  for (const std::string average : {"binary", "macro", "micro", "weighted"}) {
    const models::ClassScoreOptions options{.average = average, .zero_division = 0.25};
    CHECK(rt::item(models::precision_score(y, guessed, weights, options)) == 0.25);
    CHECK(rt::item(models::recall_score(y, guessed, weights, options)) == 0.25);
    CHECK(rt::item(models::f1_score(y, guessed, weights, options)) == 0.25);
  }
  CHECK(rt::item(models::matthews_corrcoef(y, guessed, weights)) == 0);
  CHECK(std::isnan(rt::item(models::accuracy_score(y, guessed, weights))));
  CHECK(std::isnan(rt::item(models::balanced_accuracy_score(y, guessed, weights))));
  CHECK(std::isnan(rt::item(models::mean_squared_error(y, guessed, weights))));
  CHECK(std::isnan(rt::item(models::r2_score(y, guessed, weights))));
  CHECK(std::isnan(rt::item(models::log_loss(y, 0.5 + 0.0 * guessed, weights))));
  CHECK(std::isnan(rt::item(models::roc_auc_score(y, guessed, weights))));
  CHECK_THAT(models::classification_report(y, guessed, weights, {.zero_division = 1}),
             Catch::Matchers::ContainsSubstring(
                 "\n    accuracy                           1.00       0.0\n"));
}

TEST_CASE("log_loss is the mean surprise at each label") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  // scikit-learn's example, ham and spam as 3 and 8.
  const auto y = rt::array({8, 3, 3, 8});
  const auto p = rt::array({{.1, .9}, {.9, .1}, {.8, .2}, {.35, .65}});
  CHECK(rt::item(models::log_loss(y, p)) == Approx(0.21616187468057912));
  const auto of_greater = p(rt::all_of_axis, 1);
  CHECK(rt::item(models::log_loss(y, of_greater)) == Approx(0.21616187468057912));
  CHECK(rt::item(models::log_loss(y, p, {.labels = {3, 8}})) == Approx(0.21616187468057912));
  const auto weights = rt::array({2, 0, 1, 1});
  CHECK(rt::item(models::log_loss(y, p, weights)) ==
        Approx(-(2 * std::log(.9) + std::log(.8) + std::log(.65)) / 4));
  const auto sure = rt::array({0.0, 1.0, 0.0, 1.0});
  CHECK(rt::item(models::log_loss(y, sure)) == Approx(-std::log(0x1p-52) / 2));
  CHECK(std::isnan(rt::item(models::log_loss(y, p, {.labels = {3, 4}}))));
  REQUIRE_THROWS_AS(models::log_loss(y, p, {.labels = {3, 5, 8}}), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(models::log_loss(y, p, {.labels = {3, 3}}), rt::Error);
  REQUIRE_THROWS_AS(models::log_loss(rt::array({8, 8, 8, 8}), p), rt::ShapeMismatch);
}

TEST_CASE("roc_auc_score is the share of pairs in order") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 5));
  CHECK(rt::item(models::roc_auc_score(rt::array({0, 0, 1, 1}),
                                       rt::array({0.1, 0.4, 0.35, 0.8}))) == Approx(0.75));
  const bool weighted = GENERATE(false, true);
  const Judged data(97, {-1, 1});
  double pairs = 0;
  double in_order = 0;
  for (std::size_t i = 0; i < data.y.size(); ++i) {
    for (std::size_t j = 0; j < data.y.size(); ++j) {
      if (data.y[i] != 1 || data.y[j] != -1) continue;
      const double pair = weighted ? data.weights[i] * data.weights[j] : 1;
      pairs += pair;
      in_order += data.scores[i] > data.scores[j]    ? pair
                  : data.scores[i] == data.scores[j] ? pair / 2
                                                     : 0;
    }
  }
  const auto y = data.array(data.y);
  const auto scores = data.array(data.scores);
  CHECK(rt::item(models::roc_auc_score(y, scores, data.of(weighted))) == Approx(in_order / pairs));
  CHECK(rt::item(models::roc_auc_score(y, 0.0 * scores, data.of(weighted))) == Approx(0.5));
  REQUIRE_THROWS_AS(models::roc_auc_score(0 * y, scores), rt::Error);
  REQUIRE_THROWS_AS(models::roc_auc_score(y, scores / 0.0), rt::Error);
}

}  // namespace metrics_test
