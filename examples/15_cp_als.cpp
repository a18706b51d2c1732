// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 15: the components of a tensor that has some, and noise, by alternating least squares.
//
//   mpirun -n 4 ./15_cp_als

#include <cmath>
#include <relatile/tensors.hpp>

namespace rt = relatile;
using Tensor = rt::Array<double, 3>;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  bool right = true;
  const auto check = [&](const char* what, bool holds) {
    if (!holds) rt::print("WRONG:", what);
    right = right && holds;
  };
  constexpr std::int64_t rank = 4;
  constexpr double noise = 0.1;

  // A tensor of 240 x 150 x 100 numbers, the sum of four outer products; then noise is added whose
  // norm is a tenth of its own.
  const rt::Factors<double, 3> factors{
      rt::random::normal(0.0, 1.0, {240, rank}, rt::random::Seed{101}),
      rt::random::normal(0.0, 1.0, {150, rank}, rt::random::Seed{102}),
      rt::random::normal(0.0, 1.0, {100, rank}, rt::random::Seed{103})};
  const Tensor exact = rt::cp_to_tensor(rt::Array<double, 1>(rt::ones({rank})), factors);
  const Tensor drawn = rt::random::normal(0.0, 1.0, {240, 150, 100}, rt::random::Seed{104});
  const auto norm = [](const Tensor& x) { return rt::item(rt::norm(x)); };
  const Tensor x = exact + noise * norm(exact) / norm(drawn) * drawn;
  rt::evaluate(x);

  const auto cp = rt::cp_als(x, rank, {.seed = 1});
  const Tensor found = rt::cp_to_tensor(cp);
  rt::print("after", cp.n_iter, "sweeps the error is", cp.errors.back());
  check("converged", cp.converged);

  // Errors that cp_als tells come from norms; this one comes from the difference.
  const double of_difference = norm(x - found) / norm(x);
  check("error", std::abs(cp.errors.back() - of_difference) < 1e-7);

  // Of the noise, the factors can fit as much as there are numbers in them, among those in x.
  const double numbers = double(rank * (240 + 150 + 100 - 2));
  const double left =
      noise / std::sqrt(1 + noise * noise) * std::sqrt(1 - numbers / double(x.size()));
  rt::print("noise leads one to expect", left, ", and what it hid is found to",
            norm(exact - found) / norm(exact));
  check("what noise leads one to expect", std::abs(of_difference - left) < 0.02 * left);
  check("what noise hid", norm(exact - found) < 0.03 * norm(exact));

  // The products that sweeps consist of are planned like any other. Along the mode that sites cut,
  // each site has what its rows need; along others they have to add.
  std::int64_t sent = 0;
  for (const int mode : {0, 1, 2}) {
    const rt::Array<double, 2> product = rt::mttkrp(x, cp.factors, mode);
    rt::evaluate(product);
    const auto& report = rt::report(product);
    sent += report.bytes_sent().value;
    rt::print("mode", mode, "sends", report.bytes_sent().value, "B,",
              report.bytes_predicted().value, "B predicted");
    check("bytes", report.bytes_sent().value == report.bytes_predicted().value);
  }
  check("sites share the work", context.size() == 1 || sent > 0);
  rt::print("The components are", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
