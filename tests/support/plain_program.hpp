// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/program/program.hpp"
#include "support/dice.hpp"
#include "support/random_program.hpp"

// What a program means, in plain loops over whole arrays of double that share nothing with the
// library but its shapes.

namespace relatile::test {

/// An array, row-major.
struct Dense {
  Extents shape;
  std::vector<double> elements;

  explicit Dense(const Extents& of, double value = 0)
      : shape(of), elements(static_cast<std::size_t>(volume(of)), value) {}
  double& at(const Extents& index) {
    return elements[static_cast<std::size_t>(linear_index(index, shape))];
  }
  double at(const Extents& index) const {
    return elements[static_cast<std::size_t>(linear_index(index, shape))];
  }
};

/// Element `index` of a leaf: a whole number between -`largest_datum` and `largest_datum`.
inline double datum(std::uint64_t seed, const std::string& leaf, std::int64_t index) {
  std::uint64_t mixed = seed * 1000003U + static_cast<std::uint64_t>(index);
  for (char c : leaf) mixed = mixed * 257U + static_cast<unsigned char>(c);
  return static_cast<double>(Dice(mixed).between(-largest_datum, largest_datum));
}

namespace plain {

using Function = std::function<double(double, double)>;

inline Function binary(const std::string& name) {
  if (name == "add") return [](double a, double b) { return a + b; };
  if (name == "subtract" || name == "sub") return [](double a, double b) { return a - b; };
  if (name == "multiply" || name == "mul") return [](double a, double b) { return a * b; };
  if (name == "maximum" || name == "max") return [](double a, double b) { return a > b ? a : b; };
  if (name == "minimum" || name == "min") return [](double a, double b) { return a < b ? a : b; };
  throw std::logic_error("no plain function " + name);
}

inline double unary(const std::string& name, double x) {
  if (name == "relu") return x > 0 ? x : 0;
  if (name == "negative") return -x;
  if (name == "abs") return std::abs(x);
  if (name == "square") return x * x;
  if (name == "sign") return static_cast<double>((x > 0) - (x < 0));
  throw std::logic_error("no plain function " + name);
}

/// How a reduction goes on, and where it starts.
inline std::pair<Function, double> reduction(const std::string& name) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (name == "sum" || name == "add") return {binary("add"), 0};
  if (name == "prod" || name == "mul") return {binary("multiply"), 1};
  if (name == "max") return {binary("maximum"), -infinity};
  if (name == "min") return {binary("minimum"), infinity};
  throw std::logic_error("no plain reduction " + name);
}

inline Dense map(const program::Statement& statement, const Dense& x) {
  Dense result = x;
  for (double& element : result.elements) element = unary(statement.function.text, element);
  return result;
}

/// Where an array of `shape` is read for element `at` of a larger one.
inline Extents broadcast(const Extents& at, const Extents& shape) {
  Extents own;
  for (int d = 0; d < shape.rank(); ++d) {
    own.push_back(shape[d] == 1 ? 0 : at[at.rank() - shape.rank() + d]);
  }
  return own;
}

inline Dense zip(const program::Statement& statement, const Dense& x, const Dense& y) {
  const bool left_longer = x.shape.rank() >= y.shape.rank();
  Extents shape = left_longer ? x.shape : y.shape;
  const Extents& other = left_longer ? y.shape : x.shape;
  for (int d = 1; d <= other.rank(); ++d) {
    if (shape[shape.rank() - d] == 1) shape[shape.rank() - d] = other[other.rank() - d];
  }
  const Function function = binary(statement.function.text);
  Dense result(shape);
  for_each_coordinate(Box::whole(shape), [&](const Extents& at) {
    result.at(at) = function(x.at(broadcast(at, x.shape)), y.at(broadcast(at, y.shape)));
  });
  return result;
}

inline int normal(std::int64_t axis, int rank) {
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

inline Dense reduce(const program::Statement& statement, const Dense& x) {
  std::vector<bool> gone(x.shape.size(), !statement.axes);
  for (const auto& axis : statement.axes.value_or(std::vector<program::Number>{})) {
    gone[static_cast<std::size_t>(normal(axis.value, x.shape.rank()))] = true;
  }
  const auto kept = [&](const Extents& of, std::int64_t instead) {
    Extents result;
    for (int d = 0; d < of.rank(); ++d) {
      const bool reduced = gone[static_cast<std::size_t>(d)];
      if (!reduced || statement.keepdims) result.push_back(reduced ? instead : of[d]);
    }
    return result;
  };
  const auto [function, start] = reduction(statement.function.text);
  Dense result(kept(x.shape, 1), start);
  for_each_coordinate(Box::whole(x.shape), [&, function = function](const Extents& at) {
    double& element = result.at(kept(at, 0));
    element = function(element, x.at(at));
  });
  return result;
}

inline Dense transpose(const program::Statement& statement, const Dense& x) {
  const int rank = x.shape.rank();
  std::vector<int> order;
  for (int d = 0; d < rank; ++d) {
    order.push_back(statement.axes
                        ? normal((*statement.axes)[static_cast<std::size_t>(d)].value, rank)
                        : rank - 1 - d);
  }
  Extents shape;
  for (int axis : order) shape.push_back(x.shape[axis]);
  Dense result(shape);
  for_each_coordinate(Box::whole(shape), [&](const Extents& at) {
    Extents from = at;
    for (int d = 0; d < rank; ++d) from[order[static_cast<std::size_t>(d)]] = at[d];
    result.at(at) = x.at(from);
  });
  return result;
}

/// The positions that an index takes, as Python counts them.
inline std::vector<std::int64_t> positions(const program::Index& index, std::int64_t extent) {
  const auto from_end = [&](std::int64_t position) {
    return position < 0 ? position + extent : position;
  };
  if (!index.range) return {from_end(*index.start)};
  std::vector<std::int64_t> all;
  const std::int64_t stop = from_end(index.stop.value_or(extent));
  for (std::int64_t p = std::max<std::int64_t>(from_end(index.start.value_or(0)), 0);
       p < std::min(stop, extent); p += index.step.value_or(1)) {
    all.push_back(p);
  }
  return all;
}

inline Dense slice(const program::Statement& statement, const Dense& x) {
  std::vector<std::vector<std::int64_t>> taken;
  std::vector<bool> drops;
  Extents shape;
  for (int d = 0; d < x.shape.rank(); ++d) {
    const auto i = static_cast<std::size_t>(d);
    const program::Index index =
        i < statement.indices.size() ? statement.indices[i] : program::Index{};
    taken.push_back(positions(index, x.shape[d]));
    drops.push_back(!index.range);
    if (index.range) shape.push_back(static_cast<std::int64_t>(taken.back().size()));
  }
  Dense result(shape);
  for_each_coordinate(Box::whole(shape), [&](const Extents& at) {
    Extents from;
    int next = 0;
    for (std::size_t d = 0; d < taken.size(); ++d) {
      from.push_back(taken[d][drops[d] ? 0 : static_cast<std::size_t>(at[next++])]);
    }
    result.at(at) = x.at(from);
  });
  return result;
}

/// The definition: every combination of label values, operands combined from left to right.
inline Dense einsum(const program::Statement& statement,
                    const std::vector<const Dense*>& operands) {
  const std::string& text = statement.function.text;
  const std::size_t arrow = text.find("->");
  std::vector<std::string> labels{""};
  for (char c : text.substr(0, arrow))
    if (c == ',') {
      labels.emplace_back();
    } else {
      labels.back() += c;
    }
  const std::string output = text.substr(arrow + 2);
  std::string all;
  Extents extents;
  for (std::size_t x = 0; x < labels.size(); ++x) {
    for (std::size_t d = 0; d < labels[x].size(); ++d) {
      if (all.find(labels[x][d]) == std::string::npos) {
        all += labels[x][d];
        extents.push_back(1);
      }
      std::int64_t& extent = extents[static_cast<int>(all.find(labels[x][d]))];
      if (extent == 1) extent = operands[x]->shape[static_cast<int>(d)];
    }
  }
  const auto index_of = [&](const std::string& names, const Extents& at) {
    Extents index;
    for (char name : names) index.push_back(at[static_cast<int>(all.find(name))]);
    return index;
  };
  const Function combine = binary(statement.combine.text);
  const auto [function, start] = reduction(statement.reduce.text);
  Dense result(index_of(output, extents), start);
  for_each_coordinate(Box::whole(extents), [&, function = function](const Extents& at) {
    const auto element = [&](std::size_t x) {
      return operands[x]->at(broadcast(index_of(labels[x], at), operands[x]->shape));
    };
    double value = element(0);
    for (std::size_t x = 1; x < operands.size(); ++x) value = combine(value, element(x));
    double& to = result.at(index_of(output, at));
    to = function(to, value);
  });
  return result;
}

inline Dense leaf(const program::Statement& statement, std::uint64_t seed) {
  Extents shape;
  for (const auto& extent : statement.extents) shape.push_back(extent.value);
  Dense result(shape);
  for (std::size_t i = 0; i < result.elements.size(); ++i) {
    result.elements[i] = datum(seed, statement.name.text, static_cast<std::int64_t>(i));
  }
  return result;
}

}  // namespace plain

/// The value of every statement, if the leaves hold the data of `seed`.
inline std::map<std::string, Dense> plain_values(const program::Program& program,
                                                 std::uint64_t seed) {
  std::map<std::string, Dense> values;
  for (const auto& statement : program.statements) {
    std::vector<const Dense*> x;
    for (const auto& operand : statement.operands) x.push_back(&values.at(operand.text));
    const auto value = [&]() -> Dense {
      switch (statement.kind) {
        case program::Operator::input:
        case program::Operator::source: return plain::leaf(statement, seed);
        case program::Operator::einsum: return plain::einsum(statement, x);
        case program::Operator::map: return plain::map(statement, *x[0]);
        case program::Operator::zip: return plain::zip(statement, *x[0], *x[1]);
        case program::Operator::reduce: return plain::reduce(statement, *x[0]);
        case program::Operator::transpose: return plain::transpose(statement, *x[0]);
        case program::Operator::slice: return plain::slice(statement, *x[0]);
      }
      throw std::logic_error("no such operator");
    };
    values.emplace(statement.name.text, value());
  }
  return values;
}

}  // namespace relatile::test
