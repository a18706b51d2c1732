// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <relatile/context/save_plan.hpp>
#include <relatile/plan/fingerprint.hpp>
#include <relatile/relatile.hpp>
#include <relatile/transport/transport.hpp>

#include "support/catch.hpp"
#include "support/directory.hpp"
#include "support/traffic.hpp"

namespace saved_plan_test {

namespace rt = relatile;

namespace {

rt::Array<double, 2> program(std::int64_t rows = 40) {
  const rt::Array<double, 2> x = rt::placed(rt::ones({rows, 9}), rt::split(0));
  rt::evaluate(x);
  return rt::matmul(rt::transpose(x), rt::exp(x - 1.0));
}

}  // namespace

TEST_CASE("plans of products in panels, by messages, are followed again") {
  rt::Context context(MPI_COMM_WORLD);
  context.plan_options().hosts = {};
  context.plan_options().panel_bytes = 1 << 16;
  const rt::test::Directory directory(context.transport());
  const std::string path = directory / "panels.plan";
  const auto operand = [](double value) {
    return rt::as_array(rt::placed(rt::full({512, 512}, value), rt::split(0)));
  };
  const auto a = operand(2);
  const auto b = operand(3);
  rt::evaluate(a, b);
  const auto product = [&] { return rt::with_plan(rt::matmul(a, b), "broadcast_right"); };
  rt::save_plan(path, product());
  const rt::Array<double, 2> c = product();
  rt::evaluate(c, {.saved_plan = path});
  const auto& steps = rt::report(c).plan.steps;
  const bool in_turn =
      std::any_of(steps.begin(), steps.end(), [](const auto& step) { return step.ahead > 1; });
  CHECK(in_turn == (context.num_sites() == 2));  // of more, panels are too thin for parts
  rt::test::require_exact_traffic(rt::report(c));
  CHECK(rt::item(rt::sum(c)) == 6.0 * 512 * 512 * 512);
}

TEST_CASE("ranks follow a saved plan together, or refuse it together") {
  rt::Context context(MPI_COMM_WORLD);
  const rt::test::Directory directory(context.transport());
  const std::string path = directory / "x.plan";
  const rt::Array<double, 2> x = program();
  rt::save_plan(path, x);
  rt::evaluate(x);

  const rt::Array<double, 2> y = program();
  rt::evaluate(y, {.saved_plan = path});
  CHECK(rt::plan::fingerprint(rt::report(y).plan) == rt::plan::fingerprint(rt::report(x).plan));
  rt::test::require_exact_traffic(rt::report(y));
  CHECK(rt::item(rt::sum(y)) == 40.0 * 81);

  CHECK_THROWS_AS(rt::evaluate(program(41), {.saved_plan = path}), rt::PlanMismatch);
  CHECK_THROWS_AS(rt::evaluate(program(), {.saved_plan = directory / "absent"}), rt::IoError);
  const std::string damaged = directory.get("x.plan");
  directory.put("damaged.plan", damaged.substr(0, damaged.size() / 2));
  CHECK_THROWS_AS(rt::evaluate(program(), {.saved_plan = directory / "damaged.plan"}),
                  rt::ParseError);

  // One rank alone builds another program: the others hear of it before anything is sent.
  const bool odd = context.size() > 1 && context.rank() == context.size() - 1;
  const rt::Array<double, 2> z = program();
  const rt::Array<double, 2> mine = odd ? rt::as_array(z + 1.0) : z;
  if (context.size() > 1) {
    CHECK_THROWS_WITH(rt::evaluate(mine, {.saved_plan = path}),
                      Catch::Matchers::ContainsSubstring("of another program"));
  }
  CHECK(rt::item(rt::sum(program())) == 40.0 * 81);  // the context is as good as before
}

TEST_CASE("explain_analyze says the same on all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const std::string text = rt::explain_analyze(program());
  CHECK(text == context.transport().text_from(0, text));
}

}  // namespace saved_plan_test
