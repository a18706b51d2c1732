// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>

#include "support/against_reference.hpp"

#include <relatile/einsum/dynamic.hpp>
#include <relatile/papers.hpp>
#include <relatile/planner/order_cache.hpp>
#include <relatile/planner/space/objectives.hpp>

namespace many_test {

namespace rt = relatile;
using rt::Extents;
using rt::test::require_reference;
using rt::tra::NodePtr;

namespace {

/// The best chain of probabilities, of which none is negative.
struct MostReliable {
  static constexpr bool distributes = true;
  static constexpr const char* name = "most_reliable";
  template <class T>
  static T combine(const T& a, const T& b) {
    return a * b;
  }
  template <class T>
  static T reduce(const T& a, const T& b) {
    return a > b ? a : b;
  }
  template <class T>
  static T identity() {
    return T(0);
  }
};

/// One of plain functions, which do not distribute: operands are combined from left to right.
struct LeastDifference {
  static constexpr bool distributes = false;
  static double combine(double a, double b) { return a - b; }
  static double reduce(double a, double b) { return a < b ? a : b; }
  static double identity() { return 1e9; }
};

/// Whole numbers from 0 to 4.
template <class T, int N>
rt::Array<T, N> numbers(const Extents& shape, std::int64_t seed) {
  return rt::generate<T, N>("numbers", shape, 1, [seed](const Extents& at) {
    std::int64_t sum = seed;
    for (int d = 0; d < at.rank(); ++d) sum += at[d] * (7 + 4 * d);
    return rt::convert_element<T>(sum % 5);
  });
}

/// Calls body with a rank known at compile time.
template <class Body>
auto with_rank(int rank, const Body& body) {
  switch (rank) {
    case 0: return body(std::integral_constant<int, 0>{});
    case 1: return body(std::integral_constant<int, 1>{});
    case 2: return body(std::integral_constant<int, 2>{});
    default: return body(std::integral_constant<int, 3>{});
  }
}

class RandomEinsum {
 public:
  explicit RandomEinsum(unsigned seed) : random_(seed) {}

  /// An array held as a random placement says.
  template <class T>
  NodePtr operand(const Extents& shape, int num_sites) {
    const int seed = below(100);
    const int placing = below(3);
    const int axis = shape.rank() > 0 ? below(shape.rank()) : 0;
    const int rank = below(num_sites);
    return with_rank(shape.rank(), [&](auto n) -> NodePtr {
      constexpr int N = decltype(n)::value;
      rt::Array<T, N> x = numbers<T, N>(shape, seed);
      if (placing == 0) x = rt::placed(x, rt::everywhere);
      if (placing == 1) x = rt::placed(x, rt::on_rank(rank));
      if (placing == 2 && N > 0) x = rt::placed(x, rt::split(axis));
      // Some operands are still to be computed when the plan is made.
      if (below(4) > 0) rt::evaluate(x);
      return x.node();
    });
  }

