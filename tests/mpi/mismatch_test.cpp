// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Ranks that do not do the same: what differs is found, on all ranks, and named.
// ranks: 2 3
#include <boost/serialization/string.hpp>
#include <complex>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <relatile/grad.hpp>
#include <relatile/relatile.hpp>
#include <relatile/transport/packed.hpp>
#include <relatile/transport/transport.hpp>

#include "support/catch.hpp"
#include "support/directory.hpp"

namespace mismatch_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;

namespace {

/// What `work` throws on this rank; all ranks must have the same.
template <class Error, class Work>
std::string error_of(rt::Context& context, Work&& work) {
  std::string text = "nothing was thrown";
  try {
    work();
  } catch (const Error& error) {
    text = error.what();
  } catch (const std::exception& error) {
    text = "another type: " + std::string(error.what());
  }
  CHECK(context.transport().text_from(0, text) == text);
  CHECK(rt::item(rt::sum(rt::ones({10, 10}))) == 100.0);  // the context is as good as new
  return text;
}

template <class Work>
std::string mismatch_of(rt::Context& context, Work&& work) {
  return error_of<rt::PlanMismatch>(context, work);
}

struct Node {
  std::string text;
  bool refuses = false;
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    if (refuses) throw std::runtime_error("this one does not travel");
    archive& text;
  }
};

}  // namespace

TEST_CASE("constants, seeds, bounds and element types that differ by rank are found and named") {
  rt::Context context(MPI_COMM_WORLD);
  const int me = context.rank();
  const auto x = rt::arange(12.0);

  CHECK_THAT(mismatch_of(context, [&] { rt::evaluate(x * double(me + 2)); }),
             ContainsSubstring("site 1 evaluates something else than site 0: multiply") &&
                 ContainsSubstring("with 3, not multiply") && ContainsSubstring("with 2;"));
  CHECK_THAT(mismatch_of(context, [&] { rt::evaluate(rt::clip(x, 0.0, 5.0 + me)); }),
             ContainsSubstring("6, not") && ContainsSubstring("5;"));
  CHECK_THAT(
      mismatch_of(context, [&] { rt::evaluate(rt::astype<float>(x) * float(0.5F + float(me))); }),
      ContainsSubstring("with 1.5, not") && ContainsSubstring("with 0.5;"));
  CHECK_THAT(
      mismatch_of(context, [&] { rt::evaluate(rt::full({3}, std::int64_t(me))); }),
      ContainsSubstring("full [mismatch_test.cpp:") && ContainsSubstring("with 1, not full"));
  CHECK_THAT(mismatch_of(context,
                         [&] {
                           if (me == 1) {
                             rt::evaluate(rt::arange(std::int64_t{5}));
                           } else {
                             rt::evaluate(rt::arange(5.0));
                           }
                         }),
             ContainsSubstring("int64, with") && ContainsSubstring("float64, with"));
  CHECK_THAT(
      mismatch_of(context,
                  [&] {
                    rt::evaluate(rt::ones({3, 4 + me}));
                  }),
      ContainsSubstring("of shape (3, 5) float64") && ContainsSubstring("of shape (3, 4) float64"));
  CHECK_THAT(mismatch_of(context, [&] { rt::evaluate(x(rt::slice(0, 5 + me))); }),
             ContainsSubstring("site 1"));
  // Of one shape on all ranks: only what is read differs.
  CHECK_THAT(mismatch_of(context, [&] { rt::evaluate(x(rt::slice(me, me + 4))); }),
             ContainsSubstring("reads them otherwise"));

  rt::random::seed(7);
  CHECK_THAT(mismatch_of(context,
                         [&] {
                           if (me == 1) (void)rt::random::normal<double>({3});
                           rt::evaluate(rt::random::normal<double>({3}));
                         }),
             ContainsSubstring("seed 7, stream 1,") && ContainsSubstring("seed 7, stream 0,"));
  rt::random::seed(std::uint64_t(me));
  CHECK_THAT(mismatch_of(context, [&] { rt::evaluate(rt::random::normal<double>({3})); }),
             ContainsSubstring("seed 1, ") && ContainsSubstring("seed 0, "));
  rt::random::seed(0);
  CHECK_THAT(mismatch_of(context, [&] { rt::evaluate(rt::random::uniform(0.0, 1.0 + me, {3})); }),
             ContainsSubstring("range 2") && ContainsSubstring("range 1"));
}

