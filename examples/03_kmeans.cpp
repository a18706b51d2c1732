// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 03: k-means in tensor-relational algebra, with a kernel of your own.
//
// An array cut into blocks is a relation of (key, block) pairs. `join` pairs the blocks of two
// relations whose keys agree and gives each pair to a kernel; `aggregate` adds up what it returns.
// A kernel is any function of Eigen matrices. Where the blocks meet is the planner's business.
//
//   mpirun -n 4 ./03_kmeans

#include <cmath>
#include <relatile/relatile.hpp>

namespace rt = relatile;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);

  // Handwritten digits: 64 pixels, then the digit, which k-means does not see.
  const auto digits = rt::load_csv<double>(RELATILE_EXAMPLE_DATA "/digits.csv");
  const rt::Array<double, 2> pixels = digits(rt::all_of_axis, rt::slice(0, 64));
  const std::int64_t num_clusters = 10;

  // Key (i, d) of this relation is the block of images 100 i, ..., 100 i + 99 and all 64 pixels.
  const auto images = rt::blocks(pixels, {100, 64});

  // A block of images meets the centres. Each image joins the nearest: row c of the result is what
  // cluster c gets from this block, the sum of its images, their number, and their inertia (the
  // squared distances to the centre).
  const auto assign = [](const auto& block, const auto& centres) {
    const auto width = centres.cols();
    Eigen::MatrixXd gained = Eigen::MatrixXd::Zero(centres.rows(), width + 2);
    for (Eigen::Index i = 0; i < block.rows(); ++i) {
      Eigen::Index nearest = 0;
      const double inertia =
          (centres.rowwise() - block.row(i)).rowwise().squaredNorm().minCoeff(&nearest);
      gained.row(nearest).head(width) += block.row(i);
      gained(nearest, width) += 1;
      gained(nearest, width + 1) += inertia;
    }
    return gained;
  };

  rt::Array<double, 2> centres = pixels(rt::slice(0, num_clusters));  // the first ten images
  rt::Array<double, 2> totals;
  double inertia = 0;

  for (int iteration = 1; iteration <= 10; ++iteration) {
    // The keys: images (i, d) and centres (c, d) agree on d, so the pairs have keys (i, d, c). The
    // sum over i leaves keys (c, d), which tile a matrix again: one row a cluster.
    totals = rt::to_array(rt::aggregate(
        rt::join(images, rt::blocks(centres, {num_clusters, 64}), rt::on<1>, rt::on<1>, assign),
        rt::by<2, 1>, rt::kernel::add));

    // The new centres are the means; an empty cluster stays where it is.
    const auto sums = totals(rt::all_of_axis, rt::slice(0, 64));
    const auto sizes = totals(rt::all_of_axis, rt::slice(64, 65));
    centres = rt::where(sizes > 0, sums / rt::maximum(sizes, 1), centres);

    rt::evaluate(centres, totals);
    inertia = rt::item(rt::sum(totals(rt::all_of_axis, 65)));
    rt::print("iteration", iteration, "inertia", std::llround(inertia));
  }

  rt::print("\nThe last step:\n" + rt::explain(totals));
  rt::print("cluster sizes:", totals(rt::all_of_axis, 64));
  return inertia < 1.2e6 ? 0 : 1;
}
