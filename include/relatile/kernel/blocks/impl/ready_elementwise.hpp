// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/differentiable.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/kernel/blocks/impl/ready_product.hpp"

// The derivatives of kernels that go through blocks element by element.

namespace relatile::kernel::detail {

/// A kernel without a name; `element_of(std::type_identity<T>, blocks, i)` gives element i of a
/// result, which has the extents of operand number `like`.
template <class ElementOf>
BlockKernel element_by_element(const ElementType& element, std::size_t like, ElementOf element_of) {
  BlockKernel made;
  made.name = "elementwise";
  made.anonymous = true;
  made.accumulates = "add";
  made.shape = [like](std::span<const Extents> blocks) { return blocks[like]; };
  made.flops = [like](std::span<const Extents> blocks) { return Flops{volume(blocks[like])}; };
  made.run = [element, element_of](std::span<const BlockRef> blocks, BlockRef out,
                                   bool accumulate) {
    relatile::detail::visit_type(element, [&]<class T>(std::type_identity<T> type) {
      auto* const to = static_cast<T*>(out.data);
      for (std::int64_t i = 0; i < volume(out.extents); ++i) {
        const T value = element_of(type, blocks, i);
        to[i] = accumulate ? to[i] + value : value;
      }
    });
  };
  return made;
}
template <class T>
const T& element(std::span<const BlockRef> blocks, std::size_t x, std::int64_t i) {
  return static_cast<const T*>(blocks[x].data)[i];
}

/// Operand number `which` of two, whatever the other one is.
inline BlockKernel one_of_two(const ElementType& type, std::size_t which) {
  BlockKernel made = element_by_element(
      type, which, [which]<class T>(std::type_identity<T>, auto blocks, std::int64_t i) {
        return element<T>(blocks, which, i);
      });
  made.partials = [type, which] {
    std::vector<BlockPartial> partials(2);
    partials[1 - which].is_zero = true;
    partials[which] = {one_of_two(type, 0), false, false};
    return partials;
  };
  return made;
}
inline std::vector<BlockPartial> sum_partials(const ElementType& type) {
  return {{one_of_two(type, 0), false, false}, {one_of_two(type, 0), false, false}};
}

/// The product of blocks of one shape, or of a block and a number; the sum of such products, where
/// the result is a number and they are not.
struct ScaledBlocks {
  struct Form {
    bool first_is_conjugate = false;
    bool second_is_conjugate = false;
  };
  ElementType type;
  Ranks ranks;
  Form form;

  BlockKernel kernel() const {
    const bool like_second = ranks.result > 0 && ranks.first != ranks.result;
    BlockKernel made = element_by_element(
        type, like_second ? 1 : 0,
        [same = *this]<class T>(std::type_identity<T>, auto blocks, std::int64_t i) {
          return same.at<T>(blocks, i);
        });
    if (ranks.result == 0) {
      made.shape = [](std::span<const Extents>) { return Extents(); };
    }
    made.flops = [](std::span<const Extents> blocks) {
      return Flops{volume(blocks[0]) + volume(blocks[1])};
    };
    made.partials = [same = *this] { return same.partials(); };
    return made;
  }
  std::vector<BlockPartial> partials() const {
    return {by(form.first_is_conjugate, form.second_is_conjugate,
               {ranks.result, ranks.second, ranks.first}),
            by(form.second_is_conjugate, form.first_is_conjugate,
               {ranks.result, ranks.first, ranks.second})};
  }