TEST_CASE("stored values that differ by rank are found, and so are handles of one rank") {
  rt::Context context(MPI_COMM_WORLD);
  const int me = context.rank();
  const auto a = rt::from_eigen(Eigen::VectorXd(Eigen::VectorXd::Constant(6, 1.0)));
  const auto b = rt::from_eigen(Eigen::VectorXd(Eigen::VectorXd::Constant(6, 10.0)));
  CHECK_THAT(
      mismatch_of(context, [&] { rt::evaluate(me == 0 ? a - b : b - a); }),
      ContainsSubstring("stored value number 2") && ContainsSubstring("stored value number 1"));
  CHECK_THAT(mismatch_of(context, [&] { (void)rt::to_vector(me == 0 ? a : b); }),
             ContainsSubstring("stored value number 2"));
  rt::Array<double, 1> buffers[2] = {a + 0.0, b + 0.0};  // as in a loop with two of them
  rt::evaluate(buffers[0], buffers[1]);
  CHECK_THAT(mismatch_of(context, [&] { rt::evaluate(buffers[me == 1 ? 1 : 0] * 2.0); }),
             ContainsSubstring("stored value number"));

  rt::Array<double, 1> kept;
  CHECK_THAT(mismatch_of(context,
                         [&] {
                           rt::Array<double, 1> middle = rt::exp(a);
                           if (me == 1) kept = middle;
                           rt::Array<double, 1> c = rt::sin(middle);
                           middle = {};
                           rt::evaluate(c);
                         }),
             ContainsSubstring("site 1 has a handle of exp [mismatch_test.cpp:") &&
                 ContainsSubstring("site 0 has none any more"));
  try {
    rt::Context limited(MPI_COMM_WORLD, me == 0 ? 4000 : 70'000);
    FAIL_CHECK("message limits that differ were taken");
  } catch (const rt::PlanMismatch& error) {
    CHECK_THAT(error.what(), ContainsSubstring("from 4 000 to 70 000 bytes"));
  }
}

TEST_CASE("kernels and generators that differ by rank are found, unless they say that they do") {
  rt::Context context(MPI_COMM_WORLD);
  const int me = context.rank();
  const auto x = rt::blocks(rt::ones({8, 8}), {4, 4});

  const double factor = 1.5 + me;
  CHECK_THAT(mismatch_of(context,
                         [&] {
                           rt::evaluate(rt::transform(
                               x, [factor](const auto& block) { return block * factor; }));
                         }),
             ContainsSubstring("transform [mismatch_test.cpp:") &&
                 ContainsSubstring("with 2.5, not") && ContainsSubstring("with 1.5;"));
  // So is what a derivative holds.
  const auto twice =
      rt::transform(x, rt::declare([](const auto& block) {
                         return block * 2;
                       }).derivatives([factor](const auto& g) { return (g * factor).eval(); }));
  const rt::Array<double, 0> sum = rt::sum(rt::to_array(twice));
  CHECK_THAT(mismatch_of(context, [&] { rt::evaluate(rt::grad(sum, x)); }),
             ContainsSubstring("grad of transform") && ContainsSubstring("with 2.5, not"));
  // What a kernel refers to is not looked at: its address says nothing.
  const double same = 2.0;
  const auto by_reference =
      rt::transform(x, [&same](const auto& block) { return (block * same).eval(); });
  CHECK(rt::item(rt::sum(rt::to_array(by_reference))) == 128.0);

  const std::int64_t offset = std::int64_t(me) * 100'000;
  CHECK_THAT(mismatch_of(context,
                         [&] {
                           rt::evaluate(rt::from_function(
                               {8}, [offset](std::int64_t i) { return double(i + offset); }));
                         }),
             ContainsSubstring("100000"));
  // The same functions of the same arrays, but not each of the same one.
  rt::Array<double, 1> u = rt::arange(6.0);
  rt::Array<double, 1> v = rt::arange(6.0) + 1.0;
  rt::evaluate(u, v);
  CHECK_THAT(mismatch_of(context,
                         [&] {
                           rt::Array<double, 1> w =
                               me == 0 ? rt::Array<double, 1>(u - v * u) : u - v * v;
                           rt::evaluate(w);
                         }),
             ContainsSubstring("reads other operands or reads them otherwise"));
  const auto combine = [&](auto&& kernel) { rt::evaluate(rt::aggregate(x, rt::by<>, kernel)); };
  CHECK_THAT(mismatch_of(context,
                         [&] {
                           if (me == 0) {
                             combine([](const auto& a, const auto& b) { return a + b; });
                           } else {
                             combine([](const auto& a, const auto& b) { return a.cwiseMax(b); });
                           }
                         }),
             ContainsSubstring("aggregate [mismatch_test.cpp:"));

  const auto local = rt::declare([me](const auto& block) {
                       return Eigen::MatrixXd(Eigen::MatrixXd::Constant(1, 1, double(me)) +
                                              0.0 * block.topLeftCorner(1, 1));
                     }).differs_by_rank();
  rt::evaluate(rt::transform(x, local));
}

TEST_CASE("ranks that call different functions are told which, all of them") {
  rt::Context context(MPI_COMM_WORLD);
  const int me = context.rank();
  rt::test::Directory directory(context.transport());
  const std::string path = directory / "a.npy";
  const std::string other = directory / "b.npy";
  rt::Array<double, 1> x = rt::arange(6.0);
  rt::save(path, x);
  rt::save(other, x);

  CHECK_THAT(mismatch_of(context,
                         [&] {
                           rt::Array<double, 1> y = x + 1.0;
                           if (me == 0) {
                             rt::evaluate(y);
                           } else {
                             (void)rt::load<double, 1>(path);
                           }
                         }),
             ContainsSubstring("rank 0 is in evaluate [mismatch_test.cpp:") &&
                 ContainsSubstring("rank 1 is in load of "));
  CHECK_THAT(mismatch_of(context, [&] { (void)rt::load<double, 1>(me == 0 ? path : other); }),
             ContainsSubstring("a.npy as float64 of 1 dimensions [mismatch_test.cpp:") &&
                 ContainsSubstring("b.npy"));
  CHECK_THAT(mismatch_of(context, [&] { rt::save(me == 0 ? path : other, x); }),
             ContainsSubstring("save of "));
  CHECK_THAT(mismatch_of(context,
                         [&] {
                           if (me == 1) {
                             rt::print(x);
                           } else {
                             (void)rt::to_vector(x + 2.0);
                           }
                         }),
             ContainsSubstring("rank 1 is in print"));
}

TEST_CASE("ranks that call one function with different arguments are told that") {
  rt::Context context(MPI_COMM_WORLD);
  const int me = context.rank();
  if (!context.transport().checks_data()) return;  // then shapes are compared later
  CHECK_THAT(mismatch_of(context, [&] { (void)rt::array(std::vector<double>(me == 1 ? 4 : 3)); }),
             ContainsSubstring("call one function with different arguments") &&
                 ContainsSubstring("fromiter of float64 (3,)") && ContainsSubstring("shapes too"));
}

TEST_CASE("a wrong number of elements on one rank is the same error on all") {
  rt::Context context(MPI_COMM_WORLD);
  const int owner = context.size() - 1;
  const std::vector<double> mine(context.rank() == owner ? 2 : 3);
  CHECK_THROWS_WITH(rt::to_vector(rt::from_span(mine, {3}, rt::on_rank(owner))),
                    ContainsSubstring("2 elements do not make an array"));
  CHECK(rt::item(rt::sum(rt::ones({5}))) == 5);
  CHECK_THROWS_WITH(rt::to_vector(rt::from_span(mine, {3})),
                    ContainsSubstring("2 elements do not make an array"));
  CHECK(rt::to_vector(rt::from_span(std::vector<double>(3, 2.0), {3})) ==
        std::vector<double>{2, 2, 2});
}

TEST_CASE("ranks that read or write one file in different ways are told how") {
  rt::Context context(MPI_COMM_WORLD);
  const int me = context.rank();
  rt::test::Directory directory(context.transport());
  rt::Array<double, 2> x = rt::ones({6, 2});
  rt::evaluate(x);
  const std::string text = directory / "x.txt";
  const std::string raw = directory / "x.bin";
  rt::savetxt(text, x);
  rt::tofile(raw, x);
  CHECK_THAT(mismatch_of(context,
                         [&] {
                           rt::savez(directory / "x", {{me == 0 ? "a" : "b", x}});
                         }),
             ContainsSubstring("savez of ") && ContainsSubstring("x (b)"));
  CHECK_THAT(mismatch_of(context, [&] { rt::savetxt(text, x, {.precision = me == 0 ? 3 : 4}); }),
             ContainsSubstring("precision 3") && ContainsSubstring("precision 4"));
  CHECK_THAT(
      mismatch_of(
          context,
          [&] { rt::load_csv<double>(text, {.delimiter = ' ', .filling_value = me + 0.5}); }),
      ContainsSubstring("filling_value 1.5"));
  CHECK_THAT(mismatch_of(context, [&] { rt::fromfile<double>(raw, {.offset = 8 * me}); }),
             ContainsSubstring("fromfile of ") && ContainsSubstring("offset 8"));
  CHECK_THAT(mismatch_of(context, [&] { rt::mmwrite(directory / "m", x, {.precision = me}); }),
             ContainsSubstring("mmwrite of "));
  CHECK_THAT(
      mismatch_of(context,
                  [&] {
                    if (me == 0) {
                      rt::names_in(text);
                    } else {
                      rt::csv_names(text);
                    }
                  }),
      ContainsSubstring("rank 0 is in names_in") && ContainsSubstring("rank 1 is in csv_names"));
  CHECK(rt::to_vector(rt::fromfile<double>(raw)) == std::vector<double>(12, 1.0));
}

TEST_CASE("what all ranks say they have alike is compared where the environment asks for it") {
  rt::Context context(MPI_COMM_WORLD);
  const int me = context.rank();
  Eigen::MatrixXd m = Eigen::MatrixXd::Constant(5, 7, 1.0);
  CHECK(rt::item(rt::sum(rt::from_eigen(m))) == 35.0);
  m(3, 2) = 4.0 + me;
  CHECK_THAT(mismatch_of(context, [&] { (void)rt::from_eigen(m); }),
             ContainsSubstring("from_eigen [mismatch_test.cpp:") &&
                 ContainsSubstring("element (3, 2) is 5 on rank 1 and 4 on rank 0"));
  const Eigen::MatrixXd wider = Eigen::MatrixXd::Zero(2, 2 + me);
  CHECK_THAT(mismatch_of(context, [&] { (void)rt::from_eigen(wider); }),
             ContainsSubstring("(2, 3)") && ContainsSubstring("(2, 2)"));
}

TEST_CASE("a kernel that evaluates is refused") {
  rt::Context context(MPI_COMM_WORLD);
  const auto x = rt::blocks(rt::ones({8, 8}), {4, 4});
  CHECK_THAT(error_of<rt::KernelError>(context,
                                       [&] {
                                         rt::evaluate(rt::transform(x, [](const auto& block) {
                                           const double total = rt::item(rt::sum(rt::ones({4, 4})));
                                           return (block * total).eval();
                                         }));
                                       }),
             ContainsSubstring("a kernel called item [mismatch_test.cpp:"));
}

TEST_CASE("an object that does not travel is the same error on all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const std::int64_t blocks = context.size();
  const auto nodes = rt::transform(
      rt::blocks(rt::from_function({blocks}, [](std::int64_t i) { return double(i); }), {1}),
      rt::declare([](const auto& block) {
        Node node;
        node.text = std::to_string(block(0));
        node.refuses = block(0) == 1.0;
        return node;
      }).serialized_bytes(16));
  rt::evaluate(nodes);
  const auto all = rt::placed(nodes, rt::everywhere);
  CHECK_THAT(error_of<rt::KernelError>(context, [&] { rt::evaluate(all); }),
             ContainsSubstring("this one does not travel"));
}

TEST_CASE(
    "what a kernel throws on one rank while it is asked for a shape is thrown by the others") {
  rt::Context context(MPI_COMM_WORLD);
  const int bad = context.size() - 1;
  const bool mine = context.rank() == bad;
  const auto x = rt::blocks(rt::ones({8, 8}), {4, 4});
  const auto doubled = [&](bool throws) {
    return rt::transform(x, [throws](const auto& block) {
      if (throws) throw std::runtime_error("not today");
      return block * 2.0;
    });
  };
  const auto kept = [&](bool throws) {
    return rt::filter(x, [throws](rt::KeyOf<2> key) {
      if (throws) throw std::runtime_error("not this key");
      return key[0] == 0;
    });
  };
  const auto text_of = [&](auto&& work) {
    std::string text = "nothing was thrown";
    try {
      work();
    } catch (const rt::Error& error) {
      text = error.what();
    }
    return text;
  };
  // Where only one rank has them, and goes on, each is thrown once by the others, where they are.
  const std::string first = text_of([&] { rt::evaluate(doubled(mine)); });
  const std::string second = text_of([&] { rt::evaluate(kept(mine)); });
  CHECK_THAT(first, ContainsSubstring("not today"));
  CHECK_THAT(second, ContainsSubstring("not this key"));
  CHECK(rt::item(rt::sum(rt::ones({10, 10}))) == 100.0);
  const std::string told = mine ? "relatile" : "(rank " + std::to_string(bad) + " had this error";
  CHECK_THAT(first, ContainsSubstring(told));
  CHECK_THAT(second, ContainsSubstring(told));

  // Of the same type, so that all ranks go the same way.
  const auto y = rt::ones({2, 2});
  try {
    rt::evaluate(doubled(mine));
  } catch (const rt::ShapeMismatch&) {
    CHECK(rt::item(rt::sum(y)) == 4.0);
  }
  try {
    rt::evaluate(kept(mine));
  } catch (const rt::KernelError& error) {
    CHECK(error.site() == (mine ? 0 : bad));
    CHECK(rt::item(rt::sum(y)) == 4.0);
  }

  // Where all have one, it is nobody's news.
  CHECK_THROWS_AS(doubled(true), rt::Error);
  CHECK_THROWS_AS(doubled(true), rt::Error);
  CHECK(rt::item(rt::sum(rt::ones({10, 10}))) == 100.0);

  // Where all have one, and one rank has another.
  CHECK_THROWS_AS(kept(true), rt::Error);
  CHECK_THAT(text_of([&] { rt::print(rt::to_array(doubled(mine))); }),
             ContainsSubstring("not today"));
  CHECK(rt::item(rt::sum(rt::ones({10, 10}))) == 100.0);

  // Where one rank has one, and then all have another.
  const std::string lone = text_of([&] {
    const auto z = doubled(mine);
    rt::evaluate(z);
  });
  CHECK_THAT(lone, ContainsSubstring("not today"));
  CHECK_THROWS_AS(kept(true), rt::Error);
  CHECK(rt::item(rt::sum(rt::ones({10, 10}))) == 100.0);
  // Where ranks have different ones, each is the others', too.
  const std::string own = text_of([&] { rt::evaluate(mine ? doubled(true) : doubled(false)); });
  const std::string theirs = text_of([&] { rt::evaluate(kept(!mine)); });
  CHECK_THAT(own, ContainsSubstring("not today"));
  CHECK_THAT(theirs, ContainsSubstring("not this key"));
  CHECK(rt::item(rt::sum(rt::ones({10, 10}))) == 100.0);
  // In a context of this process alone, it is nobody's business; nor is what explain tries.
  if (mine) {
    const rt::Context alone = rt::Context::loopback(2);
    CHECK_THROWS_AS(rt::transform(rt::blocks(rt::ones({2, 2}), {1, 1}),
                                  [](const auto& block) {
                                    if (block.rows() == 1) throw std::runtime_error("alone");
                                    return (block * 2.0).eval();
                                  }),
                    rt::Error);
  }
  CHECK(rt::item(rt::sum(rt::ones({10, 10}))) == 100.0);
  // In a nested context, it is that one's.
  {
    const rt::Context nested(MPI_COMM_WORLD);
    const auto inner = rt::blocks(rt::ones({8, 8}), {4, 4});
    CHECK_THAT(text_of([&] {
                 rt::evaluate(rt::filter(inner, [mine](rt::KeyOf<2>) -> bool {
                   if (mine) throw std::runtime_error("nested");
                   return true;
                 }));
               }),
               ContainsSubstring("nested"));
    CHECK(rt::item(rt::sum(rt::ones({10, 10}))) == 100.0);
  }
  CHECK(rt::item(rt::sum(rt::ones({10, 10}))) == 100.0);
  // What one context has is not told in the next one.
  {
    const rt::Context nested(MPI_COMM_WORLD);
    const auto inner = rt::blocks(rt::ones({8, 8}), {4, 4});
    if (mine) {
      CHECK_THROWS_AS(
          rt::filter(inner, [](rt::KeyOf<2>) -> bool { throw std::runtime_error("last"); }),
          rt::Error);
    }
  }
  CHECK(rt::item(rt::sum(rt::ones({10, 10}))) == 100.0);

  // Where the error is caught by itself, the call that all ranks are in next fails on all.
  for (const bool explains : {false, true}) {
    try {
      const auto kept_alone = kept(mine);
      if (explains) rt::explain(rt::to_array(doubled(false)), rt::in_full);
    } catch (const rt::KernelError&) {
    }
    std::vector<double> sums;
    for (int step = 0; step < 4; ++step) {
      const std::vector<double> row{double(step)};
      try {
        const auto part = rt::from_local({context.size(), 1}, {context.rank(), 0}, {1, 1},
                                         std::span<const double>(row));
        sums.push_back(rt::item(rt::sum(part)));
      } catch (const rt::KernelError&) {
        sums.push_back(-1);
      }
    }
    const double p = context.size();
    CHECK(sums == std::vector<double>{-1, p, 2 * p, 3 * p});
  }
  // Whatever is thrown, all ranks have it as one of the library's.
  const auto declared = [&](auto thrown) {
    return text_of([&] {
      rt::evaluate(rt::transform(
          x, rt::declare([](const auto& block, auto& out) {
               out = block;
             }).template returns<rt::Dense<double, 2>>([=](std::span<const rt::Extents> s) {
            if (mine) throw thrown;
            return s[0];
          })));
    });
  };
  CHECK_THAT(declared(std::runtime_error("a rule")), ContainsSubstring("a rule"));
  CHECK_THAT(declared(5), ContainsSubstring("no std::exception"));
  CHECK_THAT(declared(std::bad_alloc()), ContainsSubstring("out of memory"));
  CHECK(rt::item(rt::sum(rt::ones({10, 10}))) == 100.0);

  // As the last thing that a rank does before it leaves.
  CHECK_THAT(text_of([&] { rt::evaluate(doubled(mine)); }), ContainsSubstring("not today"));
}

}  // namespace mismatch_test
