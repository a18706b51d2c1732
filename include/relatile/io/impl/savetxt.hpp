// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/savetxt.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "relatile/core/scalar_types.hpp"
#include "relatile/io/impl/rows_on_sites.hpp"
#include "relatile/io/impl/write_texts.hpp"
#include "relatile/io/number_text.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::io {

namespace detail {

/// Lines of a header, each with the sign of a comment before it.
inline std::string commented(std::string_view lines, const std::string& comments) {
  if (lines.empty()) return {};
  std::string text;
  while (true) {
    const std::size_t newline = lines.find('\n');
    ((text += comments) += lines.substr(0, newline)) += '\n';
    if (newline == lines.npos) return text;
    lines.remove_prefix(newline + 1);
  }
}

/// Rows of `columns` elements, a line each.
template <class T>
std::string text_of_rows(const T* elements, std::int64_t count, std::int64_t columns,
                         const TextFormat& format) {
  std::string text;
  for (std::int64_t i = 0; i < count; ++i) {
    append_number(text, elements[i], format.precision);
    text += (i + 1) % columns == 0 ? '\n' : format.delimiter;
  }
  return text;
}

/// What is written of one site's rows; `columns` elements make a line.
inline std::string text_of_part(ElementType element, const RowsPart& part, std::int64_t columns,
                                const TextFormat& format) {
  return visit_scalar_type(element, [&]<class T>(std::type_identity<T>) -> std::string {
    if constexpr (is_complex_v<T>) {
      return {};  // refused before
    } else {
      return text_of_rows(reinterpret_cast<const T*>(part.elements), part.box.count(), columns,
                          format);
    }
  });
}

/// Throws for what no text can hold, or no line of it.
inline void check_for_text(const char* operation, const tra::Node& node, int most_dimensions,
                           int precision) {
  const std::string name = "relatile: " + std::string(operation) + ": ";
  const ElementType element = node.type.block.element;
  if (node.type.extents.rank() > most_dimensions) {
    throw ShapeMismatch(name + "an array of shape " + to_string(node.type.extents) +
                        "; lines have room for vectors and matrices");
  }
  if (element.kind == ElementKind::opaque) {
    throw Error(name + "no text holds elements of type " + element.name());
  }
  if (precision < shortest_digits || precision > most_digits) {
    throw Error(name + "a precision of " + std::to_string(precision) + " digits");
  }
}

}  // namespace detail

RELATILE_INLINE void savetxt_any(const std::string& path, const tra::NodePtr& node,
                                 const TextFormat& format) {
  const transport::Operation operation(
      "savetxt", path + " (delimiter '" + format.delimiter + "', precision " +
                     std::to_string(format.precision) + ", '" + format.comments + "' before '" +
                     format.header + "' and '" + format.footer + "')");
  detail::check_for_text("savetxt", *node, 2, format.precision);
  const ElementType element = node->type.block.element;
  if (element.kind == ElementKind::complex) {
    throw Error("relatile: savetxt: " + element.name() +
                " elements; write real(x) and imag(x), or a Matrix Market file (mmwrite)");
  }
  const detail::RowsOnSites rows("savetxt", node);
  const Extents& shape = node->type.extents;
  const std::int64_t columns = shape.rank() == 2 ? shape[1] : 1;
  std::vector<std::string> texts;
  transport::together(transport::current(), [&] {
    for (const detail::RowsPart& part : rows.parts()) {
      texts.push_back(detail::text_of_part(element, part, columns, format));
    }
  });
  detail::write_texts(path, detail::commented(format.header, format.comments), texts,
                      detail::commented(format.footer, format.comments));
}

}  // namespace relatile::io