 private:
  BlockPartial by(bool conjugate, bool other_is_conjugate, Ranks of) const {
    const Form made{conjugate, conjugate ? other_is_conjugate : !other_is_conjugate};
    return {ScaledBlocks{type, of, made}.kernel(), false, false};
  }
  template <class T>
  T at(std::span<const BlockRef> blocks, std::int64_t i) const {
    if (ranks.result > 0) return term<T>(blocks, i);
    T sum(0);
    const std::int64_t count = volume(blocks[ranks.first > 0 ? 0 : 1].extents);
    for (std::int64_t each = 0; each < count; ++each) sum += term<T>(blocks, each);
    return sum;
  }
  template <class T>
  T term(std::span<const BlockRef> blocks, std::int64_t i) const {
    const T a = element<T>(blocks, 0, ranks.first > 0 ? i : 0);
    const T b = element<T>(blocks, 1, ranks.second > 0 ? i : 0);
    return (form.first_is_conjugate ? Eigen::numext::conj(a) : a) *
           (form.second_is_conjugate ? Eigen::numext::conj(b) : b);
  }
};

/// A kernel of a cotangent and other blocks that is linear in the cotangent, with the derivative by
/// that alone, which `adjoint` makes; the others decide where it goes and have none.
template <class Adjoint>
BlockKernel linear_in_first(BlockKernel made, std::size_t operands, Adjoint adjoint) {
  made.partials = [operands, adjoint] {
    std::vector<BlockPartial> partials(operands);
    for (BlockPartial& partial : partials) partial.is_zero = true;
    partials[0] = {adjoint(), false, false};
    return partials;
  };
  return made;
}

/// Of g, a and b: g where operand `which` is the better one, half of it where they are equal.
inline BlockKernel share_of_better(const ElementType& type, bool less, std::size_t which) {
  BlockKernel made = element_by_element(
      type, which, [less, which]<class T>(std::type_identity<T>, auto blocks, std::int64_t i) {
        if constexpr (std::is_floating_point_v<T>) {
          const T own = element<T>(blocks, which, i);
          const T other = element<T>(blocks, 3 - which, i);
          const T share = own == other ? T(0.5) : T((own < other) == less ? 1 : 0);
          return element<T>(blocks, 0, i) * share;
        } else {
          return T(0);
        }
      });
  return linear_in_first(std::move(made), 3,
                         [type, less, which] { return share_of_better(type, less, which); });
}
inline std::vector<BlockPartial> better_partials(const ElementType& type, bool less) {
  return {{share_of_better(type, less, 1), true, false},
          {share_of_better(type, less, 2), true, false}};
}

/// Of a vector and a matrix: the vector in every column; and of a matrix and others, the sums of
/// its rows.
inline BlockKernel row_sums(const ElementType& type);
inline BlockKernel in_every_column(const ElementType& type) {
  BlockKernel made;
  made.name = "repeat";
  made.anonymous = true;
  made.accumulates = "add";
  made.shape = [](std::span<const Extents> blocks) { return blocks[1]; };
  made.flops = [](std::span<const Extents> blocks) { return Flops{volume(blocks[1])}; };
  made.run = [type](std::span<const BlockRef> blocks, BlockRef out, bool accumulate) {
    relatile::detail::visit_type(type, [&]<class T>(std::type_identity<T>) {
      auto* to = static_cast<T*>(out.data);
      for (std::int64_t i = 0; i < out.extents[0]; ++i) {
        for (std::int64_t j = 0; j < out.extents[1]; ++j, ++to) {
          *to = element<T>(blocks, 0, i) + (accumulate ? *to : T(0));
        }
      }
    });
  };
  return linear_in_first(std::move(made), 2, [type] { return row_sums(type); });
}
inline BlockKernel row_sums(const ElementType& type) {
  BlockKernel made =
      element_by_element(type, 0, []<class T>(std::type_identity<T>, auto blocks, std::int64_t i) {
        const std::int64_t columns = blocks[0].extents[1];
        T sum(0);
        for (std::int64_t j = 0; j < columns; ++j) sum += element<T>(blocks, 0, i * columns + j);
        return sum;
      });
  made.shape = [](std::span<const Extents> blocks) { return Extents{blocks[0][0]}; };
  return linear_in_first(std::move(made), 2, [type] { return in_every_column(type); });
}
inline std::vector<BlockPartial> row_sum_partials(const ElementType& type) {
  return {{in_every_column(type), true, false}};
}

}  // namespace relatile::kernel::detail
