// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <boost/serialization/vector.hpp>
#include <new>
#include <relatile/context/save_plan.hpp>
#include <relatile/transport/packed.hpp>
#include <sstream>
#include <stdexcept>

#include "support/relations.hpp"

// A kernel that throws on one block: the same KernelError on all sites, and life goes on.

namespace relatile::relation_kernel_errors_test {
namespace {

/// As a user's helper: its kernel refers to what is gone when a value is needed.
[[gnu::noinline]] relatile::Array<double, 2> scaled_by_reference(
    const relatile::Array<double, 2>& x, double factor) {
  return relatile::to_array(relatile::transform(
      relatile::blocks(x, {2, 2}), [&](const auto& block) { return (block * factor).eval(); }));
}
[[gnu::noinline]] relatile::Array<double, 2> filled_by_reference(double value) {
  return relatile::from_function({2, 2}, [&](std::int64_t, std::int64_t) { return value; });
}
[[gnu::noinline]] double sum_of_scaled(const relatile::Array<double, 2>& x, double factor) {
  return relatile::item(relatile::sum(scaled_by_reference(x, factor)));
}

using Catch::Matchers::ContainsSubstring;
using Matrix = BlockValue<Dense<double, 2>>;

/// 4 x 4 blocks of one number each; the block under (2, 1) holds 9.
auto relation() {
  Matrix m = Matrix::Ones(4, 4);
  m(2, 1) = 9;
  return blocks(test::sharding(m), {1, 1});
}

/// Evaluates x and returns the error it ends with; afterwards the context must still work.
template <class X>
KernelError error_of(const X& x) {
  const Relation<block_of<X>, arity_of<X>> relation_x(x);
  CHECK_THROWS_AS(evaluate(relation_x), KernelError);
  CHECK(to_eigen(to_array(transform(relation(), [](const auto& m) { return 2 * m; }))).sum() == 48);
  try {
    evaluate(relation_x);
  } catch (const KernelError& error) {
    return error;
  }
  FAIL("the second evaluation did not throw");
  return KernelError(-1, "", "");
}

/// The exception nested in the one that evaluating x throws, given to `check` by rethrowing it.
template <class X, class Original>
Original nested_in(const X& x) {
  const Relation<block_of<X>, arity_of<X>> relation_x(x);
  try {
    evaluate(relation_x);
  } catch (const KernelError& error) {
    try {
      std::rethrow_if_nested(error);
    } catch (const Original& original) {
      return original;
    }
  }
  FAIL("no such exception is nested");
  throw;
}

template <class Exception>
auto throwing(Exception exception) {
  return test::heavy([exception](const auto& m) {
    if (m(0, 0) == 9) throw exception;
    return m.sum();
  });
}

TEST_CASE("std::runtime_error, int and bad_alloc become a KernelError with the original nested") {
  test::on_all_site_counts([](int sites) {
    const auto runtime = transform(relation(), throwing(std::runtime_error("nine")));
    const KernelError error = error_of(runtime);
    CHECK(error.step() == "transform");
    CHECK(error.site() >= 0);
    CHECK(error.site() < sites);
    CHECK_THAT(error.what(), ContainsSubstring("site " + std::to_string(error.site())) &&
                                 ContainsSubstring("transform") && ContainsSubstring("nine"));
    CHECK(std::string(nested_in<decltype(runtime), std::runtime_error>(runtime).what()) == "nine");

    const auto number = transform(relation(), throwing(7));
    CHECK_THAT(error_of(number).what(), ContainsSubstring("no std::exception"));
    CHECK(nested_in<decltype(number), int>(number) == 7);

    const auto memory = transform(relation(), throwing(std::bad_alloc()));
    CHECK(error_of(memory).step() == "transform");
    nested_in<decltype(memory), std::bad_alloc>(memory);
  });
}

TEST_CASE("in a join, fused or not, and in an aggregate") {
  test::on_all_site_counts([](int) {
    const auto x = relation();
    const auto product = test::heavy([](const auto& a, const auto& b) {
      if (a(0, 0) == 9 && b.rows() > 0) throw std::runtime_error("nine");
      return a * b;
    });
    const auto pairs = join(x, x, on<1>, on<0>, product);
    CHECK(error_of(pairs).step() == "join");
    CHECK(error_of(aggregate(pairs, by<0, 2>, kernel::add)).step() == "join+aggregate");
    const auto sum = [](const auto& a, const auto& b) {
      if (a(0, 0) >= 9 || b(0, 0) >= 9) throw std::runtime_error("nine");
      return a + b;
    };
    CHECK(error_of(aggregate(x, by<1>, sum)).step() == "aggregate");
    CHECK(error_of(aggregate(x, by<>, sum)).step() == "aggregate");
    CHECK(error_of(aggregate(pairs, by<0, 2>, sum)).step() == "join");
  });
}

TEST_CASE("in the last combination, which on several sites is that of their sums") {
  test::on_all_site_counts([](int) {
    const auto sum = [](const auto& a, const auto& b) {
      if (a(0, 0) + b(0, 0) == 24) throw std::runtime_error("all");  // fifteen ones, and 9
      return a + b;
    };
    const KernelError error = error_of(aggregate(relation(), by<>, sum));
    CHECK(error.step() == "aggregate");
    CHECK_THAT(error.what(), ContainsSubstring("all"));
  });
}

TEST_CASE("operators above the one that failed change nothing") {
  test::on_all_site_counts([](int) {
    const auto failed = transform(relation(), test::heavy([](const auto& m) -> Matrix {
                                    if (m(0, 0) == 9) throw std::runtime_error("nine");
                                    return m;
                                  }));
    const auto doubled = transform(failed, [](const auto& m) { return 2 * m; });
    CHECK(error_of(doubled).step() == "transform");
    CHECK(error_of(aggregate(failed, by<0>, kernel::add)).step() == "transform");
    CHECK(error_of(join(failed, relation(), on<1>, on<0>, kernel::matmul)).step() == "transform");
    CHECK(error_of(tile(failed, dim<0>, 1)).step() == "transform");
    CHECK(error_of(concat(failed, key_dim<0>, array_dim<0>)).step() == "transform");
    CHECK_THROWS_AS(evaluate(to_array(failed)), KernelError);
  });
}

TEST_CASE("a failed site still renames its blocks for those who need them") {
  test::on_all_site_counts([](int sites) {
    const auto failed = transform(relation(), test::heavy([](const auto& m) -> Matrix {
                                    if (m(0, 0) == 9) throw std::runtime_error("nine");
                                    return m;
                                  }));
    const auto turned = rekey(failed, [](KeyOf<2> key) { return KeyOf<2>{key[1], key[0]}; });
    CHECK(error_of(turned).step() == "transform");
    CHECK(error_of(placed(turned, on_rank(sites - 1))).step() == "transform");
    CHECK(error_of(join(turned, failed, on<1>, on<0>, kernel::matmul)).step() == "transform");
    CHECK(error_of(filter(failed, [](KeyOf<2> key) { return key[0] < 3; })).step() == "transform");
    CHECK(error_of(placed(failed, split(1))).step() == "transform");
    CHECK(error_of(placed(failed, on_rank(sites - 1))).step() == "transform");
    CHECK_THROWS_AS(to_map(failed), KernelError);
    CHECK_THROWS_AS(to_map(turned), KernelError);
  });
}

struct Numbers {
  std::vector<double> values;
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& values;
  }
  Numbers& operator+=(const Numbers& other) {
    values.insert(values.end(), other.values.begin(), other.values.end());
    return *this;
  }
};

TEST_CASE("where structs are sent, a site that failed sends nothing in their place") {
  test::on_all_site_counts([](int) {
    const auto failed = transform(relation(), test::heavy([](const auto& m) {
                                    if (m(0, 0) == 9) throw std::runtime_error("nine");
                                    return Numbers{{m(0, 0)}};
                                  }));
    CHECK(error_of(failed).step() == "transform");
    CHECK(error_of(aggregate(failed, by<>, kernel::add)).step() == "transform");
    const auto joined = join(failed, relation(), on<1>, on<0>, [](const Numbers& n, const auto&) {
      return static_cast<double>(n.values.size());
    });
    CHECK(error_of(joined).step() == "transform");
  });
}

TEST_CASE("a failed site renames structs as well") {
  test::on_all_site_counts([](int sites) {
    const auto failed = transform(relation(), test::heavy([](const auto& m) {
                                    if (m(0, 0) == 9) throw std::runtime_error("nine");
                                    return Numbers{{m(0, 0)}};
                                  }));
    CHECK(error_of(placed(failed, on_rank(sites - 1))).step() == "transform");
    const auto turned = rekey(failed, [](KeyOf<2> key) { return KeyOf<2>{key[1], key[0]}; });
    CHECK(error_of(placed(turned, on_rank(sites - 1))).step() == "transform");
  });
}

TEST_CASE("several sites fail at once: the first operator's error is the one") {
  test::on_all_site_counts([](int) {
    const auto all = transform(relation(), test::heavy([](const auto& m) {
                                 if (m(0, 0) != 0) throw std::runtime_error("anything");
                                 return m.sum();
                               }));
    CHECK(error_of(all).site() == 0);
    const auto twice = transform(all, [](double x) {
      if (x >= 0) throw std::logic_error("later");
      return x;
    });
    CHECK_THAT(error_of(twice).what(), ContainsSubstring("anything"));
  });
}

TEST_CASE("a predicate or key function that throws is named with its line and the key") {
  struct Refused {};
  test::on_all_site_counts([](int) {
    try {
      filter(relation(), [](KeyOf<2> key) {
        if (key[0] == 2 && key[1] == 1) throw std::out_of_range("not this one");
        return true;
      });
      FAIL("nothing was thrown");
    } catch (const KernelError& error) {
      CHECK(error.step() == "filter");
      CHECK(error.site() == 0);
      CHECK_THAT(error.what(), ContainsSubstring("filter [relation_kernel_errors_test.cpp:"));
      CHECK_THAT(error.what(), ContainsSubstring("key (2, 1): not this one"));
      CHECK_THROWS_AS(std::rethrow_if_nested(error), std::out_of_range);
    }
    try {
      rekey(relation(), [](KeyOf<2> key) -> KeyOf<1> {
        if (key[0] == 0 && key[1] == 3) throw Refused();
        return {4 * key[0] + key[1]};
      });
      FAIL("nothing was thrown");
    } catch (const KernelError& error) {
      CHECK(error.step() == "rekey");
      CHECK_THAT(error.what(), ContainsSubstring("key (0, 3)"));
      CHECK_THROWS_AS(std::rethrow_if_nested(error), Refused);
    }
    CHECK(filter(relation(), [](KeyOf<2> key) { return key[0] < 2; }).size() == 8);
  });
}

// Shapes are asked for before a kernel can be refused: AddressSanitizer sees it read what is gone.
#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("kernels that refer to variables of functions that have returned are refused") {
  auto context = Context::loopback(2);
  const Array<double, 2> x = ones({4, 4});
  const auto refused = Catch::Matchers::ContainsSubstring("capture by value");
  const Array<double, 2> scaled = scaled_by_reference(x, 2.0);
  const Array<double, 2> filled = filled_by_reference(3.0);
  CHECK_THROWS_WITH(evaluate(scaled), refused);
  CHECK_THROWS_WITH(evaluate(filled), refused);
  CHECK_THROWS_WITH(evaluate(filled, {.planner = "optimal"}), refused);
  CHECK_THROWS_WITH(item(sum(scaled)), refused);
  CHECK_THROWS_WITH(to_vector(filled + 1.0), refused);
  CHECK_THROWS_WITH(sum_of_scaled(x, 2.0), refused);
  // By every way to a value, those included that can't be told a line.
  std::ostringstream out;
  CHECK_THROWS_WITH(print(scaled), refused);
  CHECK_THROWS_WITH(print("the sum is", sum(scaled)), refused);
  CHECK_THROWS_WITH(out << filled, refused);
  CHECK_THROWS_WITH(to_string(filled + 1.0), refused);
  CHECK_THROWS_WITH(double(sum(scaled)), refused);
  CHECK_THROWS_WITH(double(filled(0, 0)), refused);
  CHECK_THROWS_WITH(float(sum(scaled) + 1.0), refused);
  CHECK_THROWS_WITH(sum(filled) > 1.0 ? 1 : 0, refused);
  CHECK_THROWS_WITH(sum(filled).item(), refused);
  CHECK_THROWS_WITH(to_eigen(scaled), refused);
  CHECK_THROWS_WITH(to_eigen_on(0, scaled), refused);
  CHECK_THROWS_WITH(local_parts(scaled), refused);
  CHECK_THROWS_WITH(to_map(blocks(scaled)), refused);
  CHECK_THROWS_WITH(local_blocks(blocks(scaled)), refused);
  CHECK_THROWS_WITH(save("refused.npy", scaled), refused);
  CHECK_THROWS_WITH(save_plan("refused.plan", scaled), refused);
  CHECK_THROWS_WITH(explain(scaled, in_full), refused);
  CHECK_THROWS_WITH(explain_analyze(scaled), refused);
  CHECK(out.str().empty());
  // What lives may be referred to, from however deep it is needed.
  const double factor = 3.0;
  const auto living =
      transform(blocks(x, {2, 2}), [&](const auto& block) { return (block * factor).eval(); });
  CHECK(item(sum(to_array(living))) == 48.0);
  const auto deeper = [](const auto& y) { return item(sum(to_array(y))); };
  CHECK(deeper(living) == 48.0);
}
#endif

}  // namespace
}  // namespace relatile::relation_kernel_errors_test
