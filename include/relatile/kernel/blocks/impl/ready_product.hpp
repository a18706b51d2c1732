// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <span>
#include <vector>

#include "relatile/core/differentiable.hpp"
#include "relatile/core/kernel.hpp"

// The derivatives of products of matrices are such products, with one of them adjoint.

namespace relatile::kernel::detail {

/// The dimensions of two operands and of the result.
struct Ranks {
  int first = 0;
  int second = 0;
  int result = 0;
};

/// The product of two blocks that are matrices or columns, in either order.
struct ProductOfBlocks {
  struct Form {
    bool second_is_left = false;
    bool first_is_adjoint = false;
    bool second_is_adjoint = false;
  };
  struct Sides {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
  };

  ElementType element;
  Ranks ranks;
  Form form;

  BlockKernel kernel() const {
    BlockKernel made;
    made.name = "product";
    made.anonymous = true;
    made.accumulates = "add";
    made.shape = [same = *this](std::span<const Extents> blocks) {
      const Sides sides = same.sides_of_result(blocks[0], blocks[1]);
      return same.ranks.result == 2 ? Extents{sides.rows, sides.columns}
                                    : Extents{sides.rows * sides.columns};
    };
    made.flops = [same = *this](std::span<const Extents> blocks) {
      const Sides sides = same.sides_of_result(blocks[0], blocks[1]);
      const Sides first = sides_of(blocks[0], same.form.first_is_adjoint);
      return Flops{2 * sides.rows * sides.columns *
                   (same.form.second_is_left ? first.rows : first.columns)};
    };
    made.run = [same = *this](std::span<const BlockRef> blocks, BlockRef out, bool accumulate) {
      relatile::detail::visit_type(same.element, [&]<class T>(std::type_identity<T>) {
        same.multiply<T>(blocks[0], blocks[1], out, accumulate);
      });
    };
    made.partials = [same = *this] { return same.partials(); };
    return made;
  }

  /// By each operand, of the cotangent and the other operand.
  std::vector<BlockPartial> partials() const {
    const bool first_is_left = !form.second_is_left;
    return {by(first_is_left, form.first_is_adjoint, form.second_is_adjoint,
               {ranks.result, ranks.second, ranks.first}),
            by(!first_is_left, form.second_is_adjoint, form.first_is_adjoint,
               {ranks.result, ranks.first, ranks.second})};
  }

 private:
  /// Of L R the left one's is G R^H and the right one's L^H G; what is adjoint gets the adjoint.
  BlockPartial by(bool left, bool adjoint, bool other_is_adjoint, Ranks of) const {
    const Form made{left == adjoint, adjoint, adjoint ? other_is_adjoint : !other_is_adjoint};
    return {ProductOfBlocks{element, of, made}.kernel(), false, false};
  }

  static Sides sides_of(const Extents& block, bool adjoint) {
    const Sides sides{block[0], block.rank() == 2 ? block[1] : 1};
    return adjoint ? Sides{sides.columns, sides.rows} : sides;
  }
  Sides sides_of_result(const Extents& first, const Extents& second) const {
    const Sides a = sides_of(first, form.first_is_adjoint);
    const Sides b = sides_of(second, form.second_is_adjoint);
    return form.second_is_left ? Sides{b.rows, a.columns} : Sides{a.rows, b.columns};
  }

  template <class T>
  void multiply(const BlockRef& first, const BlockRef& second, const BlockRef& out,
                bool accumulate) const {
    using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto seen = [](const BlockRef& block) {
      const Sides sides = sides_of(block.extents, false);
      return Eigen::Map<const Matrix>(static_cast<const T*>(block.data), sides.rows, sides.columns);
    };
    const Sides sides = sides_of_result(first.extents, second.extents);
    Eigen::Map<Matrix> result(static_cast<T*>(out.data), sides.rows, sides.columns);
    if (!accumulate) result.setZero();
    const auto add = [&](const auto& a, const auto& b) {
      if (form.second_is_left) {
        result.noalias() += b * a;
      } else {
        result.noalias() += a * b;
      }
    };
    const auto a = seen(first);
    const auto b = seen(second);
    if (form.first_is_adjoint && form.second_is_adjoint) {
      add(a.adjoint(), b.adjoint());
    } else if (form.first_is_adjoint) {
      add(a.adjoint(), b);
    } else if (form.second_is_adjoint) {
      add(a, b.adjoint());
    } else {
      add(a, b);
    }
  }
};

}  // namespace relatile::kernel::detail
