// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <relatile/arrays.hpp>
#include <string>
#include <string_view>
#include <vector>

// The sizes of a LLaMA-shaped model, its weights, and what it keeps of the tokens that it has seen.

namespace llama {

namespace rt = relatile;
using Real = float;
template <int N>
using Tensor = rt::Array<Real, N>;
/// A number for every token of every sequence.
using Tokens = rt::Array<std::int64_t, 2>;

/// All sizes are flags: --layers 2 --heads 4 ...
struct Sizes {
  std::int64_t batch = 2;        ///< sequences at once
  std::int64_t prompt = 12;      ///< tokens that are given
  std::int64_t tokens = 6;       ///< tokens to generate
  std::int64_t layers = 2;       ///< of attention and a network each
  std::int64_t heads = 4;        ///< of attention
  std::int64_t pairs = 4;        ///< of numbers in a head; rotary embedding turns pairs
  std::int64_t hidden = 48;      ///< the width of a layer's network
  std::int64_t vocabulary = 64;  ///< how many tokens there are
  std::int64_t together = 1;     ///< readings planned as one program, the first that of the prompts
  std::string save;              ///< a folder for weights and results, if any
  std::string plan = "optimal";  ///< a planner, or one of those that add_plans() names
  std::string objective = "time";

  std::int64_t width() const { return heads * 2 * pairs; }
  std::int64_t longest() const { return prompt + tokens; }
};

inline Sizes sizes_of(int argc, char** argv) {
  Sizes sizes;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view flag = argv[i];
    const auto is = [&](std::string_view name) { return flag == name; };
    std::int64_t* size = is("--batch")        ? &sizes.batch
                         : is("--prompt")     ? &sizes.prompt
                         : is("--tokens")     ? &sizes.tokens
                         : is("--layers")     ? &sizes.layers
                         : is("--heads")      ? &sizes.heads
                         : is("--pairs")      ? &sizes.pairs
                         : is("--hidden")     ? &sizes.hidden
                         : is("--vocabulary") ? &sizes.vocabulary
                         : is("--together")   ? &sizes.together
                                              : nullptr;
    std::string* word = is("--save")        ? &sizes.save
                        : is("--plan")      ? &sizes.plan
                        : is("--objective") ? &sizes.objective
                                            : nullptr;
    if (size == nullptr && word == nullptr) {
      throw rt::Error("there is no flag " + std::string(flag));
    }
    if (size != nullptr) *size = std::atoll(argv[i + 1]);
    if (word != nullptr) *word = argv[i + 1];
  }
  return sizes;
}

/// Labels: a the model's width, h heads, p a number's place in its pair, c pairs, f the network's
/// width, v tokens; b sequences, s the tokens that are read, t those that they look at.
struct Layer {
  Tensor<1> attention_norm;          // a
  Tensor<4> query, key, value, out;  // ahpc, of `out` hpca
  Tensor<1> network_norm;            // a
  Tensor<2> gate, up, down;          // af, of `down` fa
};

struct Model {
  Tensor<2> embedding;  // va
  std::vector<Layer> layers;
  Tensor<1> norm;      // a
  Tensor<2> unembed;   // av
  Tensor<4> rotation;  // spqc: what turns pair c of the token in place s
};

/// Writes every weight into the folder, as layer0.query.npy and so on.
inline void save(const Model& model, const std::string& folder) {
  const auto write = [&](const std::string& name, const auto& x) {
    rt::save(folder + "/" + name + ".npy", x);
  };
  write("embedding", model.embedding);
  write("norm", model.norm);
  write("unembed", model.unembed);
  for (std::size_t l = 0; l < model.layers.size(); ++l) {
    const Layer& layer = model.layers[l];
    const std::string name = "layer" + std::to_string(l) + ".";
    write(name + "attention_norm", layer.attention_norm);
    write(name + "query", layer.query);
    write(name + "key", layer.key);
    write(name + "value", layer.value);
    write(name + "out", layer.out);
    write(name + "network_norm", layer.network_norm);
    write(name + "gate", layer.gate);
    write(name + "up", layer.up);
    write(name + "down", layer.down);
  }
}

/// Random weights of such sizes that numbers neither grow nor shrink much from layer to layer. They
/// are saved if the flags say so.
inline Model random_model(const Sizes& z) {
  const std::int64_t a = z.width(), h = z.heads, c = z.pairs, f = z.hidden, v = z.vocabulary;
  const auto scale = [](std::int64_t n) { return Real(1 / std::sqrt(double(n))); };
  const auto normal = [](Real deviation, const auto&... extent) {
    return rt::random::normal<Real>(Real(0), deviation, {extent...});
  };
  const auto norm = [&] { return rt::random::uniform<Real>(Real(0.5), Real(1.5), {a}); };
  Model model;
  model.embedding = normal(1, v, a);
  for (std::int64_t l = 0; l < z.layers; ++l) {
    const auto of_heads = [&] { return normal(scale(a), a, h, std::int64_t(2), c); };
    model.layers.push_back(
        {norm(), of_heads(), of_heads(), of_heads(), normal(scale(a), h, std::int64_t(2), c, a),
         norm(), normal(scale(a), a, f), normal(scale(a), a, f), normal(scale(f), f, a)});
  }
  model.norm = norm();
  model.unembed = normal(scale(a), a, v);
  model.rotation = rt::from_function(
      {z.longest(), 2, 2, c}, [c](std::int64_t s, std::int64_t p, std::int64_t q, std::int64_t n) {
        const double angle = double(s) * std::pow(10000.0, -double(n) / double(c));
        return Real(p == q ? std::cos(angle) : p < q ? std::sin(angle) : -std::sin(angle));
      });
  if (!z.save.empty()) save(model, z.save);
  return model;
}

/// Keys and values of a layer's tokens, with room for all that will come.
struct Cache {
  Tensor<5> keys, values;  // bthpc

  /// Of so many tokens from place `first` on, where they are: a one in each row, st.
  Tensor<2> places(std::int64_t first, std::int64_t count) const {
    return rt::from_function({count, keys.shape(1)}, [first](std::int64_t s, std::int64_t t) {
      return Real(first + s == t);
    });
  }
  /// What they may look at: zero for what came before and for themselves, else minus infinity, st.
  Tensor<2> causal_mask(std::int64_t first, std::int64_t count) const {
    return rt::from_function({count, keys.shape(1)}, [first](std::int64_t s, std::int64_t t) {
      return t <= first + s ? Real(0) : -std::numeric_limits<Real>::infinity();
    });
  }
};

inline std::vector<Cache> empty_cache(const Sizes& z) {
  const auto none = [&] {
    return rt::zeros<Real>({z.batch, z.longest(), z.heads, std::int64_t(2), z.pairs});
  };
  std::vector<Cache> cache;
  for (std::int64_t l = 0; l < z.layers; ++l) cache.push_back({none(), none()});
  return cache;
}

}  // namespace llama
