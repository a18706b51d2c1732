// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

#include "relatile/core/memory.hpp"
#include "support/whole_numbers.hpp"

namespace reuse_test {

// A new value takes the memory of an old one that nobody else has, and of no other.

namespace rt = relatile;
using rt::test::require_elements;

namespace {

using Vector = rt::Array<double, 1>;

std::vector<const std::byte*> addresses(const Vector& x) {
  std::vector<const std::byte*> all;
  for (const auto& site : x.node()->value->local) {
    for (const auto& piece : site.pieces) all.push_back(piece.data.get());
  }
  return all;
}

Vector counted(std::int64_t count) {
  Vector x = rt::arange<double>(double(count));
  rt::evaluate(x);
  return x;
}

/// `require_elements` for arrays too long to evaluate element by element as well.
template <class F>
void require_numbers(const Vector& x, const F& f) {
  const auto found = rt::to_vector(x);
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) wrong += found[std::size_t(i)] != f(i);
  CHECK(wrong == 0);
}

double as_number(const rt::Extents& at) { return double(at[0]); }

/// How many buffers evaluating takes.
template <class X>
std::int64_t allocations_of(const X& x) {
  const std::int64_t before = rt::memory_meter().allocations;
  rt::evaluate(x);
  return rt::memory_meter().allocations - before;
}

}  // namespace

TEST_CASE("an array that is assigned to, and that nobody shares, stays where it is") {
  for (int sites : {1, 2, 3}) {
    auto context = rt::Context::loopback(sites);
    Vector x = counted(120'000);
    const auto before = addresses(x);
    x(rt::slice(3, 70'000, 4)) = -1.0;
    CHECK(allocations_of(x) == 0);
    CHECK(addresses(x) == before);
    require_numbers(x, [](std::int64_t at) {
      return at >= 3 && at < 70'000 && (at - 3) % 4 == 0 ? -1.0 : double(at);
    });
  }
}

TEST_CASE("an elementwise expression of an array takes its memory, += and masks too") {
  for (int sites : {1, 2, 3}) {
    auto context = rt::Context::loopback(sites);
    Vector x = counted(120'000);
    const auto before = addresses(x);
    x = 2.0 * x + 1.0;
    CHECK(allocations_of(x) == 0);
    x(rt::slice(0, 6)) += 1.0;
    rt::evaluate(x);
    x(x > 20.0) = 0.0;
    rt::evaluate(x);
    CHECK(addresses(x) == before);
    require_numbers(x, [](std::int64_t at) {
      const double once = 2 * double(at) + 1 + (at < 6 ? 1 : 0);
      return once > 20 ? 0.0 : once;
    });
  }
}

TEST_CASE("several assignments before an evaluation are one, in the same memory") {
  auto context = rt::Context::loopback(2);
  Vector x = counted(16);
  const auto before = addresses(x);
  for (std::int64_t i = 0; i < 16; i += 2) x(i) = 100.0 * double(i);
  rt::evaluate(x);
  CHECK(addresses(x) == before);
  require_elements(x, {16}, [](const rt::Extents& at) {
    return at[0] % 2 == 0 ? 100.0 * double(at[0]) : double(at[0]);
  });
}

TEST_CASE("who shares an array keeps what it was") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    Vector x = counted(9);
    const Vector old = x;
    x(rt::slice(0, 5)) = 7.0;
    rt::evaluate(x);
    CHECK(addresses(x) != addresses(old));
    require_elements(old, {9}, as_number);
    require_elements(x, {9}, [](const rt::Extents& at) { return at[0] < 5 ? 7.0 : as_number(at); });
  }
}

TEST_CASE("an expression that has not been evaluated shares its operands") {
  auto context = rt::Context::loopback(2);
  Vector x = counted(9);
  const Vector later = 10.0 * x;
  x(rt::slice(0, 5)) = 7.0;
  rt::evaluate(x);
  require_elements(later, {9}, [](const rt::Extents& at) { return 10 * as_number(at); });
  Vector y = counted(9);
  const auto sum = y + 1.0;  // no array yet
  y = y * 0.0;
  rt::evaluate(y);
  require_elements(sum, {9}, [](const rt::Extents& at) { return as_number(at) + 1; });
}

TEST_CASE("a part assigned from another part of the same array reads what was there") {
  for (int sites : {1, 2, 3}) {
    auto context = rt::Context::loopback(sites);
    Vector x = counted(10);
    x(rt::slice(1, 10)) = x(rt::slice(0, 9));
    require_elements(x, {10}, [](const rt::Extents& at) { return double(at[0] - (at[0] > 0)); });
    Vector y = counted(10);
    y = y + rt::flip(y);
    require_elements(y, {10}, [](const rt::Extents&) { return 9.0; });
  }
}

TEST_CASE("an evaluation that fails leaves the array as it was, to be evaluated again") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    bool fails = true;
    const auto add_one = rt::vectorize([&fails](double value) {
      if (fails && value == 8) throw std::runtime_error("no eight");
      return value + 1;
    });
    Vector x = counted(9);
    x = add_one(x);
    CHECK_THROWS_AS(rt::evaluate(x), rt::KernelError);
    fails = false;
    require_elements(x, {9}, [](const rt::Extents& at) { return as_number(at) + 1; });
  }
}

