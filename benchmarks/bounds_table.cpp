// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// What products send, on up to 256 sites, beside the best grid of sites and communication lower
// bounds: of any algorithm with an even load, and of any that is as uneven as that grid. A table in
// Markdown.
#include <array>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include <relatile/cost/product_bounds.hpp>
#include <relatile/planner/search/optimal.hpp>
#include <relatile/program/parse.hpp>
#include <relatile/program/to_graph.hpp>

namespace {

using namespace relatile;

constexpr std::array site_counts{2, 4, 8, 16, 37, 64, 256};
int cells = 0;
int under_even_bound = 0;
int under_bound = 0;  ///< of any algorithm that is as uneven as the best grid
int over_grid = 0;

double bytes_of_plan(const std::string& text, int sites) {
  program::GraphOptions options;
  options.num_sites = sites;
  const planner::BytesObjective bytes;
  const auto graph = program::to_graph(program::parse(text), options);
  return planner::plan_optimal(planner::Problem(graph.outputs, sites, bytes)).price.cost;
}

double bound_of(const cost::ProductShape& shape, double share, bool one_matrix) {
  return 8 * (one_matrix ? cost::least_elements_sent_of_one_matrix(shape, share)
                         : cost::least_elements_sent(shape, share));
}

std::string program_of(const cost::ProductShape& shape, bool one_matrix) {
  const std::string k = std::to_string(shape.common);
  const std::string x = "x = input(" + k + ", " + std::to_string(shape.rows) + ")\n";
  const std::string y = "y = input(" + k + ", " + std::to_string(shape.columns) + ")\n";
  return one_matrix ? x + "c = einsum(\"ki,kj->ij\", x, x)\noutput c\n"
                    : x + y + "c = einsum(\"ki,kj->ij\", x, y)\noutput c\n";
}

void print_row(const std::string& name, const cost::ProductShape& shape, bool one_matrix) {
  std::cout << "| " << name;
  for (const int sites : site_counts) {
    const cost::ProductGrid grid_of_sites = cost::best_product_grid(shape, sites);
    const double even = bound_of(shape, cost::even_share(sites), one_matrix);
    const double bound = bound_of(shape, grid_of_sites.share, one_matrix);
    const double grid = 8 * grid_of_sites.elements_sent;
    const double ours = bytes_of_plan(program_of(shape, one_matrix), sites);
    std::cout << " | " << 1e-6 * even << " / " << 1e-6 * bound << " / " << 1e-6 * grid << " / "
              << 1e-6 * ours;
    ++cells;
    under_even_bound += ours < even * (1 - 1e-9) ? 1 : 0;
    under_bound += ours < bound * (1 - 1e-9) ? 1 : 0;
    over_grid += ours > grid ? 1 : 0;
  }
  std::cout << " |\n";
}

}  // namespace

int main() {
  std::cout << std::setprecision(3) << "| MB: even bound / bound / best grid / ours";
  for (const int sites : site_counts) std::cout << " | " << sites << " sites";
  std::cout << " |\n|---";
  for (std::size_t i = 0; i < site_counts.size(); ++i) std::cout << "|---";
  std::cout << "|\n";
  const std::vector<cost::ProductShape> shapes{
      {2048, 2048, 2048},    {4096, 4096, 4096},  {2400, 2400, 2400},  {512, 131'072, 512},
      {8192, 256, 8192},     {3000, 500, 70},     {10'007, 64, 9001},  {64, 100'000, 640},
      {100'000, 1000, 1000}, {1'000'000, 64, 16}, {1000, 4000, 16'000}};
  for (const auto& shape : shapes) {
    print_row(std::to_string(shape.rows) + " x " + std::to_string(shape.common) + " x " +
                  std::to_string(shape.columns),
              shape, false);
  }
  print_row("X^T X, 1000000 x 64", {64, 1'000'000, 64}, true);
  print_row("X^T X, 2400 x 2400", {2400, 2400, 2400}, true);
  std::cout << "\nof " << cells << " plans " << under_even_bound
            << " send less than the even bound, " << under_bound << " less than the bound, and "
            << over_grid << " more than the best grid\n";
}