  /// A random einsum by semiring S, compared with its definition.
  template <class S, class T>
  void check(int num_sites, int num_operands) {
    const int num_labels = 1 + below(5);
    std::vector<std::int64_t> extents;
    for (int l = 0; l < num_labels; ++l) {
      constexpr std::int64_t sizes[] = {1, 2, 3, 4, 5, 7};
      const bool empty = !rt::einsum_detail::chooses<S> && below(25) == 0;
      extents.push_back(empty ? 0 : sizes[below(6)]);
    }
    rt::tra::Labelling labelling;
    for (int l = 0; l < num_labels; ++l) {
      labelling.names.emplace_back(1, static_cast<char>('a' + l));
    }
    std::vector<bool> used(static_cast<std::size_t>(num_labels), false);
    std::vector<NodePtr> operands;
    std::vector<Extents> shapes;
    for (int x = 0; x < num_operands; ++x) {
      labelling.operands.emplace_back();
      Extents shape;
      for (int d = below(4); d > 0; --d) {
        const int label = below(num_labels);
        used[static_cast<std::size_t>(label)] = true;
        labelling.operands.back().push_back(label);
        shape.push_back(below(10) == 0 ? 1 : extents[static_cast<std::size_t>(label)]);
      }
      shapes.push_back(shape);
    }
    for (int l = 0; l < num_labels && labelling.output.size() < 3; ++l) {
      if (used[static_cast<std::size_t>(l)] && below(2) == 0) labelling.output.push_back(l);
    }
    std::shuffle(labelling.output.begin(), labelling.output.end(), random_);
    rt::einsum_detail::drop_unused(labelling);
    for (const auto& shape : shapes) {
      const bool again = !operands.empty() && operands.back()->type.extents == shape;
      operands.push_back(again && below(2) == 0 ? operands.back() : operand<T>(shape, num_sites));
    }
    std::string text;
    for (const auto& labels : labelling.operands) {
      text += text.empty() ? "" : ",";
      for (int label : labels) text += labelling.names[static_cast<std::size_t>(label)];
    }
    text += "->";
    for (int label : labelling.output) text += labelling.names[static_cast<std::size_t>(label)];
    std::string sizes;
    for (const auto& shape : shapes) sizes += to_string(shape);
    INFO(text << " of " << sizes << " on " << num_sites << " sites");
    const NodePtr node = rt::einsum_detail::einsum_node<S, T>("einsum", operands, labelling);
    with_rank(static_cast<int>(labelling.output.size()),
              [&](auto n) { require_reference(rt::Array<T, decltype(n)::value>(node)); });
  }

  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

 private:
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("einsums of many operands equal their definition, on any sites") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    for (int sites = 1; sites <= 5; ++sites) {
      CAPTURE(seed);
      auto context = rt::Context::loopback(sites);
      RandomEinsum random(seed * 7 + static_cast<unsigned>(sites));
      const int count = 3 + random.below(3);
      random.check<rt::PlusTimes, double>(sites, count);
      random.check<rt::PlusTimes, std::int32_t>(sites, count);
      random.check<rt::PlusTimes, std::complex<float>>(sites, count);
    }
  }
}

TEST_CASE("so do einsums over other semirings, the user's own included") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    for (int sites = 1; sites <= 5; ++sites) {
      CAPTURE(seed);
      auto context = rt::Context::loopback(sites);
      RandomEinsum random(seed * 7 + static_cast<unsigned>(sites) + 1000);
      const int count = 1 + random.below(5);
      random.check<rt::MinPlus, double>(sites, count);
      random.check<rt::OrAnd, bool>(sites, count);
      random.check<MostReliable, float>(sites, count);
      random.check<rt::MaxTimes, std::int32_t>(sites, count);
      random.check<LeastDifference, double>(sites, count);
    }
  }
}

TEST_CASE("many operands are one call, by a string checked when compiled or read when run") {
  for (int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    auto a = numbers<double, 2>({2, 3}, 1);
    auto b = numbers<std::int32_t, 2>({3, 4}, 2);
    auto c = numbers<float, 2>({4, 5}, 3);
    rt::evaluate(a, b, c);
    require_reference(rt::einsum<"ij,jk,kl->il">(a, b, c));
    require_reference(rt::einsum<2>("ij,jk,kl->il", a, b, c));
    require_reference(rt::einsum<"ij,jk,kl->il", rt::MinPlus>(a, b, c));
    require_reference(rt::einsum<2, rt::MaxTimes>("ij,jk,kl->li", a, b, c));
    require_reference(rt::einsum<"ij,jk,kl->il", rt::OrAnd>(a, b, c));
    require_reference(rt::einsum<"ij,jk,kl->il", LeastDifference>(a, b, c));
    require_reference(rt::einsum<2, MostReliable>("ij,jk,kl->il", a, b, c));
  }
}

TEST_CASE("a subtraction of many operands is computed from left to right") {
  auto context = rt::Context::loopback(2);
  auto x = rt::full<double>({2}, 5.0);
  auto y = rt::full<double>({3}, 3.0);
  auto z = rt::full<double>({2, 3}, 1.0);
  CHECK(rt::item(rt::einsum<"i,j,ij->", LeastDifference>(x, y, z)) == 1.0);
}