TEST_CASE("memory of the caller's own is not written to") {
  auto context = rt::Context::loopback(1);
  std::vector<double> own{1, 2, 3, 4};
  Vector x = rt::adopt(std::span(own), {4}, rt::on_rank(0));
  x(rt::slice(0, 2)) = 9.0;
  require_elements(x, {4},
                   [](const rt::Extents& at) { return at[0] < 2 ? 9.0 : as_number(at) + 1; });
  CHECK(own == std::vector<double>{1, 2, 3, 4});
}

namespace {

/// Names of arrays, some of the same one, and what they should hold.
class NamedVectors {
 public:
  explicit NamedVectors(unsigned seed) : random_(seed) {
    for (int i = 0; i < 4; ++i) {
      arrays_.push_back(counted(size));
      models_.push_back(std::vector<double>(std::size_t(size)));
      for (std::int64_t k = 0; k < size; ++k) models_.back()[std::size_t(k)] = double(k);
    }
  }

  void change() {
    const std::size_t one = any();
    const std::size_t other = any();
    switch (between(0, 6)) {
      case 0: return share(one, other);
      case 1: return add(one, other);
      case 2: return assign_constant(one);
      case 3: return assign_part(one, other);
      case 4: return zero_where_large(one);
      case 5: return add_to_part(one);
      default: rt::evaluate(arrays_[one]);
    }
  }
  void require_all() const {
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      REQUIRE(rt::to_vector(arrays_[i]) == models_[i]);
    }
  }

 private:
  static constexpr std::int64_t size = 37;

  std::int64_t between(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  std::size_t any() { return std::size_t(between(0, 3)); }

  void share(std::size_t one, std::size_t other) {
    arrays_[one] = arrays_[other];
    models_[one] = models_[other];
  }
  void add(std::size_t one, std::size_t other) {
    arrays_[one] = arrays_[one] - 0.5 * arrays_[other];
    for (std::size_t i = 0; i < models_[one].size(); ++i) {
      models_[one][i] = models_[one][i] - 0.5 * models_[other][i];
    }
  }
  void assign_constant(std::size_t one) {
    const std::int64_t low = between(0, size - 1);
    const std::int64_t step = between(1, 5);
    arrays_[one](rt::slice(low, size, step)) = double(step);
    for (std::int64_t i = low; i < size; i += step) models_[one][std::size_t(i)] = double(step);
  }
  void assign_part(std::size_t one, std::size_t other) {
    const std::int64_t step = between(1, 4);
    const std::int64_t count = between(1, size / step);
    const std::int64_t to = between(0, size - (count - 1) * step - 1);
    const std::int64_t from = between(0, size - count);
    arrays_[one](rt::slice(to, to + (count - 1) * step + 1, step)) =
        arrays_[other](rt::slice(from, from + count));
    const std::vector<double> old = models_[other];
    for (std::int64_t i = 0; i < count; ++i) {
      models_[one][std::size_t(to + i * step)] = old[std::size_t(from + i)];
    }
  }
  void zero_where_large(std::size_t one) {
    arrays_[one](arrays_[one] > 20.0) = 0.0;
    for (double& value : models_[one]) value = value > 20 ? 0 : value;
  }
  void add_to_part(std::size_t one) {
    const std::int64_t low = between(0, size - 1);
    arrays_[one](rt::slice(low, size)) += 3.0;
    for (std::int64_t i = low; i < size; ++i) models_[one][std::size_t(i)] += 3;
  }

  std::mt19937 random_;
  std::vector<Vector> arrays_;
  std::vector<std::vector<double>> models_;
};

}  // namespace

