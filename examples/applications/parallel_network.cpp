// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A training step of a feed-forward network, forward and back, data parallel and model parallel:
// the feed-forward network by which TRA is judged, section 5. The program is the same, and its
// derivatives are by grad(); only where arrays are stored differs. The planner does the rest.
//
//   mpirun -n 4 ./parallel_network

#include <cmath>
#include <cstdio>
#include <relatile/grad.hpp>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;

constexpr std::int64_t batch = 240, inputs = 120, hidden = 480, outputs = 24;

struct Step {
  double loss = 0;
  double weights = 0;  ///< the sum of their squares after the step
  std::int64_t predicted = 0, sent = 0;
};

/// One step. Arrays are stored as told before, and the weights afterwards as before.
Step step_of(const rt::Placing& of_rows, const rt::Placing& of_w1, const rt::Placing& of_w2) {
  const rt::random::Seed seeds[] = {{1}, {2}, {3}, {4}};
  const Matrix x = rt::placed(rt::random::normal(0.0, 1.0, {batch, inputs}, seeds[0]), of_rows);
  const Matrix y = rt::placed(rt::random::normal(0.0, 1.0, {batch, outputs}, seeds[1]), of_rows);
  const Matrix w1 = rt::placed(rt::random::normal(0.0, 0.1, {inputs, hidden}, seeds[2]), of_w1);
  const Matrix w2 = rt::placed(rt::random::normal(0.0, 0.1, {hidden, outputs}, seeds[3]), of_w2);
  rt::evaluate(x, y, w1, w2);

  const auto loss_of = [&](const Matrix& u, const Matrix& v) {
    const Matrix activation = rt::maximum(rt::matmul(x, u), 0.0);
    const Matrix missed = rt::matmul(activation, v) - y;
    return rt::sum(rt::square(missed)) / double(batch);
  };
  const auto [loss, by_w1, by_w2] = rt::value_and_grad(loss_of, w1, w2);
  const Matrix new_w1 = rt::placed(Matrix(w1 - 0.01 * by_w1), of_w1);
  const Matrix new_w2 = rt::placed(Matrix(w2 - 0.01 * by_w2), of_w2);
  rt::evaluate(new_w1, new_w2);
  Step step;
  step.predicted = rt::report(new_w1).bytes_predicted().value;
  step.sent = rt::report(new_w1).bytes_sent().value;
  step.loss = loss.item();
  step.weights = rt::item(rt::sum(rt::square(new_w1))) + rt::item(rt::sum(rt::square(new_w2)));
  return step;
}

int main(int argc, char** argv) {
  rt::Context context(argc, argv);
  context.plan_options().objective = "bytes";

  // Data parallel: rows are split, weights everywhere; gradients are added up. An all-reduce of w
  // numbers on p ranks sends 2 w (p - 1) of them. The planner may do with less: where the batch is
  // smaller than the weights it gathers rows instead, and cuts the gradients.
  const Step data = step_of(rt::split(0), rt::everywhere, rt::everywhere);
  // Model parallel: neurons of the hidden layer are split, rows everywhere.
  const Step model = step_of(rt::everywhere, rt::split(1), rt::split(0));
  const std::int64_t others = context.size() - 1;
  const std::int64_t weights = inputs * hidden + hidden * outputs;
  const std::int64_t data_formula = 8 * 2 * others * weights;
  const std::int64_t model_formula = 8 * 2 * others * batch * outputs;

  const auto line = [&](const char* name, const Step& step, std::int64_t formula) {
    rt::print(name, rt::grouped(step.predicted), "B predicted,", rt::grouped(step.sent),
              "B sent; all-reduces by formula", rt::grouped(formula), "B");
  };
  line("data parallel: ", data, data_formula);
  line("model parallel:", model, model_formula);
  if (context.rank() == 0) std::printf("loss %.6f, weights %.6f\n", data.loss, data.weights);
  const bool right = std::abs(data.loss - model.loss) < 1e-9 &&
                     std::abs(data.weights - model.weights) < 1e-9 && data.sent == data.predicted &&
                     model.sent == model.predicted && data.sent <= data_formula &&
                     model.sent <= model_formula;
  rt::print("both take the same step", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
