// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <relatile/core/buffer.hpp>
#include <relatile/core/kernel.hpp>
#include <relatile/core/memory.hpp>
#include <relatile/placement/placement.hpp>
#include <relatile/plan/algebra/operator.hpp>
#include <relatile/tra/node.hpp>
#include <string>
#include <utility>
#include <vector>

// Relations of small blocks of doubles and kernels on them in plain loops, for tests of the algebra
// that need neither Eigen nor a context. Values are small integers, so that results are exact in
// whatever order they are combined.

namespace relatile::test {

inline BlockType doubles(int rank) { return {element_type_of<double>(), rank, nullptr}; }

inline double* data_of(const BlockRef& block) { return static_cast<double*>(block.data); }

/// f(a, b) element by element, of blocks of equal shape.
inline BlockKernel elementwise(std::string name, KernelLaws laws,
                               std::function<double(double, double)> f) {
  BlockKernel kernel;
  kernel.name = std::move(name);
  kernel.laws = std::move(laws);
  kernel.shape = [](std::span<const Extents> x) {
    if (!(x[0] == x[1])) throw ShapeMismatch("blocks of different shapes");
    return x[0];
  };
  kernel.flops = [](std::span<const Extents> x) { return Flops{volume(x[0])}; };
  kernel.run = [f = std::move(f)](std::span<const BlockRef> x, BlockRef out, bool accumulate) {
    if (accumulate) throw Error("this kernel can't accumulate");
    for (std::int64_t i = 0; i < volume(out.extents); ++i) {
      data_of(out)[i] = f(data_of(x[0])[i], data_of(x[1])[i]);
    }
  };
  return kernel;
}

/// f(x) element by element.
inline BlockKernel map_kernel(std::string name, KernelLaws laws, std::function<double(double)> f) {
  BlockKernel kernel;
  kernel.name = std::move(name);
  kernel.laws = std::move(laws);
  kernel.shape = [](std::span<const Extents> x) { return x[0]; };
  kernel.flops = [](std::span<const Extents> x) { return Flops{volume(x[0])}; };
  kernel.run = [f = std::move(f)](std::span<const BlockRef> x, BlockRef out, bool) {
    for (std::int64_t i = 0; i < volume(out.extents); ++i) data_of(out)[i] = f(data_of(x[0])[i]);
  };
  return kernel;
}

inline BlockCombine combine_kernel(std::string name, KernelLaws laws,
                                   std::function<double(double, double)> f) {
  BlockCombine combine;
  combine.name = std::move(name);
  combine.laws = std::move(laws);
  combine.run = [f = std::move(f)](BlockRef acc, BlockRef block) {
    for (std::int64_t i = 0; i < volume(acc.extents); ++i) {
      data_of(acc)[i] = f(data_of(acc)[i], data_of(block)[i]);
    }
  };
  return combine;
}

inline KernelLaws associative_laws() {
  KernelLaws laws;
  laws.associative = true;
  laws.commutative = true;
  laws.elementwise = true;
  return laws;
}
inline KernelLaws distributes_over(std::vector<std::string> names) {
  KernelLaws laws;
  laws.distributes_over = std::move(names);
  return laws;
}

inline double plus(double a, double b) { return a + b; }
inline double larger(double a, double b) { return a < b ? b : a; }

inline BlockKernel add() { return elementwise("add", associative_laws(), plus); }
inline BlockKernel subtract() {
  return elementwise("subtract", {}, [](double a, double b) { return a - b; });
}
inline BlockKernel maximum() { return elementwise("maximum", associative_laws(), larger); }
inline std::shared_ptr<const BlockCombine> shared(BlockCombine combine) {
  return std::make_shared<const BlockCombine>(std::move(combine));
}
inline std::shared_ptr<const BlockCombine> sum() {
  return shared(combine_kernel("add", associative_laws(), plus));
}
inline std::shared_ptr<const BlockCombine> largest() {
  return shared(combine_kernel("maximum", associative_laws(), larger));
}

/// 2 x, which goes through sums and differences but not through nothing else.
inline BlockKernel twice() {
  return map_kernel("twice", distributes_over({"add", "subtract", "maximum"}),
                    [](double x) { return 2 * x; });
}
inline BlockKernel square() {
  return map_kernel("square", {}, [](double x) { return x * x; });
}

/// The product of two matrices.
inline BlockKernel matmul() {
  BlockKernel kernel;
  kernel.name = "matmul";
  kernel.laws = distributes_over({"add"});
  kernel.shape = [](std::span<const Extents> x) {
    if (x[0][1] != x[1][0]) throw ShapeMismatch("matrices that have no product");
    return Extents{x[0][0], x[1][1]};
  };
  kernel.flops = [](std::span<const Extents> x) { return Flops{2 * volume(x[0]) * x[1][1]}; };
  kernel.run = [](std::span<const BlockRef> x, BlockRef out, bool accumulate) {
    if (accumulate) throw Error("this kernel can't accumulate");
    const std::int64_t inner = x[0].extents[1];
    const std::int64_t cols = out.extents[1];
    for (std::int64_t i = 0; i < out.extents[0]; ++i) {
      for (std::int64_t j = 0; j < cols; ++j) {
        double total = 0;
        for (std::int64_t k = 0; k < inner; ++k) {
          total += data_of(x[0])[i * inner + k] * data_of(x[1])[k * cols + j];
        }
        data_of(out)[i * cols + j] = total;
      }
    }
  };
  return kernel;
}

/// The diagonal of a matrix, as a vector.
inline BlockKernel diagonal() {
  BlockKernel kernel;
  kernel.name = "diag";
  kernel.laws = distributes_over({"add", "maximum", "subtract"});
  kernel.shape = [](std::span<const Extents> x) { return Extents{std::min(x[0][0], x[0][1])}; };
  kernel.flops = [](std::span<const Extents> x) { return Flops{x[0][0]}; };
  kernel.run = [](std::span<const BlockRef> x, BlockRef out, bool) {
    for (std::int64_t i = 0; i < out.extents[0]; ++i) {
      data_of(out)[i] = data_of(x[0])[i * x[0].extents[1] + i];
    }
  };
  return kernel;
}

/// The sum of all elements, as a number.
inline BlockKernel total() {
  BlockKernel kernel;
  kernel.name = "total";
  kernel.laws = distributes_over({"add"});
  kernel.shape = [](std::span<const Extents>) { return Extents{}; };
  kernel.flops = [](std::span<const Extents> x) { return Flops{volume(x[0])}; };
  kernel.run = [](std::span<const BlockRef> x, BlockRef out, bool) {
    data_of(out)[0] = 0;
    for (std::int64_t i = 0; i < volume(x[0].extents); ++i) data_of(out)[0] += data_of(x[0])[i];
  };
  return kernel;
}

/// A stored relation of matrices, vectors or numbers under all keys below `frontier`: the block of
/// key k has `extents(k)` and small integers that depend on `seed`. It is where `placement` says.
inline tra::NodePtr stored_relation(std::string name, const Extents& frontier, int rank,
                                    const std::function<Extents(const Key&)>& extents,
                                    const placement::Placement& placement, unsigned seed) {
  auto node = std::make_shared<tra::Node>();
  node->name = std::move(name);
  node->type.extents = frontier;
  node->type.block = doubles(rank);
  std::mt19937 random(seed);
  std::vector<StoredBlock> blocks;
  for_each_coordinate(Box::whole(frontier), [&](const Key& key) {
    const Extents shape = extents(key);
    const Buffer buffer = allocate_buffer(volume(shape) * 8);
    auto* values = reinterpret_cast<double*>(buffer.get());
    for (std::int64_t i = 0; i < volume(shape); ++i) values[i] = double(random() % 7) - 3;
    node->type.block_extents.push_back(shape);
    blocks.push_back({shape, std::shared_ptr<void>(buffer, buffer.get())});
  });
  auto value = std::make_shared<tra::StoredValue>();
  value->held = placement.table();
  value->placement = placement.text;
  const plan::Sites sites = plan::sites_of(placement, node->type);
  for (int site = 0; site < sites.num_sites; ++site) {
    value->local_sites.push_back(site);
    SiteData data;
    for (std::int64_t k = 0; k < node->type.num_keys(); ++k) {
      if (sites.has(k, site)) data.blocks[k] = blocks[static_cast<std::size_t>(k)];
    }
    value->local.push_back(std::move(data));
  }
  node->value = std::move(value);
  return node;
}

}  // namespace relatile::test
