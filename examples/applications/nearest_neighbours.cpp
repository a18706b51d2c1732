// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Handwritten digits are told by the vote of their nearest neighbours: Spartan's applications.
// Distances are a product of matrices, of which lines are partitioned where they are.
//
//   mpirun -n 4 ./nearest_neighbours

#include <algorithm>
#include <array>
#include <cstdio>
#include <relatile/arrays.hpp>
#include <utility>
#include <vector>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Vector = rt::Array<double, 1>;
using Labels = rt::Array<std::int64_t, 1>;

constexpr std::int64_t neighbours = 5, digits = 10;

/// What most of the nearest rows of x show, for every row of `queries`; the least digit of several.
Labels guessed(const Matrix& x, const Labels& label, const Matrix& queries) {
  const Vector squares = rt::sum(rt::square(x), 1);
  const Vector of_queries = rt::sum(rt::square(queries), 1);
  const Matrix products = rt::matmul(queries, rt::transpose(x));
  const Matrix d = of_queries(rt::all_of_axis, rt::newaxis) + squares - 2.0 * products;
  // Squares of distances are whole numbers here. Of equal ones, the row that comes first is nearer.
  const Matrix in_order = d + rt::arange<double>(x.shape(0)) / double(x.shape(0));
  const auto nearest =
      rt::argpartition(in_order, neighbours - 1, 1)(rt::all_of_axis, rt::slice(0, neighbours));
  const auto shown = rt::take(label, nearest);
  const auto votes = rt::sum(
      shown(rt::all_of_axis, rt::all_of_axis, rt::newaxis) == rt::arange<std::int64_t>(digits), 1);
  return rt::argmax(votes, 1);
}

/// The same of one query in plain loops. Rows are of 64 pixels and the digit.
std::int64_t guessed_in_loops(const std::vector<double>& rows, std::size_t train,
                              std::size_t query) {
  std::vector<std::pair<double, std::size_t>> distances;
  for (std::size_t i = 0; i < train; ++i) {
    double square = 0;
    for (std::size_t k = 0; k < 64; ++k) {
      const double d = rows[65 * i + k] - rows[65 * query + k];
      square += d * d;
    }
    distances.emplace_back(square, i);
  }
  std::sort(distances.begin(), distances.end());
  std::array<int, digits> votes{};
  for (std::size_t i = 0; i < std::size_t(neighbours); ++i) {
    ++votes[std::size_t(rows[65 * distances[i].second + 64])];
  }
  return std::max_element(votes.begin(), votes.end()) - votes.begin();
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const Matrix data = rt::load_csv<double>(RELATILE_EXAMPLE_DATA "/digits.csv");
  const std::int64_t train = 1400;
  const Matrix images = data(rt::all_of_axis, rt::slice(0, 64));
  const Labels label = rt::astype<std::int64_t>(data(rt::all_of_axis, 64));
  const Matrix x = images(rt::slice(0, train)), x_test = images(rt::slice(train));
  const Labels y = label(rt::slice(0, train)), y_test = label(rt::slice(train));
  rt::evaluate(x, y, x_test, y_test);

  const Labels guess = guessed(x, y, x_test);
  rt::evaluate(guess);
  const auto predicted = rt::report(guess).bytes_predicted().value;
  const auto sent = rt::report(guess).bytes_sent().value;
  const double accuracy = rt::item(rt::mean(guess == y_test));

  const std::vector<double> rows = rt::to_vector(rt::ravel(data));
  const std::vector<std::int64_t> guesses = rt::to_vector(guess);
  std::size_t different = 0;
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    if (guessed_in_loops(rows, std::size_t(train), std::size_t(train) + i) != guesses[i]) {
      ++different;
    }
  }
  if (context.rank() == 0) {
    std::printf("accuracy %.4f of %zu digits by %d neighbours\n", accuracy, guesses.size(),
                int(neighbours));
  }
  rt::print(rt::grouped(predicted), "B predicted,", rt::grouped(sent), "B sent");
  const bool right = different == 0 && accuracy > 0.95 && sent == predicted;
  rt::print("votes are those of plain loops", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
