// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 04: logistic regression by Newton's method, checked against a dense solution.
//
// The model: is a tumour benign, given 30 measurements, each standardised? It has an intercept, and
// a ridge penalty of 1 on every coefficient but that: minimise
//   sum_i log(1 + exp(x_i w)) - y_i x_i w  +  1/2 sum_{j not the intercept} w_j^2.
// The rows stay where they were read. A step sends what is as small as the model, and nothing else.
//
//   mpirun -n 4 ./04_logistic_newton

#include <Eigen/Dense>
#include <iostream>
#include <relatile/relatile.hpp>

namespace rt = relatile;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  std::ostream out(context.rank() == 0 ? std::cout.rdbuf() : nullptr);  // one rank prints

  // 30 measurements and the class, 0 or 1. Every rank reads its own part of the file.
  const auto data = rt::load_csv<double>(RELATILE_EXAMPLE_DATA "/breast_cancer.csv",
                                         {.skip_rows = 1});
  const std::int64_t intercept = data.shape(1) - 1;
  const rt::Array<double, 1> y = data(rt::all_of_axis, intercept);

  // Standardise the columns; the last, the class, makes room for the intercept's column of ones.
  const auto centred = data - rt::mean(data, 0);
  const auto deviation = rt::sqrt(rt::mean(rt::square(centred), 0));
  const auto column = rt::arange(intercept + 1);
  const rt::Array<double, 2> x = rt::where(column == intercept, 1.0, centred / deviation);
  const rt::Array<double, 1> penalty = rt::where(column == intercept, 0.0, 1.0);
  rt::evaluate(x, y, penalty);
  out << "Logistic regression of " << x.shape(0) << " rows on " << x.shape(1) << " columns\n\n";

  Eigen::VectorXd w = Eigen::VectorXd::Zero(x.shape(1));
  double norm = 1;
  std::int64_t predicted = 0;
  std::int64_t sent = 0;
  for (int step = 1; norm > 1e-10 && step <= 20; ++step) {
    const auto weights = rt::from_eigen(w);
    const rt::Array<double, 1> p = rt::logistic(rt::matmul(x, weights));
    const rt::Array<double, 1> gradient = rt::matmul(rt::transpose(x), p - y) + penalty * weights;
    const rt::Array<double, 2> hessian =
        rt::matmul(rt::transpose(x), (p * (1 - p))(rt::all_of_axis, rt::newaxis) * x) +
        rt::diag(penalty);
    if (step == 1) out << "The Hessian of a step, " << rt::explain(hessian) << "\n";
    rt::evaluate(gradient, hessian);  // one plan for both: p is computed once

    predicted += rt::report(hessian).plan.traffic().total().value;
    sent += total_measured(rt::report(hessian)).total().value;
    const Eigen::VectorXd g = rt::to_eigen(gradient);
    w -= rt::to_eigen(hessian).ldlt().solve(g);  // a small system: every rank solves it by itself
    norm = g.norm();
    out << "step " << step << ": gradient " << norm << "\n";
  }
  out << "Bytes predicted for all steps: " << rt::grouped(predicted)
      << ", sent: " << rt::grouped(sent) << "\n\nintercept and coefficients:\n  "
      << w(intercept) << "\n " << w.head(intercept).transpose() << "\n\n";

  // The same again, dense and on one rank's data alone.
  const Eigen::MatrixXd dense = rt::to_eigen(x);
  const Eigen::VectorXd ridge = rt::to_eigen(penalty);
  const Eigen::VectorXd labels = rt::to_eigen(y);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(w.size());
  for (int step = 0; step < 20; ++step) {
    const Eigen::ArrayXd p = 1 / (1 + (-(dense * v).array()).exp());
    Eigen::MatrixXd h = dense.transpose() * (p * (1 - p)).matrix().asDiagonal() * dense;
    h.diagonal() += ridge;
    v -= h.ldlt().solve(dense.transpose() * (p.matrix() - labels) + ridge.cwiseProduct(v));
  }
  const double difference = (w - v).cwiseAbs().maxCoeff();
  out << "Largest difference from the dense solution: " << difference
      << (difference <= 1e-8 ? " (at most 1e-8: right)\n" : " (MORE THAN 1e-8)\n");
  return difference <= 1e-8 ? 0 : 1;
}
