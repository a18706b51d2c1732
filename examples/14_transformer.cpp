// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 14: a small transformer that learns a text, the library's licence, letter by letter.
//
// One layer of attention with two heads and a perceptron, on windows of 32 letters. Gradients are
// by grad, steps by Adam; every step runs the same plan, since only the letters are other ones. The
// numbers are the same on any number of ranks, to rounding.
//
//   mpirun -n 4 ./14_transformer

#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include <relatile/grad.hpp>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Tensor = rt::Array<double, 3>;
using Tokens = rt::Array<std::int64_t, 2>;

namespace {

constexpr std::int64_t window = 32, batch = 16, width = 32, heads = 2, letters = 96;

struct Weights {
  Matrix embedding, place, keys, queries, values, out, up, down;
};
/// All of them, in one order.
template <class F>
auto with_all(const Weights& w, const F& f) {
  return f(w.embedding, w.place, w.keys, w.queries, w.values, w.out, w.up, w.down);
}

Tensor normalised(const Tensor& x) {
  const Tensor centred = x - rt::mean(x, 2, rt::keepdims);
  return centred / rt::sqrt(rt::mean(rt::square(centred), 2, rt::keepdims) + 1e-5);
}

Tensor attention(const Tensor& x, const Weights& w) {
  const auto split = [](const Tensor& y) {  // (batch, place, head, part)
    return rt::reshape(y, {batch, window, heads, width / heads});
  };
  const auto k = split(rt::matmul(x, w.keys));
  const auto q = split(rt::matmul(x, w.queries));
  const auto v = split(rt::matmul(x, w.values));
  const auto at = rt::arange<std::int64_t>(window);
  const auto past = at(rt::all_of_axis, rt::newaxis) >= at;
  const auto scale = 1.0 / std::sqrt(double(width / heads));
  const rt::Array<double, 4> s = rt::where(past, rt::einsum<"bihd,bjhd->bhij">(q, k) * scale, -1e9);
  const rt::Array<double, 4> e = rt::exp(s - rt::stop_gradient(rt::max(s, 3, rt::keepdims)));
  const auto p = e / rt::sum(e, 3, rt::keepdims);
  const auto mixed = rt::einsum<"bhij,bjhd->bihd">(p, v);
  return rt::matmul(rt::reshape(mixed, {batch, window, width}), w.out);
}

/// The mean of -log(probability of the letter that comes next).
rt::Array<double, 0> loss_of(const Weights& w, const Tokens& text, const Tokens& next) {
  Tensor x = rt::take(w.embedding, text, 0) + w.place;
  x = x + attention(normalised(x), w);
  x = x + rt::matmul(rt::maximum(rt::matmul(normalised(x), w.up), 0.0), w.down);
  const Tensor s = rt::matmul(normalised(x), rt::transpose(w.embedding));
  const Tensor shifted = s - rt::stop_gradient(rt::max(s, 2, rt::keepdims));
  const auto right = rt::take_along_axis(shifted, rt::expand_dims(next, 2), 2);
  return rt::mean(rt::log(rt::sum(rt::exp(shifted), 2, rt::keepdims)) - right);
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  std::ifstream file(RELATILE_EXAMPLE_DATA "/../../LICENSE");
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto code = [&](std::size_t i) { return std::int64_t(text[i] < 32 ? 0 : text[i] - 32); };

  const auto draw = [](std::int64_t rows, std::int64_t columns, double spread) {
    return Matrix(rt::random::normal<double>(0.0, spread, {rows, columns}));
  };
  Weights w{draw(letters, width, 0.3),   draw(window, width, 0.1),   draw(width, width, 0.2),
            draw(width, width, 0.2),     draw(width, width, 0.2),    draw(width, width, 0.2),
            draw(width, 4 * width, 0.2), draw(4 * width, width, 0.1)};
  const auto evaluate_all = [](const auto&... x) { rt::evaluate(x...); };
  with_all(w, evaluate_all);
  std::vector<Matrix> first(8), second(8);  // Adam's means of gradients and of their squares
  double loss = 0;
  for (int step = 1; step <= 300; ++step) {
    std::vector<std::int64_t> now, next;
    for (std::int64_t row = 0; row < batch; ++row) {
      const std::size_t begin = std::size_t(step * 97 + row * 251) % (text.size() - window - 1);
      for (std::size_t i = 0; i < std::size_t(window); ++i) {
        now.push_back(code(begin + i));
        next.push_back(code(begin + i + 1));
      }
    }
    const Tokens x = rt::from_span(now, {batch, window});
    const Tokens y = rt::from_span(next, {batch, window});
    const rt::Array<double, 0> value = loss_of(w, x, y);
    const auto gradients = with_all(w, [&](const auto&... all) { return rt::grad(value, all...); });
    const auto t = double(step);
    std::size_t n = 0;
    const auto adam = [&](Matrix& weight, const Matrix& g) {
      first[n] = step == 1 ? Matrix(0.1 * g) : Matrix(0.9 * first[n] + 0.1 * g);
      second[n] = step == 1 ? Matrix(0.01 * g * g) : Matrix(0.99 * second[n] + 0.01 * g * g);
      const double rate = 0.01 * std::sqrt(1 - std::pow(0.99, t)) / (1 - std::pow(0.9, t));
      weight = weight - rate * first[n] / (rt::sqrt(second[n]) + 1e-8);
      ++n;
    };
    std::apply(
        [&](const auto&... g) {
          const std::vector<Matrix> all{g...};
          Matrix* const weights[] = {&w.embedding, &w.place, &w.keys, &w.queries,
                                     &w.values,    &w.out,   &w.up,   &w.down};
          for (std::size_t i = 0; i < all.size(); ++i) adam(*weights[i], all[i]);
        },
        gradients);
    std::apply(evaluate_all,
               std::tuple(value, w.embedding, w.place, w.keys, w.queries, w.values, w.out, w.up,
                          w.down, first[0], first[1], first[2], first[3], first[4], first[5],
                          first[6], first[7], second[0], second[1], second[2], second[3], second[4],
                          second[5], second[6], second[7]));
    loss = value.item();
    if (step % 50 == 0) rt::print("step", step, "loss", loss);
  }
  return loss < 1.2 ? 0 : 1;
}
