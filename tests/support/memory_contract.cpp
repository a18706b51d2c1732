// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/memory_contract.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <relatile/array/conversion.hpp>
#include <relatile/array/creation.hpp>
#include <relatile/array/eigen.hpp>
#include <relatile/array/placed.hpp>
#include <relatile/array/reductions.hpp>
#include <relatile/context/context.hpp>
#include <relatile/context/explain.hpp>
#include <relatile/core/memory.hpp>
#include <relatile/function/list.hpp>
#include <relatile/linalg/products.hpp>
#include <relatile/passes/repeat_steps.hpp>
#include <relatile/schedule/peak_memory.hpp>
#include <relatile/transport/transport.hpp>

#include "support/catch.hpp"
#include "support/traffic.hpp"

namespace relatile::test {
namespace {

using Matrix = Eigen::MatrixXd;
using Numbers = Array<double, 2>;

/// Without the loops that Eigen has for large matrices, which take long to compile.
Matrix times(const Matrix& a, const Matrix& b) { return a.lazyProduct(b); }
Matrix clamped(const Matrix& m) { return m.cwiseMax(0.0); }

/// Small whole numbers: products are exact.
double number(std::int64_t r, std::int64_t c, int seed) {
  return static_cast<double>((r * 7 + c * 3 + seed) % 5 - 2);
}

/// A program with its inputs stored, in rows, and what it should give.
struct Demanding {
  std::vector<Numbers> inputs;
  std::vector<Matrix> matrices;  ///< the same
  Numbers result;
  Matrix expected;
  std::string needs = "matmul";  ///< the operator that needs most memory, if certain
  std::string neediest;  ///< what the error says of the operator that needs most memory, if certain

  explicit Demanding(const std::vector<Extents>& shapes) {
    for (const auto& shape : shapes) {
      const auto seed = static_cast<int>(inputs.size());
      matrices.push_back(Matrix::NullaryExpr(
          shape[0], shape[1], [&](Eigen::Index r, Eigen::Index c) { return number(r, c, seed); }));
      inputs.push_back(placed(
          from_function({shape[0], shape[1]},
                        [seed](std::int64_t r, std::int64_t c) { return number(r, c, seed); }),
          split(0)));
      evaluate(inputs.back());
    }
  }
  const Numbers& in(std::size_t i) const { return inputs[i]; }
};

/// All of the second operand is needed everywhere.
Demanding product() {
  Demanding made({{200, 60}, {60, 200}});
  made.result = matmul(made.in(0), made.in(1));
  made.expected = times(made.matrices[0], made.matrices[1]);
  made.neediest = "of shape (200, 200)";
  return made;
}

/// (X V) (max(Y W, 0) Z): the second factor is small, but takes something wide in between. If the
/// first factor waits for it, both are there at once.
Demanding branches() {
  Demanding made({{40, 4}, {4, 64}, {64, 4}, {4, 128}, {128, 2}});
  const Numbers wide = maximum(matmul(made.in(2), made.in(3)), 0.0);
  made.result = matmul(matmul(made.in(0), made.in(1)), matmul(wide, made.in(4)));
  const auto& m = made.matrices;
  made.expected = times(times(m[0], m[1]), times(clamped(times(m[2], m[3])), m[4]));
  return made;
}

/// max(X V, 0) W of narrow X, V' and W.
Demanding layers() {
  Demanding made({{64, 3}, {3, 96}, {96, 2}});
  made.result = matmul(maximum(matmul(made.in(0), made.in(1)), 0.0), made.in(2));
  const auto& m = made.matrices;
  made.expected = times(clamped(times(m[0], m[1])), m[2]);
  return made;
}

/// Layers that all of the matrix decides, read again the last one first, as gradients read them:
/// each may be forgotten and computed again.
Demanding returns() {
  constexpr int num_layers = 4;
  Demanding made({{48, 48}});
  std::vector<Numbers> layers{made.in(0)};
  std::vector<Matrix> matrices{made.matrices[0]};
  for (int k = 0; k < num_layers; ++k) {
    layers.push_back(layers.back() - max(layers.back()) + 3.0 * (k + 1));
    matrices.push_back(
        (matrices.back().array() - matrices.back().maxCoeff() + 3.0 * (k + 1)).matrix());
  }
  Numbers back = maximum(matmul(layers.back(), layers.back()), 0.0);
  Matrix expected = clamped(times(matrices.back(), matrices.back()));
  for (int k = num_layers; k-- > 0;) {
    const auto at = static_cast<std::size_t>(k);
    back = back - layers[at] * max(back);
    expected = expected - matrices[at] * expected.maxCoeff();
  }
  made.needs.clear();
  made.result = back;
  made.expected = expected;
  return made;
}

Demanding make(const std::string& program) {
  if (program == "product") return product();
  if (program == "returns") return returns();
  return program == "branches" ? branches() : layers();
}

bool is_expected(const Demanding& program) {
  return Matrix(to_eigen(program.result)) == program.expected;
}

/// The shapes that the local steps of a plan make, in their order.
std::vector<Extents> local_shapes(const plan::Plan& plan) {
  std::vector<Extents> shapes;
  for (const auto& step : plan.steps) {
    if (step.kind != plan::StepKind::local) continue;
    shapes.push_back(plan.nodes[static_cast<std::size_t>(step.node)]->type.extents);
  }
  return shapes;
}

std::int64_t largest_peak(const plan::Plan& plan) {
  std::int64_t most = 0;
  for (const auto& peak : schedule::site_peaks(plan)) most = std::max(most, peak.total());
  return most;
}

/// What keeping within the caps of a sweep took.
struct MemorySweep {
  std::int64_t least = 0;   ///< the smallest cap that does
  std::int64_t most = 0;    ///< what the plan without a cap takes
  int fitted = 0;           ///< caps that were kept within
  int most_steps_more = 0;  ///< of local steps: slices
  bool reordered = false;   ///< the same steps were done in another order
  bool repeated = false;    ///< some steps were done twice
};

class Sweep {
 public:
  explicit Sweep(std::string program) : program_(std::move(program)) {}

