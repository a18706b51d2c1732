// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// Random programs of views, products, einsums and kernels on blocks, with push_views on and off:
// the same values. RELATILE_SEED=<seed> repeats one.
#include <cstdint>
#include <cstdlib>
#include <random>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace random_views_test {

namespace rt = relatile;
using rt::slice;

namespace {

using Matrix = rt::Array<double, 2>;
using Blocks = rt::Relation<rt::Dense<double, 2>, 2>;
using Key = rt::KeyOf<2>;

const auto all = rt::all_of_axis;

/// Whole numbers, so that sums are exact in any order.
Matrix numbers(std::int64_t rows, std::int64_t columns, std::int64_t seed) {
  return rt::from_function({rows, columns}, [=](std::int64_t i, std::int64_t j) {
    return double((i * 7 + j * 3 + seed) % 5 - 2);
  });
}

/// What one seed makes, the same each time.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : generator_(seed) {}
  std::int64_t below(std::int64_t n) { return std::int64_t(generator_() % std::uint64_t(n)); }
  bool coin() { return below(2) == 0; }

 private:
  std::mt19937_64 generator_;
};

Matrix matrix(Dice& dice, int depth, std::int64_t rows, std::int64_t columns) {
  const auto operand = [&](std::int64_t r, std::int64_t c) {
    return matrix(dice, depth - 1, r, c);
  };
  if (depth == 0) {
    Matrix x = numbers(rows, columns, dice.below(9));
    if (dice.coin()) rt::evaluate(x);
    return x;
  }
  const std::int64_t k = 1 + dice.below(4);
  const std::int64_t l = 1 + dice.below(4);
  switch (dice.below(9)) {
    case 0: return rt::matmul(operand(rows, k), operand(k, columns));
    case 1: return rt::einsum<"ij,jk,kl->il">(operand(rows, k), operand(k, l), operand(l, columns));
    case 2:
      return rt::einsum<"ij,ij,jk->ik">(operand(rows, k), operand(dice.coin() ? 1 : rows, k),
                                        operand(k, columns));
    case 3: return operand(rows, columns) + operand(dice.coin() ? 1 : rows, columns) * 2.0;
    case 4: return rt::maximum(operand(rows, columns), 0.0);
    case 5: return rt::transpose(operand(columns, rows));
    case 6: {
      const std::int64_t step = 1 + dice.below(2);
      const std::int64_t end = l + (rows - 1) * step + 1;
      return operand(end + dice.below(2), columns)(slice(l, end, step), all);
    }
    case 7: return operand(rows + k, columns + 1)(slice(k, rows + k), slice(0, columns));
    default: {
      const Matrix x = operand(rows, columns);
      return x * x - x;
    }
  }
}

Blocks blocks(Dice& dice, int depth, std::int64_t rows, std::int64_t columns);

/// Some of more blocks, under other keys.
Blocks renamed(Dice& dice, int depth, std::int64_t rows, std::int64_t columns) {
  const auto swapped = [](Key key) { return Key{key[1], key[0]}; };
  switch (dice.below(3)) {
    case 0: {
      const std::int64_t first = dice.below(2);
      const std::int64_t step = 1 + dice.below(2);
      const std::int64_t end = first + (rows - 1) * step + 1;
      const auto kept = rt::filter(blocks(dice, depth, end + dice.below(2), columns), [=](Key key) {
        return key[0] >= first && key[0] < end && (key[0] - first) % step == 0;
      });
      return rt::rekey(kept, [=](Key key) { return Key{(key[0] - first) / step, key[1]}; });
    }
    case 1: return rt::rekey(blocks(dice, depth, columns, rows), swapped);
    default: {  // backwards
      const auto kept =
          rt::filter(blocks(dice, depth, rows + 1, columns), [](Key key) { return key[0] > 0; });
      return rt::rekey(kept, [=](Key key) { return Key{rows - key[0], key[1]}; });
    }
  }
}

Blocks blocks(Dice& dice, int depth, std::int64_t rows, std::int64_t columns) {
  const auto sum = [](const auto& l, const auto& r) { return (l - 2.0 * r).eval(); };
  if (depth == 0) return rt::blocks(numbers(rows * 2, columns * 2, dice.below(9)), {2, 2});
  switch (dice.below(6)) {
    case 0:
      return rt::transform(blocks(dice, depth - 1, rows, columns), [](const auto& block) {
        return (block * 2.0 + block.transpose()).eval();
      });
    case 1:
      return rt::join(blocks(dice, depth - 1, rows, columns),
                      blocks(dice, depth - 1, rows, columns), rt::on<0, 1>, rt::on<0, 1>, sum);
    case 2: {
      const std::int64_t k = 1 + dice.below(4);
      const Blocks l = blocks(dice, depth - 1, rows, k);
      const Blocks r = blocks(dice, depth - 1, k, columns);
      return rt::aggregate(rt::join(l, r, rt::on<1>, rt::on<0>, rt::kernel::matmul), rt::by<0, 2>,
                           rt::kernel::add);
    }
    case 3: {
      const Blocks x = blocks(dice, depth - 1, rows, columns);
      return rt::join(x, x, rt::on<0, 1>, rt::on<0, 1>, sum);
    }
    default: return renamed(dice, depth - 1, rows, columns);
  }
}

struct Result {
  std::vector<double> values;
  bool fired = false;
};

/// The values of a program, and whether the rule fired.
template <class Make>
Result result(const Make& make, std::uint64_t seed, bool pushes) {
  Dice dice(seed);
  rt::Context context = rt::Context::loopback(1 + int(seed % 4));
  if (!pushes) context.plan_options().disabled_rules = {"push_views"};
  const Matrix x = make(dice);
  rt::evaluate(x);
  Result found{rt::to_vector(x)};
  for (const auto& rule : rt::report(x).plan.rules) {
    found.fired = found.fired || rule.name == "push_views";
  }
  return found;
}

template <class Make>
void check(const Make& make, std::uint64_t programs) {
  const char* const one = std::getenv("RELATILE_SEED");
  const std::uint64_t first = one ? std::strtoull(one, nullptr, 10) : 1;
  std::uint64_t fired = 0;
  for (std::uint64_t seed = first; seed < first + (one ? 1 : programs); ++seed) {
    CAPTURE(seed);
    const Result pushed = result(make, seed, true);
    REQUIRE(pushed.values == result(make, seed, false).values);
    fired += pushed.fired ? 1 : 0;
  }
  CHECK((one || fired > programs / 8));
}

}  // namespace

TEST_CASE("random programs of arrays have the same values with views pushed and without") {
  check(
      [](Dice& dice) {
        const int depth = 2 + int(dice.below(4));
        const std::int64_t rows = 1 + dice.below(5);
        return matrix(dice, depth, rows, 1 + dice.below(5));
      },
      400);
}

TEST_CASE("random programs of relations have the same values with filters pushed and without") {
  check(
      [](Dice& dice) -> Matrix {
        const int depth = 2 + int(dice.below(4));
        const std::int64_t rows = 1 + dice.below(4);
        if (dice.coin()) return rt::to_array(blocks(dice, depth, rows, 1 + dice.below(4)));
        const auto diagonal =
            rt::filter(blocks(dice, depth, rows, rows), [](Key key) { return key[0] == key[1]; });
        return rt::to_array(rt::rekey(diagonal, [](Key key) { return Key{key[0], 0}; }));
      },
      300);
}

}  // namespace random_views_test
