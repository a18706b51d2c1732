// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <relatile/array/relations/data.hpp>
#include <relatile/relatile.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/traffic.hpp"

// The seven operators as plain loops over std::maps, and how tests read relations to compare.

namespace relatile::test {

/// Runs `test` with contexts of 1, 2, 3, 4 and 7 sites in this process.
template <class Test>
void on_all_site_counts(Test&& test) {
  for (const int sites : {1, 2, 3, 4, 7}) {
    const Context context = Context::loopback(sites);
    CAPTURE(sites);
    test(sites);
  }
}

/// An array from a matrix or vector, its rows spread over the sites.
template <class M>
auto sharding(const M& m) {
  return placed(from_eigen(m), split(0));
}

/// The kernel with so much work a block that the planner must divide it between the sites.
template <class F>
auto heavy(F kernel) {
  return declare(kernel).costs([](std::span<const Extents>) { return Flops{1 << 20}; });
}

using PlainKey = std::vector<std::int64_t>;
/// A relation as a std::map; blocks are numbers, structs or Eigen objects.
template <class Value>
using Plain = std::map<PlainKey, Value>;

/// Evaluates what makes a relation, if anything must be done for it; all traffic on the way must be
/// as predicted.
inline void evaluate_exactly(const tra::NodePtr& node) {
  Session::current().evaluate({node});
  require_report(node);
}

/// The blocks of a relation as they are stored, read through `everywhere`.
inline Plain<StoredBlock> stored_blocks(const tra::NodePtr& node) {
  const Handle kept = handle_of(*node);
  evaluate_exactly(node);
  const tra::NodePtr there = relatile::detail::placed_relation(node, everywhere);
  const Handle read = handle_of(*there);
  evaluate_exactly(there);
  if (!there->value->report) throw std::logic_error("nothing was read");
  Plain<StoredBlock> result;
  const auto take = [](void* blocks, const Key& key, const StoredBlock& block) {
    static_cast<Plain<StoredBlock>*>(blocks)->emplace(PlainKey(key.begin(), key.end()), block);
  };
  relatile::detail::take_blocks(there, take, &result);
  return result;
}

template <class Block>
Plain<BlockValue<Block>> plain_blocks(const tra::NodePtr& node) {
  Plain<BlockValue<Block>> result;
  for (const auto& [key, block] : stored_blocks(node)) {
    result.emplace(key, kernel::load_value<Block>(block));
  }
  return result;
}
/// The value of a relation.
template <class X>
auto plain(const X& x) {
  return plain_blocks<block_of<X>>(to_node(x));
}

// Matrices are compared and printed by loops: Eigen's expressions for that would be compiled for
// every type of a matrix.

template <class Matrix>
std::string text_of(const Matrix& m) {
  std::ostringstream text;
  for (Eigen::Index r = 0; r < m.rows(); ++r) {
    for (Eigen::Index c = 0; c < m.cols(); ++c) text << m(r, c) << (c + 1 < m.cols() ? " " : "\n");
  }
  return text.str();
}
inline void require_same_shape(Eigen::Index rows, Eigen::Index cols, Eigen::Index expected_rows,
                               Eigen::Index expected_cols) {
  REQUIRE(rows == expected_rows);
  REQUIRE(cols == expected_cols);
}
template <class Matrix>
bool are_equal(const Matrix& a, const Matrix& b, double) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::equal(a.data(), a.data() + a.size(), b.data());
}
template <class Matrix>
bool are_close(const Matrix& a, const Matrix& b, double tolerance) {
  return a.isApprox(b, typename Matrix::RealScalar(tolerance));
}

/// Requires equal keys and blocks that `agree`, if they are matrices.
template <class Value, class Agree>
void require_agreement(const Plain<Value>& actual, const Plain<Value>& expected, double tolerance,
                       Agree agree) {
  REQUIRE(actual.size() == expected.size());
  for (auto a = actual.begin(), e = expected.begin(); a != actual.end(); ++a, ++e) {
    CAPTURE(a->first);
    REQUIRE(a->first == e->first);
    if constexpr (kernel::is_eigen<Value>) {
      require_same_shape(a->second.rows(), a->second.cols(), e->second.rows(), e->second.cols());
      const bool equal = agree(a->second, e->second, tolerance);
      if (!equal) UNSCOPED_INFO(text_of(a->second) << " is not\n" << text_of(e->second));
      REQUIRE(equal);
    } else {
      REQUIRE(a->second == e->second);
    }
  }
}

