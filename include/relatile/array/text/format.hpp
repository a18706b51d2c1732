// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "relatile/array/text/format_number.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"

// The text of an array from its shape and elements: what numpy.str(x) of NumPy 1.24 prints with its
// default options. Nothing here knows where the elements come from.

namespace relatile::format {

inline constexpr std::int64_t threshold = 1000;  ///< longer arrays are summarised
inline constexpr std::int64_t edge_items = 3;    ///< what a summary shows of each end of an axis
inline constexpr int line_width = 75;

/// Whether the text of an array of `shape` leaves elements out.
inline bool summarised(const Extents& shape) { return volume(shape) > threshold; }
/// Whether the middle of an axis of a summarised array is left out.
inline bool is_cut(std::int64_t extent) { return extent > 2 * edge_items; }

/// The extents of what the text shows: the array itself, or the corners of a summarised one, pushed
/// together.
inline Extents shown_extents(const Extents& shape) {
  Extents shown = shape;
  if (!summarised(shape)) return shown;
  for (auto& extent : shown) extent = is_cut(extent) ? 2 * edge_items : extent;
  return shown;
}

namespace detail {

/// Brackets, indents and breaks lines as NumPy does. `Words` gives the text of shown element i.
template <class Words>
class Layout {
 public:
  Layout(const Extents& shape, Words words)
      : shape_(shape),
        shown_(shown_extents(shape)),
        strides_(row_major_strides(shown_)),
        dots_(summarised(shape)),
        words_(std::move(words)) {}

  std::string text() const { return text(0, 0, 1, line_width); }

 private:
  bool dots_in(int axis) const { return dots_ && is_cut(shape_[axis]); }

  /// The sub-array of the axes from `axis` on that begins with shown element `first`. `indent`
  /// columns stand before its own ones, and `width` columns are there for a line.
  std::string text(int axis, std::int64_t first, int indent, int width) const {
    const bool last = axis + 1 == shape_.rank();
    return "[" + (last ? row(first, indent, width) : rows(axis, first, indent, width)) + "]";
  }

  std::string rows(int axis, std::int64_t first, int indent, int width) const {
    const std::string before(static_cast<std::size_t>(indent), ' ');
    const std::string after(static_cast<std::size_t>(shape_.rank() - axis - 1), '\n');
    std::string result;
    for (std::int64_t i = 0; i < shown_[axis]; ++i) {
      if (i > 0) result += after + before;
      if (i == edge_items && dots_in(axis)) result += "..." + after + before;
      result += text(axis + 1, first + i * strides_[axis], indent + 1, width - 1);
    }
    return result;
  }

  std::string row(std::int64_t first, int indent, int width) const {
    const std::string before(static_cast<std::size_t>(indent), ' ');
    const auto room = static_cast<std::size_t>(width - 1);  // for the bracket
    std::string done;
    std::string line = before;
    const auto add = [&](const std::string& word) {
      if (line.size() + word.size() > room && line.size() > before.size()) {
        line.erase(line.find_last_not_of(' ') + 1);
        done += line + "\n";
        line = before;
      }
      line += word;
    };
    for (std::int64_t i = 0; i < shown_[shape_.rank() - 1]; ++i) {
      if (i > 0) line += ' ';
      if (i == edge_items && dots_in(shape_.rank() - 1)) {
        add("...");
        line += ' ';
      }
      add(words_(first + i));
    }
    return (done + line).substr(before.size());
  }

  const Extents& shape_;
  Extents shown_;
  Extents strides_;
  bool dots_;
  Words words_;
};

}  // namespace detail

/// The text of an array of `shape`. `shown` are the elements it shows, row-major: those of an array
/// of `shown_extents(shape)`. A precision, the most digits after the point, counts also where there
/// are no dimensions.
template <class T>
std::string array_text(std::span<const T> shown, const Extents& shape,
                       std::optional<int> precision = {}) {
  if (volume(shape) == 0) return "[]";
  if (shape.rank() == 0 && !precision) return number_text(shown[0]);
  const auto format = format_of(shown, precision.value_or(default_precision));
  if (shape.rank() == 0) return format(shown[0]);
  const auto word = [&](std::int64_t i) { return format(nth(shown, i)); };
  return detail::Layout(shape, word).text();
}

}  // namespace relatile::format
