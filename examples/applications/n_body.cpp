// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Bodies that attract each other, all pairs, by leapfrog steps: Spartan's applications. Forces are
// what one writes in NumPy, a difference of positions by broadcasting and a sum over one of its
// axes.
//
//   mpirun -n 4 ./n_body

#include <cmath>
#include <cstdio>
#include <relatile/arrays.hpp>
#include <vector>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Vector = rt::Array<double, 1>;

constexpr std::int64_t bodies = 240;
constexpr int steps = 40;
constexpr double softening = 0.05, time_step = 0.01;

/// From body i to body j, (n, n, 3).
auto differences(const Matrix& x) { return x(rt::newaxis) - x(rt::all_of_axis, rt::newaxis); }

/// The sum over j of m_j (x_j - x_i) / (|x_j - x_i|^2 + softening^2)^1.5.
Matrix accelerations(const Matrix& x, const Vector& mass) {
  const rt::Array<double, 3> d = differences(x);
  const Matrix squares = rt::sum(rt::square(d), 2) + softening * softening;
  const Matrix weights = mass / (squares * rt::sqrt(squares));
  return rt::einsum<"ij,ijk->ik">(weights, d);
}

/// Kinetic and potential, of each pair once: a body with itself is no pair.
double energy(const Matrix& x, const Matrix& v, const Vector& mass) {
  const Matrix squares = rt::sum(rt::square(differences(x)), 2) + softening * softening;
  const double pairs = rt::item(rt::einsum<"i,j,ij->">(mass, mass, 1.0 / rt::sqrt(squares)));
  const double alone = rt::item(rt::sum(rt::square(mass))) / softening;
  return 0.5 * rt::item(rt::sum(mass * rt::sum(rt::square(v), 1))) - 0.5 * (pairs - alone);
}

/// The same steps in plain loops, of numbers row by row.
void step_in_loops(std::vector<double>& x, std::vector<double>& v, const std::vector<double>& m) {
  const auto kick = [&] {
    for (std::size_t i = 0; i < m.size(); ++i) {
      for (std::size_t j = 0; j < m.size(); ++j) {
        double d[3], square = softening * softening;
        for (std::size_t k = 0; k < 3; ++k) {
          d[k] = x[3 * j + k] - x[3 * i + k];
          square += d[k] * d[k];
        }
        const double weight = 0.5 * time_step * m[j] / (square * std::sqrt(square));
        for (std::size_t k = 0; k < 3; ++k) v[3 * i + k] += weight * d[k];
      }
    }
  };
  kick();
  for (std::size_t e = 0; e < x.size(); ++e) x[e] += time_step * v[e];
  kick();
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  Vector mass = rt::random::uniform(0.5, 1.5, {bodies});
  mass = rt::placed(mass / rt::sum(mass), rt::everywhere);  // or each step would send them
  Matrix x = rt::placed(rt::random::normal(0.0, 1.0, {bodies, 3}), rt::split(0));
  const Matrix drawn = rt::random::normal(0.0, 0.3, {bodies, 3});
  Matrix v = rt::placed(drawn - rt::matmul(mass, drawn), rt::split(0));  // the whole of them rests
  Matrix a = accelerations(x, mass);
  rt::evaluate(x, v, a, mass);
  std::vector<double> x_loops = rt::to_vector(rt::ravel(x)), v_loops = rt::to_vector(rt::ravel(v));
  const std::vector<double> m_loops = rt::to_vector(mass);
  const double before = energy(x, v, mass);
  const Vector turning = rt::matmul(mass, rt::cross(x, v));
  rt::evaluate(turning);

  std::int64_t predicted = 0, sent = 0;
  for (int step = 0; step < steps; ++step) {
    const Matrix half = v + 0.5 * time_step * a;
    x = x + time_step * half;
    a = accelerations(x, mass);
    v = half + 0.5 * time_step * a;
    rt::evaluate(x, v, a);
    predicted += rt::report(x).bytes_predicted().value;
    sent += rt::report(x).bytes_sent().value;
    step_in_loops(x_loops, v_loops, m_loops);
  }

  const double after = energy(x, v, mass);
  const double momentum = rt::item(rt::max(rt::abs(rt::matmul(mass, v))));
  const double turned = rt::item(rt::max(rt::abs(rt::matmul(mass, rt::cross(x, v)) - turning)));
  const double difference =
      rt::item(rt::max(rt::abs(x - rt::from_span(x_loops, {bodies, std::int64_t(3)}))));
  if (context.rank() == 0) {
    std::printf("energy %.8f, after %d steps %.8f\n", before, steps, after);
  }
  rt::print("momentum", momentum, "angular momentum changed by", turned);
  rt::print(rt::grouped(predicted), "B predicted,", rt::grouped(sent), "B sent");
  // Leapfrog keeps both momenta but for rounding, and the energy up to the step's square.
  const bool right = difference < 1e-10 && momentum < 1e-14 && turned < 1e-14 &&
                     std::abs(after - before) < 1e-3 * std::abs(before) && sent == predicted;
  rt::print("orbits are those of plain loops", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
