// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 06: the nearest neighbour in a Riemannian metric, in relational algebra and as in NumPy.
//
// Which row x of X has the least (x - q) A (x - q)^T? First operator by operator, as section 5.2 of
// Yuan et al., "Tensor Relational Algebra for Distributed Machine Learning System Design" (VLDB
// 2021) composes them; then in two lines of array code. The planner keeps the blocks of a relation,
// but cuts an array wherever that is best.
//
//   mpirun -n 4 ./06_nearest_neighbour

#include <cmath>
#include <relatile/relatile.hpp>

namespace rt = relatile;
using Matrices = rt::Relation<rt::Dense<double, 2>, 2>;  // blocks of rank 2 under keys of two

/// A distance and whose it is. A trivially copyable struct is a block as a number is one.
struct Nearest {
  double distance;
  std::int64_t row;
};

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);

  // The last of the handwritten digits is the query, the others are the candidates. In the metric
  // neighbouring pixels may stand in for each other.
  const auto digits = rt::load_csv<double>(RELATILE_EXAMPLE_DATA "/digits.csv");
  const rt::Array<double, 2> x = digits(rt::slice(0, -1), rt::slice(0, 64));
  const rt::Array<double, 1> q = digits(-1, rt::slice(0, 64));
  const auto a = rt::from_function({64, 64}, [](auto i, auto j) {
    return std::exp(-0.5 * std::hypot(i / 8 - j / 8, i % 8 - j % 8));
  });
  rt::evaluate(x, q, a);

  // Relations: the key of a block of X is (n, d), of A (d, e), of q (d), of the row numbers (n).
  const auto r_x = rt::blocks(x, {128, 16});
  const auto r_a = rt::blocks(a, {16, 16});
  const auto r_q = rt::blocks(q, {16});
  const auto r_row = rt::blocks(rt::arange(x.shape(0)), {128});

  // Kernels of our own, beside the library's add, matmul, multiply and row_sum.
  const auto subtract = [](const auto& rows, const auto& v) {
    return rows.rowwise() - v.transpose();
  };
  const auto nearest_row = [](const auto& distances, const auto& rows) {
    Eigen::Index best = 0;
    const double distance = distances.minCoeff(&best);
    return Nearest{distance, rows(best)};
  };
  const auto nearer = [](const Nearest& s, const Nearest& t) {
    return s.distance < t.distance || (s.distance == t.distance && s.row < t.row) ? s : t;
  };

  // The differences (n, d), their projections (n, e), the distances (n), and the one nearest.
  const Matrices r_diff = rt::join(r_x, r_q, rt::on<1>, rt::on<0>, subtract);
  const Matrices r_proj =
      rt::aggregate(rt::join(r_diff, r_a, rt::on<1>, rt::on<0>, rt::kernel::matmul), rt::by<0, 2>,
                    rt::kernel::add);
  const auto r_square = rt::join(r_proj, r_diff, rt::on<0, 1>, rt::on<0, 1>, rt::kernel::multiply);
  const auto r_dist =
      rt::transform(rt::aggregate(r_square, rt::by<0>, rt::kernel::add), rt::kernel::row_sum);
  const auto r_min =
      rt::aggregate(rt::join(r_dist, r_row, rt::on<0>, rt::on<0>, nearest_row), rt::by<>, nearer);
  rt::print("In relational algebra:\n" + rt::explain(r_min));

  // The same, as in NumPy.
  const auto diff = x - q;
  const auto numpy = rt::argmin(rt::sum(rt::matmul(diff, a) * diff, 1));
  rt::print("As in NumPy:\n" + rt::explain(numpy));

  const Nearest found = rt::item(rt::to_array(r_min));
  rt::print("The last image shows", rt::item(digits(-1, 64)), "and is nearest to row", found.row,
            "by relational algebra, to row", numpy, "as in NumPy: it shows",
            rt::item(digits(found.row, 64)));
  return found.row == rt::item(numpy) ? 0 : 1;
}
