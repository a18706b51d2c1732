// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <string>
#include <vector>

#include <relatile/relations.hpp>

#include "support/dice.hpp"
#include "unit/grad/against_differences.hpp"

namespace random_relations_test {

namespace rt = relatile;
using rt::test::Dice;
using rt::test::require_gradient;
using rt::test::require_second_derivatives;
using rt::test::spread_between;
using Blocks = rt::Relation<rt::Dense<double, 2>, 2>;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;
using Row = rt::Relation<rt::Dense<double, 2>, 1>;

namespace {

/// Of every block something between -1 and 1, so that values do not grow.
auto bounded() {
  const auto by_g = [](const auto& g, const auto& a) {
    return (g.array() * (1 - a.array().tanh().square())).matrix();
  };
  const auto by_a = [](const auto& h, const auto& g, const auto& a) {
    return (-2 * h.array() * g.array() * a.array().tanh() * (1 - a.array().tanh().square()))
        .matrix();
  };
  return rt::declare([](const auto& a) { return a.array().tanh().matrix(); })
      .derivatives(rt::declare(by_g).derivatives(by_g, by_a));
}
/// a * cos(b), which reads all in both derivatives.
auto turned() {
  const auto by_a = [](const auto& g, const auto&, const auto& b) {
    return (g.array() * b.array().cos()).matrix();
  };
  const auto by_b = [](const auto& g, const auto& a, const auto& b) {
    return (-g.array() * a.array() * b.array().sin()).matrix();
  };
  const auto by_b_by_b = [](const auto& h, const auto& g, const auto& a, const auto& b) {
    return (-h.array() * g.array() * a.array() * b.array().cos()).matrix();
  };
  const auto by_a_by_b = [](const auto& h, const auto& g, const auto&, const auto& b) {
    return (-h.array() * g.array() * b.array().sin()).matrix();
  };
  const auto by_b_by_a = [](const auto& h, const auto& g, const auto&, const auto& b) {
    return (-h.array() * g.array() * b.array().sin()).matrix();
  };
  return rt::declare(
             [](const auto& a, const auto& b) { return (a.array() * b.array().cos()).matrix(); })
      .derivatives(rt::declare(by_a).derivatives(
                       [](const auto& h, const auto&, const auto&, const auto& b) {
                         return (h.array() * b.array().cos()).matrix();
                       },
                       nullptr, by_a_by_b),
                   rt::declare(by_b).derivatives(
                       [](const auto& h, const auto&, const auto& a, const auto& b) {
                         return (-h.array() * a.array() * b.array().sin()).matrix();
                       },
                       by_b_by_a, by_b_by_b));
}

/// A program of drawn operators on a square of keys with square blocks: each uses what was made
/// before.
class DrawnRelations {
 public:
  DrawnRelations(std::uint64_t seed, int length) : seed_(seed), length_(length) {}

  Number operator()(const Matrix& x) {
    Dice dice(seed_);
    std::vector<Blocks> made{rt::blocks(x, {side, side})};
    for (int step = 0; step < length_; ++step) {
      const Blocks& a = made[dice.below(made.size())];
      const Blocks& b = made[dice.below(made.size())];
      made.push_back(rt::transform(drawn(dice, a, b), bounded()));
    }
    const Matrix last = rt::to_array(made.back());
    return rt::sum(spread_between<2>(-1, 1, last.shape(), 0.2) * last + 0.5 * rt::sin(last));
  }

 private:
  static constexpr std::int64_t side = 2;

  static Blocks turned_around(const Blocks& a) {
    return rt::rekey(a, [](rt::KeyOf<2> key) { return rt::KeyOf<2>{2 - key[0], key[1]}; });
  }
  static Blocks drawn(Dice& dice, const Blocks& a, const Blocks& b) {
    switch (dice.below(10)) {
      case 0:
        return rt::aggregate(rt::join(a, b, rt::on<1>, rt::on<0>, rt::kernel::matmul), rt::by<0, 2>,
                             rt::kernel::add);
      case 1: return rt::join(a, b, rt::on<0, 1>, rt::on<0, 1>, rt::kernel::multiply);
      case 2: return rt::join(a, b, rt::on<0, 1>, rt::on<1, 0>, turned());
      case 3: {
        const Row rows = rt::aggregate(a, rt::by<1>, rt::kernel::add);
        return rt::join(b, rows, rt::on<1>, rt::on<0>, rt::kernel::multiply);
      }
      case 4: {
        const Row rows = rt::aggregate(a, rt::by<0>, rt::kernel::maximum);
        return rt::join(b, rows, rt::on<0>, rt::on<0>, rt::kernel::add);
      }
      case 5: return rt::join(a, turned_around(b), rt::on<0, 1>, rt::on<0, 1>, rt::kernel::minimum);
      case 6: {
        const Row row = rt::rekey(rt::filter(a, [](rt::KeyOf<2> key) { return key[0] == 1; }),
                                  [](rt::KeyOf<2> key) { return rt::KeyOf<1>{key[1]}; });
        return rt::join(b, row, rt::on<0>, rt::on<0>, turned());
      }
      case 7: {
        const auto tiles = rt::tile(a, rt::dim<1>, 1);
        const auto around = rt::rekey(tiles, [](rt::KeyOf<3> key) {
          return rt::KeyOf<3>{key[1], key[0], 1 - key[2]};
        });
        return rt::concat(around, rt::key_dim<2>, rt::array_dim<1>);
      }
      case 8:
        return rt::aggregate(rt::join(a, b, rt::on<1>, rt::on<1>, turned()), rt::by<0, 2>,
                             rt::kernel::add);
      default:
        return rt::aggregate(rt::join(a, b, rt::on<0>, rt::on<0>, rt::kernel::multiply),
                             rt::by<1, 2>, rt::kernel::maximum);
    }
  }

  std::uint64_t seed_;
  int length_;
};

}  // namespace

TEST_CASE("gradients of drawn programs of relations are the slopes of their values") {
  for (const int sites : {1, 2, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    for (unsigned seed = 1; seed <= 20; ++seed) {
      DrawnRelations program(seed * 16 + unsigned(sites), 1 + int(seed) % 5);
      INFO("program " << seed << " on " << sites << " sites");
      const Matrix x = spread_between<2>(-1, 1, {6, 6}, seed * 0.013);
      require_gradient([&](const Matrix& at) { return program(at); }, x, 1e-5);
      if (seed % 5 == 0) {
        require_second_derivatives([&](const Matrix& at) { return program(at); }, x, 1e-4);
      }
    }
  }
}

}  // namespace random_relations_test
