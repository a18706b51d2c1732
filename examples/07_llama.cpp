// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 07: a LLaMA-shaped model with random weights, of einsums and elementwise functions alone. Prompts
// are read at once, then tokens generated one by one; tests/python/llama_test.py does so in NumPy.
// How each is cut over the ranks the planner chooses, or a plan by name (llama/plans.hpp).
//   mpirun -n 4 ./07_llama --layers 2 --heads 4 --pairs 4 --plan megatron

#include "llama/plans.hpp"
#include "llama/results.hpp"

using namespace llama;

/// Divided by the root of the mean square.
Tensor<3> rms_norm(const Tensor<3>& x, const Tensor<1>& weight) {
  const auto squares = rt::einsum<"bsa,bsa->bs">(x, x) / Real(x.shape(2));
  return rt::einsum<"bsa,bs,a->bsa">(x, 1 / rt::sqrt(squares + Real(1e-5)), weight);
}

/// Powers that sum to one, kept from overflow by the greatest score.
Tensor<4> softmax(const Tensor<4>& scores) {
  const auto greatest = rt::einsum<"bhst->bhs", rt::MaxPlus>(scores);
  const Tensor<4> powers = rt::exp(rt::einsum<"bhst,bhs->bhst", rt::MaxPlus>(scores, -greatest));
  return rt::einsum<"bhst,bhs->bhst">(powers, 1 / rt::einsum<"bhst->bhs">(powers));
}

/// Tokens in the places from `first` on look at all before them, and at themselves.
Tensor<3> attention(const Tensor<3>& x, const Layer& w, const Tensor<4>& rotation, Cache& cache,
                    std::int64_t first) {
  const auto turn = rotation(rt::slice(first, first + x.shape(1)));
  const auto query = rt::einsum<"bsa,ahpc,spqc->bshqc">(x, w.query, turn);
  const auto key = rt::einsum<"bsa,ahpc,spqc->bshqc">(x, w.key, turn);
  const auto value = rt::einsum<"bsa,ahpc->bshpc">(x, w.value);
  const auto place = cache.places(first, x.shape(1));
  cache.keys = cache.keys + rt::einsum<"bnhpc,nm->bmhpc">(key, place);
  cache.values = cache.values + rt::einsum<"bnhpc,nm->bmhpc">(value, place);

  const auto mask = cache.causal_mask(first, x.shape(1));
  const Real scale = 1 / std::sqrt(Real(query.shape(3) * query.shape(4)));
  const auto scores = rt::einsum<"bshpc,bthpc->bhst">(query * scale, cache.keys);
  const auto share = softmax(rt::einsum<"bhst,st->bhst", rt::MaxPlus>(scores, mask));
  return rt::einsum<"bhst,bthpc,hpca->bsa">(share, cache.values, w.out);
}

/// SwiGLU: a network of one layer whose sigmoid is a gate.
Tensor<3> network(const Tensor<3>& x, const Layer& w) {
  const auto gate = rt::einsum<"bsa,af->bsf">(x, w.gate);
  const auto up = rt::einsum<"bsa,af->bsf">(x, w.up);
  return rt::einsum<"bsf,bsf,fa->bsa">(gate * rt::logistic(gate), up, w.down);
}

/// How likely each token is to come next: logarithms, up to a constant.
Tensor<2> forward(const Model& model, const Tokens& tokens, std::vector<Cache>& cache,
                  std::int64_t first) {
  Tensor<3> x = rt::take(model.embedding, tokens, 0);
  for (std::size_t l = 0; l < model.layers.size(); ++l) {
    const Layer& w = model.layers[l];
    x = x + attention(rms_norm(x, w.attention_norm), w, model.rotation, cache[l], first);
    x = x + network(rms_norm(x, w.network_norm), w);
  }
  return rt::einsum<"ba,av->bv">(rms_norm(x, model.norm)(rt::all_of_axis, -1), model.unembed);
}

int main(int argc, char** argv) {
  rt::Context context(argc, argv);
  const Sizes sizes = sizes_of(argc, argv);
  plan_by(sizes, context);
  const Model model = random_model(sizes);
  std::vector<Cache> cache = empty_cache(sizes);
  Tokens tokens = random_prompts(sizes);
  Results results(sizes, context.size());
  while (results.seen() < sizes.longest()) {
    const Tensor<2> logits = forward(model, tokens, cache, results.seen());
    results.add(tokens, logits);
    tokens = rt::expand_dims(rt::argmax(logits, 1), 1);
  }
  results.print_bytes();
  cache = empty_cache(sizes);  // read all at once, they must give what they gave one at a time
  return results.check(forward(model, results.tokens(), cache, 0)) ? 0 : 1;
}
