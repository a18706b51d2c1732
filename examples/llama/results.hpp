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

  /// One step: the tokens that were read, and what comes next. It is computed with those before it
  /// once there are so many that are to be planned together.
  void add(const Tokens& tokens, const Tensor<2>& logits) {
    pending_.push_back({tokens, logits});
    seen_ += tokens.shape(1);
    if (std::ssize(pending_) < sizes_.together && seen_ < sizes_.longest()) return;
    rt::evaluate(logits);
    const auto& report = rt::report(logits);
    Bytes& bytes = steps_ == 0 ? of_prompts_ : of_tokens_;
    bytes.predicted += report.plan.traffic().total().value;
    bytes.sent += report.measured.sent(num_ranks_).total().value;
    bytes.flops += report.plan.total_flops().value;
    for (const Step& step : pending_) keep(step);
    pending_.clear();
  }

  /// What reading the prompts took, with as many tokens as are planned together with it, the
  /// weights being made where the plan wants them; and what generating the other tokens did.
  void print_bytes() const {
    const auto line = [&](const std::string& what, const Bytes& bytes) {
      rt::print(what, "by", sizes_.plan, "on", num_ranks_, "ranks:", bytes.predicted,
                "bytes predicted,", bytes.sent, "sent,", bytes.flops, "operations");
    };
    line("prompts", of_prompts_);
    line("tokens", of_tokens_);
  }

  /// All tokens that were read.
  Tokens tokens() const {
    std::vector<std::int64_t> all;
    for (const auto& row : rows_) all.insert(all.end(), row.begin(), row.end());
    return rt::from_span(all, {sizes_.batch, seen_});
  }

  /// Whether the last step's logits are these, up to rounding, and all bytes were foreseen.
  bool check(const Tensor<2>& logits) const {
    if (!sizes_.save.empty()) rt::save(sizes_.save + "/tokens.npy", tokens());
    rt::print("tokens", tokens());
    const bool right = bool(rt::item(rt::allclose(logits, last_, 1e-3, 1e-4)));
    rt::print("the last token's logits are", right ? "right" : "wrong");
    return right && of_prompts_.foreseen() && of_tokens_.foreseen();
  }

 private:
  struct Bytes {
    std::int64_t predicted = 0;
    std::int64_t sent = 0;
    std::int64_t flops = 0;
    bool foreseen() const { return predicted == sent; }
  };
  struct Step {
    Tokens tokens;
    Tensor<2> logits;
  };

  void keep(const Step& step) {
    const auto read = rt::to_vector(step.tokens);
    const std::size_t count = std::size_t(step.tokens.shape(1));
    rows_.resize(std::size_t(sizes_.batch));
    for (std::size_t b = 0; b < rows_.size(); ++b) {
      const auto row = read.begin() + std::ptrdiff_t(b * count);
      rows_[b].insert(rows_[b].end(), row, row + std::ptrdiff_t(count));
    }
    last_ = step.logits;
    if (!sizes_.save.empty()) {
      rt::save(sizes_.save + "/logits" + std::to_string(steps_) + ".npy", step.logits);
    }
    ++steps_;
  }

  Sizes sizes_;
  int num_ranks_;
  int steps_ = 0;
  std::int64_t seen_ = 0;
  Bytes of_prompts_;
  Bytes of_tokens_;
  std::vector<Step> pending_;
  std::vector<std::vector<std::int64_t>> rows_;
  Tensor<2> last_;
};

}  // namespace llama
