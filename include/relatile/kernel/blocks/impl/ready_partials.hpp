// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/blocks/ready_partials.hpp"

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/kernel/blocks/impl/ready_elementwise.hpp"
#include "relatile/kernel/blocks/impl/ready_product.hpp"

namespace relatile::kernel {

RELATILE_INLINE std::vector<BlockPartial> ready_partials(const BlockKernel& kernel,
                                                         const std::vector<BlockType>& operands,
                                                         const BlockType& result) {
  const ElementType element = result.element;
  for (const BlockType& operand : operands) {
    if (operand.object || !(operand.element == element)) return {};
  }
  if (result.object || !relatile::detail::is_differentiable(element)) return {};
  if (is_ready<RowSum>(kernel)) return detail::row_sum_partials(element);
  if (operands.size() != 2) return {};
  using namespace detail;
  const bool scales = operands[0].rank == 0 || operands[1].rank == 0;
  const Ranks ranks{operands[0].rank, operands[1].rank, result.rank};
  if (is_ready<Add>(kernel)) return sum_partials(element);
  if (is_ready<Multiply>(kernel) || (is_ready<Matmul>(kernel) && scales)) {
    return ScaledBlocks{element, ranks, {}}.partials();
  }
  if (is_ready<Matmul>(kernel)) return ProductOfBlocks{element, ranks, {}}.partials();
  if (element.kind == ElementKind::complex) return {};
  if (is_ready<Minimum>(kernel)) return better_partials(element, true);
  if (is_ready<Maximum>(kernel)) return better_partials(element, false);
  return {};
}

RELATILE_INLINE BlockKernel second_of_two(const ElementType& element) {
  return detail::one_of_two(element, 1);
}

RELATILE_INLINE BlockKernel sum_of_two(const ElementType& element) {
  BlockKernel made = detail::element_by_element(
      element, 0, []<class T>(std::type_identity<T>, auto blocks, std::int64_t i) {
        return T(detail::element<T>(blocks, 0, i) + detail::element<T>(blocks, 1, i));
      });
  made.name = Add::name;
  made.anonymous = false;
  made.laws = Add::laws();
  made.identity = identity_of(add);
  return made;
}

RELATILE_INLINE BlockKernel equal_elements(const ElementType& element) {
  return detail::element_by_element(
      element, 0, []<class T>(std::type_identity<T>, auto blocks, std::int64_t i) {
        return T(detail::element<T>(blocks, 0, i) == detail::element<T>(blocks, 1, i) ? 1 : 0);
      });
}

RELATILE_INLINE BlockKernel share_of_best(const ElementType& element) {
  BlockKernel made = detail::element_by_element(
      element, 1, []<class T>(std::type_identity<T>, auto blocks, std::int64_t i) {
        const bool best = detail::element<T>(blocks, 1, i) == detail::element<T>(blocks, 2, i);
        return best ? detail::element<T>(blocks, 0, i) / detail::element<T>(blocks, 3, i) : T(0);
      });
  return detail::linear_in_first(std::move(made), 4, [element] { return share_of_best(element); });
}

}  // namespace relatile::kernel
