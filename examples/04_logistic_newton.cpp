// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 04: logistic regression by Newton's method, checked against a dense solution.
//
// Is a tumour benign, given 30 measurements? The columns are standardised, there is an intercept,
// and a ridge penalty of 1 on all coefficients but the intercept: w minimises
//   sum_i (log(1 + exp(x_i w)) - y_i x_i w)  +  1/2 sum_{j != intercept} w_j^2.
// The rows of x stay where they are; only sums as small as the model travel.
//
//   mpirun -n 4 ./04_logistic_newton

#include <Eigen/Dense>
#include <relatile/relatile.hpp>

namespace rt = relatile;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);

  // 30 measurements, then the class: 0 or 1. Every rank reads its own part of the file.
  const auto data =
      rt::load_csv<double>(RELATILE_EXAMPLE_DATA "/breast_cancer.csv", {.skip_rows = 1});
  const std::int64_t intercept = data.shape(1) - 1;
  const rt::Array<double, 1> y = data(rt::all_of_axis, intercept);

  // Standardise the columns. In the last one, the intercept's ones replace the class.
  const auto column = rt::arange(intercept + 1);
  const auto centred = data - rt::mean(data, 0);
  const auto deviation = rt::sqrt(rt::mean(rt::square(centred), 0));
  const rt::Array<double, 2> x = rt::where(column == intercept, 1.0, centred / deviation);
  const rt::Array<double, 1> penalty = rt::where(column == intercept, 0.0, 1.0);
  rt::evaluate(x, y, penalty);
  rt::print("Logistic regression:", x.shape(0), "rows,", x.shape(1), "columns\n");

  // A Newton step solves hessian * step = gradient. Both are sums over rows, which the plan leaves
  // everywhere; p is the probability of class 1.
  Eigen::VectorXd w = Eigen::VectorXd::Zero(x.shape(1));
  std::int64_t predicted = 0;
  std::int64_t sent = 0;
  double norm = 1;
  for (int step = 1; norm > 1e-10 && step <= 20; ++step) {
    const auto weights = rt::from_eigen(w);
    const auto p = rt::logistic(rt::matmul(x, weights));
    const auto curvature = (p * (1 - p))(rt::all_of_axis, rt::newaxis);
    const auto xt = rt::transpose(x);
    const auto gradient = rt::placed(rt::matmul(xt, p - y) + penalty * weights, rt::everywhere);
    const auto hessian =
        rt::placed(rt::matmul(xt, curvature * x) + rt::diag(penalty), rt::everywhere);
    if (step == 1) rt::print("The Hessian of a Newton step:\n" + rt::explain(hessian));
    rt::evaluate(gradient, hessian);  // one plan for both: p is computed once

    const Eigen::VectorXd g = rt::to_eigen(gradient);
    w -= rt::to_eigen(hessian).ldlt().solve(g);  // small: every rank solves it for itself
    norm = g.norm();
    predicted += rt::report(hessian).bytes_predicted().value;
    sent += rt::report(hessian).bytes_sent().value;
    rt::print("step", step, "norm of the gradient", norm);
  }
  rt::print("all steps:", rt::grouped(predicted), "B predicted,", rt::grouped(sent), "B sent\n");
  rt::print("intercept:", w(intercept));
  rt::print("coefficients of 10 measurements (mean; standard error; worst):");
  rt::print(w.head(intercept).reshaped<Eigen::RowMajor>(3, 10), "\n");

  // The same with Eigen alone, on every rank: the dense solution.
  const Eigen::MatrixXd a = rt::to_eigen(x);
  const Eigen::VectorXd b = rt::to_eigen(y);
  const Eigen::VectorXd ridge = rt::to_eigen(penalty);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(w.size());
  for (int step = 1; step <= 20; ++step) {
    const Eigen::ArrayXd p = 1 / (1 + (-a * v).array().exp());
    Eigen::MatrixXd h = a.transpose() * (p * (1 - p)).matrix().asDiagonal() * a;
    h.diagonal() += ridge;
    v -= h.ldlt().solve(a.transpose() * (p.matrix() - b) + ridge.cwiseProduct(v));
  }
  const double difference = (w - v).cwiseAbs().maxCoeff();
  rt::print("largest difference from the dense solution:", difference,
            difference <= 1e-8 ? "- right, at most 1e-8" : "- TOO LARGE");
  return difference <= 1e-8 && sent == predicted ? 0 : 1;
}