TEST_CASE("arrays are values, whatever shares their memory and whenever they are evaluated") {
  for (unsigned seed = 0; seed < 120; ++seed) {
    INFO("program " << seed);
    auto context = rt::Context::loopback(1 + int(seed % 4));
    NamedVectors all(seed);
    for (int change = 0; change < 25; ++change) all.change();
    all.require_all();
  }
}

TEST_CASE("two names of what was computed once have a value each") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const Vector x = counted(9);
    Vector c = x + 1.0;
    Vector d = x + 1.0;
    rt::evaluate(c, d);
    c = 2.0 * c;
    rt::evaluate(c);
    require_elements(d, {9}, [](const rt::Extents& at) { return as_number(at) + 1; });
    Vector e = x + 2.0;
    Vector f = x + 2.0;
    rt::evaluate(e, f);
    Vector sum = e + rt::flip(f);
    e = Vector();
    f = Vector();
    require_elements(sum, {9}, [](const rt::Extents&) { return 12.0; });
  }
}

TEST_CASE(
    "a plan that was remembered writes over nothing where a function of one's own may throw") {
  for (int sites : {1, 2}) {
    auto context = rt::Context::loopback(sites);
    Vector x = counted(9);
    x = 2.0 * rt::exp(x * 0.0);  // the same form, of 10 flops each
    rt::evaluate(x);
    Vector y = counted(9);
    bool fails = true;
    const auto own = rt::vectorize([&fails](double value) {
      if (fails && value == 8) throw std::runtime_error("no eight");
      return value;
    });
    y = 2.0 * rt::exp(y);
    y = rt::log(y * 0.5);
    rt::evaluate(y);
    y = 2.0 * own(rt::rint(y));
    CHECK_THROWS_AS(rt::evaluate(y), rt::KernelError);
    fails = false;
    require_elements(y, {9}, [](const rt::Extents& at) { return 2 * as_number(at); });
  }
}

namespace {

/// Sums that the user checks.
struct CheckedSum {
  static constexpr bool distributes = true;
  static double combine(double a, double b) {
    if (refuses && a == 8) throw std::runtime_error("no eight");
    return a * b;
  }
  static double reduce(double a, double b) { return a + b; }
  static double identity() { return 0; }
  static inline bool refuses = false;
};

}  // namespace

TEST_CASE("a semiring of one's own may throw, and the array is what it was") {
  for (int sites : {1, 2, 3}) {
    auto context = rt::Context::loopback(sites);
    const rt::Array<double, 2> a = rt::eye(9);
    rt::evaluate(a);
    Vector x = counted(9);
    const Vector v = counted(9);
    x = x + rt::einsum<"i,ij->j", CheckedSum>(v, a);
    CheckedSum::refuses = true;
    CHECK_THROWS_AS(rt::evaluate(x), rt::KernelError);
    CheckedSum::refuses = false;
    require_elements(x, {9}, [](const rt::Extents& at) { return 2 * as_number(at); });
  }
}

}  // namespace reuse_test
