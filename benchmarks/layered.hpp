// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace benchmarks {

/// A random program in layers of twenty matrices, whose sides have one of few extents: products,
/// functions of one and of two matrices, and transposes of what the last two layers made. No part
/// of it repeats another, and as many values are needed at once as two layers have.
class Layered {
 public:
  Layered(int operators, std::vector<int> extents, std::uint64_t seed)
      : state_(seed), extents_(std::move(extents)) {
    for (int i = 0; i < width; ++i) {
      const int rows = extent();
      const Matrix made = named(rows, extent());
      add(made, "input(" + std::to_string(made.rows) + ", " + std::to_string(made.columns) + ")");
      last_.push_back(made);
    }
    for (int done = 0; done < operators;) {
      std::vector<Matrix> layer;
      for (int i = 0; i < width && done < operators; ++i, ++done) layer.push_back(any_operator());
      before_ = std::exchange(last_, std::move(layer));
    }
    text_ += "output ";
    for (const std::string& name : unread_) text_ += (name == *unread_.begin() ? "" : ", ") + name;
    text_ += "\n";
  }

  const std::string& program() const { return text_; }

 private:
  struct Matrix {
    std::string name;
    int rows;
    int columns;
  };
  static constexpr int width = 20;

  /// Knuth's generator, so that programs are the same everywhere.
  std::size_t below(std::size_t end) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33U) % end;
  }
  int extent() { return extents_[below(extents_.size())]; }
  Matrix named(int rows, int columns) { return {"v" + std::to_string(count_++), rows, columns}; }
  void add(const Matrix& made, const std::string& how) {
    text_ += made.name + " = " + how + "\n";
    unread_.insert(made.name);
  }

  /// What the last two layers made.
  const Matrix& any_value() {
    const std::size_t at = below(last_.size() + before_.size());
    return at < last_.size() ? last_[at] : before_[at - last_.size()];
  }

  Matrix any_operator() {
    const Matrix a = any_value();
    const std::size_t kind = below(20);
    for (int tries = 0; kind < 13 && tries < 8; ++tries) {  // for a second operand that fits
      const Matrix b = any_value();
      if (kind < 8 && a.columns == b.rows) {
        return made_of(named(a.rows, b.columns), "einsum(\"ij,jk->ik\", ", {a, b});
      }
      if (kind >= 8 && a.rows == b.rows && a.columns == b.columns) {
        return made_of(named(a.rows, a.columns), "zip(\"add\", ", {a, b});
      }
    }
    if (kind < 17) return made_of(named(a.rows, a.columns), "map(\"exp\", ", {a});
    return made_of(named(a.columns, a.rows), "transpose(", {a});
  }
  Matrix made_of(const Matrix& made, std::string call, const std::vector<Matrix>& operands) {
    for (const Matrix& operand : operands) {
      call += (&operand == &operands.front() ? "" : ", ") + operand.name;
      unread_.erase(operand.name);
    }
    add(made, call + ")");
    return made;
  }

  std::uint64_t state_;
  std::vector<int> extents_;
  std::string text_;
  std::set<std::string> unread_;
  int count_ = 0;
  std::vector<Matrix> last_;
  std::vector<Matrix> before_;
};

}  // namespace benchmarks