  MemorySweep run() {
    {
      const Demanding free = make(program_);
      evaluate(free.result);
      require_exact_traffic(report(free.result));
      whole_ = local_shapes(report(free.result).plan);
      sweep_.most = largest_peak(report(free.result).plan);
    }
    sweep_.least = smallest_cap(1);
    REQUIRE(sweep_.least > 2);
    CHECK(sweep_.least <= sweep_.most);
    CHECK(smallest_cap(sweep_.least - 1) == sweep_.least);
    constexpr std::int64_t steps = 4;
    for (std::int64_t i = 0; i <= steps; ++i) {
      keep_within(sweep_.least + (sweep_.most - sweep_.least) * i / steps);
    }
    if (sweep_.least < sweep_.most) keep_within(sweep_.most - 1);
    keep_within(2 * sweep_.most);
    CHECK(sweep_.fitted == steps + (sweep_.least < sweep_.most ? 3 : 2));
    return sweep_;
  }

 private:
  /// What the error says that evaluating within `cap` throws.
  std::int64_t smallest_cap(std::int64_t cap) {
    CAPTURE(cap);
    const Demanding program = make(program_);
    const std::optional<std::int64_t> least = refused(program, cap);
    REQUIRE(least);
    const std::vector<std::int64_t> own(Context::current().local_sites().size(), *least);
    for (const auto other : Context::current().transport().gather(own)) CHECK(other == *least);
    // Nothing has happened: the same expression can still be evaluated.
    evaluate(program.result, {.memory_per_rank = *least});
    CHECK(is_expected(program));
    return *least;
  }
  static std::optional<std::int64_t> refused(const Demanding& program, std::int64_t cap) {
    MemoryMeter& meter = memory_meter();
    meter.reset();
    try {
      evaluate(program.result, {.memory_per_rank = cap});
    } catch (const OutOfMemory& error) {
      CHECK(meter.allocations == 0);
      CHECK(!program.result.node()->evaluated());
      CHECK(error.missing() == error.smallest_cap() - cap);
      const std::string text = error.what();
      CAPTURE(text);
      const std::string are = error.missing() == 1 ? " byte is" : " bytes are";
      CHECK(text.find(grouped(error.missing()) + are + " missing") != text.npos);
      CHECK(text.find("smallest that does is " + grouped(error.smallest_cap())) != text.npos);
      CHECK(text.find("Most is needed for " + program.needs) != text.npos);
      CHECK(text.find(program.neediest) != text.npos);
      return error.smallest_cap();
    }
    return std::nullopt;
  }

  void keep_within(std::int64_t cap) {
    CAPTURE(cap, sweep_.least, sweep_.most);
    const std::int64_t before = memory_meter().live_bytes;
    const Demanding program = make(program_);
    memory_meter().reset();
    evaluate(program.result, {.memory_per_rank = cap});
    const std::int64_t measured = memory_meter().peak_bytes - before;
    const engine::Report& made = report(program.result);
    require_exact_traffic(made);
    CHECK(made.plan.peak_memory.value <= cap);
    CHECK(largest_peak(made.plan) <= made.plan.peak_memory.value);
    const std::vector<schedule::SitePeak> peaks = schedule::site_peaks(made.plan);
    std::int64_t predicted = 0;
    for (const int site : Context::current().local_sites()) {
      predicted += peaks[static_cast<std::size_t>(site)].total();
    }
    CHECK(measured <= predicted);
    CHECK(is_expected(program));
    if (cap >= sweep_.most) CHECK(local_shapes(made.plan) == whole_);  // nothing is given up
    compare(local_shapes(made.plan));
    sweep_.repeated = sweep_.repeated || pass::repeated_steps(made.plan) > 0;
    ++sweep_.fitted;
  }

  void compare(std::vector<Extents> shapes) {
    const auto more = static_cast<int>(shapes.size()) - static_cast<int>(whole_.size());
    sweep_.most_steps_more = std::max(sweep_.most_steps_more, more);
    if (more == 0 && shapes != whole_) {
      std::vector<Extents> sorted = whole_;
      std::sort(sorted.begin(), sorted.end());
      std::sort(shapes.begin(), shapes.end());
      sweep_.reordered = sweep_.reordered || sorted == shapes;
    }
  }

  std::string program_;
  std::vector<Extents> whole_;  ///< what the plan without a cap does
  MemorySweep sweep_;
};

}  // namespace

void check_memory_contracts() {
  // Where exchanges take no time nothing but memory puts steps in another order.
  constexpr double no_time = std::numeric_limits<double>::infinity();
  cost::Machine& machine = Context::current().plan_options().machine;
  machine.memory_bandwidth = no_time;
  for (auto& links : machine.exchanges) {
    links.within_node = links.between_nodes = {Seconds{0}, no_time};
  }
  const int sites = Context::current().num_sites();
  for (const std::string program : {"product", "branches", "layers", "returns"}) {
    CAPTURE(program, sites);
    const MemorySweep sweep = Sweep(program).run();
    CAPTURE(sweep.least, sweep.most);
    const bool whole = program == "product" && sites == 1;  // there is nothing to spare
    CHECK((sweep.least < sweep.most) == !whole);
    CHECK((sweep.most_steps_more > 0) == !whole);
    CHECK(sweep.reordered == (program == "branches"));
    CHECK(sweep.repeated == (program == "returns"));
  }
}

}  // namespace relatile::test