TEST_CASE("einsums of two, one inside another, are computed in the order they are written in") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  for (int sites : {1, 2, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto two_and_minus_one = [] {
      return rt::from_function({2}, [](std::int64_t i) { return i == 0 ? 2.0 : -1.0; });
    };
    const auto a = two_and_minus_one();
    const auto ones = rt::ones({2});
    const auto infinite = rt::full<double, 0>(rt::Extents{}, inf);
    // A sum first, of which the infinity is a factor; or infinities of both signs, which are added.
    CHECK(rt::item(rt::einsum<"i,->">(a, infinite)) == inf);
    CHECK(rt::item(rt::einsum<",->">(rt::einsum<"i,i->">(a, ones), infinite)) == inf);
    CHECK(std::isnan(rt::item(rt::einsum<"i,i->">(rt::einsum<"i,->i">(a, infinite), ones))));
    CHECK(std::isnan(rt::item(rt::sum(a * ones * infinite))));

    const auto large = rt::full({2}, 1e200);
    const auto small = rt::full({2}, 1e-200);
    const auto first = rt::einsum<"i,i->i">(rt::einsum<"i,i->i">(large, large), small);
    const auto last = rt::einsum<"i,i->i">(large, rt::einsum<"i,i->i">(large, small));
    CHECK(rt::item(rt::sum(first)) == inf);
    CHECK(rt::item(rt::sum(last)) == 2e200);
  }
}

TEST_CASE("integers that wrap have the same sums of products in every order") {
  auto context = rt::Context::loopback(3);
  const auto large = rt::full<std::int32_t>({5, 7}, 2'000'000'011);
  const auto odd = rt::full<std::int32_t>({7, 3}, 1'999'999'973);
  const auto more = rt::full<std::int32_t>({3}, -2'147'483'647);
  rt::evaluate(large, odd, more);
  require_reference(rt::einsum<"ij,jk,k->i">(large, odd, more));
  require_reference(rt::einsum<1>("ij,jk,k->i", large, odd, more));
}

TEST_CASE("there is no least of no elements, and axes of one label have one extent") {
  auto context = rt::Context::loopback(2);
  auto x = rt::ones({2, 0});
  auto y = rt::ones({0, 3});
  auto z = rt::ones({4, 3});
  CHECK_THROWS_WITH((rt::einsum<"ij,jk,lk->il", rt::MinPlus>(x, y, z)),
                    Catch::Matchers::ContainsSubstring("no elements to choose the min from"));
  CHECK_THROWS_WITH(
      (rt::einsum<"ij,jk,kl->il">(x, y, z)),
      Catch::Matchers::ContainsSubstring("label 'k' has extent 3 in one place and 4"));
  CHECK_THROWS_AS(rt::einsum<2>("ij,jk->ik", x, y, z), rt::ParseError);
}

TEST_CASE(
    "two to fourteen operands that are empty or of extent one, whatever plans are judged by") {
  const std::int64_t extents[][3] = {{0, 2, 3}, {2, 0, 3}, {2, 3, 0}, {0, 0, 2}, {1, 0, 2},
                                     {0, 1, 1}, {1, 1, 1}, {1, 2, 3}, {2, 1, 1}};
  for (const auto& objective : rt::planner::objectives()) {
    for (int count = 2; count <= 14; ++count) {
      const auto sites = count % 2 == 0 ? 1 : 3;
      auto context = rt::Context::loopback(sites);
      context.plan_options().objective = std::string(objective.name);
      for (const auto& [a, b, c] : extents) {
        std::string text;
        std::vector<NodePtr> operands;
        for (int x = 0; x < count; ++x) {
          const char* labels[] = {"ab", "bc", "ac"};
          const Extents shapes[] = {{a, b}, {b, c}, {a, c}};
          text += (x > 0 ? "," : "") + std::string(labels[x % 3]);
          operands.push_back(numbers<double, 2>(shapes[x % 3], x).node());
          if (x % 4 != 0) rt::evaluate(rt::Array<double, 2>(operands.back()));
        }
        CAPTURE(objective, text, a, b, c);
        require_reference(rt::Array<double, 1>(rt::einsum({text + "->a"}, operands)));
        require_reference(rt::Array<double, 0>(rt::einsum({text + "->"}, operands)));
      }
    }
  }
}

TEST_CASE("six operands of no rows are the empty sums that loops make") {
  auto context = rt::Context::loopback(2);
  auto rows = rt::ones({0, 3});
  auto columns = rt::ones({3, 0});
  CHECK(rt::einsum<"ab,ab,ab,ab,ab,ab->a">(rows, rows, rows, rows, rows, rows).shape() ==
        Extents{0});
  const auto sums =
      rt::einsum<"ab,ab,ab,ab,ab,ab->a">(columns, columns, columns, columns, columns, columns);
  CHECK(rt::to_eigen(sums) == Eigen::Vector3d(0, 0, 0));
}

TEST_CASE("a plan says the line that asked for an einsum, and of which steps it is made") {
  auto context = rt::Context::loopback(2);
  auto a = rt::ones({2, 30});
  auto b = rt::ones({30, 40});
  auto c = rt::ones({40, 5});
  rt::evaluate(a, b, c);
  const std::string text = rt::explain(rt::einsum<"ij,jk,kl->il">(a, b, c), rt::in_full);
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("(optimal in "));
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("many_test.cpp:"));
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("[ij,jk->ik]"));
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("[ik,kl->il]"));
}