/// Requires equal keys and equal blocks.
template <class Value>
void require_equal(const Plain<Value>& actual, const Plain<Value>& expected) {
  if constexpr (kernel::is_eigen<Value>) {
    require_agreement(actual, expected, 0, &are_equal<Value>);
  } else {
    require_agreement(actual, expected, 0, nullptr);
  }
}
/// Requires that a relation has the blocks that plain loops give.
template <class X, class Value>
void require_blocks(const X& x, const Plain<Value>& expected) {
  require_equal<Value>(plain(x), expected);
}
/// The same of matrices, up to Eigen's isApprox.
template <class X, class Value>
void require_blocks(const X& x, const Plain<Value>& expected, double tolerance) {
  require_agreement<Value>(plain(x), expected, tolerance, &are_close<Value>);
}

// ---- The operators in plain loops ---------------------------------------------------------------

inline PlainKey picked(const PlainKey& key, const std::vector<int>& positions) {
  PlainKey result;
  for (const int p : positions) result.push_back(key[static_cast<std::size_t>(p)]);
  return result;
}

/// The key of a pair of blocks, if they are joined.
inline std::optional<PlainKey> joined(const PlainKey& a, const PlainKey& b,
                                      const std::vector<int>& on_left,
                                      const std::vector<int>& on_right) {
  if (picked(a, on_left) != picked(b, on_right)) return std::nullopt;
  PlainKey key = a;
  for (int k = 0; k < static_cast<int>(b.size()); ++k) {
    const bool is_joined = std::find(on_right.begin(), on_right.end(), k) != on_right.end();
    if (!is_joined) key.push_back(b[static_cast<std::size_t>(k)]);
  }
  return key;
}

template <class Left, class Right, class F>
auto plain_join(const Plain<Left>& left, const Plain<Right>& right, const std::vector<int>& on_left,
                const std::vector<int>& on_right, F&& f) {
  Plain<std::decay_t<decltype(f(left.begin()->second, right.begin()->second))>> result;
  for (const auto& [a, left_block] : left) {
    for (const auto& [b, right_block] : right) {
      const auto key = joined(a, b, on_left, on_right);
      if (key) result.emplace(*key, f(left_block, right_block));
    }
  }
  return result;
}

template <class Value, class F>
Plain<Value> plain_aggregate(const Plain<Value>& x, const std::vector<int>& by, F&& f) {
  Plain<Value> result;
  for (const auto& [key, block] : x) {
    const auto [at, first] = result.try_emplace(picked(key, by), block);
    if (!first) at->second = Value(f(at->second, block));
  }
  return result;
}

template <class Value, class F>
auto plain_transform(const Plain<Value>& x, F&& f) {
  Plain<std::decay_t<decltype(f(x.begin()->second))>> result;
  for (const auto& [key, block] : x) result.emplace(key, f(block));
  return result;
}

template <class Value, class F>
Plain<Value> plain_filter(const Plain<Value>& x, F&& keeps) {
  Plain<Value> result;
  for (const auto& [key, block] : x) {
    if (keeps(key)) result.emplace(key, block);
  }
  return result;
}

template <class Value, class F>
Plain<Value> plain_rekey(const Plain<Value>& x, F&& key_function) {
  Plain<Value> result;
  for (const auto& [key, block] : x) REQUIRE(result.emplace(key_function(key), block).second);
  return result;
}

/// Matrices cut along `axis`; as many tiles for every block as the longest block needs.
template <class Matrix>
Plain<Matrix> plain_tile(const Plain<Matrix>& x, int axis, std::int64_t size) {
  std::int64_t longest = 0;
  for (const auto& [key, m] : x) longest = std::max(longest, axis == 0 ? m.rows() : m.cols());
  Plain<Matrix> result;
  for (const auto& [key, m] : x) {
    const std::int64_t extent = axis == 0 ? m.rows() : m.cols();
    for (std::int64_t t = 0; t * size < std::max<std::int64_t>(longest, 1); ++t) {
      const std::int64_t low = std::min(t * size, extent);
      const std::int64_t length = std::min(size, extent - low);
      PlainKey tile = key;
      tile.push_back(t);
      const Matrix part = axis == 0 ? Matrix(m.middleRows(low, length)) : m.middleCols(low, length);
      result.emplace(tile, part);
    }
  }
  return result;
}

/// Matrices under the values of one key dimension, side by side along `axis`.
template <class Matrix>
Plain<Matrix> plain_concat(const Plain<Matrix>& x, int key_dimension, int axis) {
  Plain<Matrix> result;
  for (const auto& [key, m] : x) {
    PlainKey rest = key;
    rest.erase(rest.begin() + key_dimension);
    const auto [at, first] = result.try_emplace(rest, m);
    if (first) continue;
    Matrix& whole = at->second;
    const Matrix before = whole;
    if (axis == 0) {
      whole.resize(before.rows() + m.rows(), m.cols());
      whole << before, m;
    } else {
      whole.resize(m.rows(), before.cols() + m.cols());
      whole << before, m;
    }
  }
  return result;
}

}  // namespace relatile::test
