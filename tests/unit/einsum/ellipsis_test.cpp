// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <cstdint>

#include "support/whole_numbers.hpp"

namespace ellipsis_test {

namespace rt = relatile;
using rt::test::number;
using rt::test::numbers;
using rt::test::require_elements;
using rt::test::require_reference;

TEST_CASE("an ellipsis broadcasts the axes that have no labels, the last ones beside each other") {
  for (int sites : {1, 2, 3, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    const auto a = numbers({2, 1, 3, 4}, 1);
    const auto b = numbers({5, 4, 2}, 2);
    const auto product = [&](const rt::Extents& at) {
      std::int64_t sum = 0;
      for (std::int64_t k = 0; k < 4; ++k) {
        sum += number({at[0], 0, at[2], k}, 1) * number({at[1], k, at[3]}, 2);
      }
      return sum;
    };
    require_elements(rt::einsum<"...ij,...jk->...ik">(a, b), {2, 5, 3, 2}, product);
    require_elements(rt::einsum<"...ij,...jk">(a, b), {2, 5, 3, 2}, product);
    require_elements(rt::einsum<4>(" ...ij, ...jk -> ...ik", a, b), {2, 5, 3, 2}, product);
    require_elements(rt::einsum<"...ij,...jk->ki...">(a, b), {2, 3, 2, 5},
                     [&](const rt::Extents& at) {
                       return product({at[2], at[3], at[1], at[0]});
                     });
    require_elements(rt::einsum<"...ij,...jk->...ik", rt::MaxPlus>(a, b), {2, 5, 3, 2},
                     [&](const rt::Extents& at) {
                       double most = -1e9;
                       for (std::int64_t k = 0; k < 4; ++k) {
                         most = std::max(most, double(number({at[0], 0, at[2], k}, 1) +
                                                      number({at[1], k, at[3]}, 2)));
                       }
                       return most;
                     });
  }
}

TEST_CASE("an ellipsis may stand anywhere among labels, take no axes, and stand alone") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto x = numbers({3, 2, 4, 3}, 1);
    const auto m = numbers({3, 4}, 2);
    const auto diagonals = [](const rt::Extents& at) {
      return number({at[0], at[1], at[2], at[0]}, 1);
    };
    require_elements(rt::einsum<"i...i->i...">(x), {3, 2, 4}, diagonals);
    require_elements(rt::einsum<"i...i->...i">(x), {2, 4, 3}, [&](const rt::Extents& at) {
      return diagonals({at[2], at[0], at[1]});
    });
    require_elements(rt::einsum<"i...">(m), {4, 3}, [](const rt::Extents& at) {
      return number({at[1], at[0]}, 2);
    });
    require_elements(rt::einsum<"...ij->...ji">(m), {4, 3}, [](const rt::Extents& at) {
      return number({at[1], at[0]}, 2);
    });
    require_elements(rt::einsum<"ij->...ij">(m), {3, 4},
                     [](const rt::Extents& at) { return number(at, 2); });
    require_elements(rt::einsum<"...i->...">(m), {3}, [](const rt::Extents& at) {
      return number({at[0], 0}, 2) + number({at[0], 1}, 2) + number({at[0], 2}, 2) +
             number({at[0], 3}, 2);
    });
    require_elements(rt::einsum<"...,...->...">(m, m(0)), {3, 4}, [](const rt::Extents& at) {
      return number(at, 2) * number({0, at[1]}, 2);
    });
    require_elements(rt::einsum<"i...,...->i...">(m, numbers({2, 4}, 3)), {3, 2, 4},
                     [](const rt::Extents& at) {
                       return number({at[0], at[2]}, 2) * number({at[1], at[2]}, 3);
                     });
    require_reference(rt::einsum<"...a,...b,...c->...abc">(m, m(0), numbers({2, 3, 5}, 4)));
  }
}

TEST_CASE("what an ellipsis takes is checked, with the operand") {
  auto context = rt::Context::loopback(2);
  const auto a = rt::ones({3, 4});
  const auto b = rt::ones({5, 3});
  CHECK_THROWS_WITH(rt::einsum<2>("..j,jk->ik", a, a),
                    "relatile: einsum '..j,jk->ik': a '.' that is not part of an ellipsis '...' "
                    "(at position 0)");
  CHECK_THROWS_WITH(rt::einsum<2>("ij,....j->ij", a, a),
                    "relatile: einsum 'ij,....j->ij': a '.' that is not part of an ellipsis '...' "
                    "(at position 3)");
  CHECK_THROWS_WITH(rt::einsum<2>("...i...->...", a),
                    "relatile: einsum '...i...->...': a second ellipsis among the labels of one "
                    "operand (at position 4)");
  CHECK_THROWS_WITH(rt::einsum<2>("...ijk->...", a),
                    "relatile: einsum '...ijk->...': operand 0 has 2 dimensions, but the string "
                    "gives it 3 labels beside an ellipsis");
  CHECK_THROWS_WITH(rt::einsum<1>("...i->i", a),
                    "relatile: einsum '...i->i': an ellipsis takes 1 axes, but the output has "
                    "none; sums over axes need labels for them");
  CHECK_THROWS_WITH(rt::einsum<3>("...i->...i", a),
                    "relatile: einsum '...i->...i' has a result of 2 dimensions, not 3");
  CHECK_THROWS_AS((rt::einsum<"...i,...i->...">(a, b)), rt::ShapeMismatch);
  CHECK_THROWS_AS((rt::einsum<"...,...->...">(a, b)), rt::ShapeMismatch);
}

}  // namespace ellipsis_test