TEST_CASE("nine operands and more are as welcome, and more labels than an operator has") {
  auto context = rt::Context::loopback(3);
  auto m = numbers<double, 2>({2, 2}, 1);
  auto v = numbers<double, 1>({2}, 2);
  rt::evaluate(m, v);
  require_reference(rt::einsum<"ab,bc,cd,de,ef,fg,gh,hi,i->a">(m, m, m, m, m, m, m, m, v));
  // 18 labels in all: no operator has more than 16.
  require_reference(rt::einsum<"a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,qr->r">(
      v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, m));
}

TEST_CASE("a loop chooses the order of an einsum once") {
  auto context = rt::Context::loopback(3);
  auto& known = rt::planner::order_cache();
  auto a = numbers<double, 2>({6, 40}, 1);
  auto b = numbers<double, 2>({40, 30}, 2);
  auto c = numbers<double, 2>({30, 5}, 3);
  rt::evaluate(a, b, c);
  require_reference(rt::einsum<"ij,jk,kl->il">(a, b, c));
  const auto searches = known.misses();
  for (int round = 0; round < 3; ++round) {
    require_reference(rt::einsum<"ij,jk,kl->il">(a, b, c));
    CHECK(known.misses() == searches);
  }
  // Other labels, another semiring, other sizes: other orders may be best.
  require_reference(rt::einsum<"ij,jk,kl->ikl">(a, b, c));
  require_reference(rt::einsum<"ij,jk,kl->il", rt::MinPlus>(a, b, c));
  require_reference(rt::einsum<"ij,jk,lk->il">(a, b, rt::transpose(c)));
  CHECK(known.misses() == searches + 3);
}

TEST_CASE("slices that begin elsewhere are multiplied in the order that the first ones were") {
  for (const int sites : {1, 3}) {
    CAPTURE(sites);
    auto context = rt::Context::loopback(sites);
    auto& known = rt::planner::order_cache();
    auto a = numbers<double, 2>({30, 20}, 1);
    auto b = numbers<double, 2>({20, 7}, 2);
    auto c = numbers<double, 2>({7, 5}, 3);
    rt::evaluate(a, b, c);
    const auto product = [&](std::int64_t begin) -> rt::Array<double, 2> {
      return rt::einsum<"ij,jk,kl->il">(a(rt::slice(begin, begin + 11), rt::all_of_axis), b, c);
    };
    rt::Array<double, 2> first = product(4);
    require_reference(first);
    CHECK(rt::report(first).plan.optimal);
    const auto searches = known.misses();
    for (std::int64_t begin = 0; begin < 19; begin += 3) {
      rt::Array<double, 2> other = product(begin);
      require_reference(other);
      CHECK(rt::report(other).plan.optimal == (sites == 1));
    }
    CHECK(known.misses() == searches);
    context.plan_options().follow_known_choices = false;
    for (std::int64_t begin = 1; begin < 19; begin += 3) require_reference(product(begin));
    CHECK(known.misses() > searches);
  }
}

}  // namespace many_test
