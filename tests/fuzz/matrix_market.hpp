// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "relatile/io/market_order.hpp"
#include "relatile/io/matrix_market_text.hpp"

namespace relatile::fuzz {

inline bool same(const io::MarketHeader& a, const io::MarketHeader& b) {
  return a.field == b.field && a.symmetry == b.symmetry && a.rows == b.rows &&
         a.columns == b.columns;
}

/// Numbers that follow each other belong to elements that do, from the first to the last.
inline void market_order_of(const io::MarketHeader& header) {
  const io::MarketOrder order(header);
  const std::int64_t count = order.count();
  require(count >= 0 && order.first_element(count) == header.rows * header.columns,
          "all numbers are all elements");
  const std::int64_t step = count / 100 + 1;
  for (std::int64_t k = 0; k < count; k += step) {
    const auto at = order.place(k);
    const std::int64_t element = at.column * header.rows + at.row;
    require(at.row >= 0 && at.row < header.rows && at.column >= 0 && at.column < header.columns,
            "a number belongs to an element");
    require(order.first_element(k) <= element, "who reads a number has its element");
    if (k + 1 == count) continue;
    const auto next = order.after(at);
    const auto there = order.place(k + 1);
    require(next.row == there.row && next.column == there.column, "numbers follow each other");
    require(order.first_element(k + 1) > element, "elements follow each other");
  }
}

/// Headers, however much of them is read at a time.
inline void matrix_market(std::string_view bytes) {
  accepted([&] {
    const auto header = io::parse_market_header(bytes, true, "x.mtx");
    require(header.has_value(), "all of a file is enough");
    market_order_of(*header);
    const std::string text = io::market_header_text(*header, "again");
    const auto again = io::parse_market_header(text, true, "x.mtx");
    require(again && same(*again, *header), "a header that is written again is the same");
  });
  for (std::size_t size = bytes.size(); size > 0; size /= 2) {
    accepted([&] { io::parse_market_header(bytes.substr(0, size), false, "x.mtx"); });
  }
}

}  // namespace relatile::fuzz
