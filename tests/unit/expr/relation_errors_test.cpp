// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/relations.hpp"

// What is no relation, or does not fit together, is refused before anything is computed.

namespace relatile::relation_errors_test {
namespace {

using Catch::Matchers::ContainsSubstring;
using Matrix = BlockValue<Dense<double, 2>>;

auto relation() { return blocks(ones({5, 7}), {2, 3}); }  // a frontier of 3 x 3

template <class Make>
std::string message_of(Make&& make) {
  try {
    make();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST_CASE("a rekey that gives two blocks one key names both old keys") {
  test::on_all_site_counts([](int) {
    const auto collide = [] {
      return rekey(relation(), [](KeyOf<2> key) { return KeyOf<1>{key[0] + key[1]}; });
    };
    CHECK_THROWS_AS(collide(), NotClosed);
    const std::string text = message_of(collide);
    CHECK_THAT(text, ContainsSubstring("rekey gives key (1,)"));
    CHECK_THAT(text, ContainsSubstring("(0, 1)") && ContainsSubstring("(1, 0)"));
    CHECK_THROWS_AS(rekey(relation(), [](KeyOf<2>) { return KeyOf<0>{}; }), NotClosed);

    const auto negative = [] {
      return rekey(relation(), [](KeyOf<2> key) { return KeyOf<2>{key[0], key[1] - 1}; });
    };
    CHECK_THROWS_AS(negative(), NotClosed);
    CHECK_THAT(message_of(negative), ContainsSubstring("(0, -1)") && ContainsSubstring("(0, 0)"));
    const auto scattered = [] {
      return rekey(relation(), [](KeyOf<2> key) {
        return KeyOf<1>{(std::int64_t(1) << 40) * key[0] + key[1]};
      });
    };
    CHECK_THROWS_AS(scattered(), NotClosed);
    const auto overflowing = [] {
      return rekey(relation(), [](KeyOf<2> key) {
        return KeyOf<2>{(std::int64_t(1) << 40) * key[0], (std::int64_t(1) << 40) * key[1]};
      });
    };
    CHECK_THROWS_AS(overflowing(), Error);
  });
}

TEST_CASE("every operator but rekey and filter refuses holes, and names who left which") {
  test::on_all_site_counts([](int) {
    const auto holes = filter(relation(), [](KeyOf<2> key) { return key[0] == key[1]; });
    const auto doubled = [](const auto& m) { return 2 * m; };
    CHECK_THROWS_AS(join(holes, relation(), on<0>, on<0>, kernel::multiply).node(), NotClosed);
    CHECK_THROWS_AS(join(relation(), holes, on<0>, on<0>, kernel::multiply).node(), NotClosed);
    CHECK_THROWS_AS(aggregate(holes, by<0>, kernel::add), NotClosed);
    CHECK_THROWS_AS(
        aggregate(join(holes, holes, on<1>, on<0>, kernel::matmul), by<0, 2>, kernel::add),
        NotClosed);
    CHECK_THROWS_AS(transform(holes, doubled), NotClosed);
    CHECK_THROWS_AS(tile(holes, dim<0>, 1), NotClosed);
    CHECK_THROWS_AS(concat(holes, key_dim<0>, array_dim<0>), NotClosed);
    CHECK_THROWS_AS(to_array(holes), NotClosed);
    CHECK_THROWS_AS(placed(holes, everywhere), NotClosed);
    CHECK_THROWS_AS(to_map(holes), NotClosed);
    CHECK_THROWS_AS(local_blocks(holes), NotClosed);
    CHECK_THROWS_AS(evaluate(holes), NotClosed);

    for (const std::string& text :
         {message_of([&] { return transform(holes, doubled); }),
          message_of([&] { return to_array(holes); }), message_of([&] { evaluate(holes); })}) {
      CHECK_THAT(text, ContainsSubstring("filter [relation_errors_test.cpp:") &&
                           ContainsSubstring("] leaves holes at keys (0, 1), (0, 2), (1, 0)"));
      CHECK_THAT(text, ContainsSubstring("(3, 3)"));
    }
    CHECK_THAT(message_of([&] { return transform(holes, doubled); }),
               ContainsSubstring("that transform can read"));
    CHECK_THAT(message_of([&] { return to_array(holes); }),
               ContainsSubstring("that to_array can read"));
    CHECK_THAT(message_of([&] { evaluate(holes); }), ContainsSubstring("evaluate"));
    const auto rekeyed = rekey(relation(), [](KeyOf<2> key) {
      return KeyOf<2>{2 * key[0], key[1]};
    });
    CHECK_THAT(message_of([&] { return aggregate(rekeyed, by<>, kernel::add); }),
               ContainsSubstring("rekey [relation_errors_test.cpp:") &&
                   ContainsSubstring("] leaves holes at keys (1, 0)") &&
                   ContainsSubstring("that aggregate can read"));

    // Filled by another rekey or cut off by another filter, holes are gone.
    CHECK(rekey(holes, [](KeyOf<2> key) { return KeyOf<1>{key[0]}; }).size() == 3);
    CHECK(test::plain(rekey(rekeyed, [](KeyOf<2> key) {
            return KeyOf<2>{key[0] / 2, key[1]};
          })).size() == 9);
    CHECK(test::plain(filter(holes, [](KeyOf<2> key) { return key[0] == 0; })).size() == 1);
  });
}

TEST_CASE("operands that do not fit together give a ShapeMismatch") {
  test::on_all_site_counts([](int) {
    const auto x = relation();
    const auto other = blocks(ones({7, 2}), {2, 2});  // a frontier of 4 x 1
    const auto unequal_frontiers = [&] {
      return Relation<Dense<double, 2>, 3>(join(x, other, on<1>, on<0>, kernel::matmul));
    };
    CHECK_THROWS_AS(unequal_frontiers(), ShapeMismatch);
    CHECK_THAT(message_of(unequal_frontiers),
               ContainsSubstring("join: key dimension 1 of the left operand has frontier 3") &&
                   ContainsSubstring("dimension 0 of the right one has 4"));

    const auto unequal_blocks = [&] { return aggregate(x, by<0>, kernel::add); };
    CHECK_THROWS_AS(unequal_blocks(), ShapeMismatch);
    CHECK_THAT(message_of(unequal_blocks), ContainsSubstring("(2, 3)") &&
                                               ContainsSubstring("(2, 1)") &&
                                               ContainsSubstring("under key (0,)"));
    CHECK_THROWS_AS(aggregate(join(x, x, on<0>, on<0>,
                                   [](const auto& a, const auto& b) { return a.transpose() * b; }),
                              by<0>, kernel::add),
                    ShapeMismatch);

    const auto no_sum = [&] {
      return Relation<Dense<double, 2>, 3>(join(x, x, on<0>, on<0>, kernel::add));
    };
    CHECK_THROWS_AS(no_sum(), ShapeMismatch);
    CHECK_THAT(message_of(no_sum),
               ContainsSubstring("kernel add: blocks of shapes (2, 3) and (2, 1)"));
    CHECK_THROWS_AS(join(x, x, on<1>, on<1>, kernel::matmul).node(), ShapeMismatch);

    CHECK_THROWS_AS(concat(x, key_dim<0>, array_dim<1>), ShapeMismatch);
    CHECK_THAT(message_of([&] { return concat(x, key_dim<0>, array_dim<1>); }),
               ContainsSubstring("(0, 0)") && ContainsSubstring("(2, 0)"));
    CHECK_THROWS_AS(tile(x, dim<0>, 0), ShapeMismatch);
    CHECK_THROWS_AS(blocks(ones({5, 7}), {2, 0}), ShapeMismatch);
    CHECK_THROWS_AS(blocks(ones({5, 7}), {2}), ShapeMismatch);
    const auto no_grid = rekey(x, [](KeyOf<2> key) { return KeyOf<2>{key[1], key[0]}; });
    CHECK_THROWS_AS(to_array(no_grid), ShapeMismatch);
    CHECK_THAT(message_of([&] { return to_array(no_grid); }), ContainsSubstring("(0, 2)"));
  });
}

TEST_CASE("a kernel whose shape can't be deduced asks for a declaration") {
  const Context context = Context::loopback(3);
  const auto throws_on_samples = [](const auto& m) -> Matrix {
    if (m(0, 0) != 3) throw std::invalid_argument("singular");
    return m;
  };
  CHECK_THROWS_AS(transform(relation(), throws_on_samples), ShapeMismatch);
  CHECK_THAT(message_of([&] { return transform(relation(), throws_on_samples); }),
             ContainsSubstring(" throws: singular; ") && ContainsSubstring("returns<Block>"));
  const auto throws_a_number = [](const auto& m) -> Matrix {
    if (m(0, 0) != 3) throw 7;
    return m;
  };
  CHECK_THROWS_AS(transform(relation(), throws_a_number), ShapeMismatch);
  const auto declared =
      declare(throws_on_samples).returns<Dense<double, 2>>([](auto e) { return e[0]; });
  const auto threes = blocks(full({5, 7}, 3.0), {2, 3});
  CHECK(test::plain(transform(threes, declared)).size() == 9);
}

TEST_CASE("an unassigned relation says so") {
  const Context context = Context::loopback(1);
  const Relation<Dense<double, 2>, 2> nothing;
  CHECK_THROWS_AS(nothing.frontier(), Error);
  CHECK_THROWS_AS(evaluate(nothing), Error);
}

TEST_CASE("keys up to the largest number there is are refused, not wrapped around") {
  const Context context = Context::loopback(2);
  const auto r = blocks(ones({4, 2}), {2, 2});
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  CHECK_THROWS_AS(rekey(r, [=](KeyOf<2> k) { return KeyOf<2>{largest, k[0]}; }), NotClosed);
  CHECK_THROWS_AS(rekey(r, [=](KeyOf<2> k) { return KeyOf<2>{largest - 1, k[0]}; }), NotClosed);
  std::map<KeyOf<1>, double> far{{KeyOf<1>{largest}, 1.0}};
  CHECK_THROWS_WITH((relation_from_local<double, 1>(far)),
                    Catch::Matchers::Contains("9223372036854775807"));
}

}  // namespace
}  // namespace relatile::relation_errors_test
