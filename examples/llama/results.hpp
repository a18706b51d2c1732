// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weights.hpp"

// What a run of the model made: it is printed, and saved if the flags say so.

namespace llama {

inline Tokens random_prompts(const Sizes& z) {
  return rt::random::integers<std::int64_t>(0, z.vocabulary, {z.batch, z.prompt});
}

class Results {
 public:
  Results(const Sizes& sizes, int num_ranks) : sizes_(sizes), num_ranks_(num_ranks) {}

  /// How many tokens of each sequence the model has read.
  std::int64_t seen() const { return seen_; }

  /// One step: the tokens that were read, and what comes next.
  void add(const Tokens& tokens, const Tensor<2>& logits) {
    const auto& report = rt::report(logits);
    const rt::plan::Traffic sent = report.measured.sent(num_ranks_);
    if (steps_ < 2) {
      rt::print(steps_ == 0 ? "the prompts," : "one token more,", tokens.shape(1),
                "a sequence:", sent.total().value, "bytes sent,", report.plan.total_flops().value,
                "operations");
    }
    const auto read = rt::to_vector(tokens);
    const std::size_t count = std::size_t(tokens.shape(1));
    rows_.resize(std::size_t(sizes_.batch));
    for (std::size_t b = 0; b < rows_.size(); ++b) {
      const auto row = read.begin() + std::ptrdiff_t(b * count);
      rows_[b].insert(rows_[b].end(), row, row + std::ptrdiff_t(count));
    }
    seen_ += tokens.shape(1);
    last_ = logits;
    if (!sizes_.save.empty()) {
      rt::save(sizes_.save + "/logits" + std::to_string(steps_) + ".npy", logits);
    }
    ++steps_;
  }

  /// All tokens that were read.
  Tokens tokens() const {
    std::vector<std::int64_t> all;
    for (const auto& row : rows_) all.insert(all.end(), row.begin(), row.end());
    return rt::from_span(all, {sizes_.batch, seen_});
  }

  /// Whether the last step's logits are these, up to rounding.
  bool check(const Tensor<2>& logits) const {
    if (!sizes_.save.empty()) rt::save(sizes_.save + "/tokens.npy", tokens());
    rt::print("tokens", tokens());
    const bool right = bool(rt::item(rt::allclose(logits, last_, 1e-3, 1e-4)));
    rt::print("the last token's logits are", right ? "right" : "wrong");
    return right;
  }

 private:
  Sizes sizes_;
  int num_ranks_;
  int steps_ = 0;
  std::int64_t seen_ = 0;
  std::vector<std::vector<std::int64_t>> rows_;
  Tensor<2> last_;
};

}  // namespace llama
