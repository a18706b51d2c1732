// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <mpi.h>

#include <relatile/planner/plan_history.hpp>
#include <relatile/relatile.hpp>

#include "support/against_reference.hpp"
#include "support/dice.hpp"
#include "support/pmpi_count.hpp"
#include "support/sliced_programs.hpp"

namespace minibatch_test {

namespace rt = relatile;
using How = rt::planner::PlanHistory::How;
using rt::test::Dice;
using rt::test::SlicedData;
using rt::test::SlicedProgram;

namespace {

constexpr std::int64_t last_begin = SlicedData::rows - 2 * SlicedData::batch;

/// Runs a program, and compares values with plain loops, and bytes with those that were predicted
/// and with those that MPI saw.
void check(const SlicedProgram& program, const SlicedData& data, std::int64_t i, std::int64_t j) {
  CAPTURE(program.name, i, j);
  const rt::Array<double, 2> result = program.make(data, i, j);
  rt::test::pmpi_count.reset();
  rt::evaluate(result);
  const rt::engine::Report& report = rt::report(result);
  rt::test::require_exact_traffic(report);
  const auto me = static_cast<std::size_t>(rt::Context::current().rank());
  CHECK(report.plan.traffic().sent[me].value == rt::test::pmpi_count.sent);
  CHECK(rt::to_vector(result) == program.plain(i, j));
}

}  // namespace

TEST_CASE("all ranks follow the same choice, whatever one of them asks explain for meanwhile") {
  rt::Context context(MPI_COMM_WORLD);
  const SlicedData data;
  const std::int64_t before = context.plan_history().count(How::searched);
  Dice dice(11);
  Dice own(static_cast<std::uint64_t>(context.rank()));  // differs on every rank
  for (const SlicedProgram& program : rt::test::sliced_programs()) {
    for (int round = 0; round < 25; ++round) {
      if (own.percent(50)) {
        rt::explain(program.make(data, own.between(0, last_begin), own.between(0, last_begin)));
      }
      const std::int64_t i = dice.between(1, last_begin - 1);
      check(program, data, i, dice.between(i + 1, last_begin));
    }
  }
  CHECK(context.plan_history().count(How::searched) - before <= 24);
  CHECK(context.plan_history().count(How::followed) >= 40);
}

TEST_CASE("what some ranks ran among themselves does not decide what all of them follow") {
  rt::Context context(MPI_COMM_WORLD);
  const SlicedData data;
  const SlicedProgram& program = rt::test::sliced_programs().front();
  MPI_Comm some = MPI_COMM_NULL;
  const int side = context.rank() < 2 ? 0 : 1;
  MPI_Comm_split(MPI_COMM_WORLD, side, context.rank(), &some);
  {
    rt::Context inner(some);
    const SlicedData inner_data;
    for (const std::int64_t i : {2, 9, 30}) check(program, inner_data, i + side, 0);
  }
  MPI_Comm_free(&some);
  for (const std::int64_t i : {7, 33, 40, 41, 2}) check(program, data, i, 0);
}

TEST_CASE("what can not run is not followed, on any rank") {
  rt::Context context(MPI_COMM_WORLD);
  const SlicedData data;
  const SlicedProgram& program = rt::test::sliced_programs().front();
  const std::int64_t before = context.plan_history().count(How::searched);
  CHECK_THROWS_AS(rt::evaluate(program.make(data, 5, 0), {.memory_per_rank = 1}), rt::OutOfMemory);
  CHECK(context.plan_history().count(How::searched) == before);
  rt::evaluate(program.make(data, 6, 0));
  CHECK(context.plan_history().count(How::searched) == before + 1);
  check(program, data, 5, 0);
}

}  // namespace minibatch_test
