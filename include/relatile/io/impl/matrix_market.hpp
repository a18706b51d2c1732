// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/matrix_market.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/io/impl/market_file.hpp"
#include "relatile/io/impl/market_format.hpp"
#include "relatile/io/impl/rows_on_sites.hpp"
#include "relatile/io/impl/write_texts.hpp"
#include "relatile/io/number_text.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::io {

namespace detail {

/// Throws an Error unless the columns of a matrix, in `columns`, are what the symmetry makes of its
/// rows.
template <class T>
void require_symmetry(const T* columns, const T* rows, const Box& box, Symmetry symmetry) {
  const std::int64_t n = box.high[1];
  for (std::int64_t k = 0; k < box.count(); ++k) {
    const T mirrored = mirror(rows[k], symmetry);
    if (columns[k] == mirrored || (is_nan(columns[k]) && is_nan(mirrored))) continue;
    throw Error("relatile: mmwrite: the matrix is not " +
                std::string(symmetry_names[static_cast<std::size_t>(symmetry)]) +
                ": its elements (" + std::to_string(k % n) + ", " +
                std::to_string(box.low[0] + k / n) + ") and (" +
                std::to_string(box.low[0] + k / n) + ", " + std::to_string(k % n) + ") differ");
  }
}

/// The columns of `part`, as far as a file has them.
template <class T>
std::string text_of_columns(const T* elements, const Box& box, Symmetry symmetry, int precision) {
  std::string text;
  const std::int64_t height = box.empty() ? 0 : box.high[1];
  const bool half = symmetry != Symmetry::general;
  for (std::int64_t column = box.low[0]; column < box.high[0]; ++column) {
    const bool strict = symmetry == Symmetry::skew_symmetric;
    for (std::int64_t row = half ? column + strict : 0; row < height; ++row) {
      append_element(text, elements[(column - box.low[0]) * height + row], precision);
    }
  }
  return text;
}

}  // namespace detail

RELATILE_INLINE tra::NodePtr load_matrix_market(const std::string& path, ElementType element) {
  const transport::Operation operation("mmread", path + " as " + element.name());
  const auto file = transport::current().open_file(path);
  return detail::load_market_file(*file, detail::market_header_of(*file), element);
}

RELATILE_INLINE void save_matrix_market(const std::string& path, const tra::NodePtr& node,
                                        const MarketFormat& format) {
  const transport::Operation operation("mmwrite", detail::text_of(path, format));
  const ElementType element = node->type.block.element;
  const Extents& shape = node->type.extents;
  const MarketHeader header = detail::header_for(element, shape, format);
  const bool half = header.symmetry != Symmetry::general;
  const detail::RowsOnSites columns("mmwrite",
                                    detail::transposed(node, Extents{shape[1], shape[0]}));
  std::optional<detail::RowsOnSites> rows;  // to compare with
  if (half) rows.emplace("mmwrite", node);
  std::vector<std::string> texts;
  transport::together(transport::current(), [&] {
    const auto parts = columns.parts();
    const auto others = half ? rows->parts() : parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      visit_scalar_type(element, [&]<class T>(std::type_identity<T>) {
        const auto* const elements = reinterpret_cast<const T*>(parts[i].elements);
        if (half) {
          detail::require_symmetry(elements, reinterpret_cast<const T*>(others[i].elements),
                                   parts[i].box, header.symmetry);
        }
        texts.push_back(
            detail::text_of_columns(elements, parts[i].box, header.symmetry, format.precision));
        return 0;
      });
    }
  });
  detail::write_texts(path, market_header_text(header, format.comment), texts, {});
}

}  // namespace relatile::io
