// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A chain of ten products of matrices whose sizes differ much: TensorPlanner, section VII. The
// order of multiplications decides how much is computed, and the placements of what is between
// them how much is sent. multi_dot leaves both to the planner.
//
//   mpirun -n 4 ./product_chain

#include <cmath>
#include <relatile/arrays.hpp>
#include <vector>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const std::vector<std::int64_t> sizes{300, 20, 400, 30, 500, 10, 300, 40, 200, 50, 300};
  const std::size_t n = sizes.size() - 1;
  std::vector<Matrix> chain;
  for (std::size_t i = 0; i < n; ++i) {
    const double scale = 1 / std::sqrt(double(sizes[i + 1]));
    const auto numbers = rt::random::normal(0.0, scale, {sizes[i], sizes[i + 1]});
    chain.push_back(rt::placed(numbers, rt::split(0)));
    rt::evaluate(chain.back());
  }

  // The fewest multiplications, by the textbook's dynamic program.
  std::vector<std::vector<double>> best(n, std::vector<double>(n, 0));
  for (std::size_t length = 1; length < n; ++length) {
    for (std::size_t i = 0; i + length < n; ++i) {
      const std::size_t j = i + length;
      best[i][j] = INFINITY;
      for (std::size_t k = i; k < j; ++k) {
        const double last = double(sizes[i] * sizes[k + 1] * sizes[j + 1]);
        best[i][j] = std::min(best[i][j], best[i][k] + best[k + 1][j] + last);
      }
    }
  }
  double in_order = 0;
  for (std::size_t i = 1; i < n; ++i) in_order += double(sizes[0] * sizes[i] * sizes[i + 1]);

  const Matrix planned = rt::multi_dot(chain);
  rt::evaluate(planned);
  // From left to right. Each product is evaluated, or the planner would change the order.
  Matrix naive = chain[0];
  std::int64_t naive_bytes = 0;
  for (std::size_t i = 1; i < n; ++i) {
    naive = rt::matmul(naive, chain[i]);
    rt::evaluate(naive);
    naive_bytes += rt::report(naive).bytes_sent().value;
  }
  const auto predicted = rt::report(planned).bytes_predicted().value;
  const auto sent = rt::report(planned).bytes_sent().value;
  const double difference = rt::item(rt::max(rt::abs(planned - naive)));
  rt::print("multiplications from left to right", std::int64_t(in_order), "at least",
            std::int64_t(best[0][n - 1]));
  rt::print("multi_dot:", rt::grouped(predicted), "B predicted,", rt::grouped(sent), "B sent;",
            "from left to right:", rt::grouped(naive_bytes), "B");
  const bool right = difference < 1e-12 && sent == predicted && sent <= naive_bytes;
  rt::print("the products are the same", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
