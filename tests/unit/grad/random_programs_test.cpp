// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "unit/grad/against_differences.hpp"

namespace random_programs_test {

namespace rt = relatile;
using rt::test::require_gradient;
using rt::test::spread_between;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;

namespace {

constexpr std::int64_t side = 5;

/// A program of matrices of one shape, each made of earlier ones by an operator that is drawn.
class DrawnProgram {
 public:
  DrawnProgram(unsigned seed, int length) : seed_(seed), length_(length) {}

  Number operator()(const Matrix& x) {
    dice_.seed(seed_);
    values_ = {x, spread_between<2>(-1, 1, {side, side}, 0.4)};
    said_.clear();
    for (int step = 0; step < length_; ++step) values_.push_back(next());
    Matrix last = values_.back();
    return rt::sum(last * last * 0.3 + rt::sin(last) + last * values_.front());
  }
  const std::string& said() const { return said_; }

 private:
  int draw(int sides) { return static_cast<int>(dice_() % static_cast<unsigned>(sides)); }
  Matrix drawn() {
    const int which = draw(static_cast<int>(values_.size()));
    said_ += " " + std::to_string(which);
    return values_[std::size_t(which)];
  }
  Matrix next() {
    const int kind = draw(23);
    said_ += "; " + std::to_string(kind);
    const Matrix a = drawn();
    const auto rows = rt::array({4, 0, 2, 2, -2});
    switch (kind) {
      case 0: return rt::tanh(a);
      case 1: return rt::sin(a) * drawn();
      case 2: return rt::exp(-(a * a)) - 0.5 * drawn();
      case 3: return a / (2.0 + rt::cos(drawn()));
      case 4: return rt::tanh(rt::matmul(a, drawn()));
      case 5: return rt::tanh(rt::matmul(rt::transpose(a), a));
      case 6: return rt::transpose(a) + a;
      case 7: return rt::pad(a(rt::slice(1, 4), rt::slice(0, 5, 2)), {{1, 1}, {0, 2}});
      case 8: return rt::roll(a, 2, draw(2)) * 0.7;
      case 9: return rt::tanh(a - rt::mean(a, draw(2), rt::keepdims));
      case 10: return rt::tanh(rt::max(a, draw(2), rt::keepdims) - a);
      case 11: return rt::take(a, rows, draw(2));
      case 12: return rt::tanh(rt::scatter_add(a, rows, drawn()));
      case 13: return rt::where(a > drawn(), a, rt::sin(a));
      case 14: return rt::tanh(rt::cumsum(a, draw(2)));
      case 15: return rt::concatenate({a, drawn()})(rt::slice(2, 7));
      case 16: return rt::tanh(rt::einsum<"ij,kj,kl->il">(a, drawn(), drawn()));
      case 17: return rt::tanh(rt::einsum<"ij,j->ij">(a, rt::var(drawn(), 0)));
      case 18: {
        Matrix changed = a;
        changed(rt::slice(0, 2), rt::slice(1, 5, 3)) = drawn()(rt::slice(3, 5), rt::slice(0, 2));
        return changed;
      }
      case 19: return rt::reshape(rt::flip(rt::ravel(a), 0), {side, side});
      case 20: return rt::diagonal(a) * drawn();
      case 21: return rt::maximum(a, drawn()) * rt::minimum(a, 0.3);
      default: return rt::sqrt(1.0 + rt::square(a)) * rt::norm(drawn()) * 0.1;
    }
  }

  unsigned seed_;
  int length_;
  std::mt19937 dice_;
  std::vector<Matrix> values_;
  std::string said_;
};

}  // namespace

TEST_CASE("gradients of drawn programs are the slopes of their values") {
  for (const int sites : {1, 2, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    for (unsigned seed = 1; seed <= 30; ++seed) {
      DrawnProgram program(seed * 16 + unsigned(sites), 2 + int(seed) % 7);
      INFO("program " << seed << " on " << sites << " sites");
      const Matrix x = spread_between<2>(-1, 1, {side, side}, seed * 0.013);
      require_gradient([&](const Matrix& at) { return program(at); }, x, 1e-5);
    }
  }
}

}  // namespace random_programs_test
