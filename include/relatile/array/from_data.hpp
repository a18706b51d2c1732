// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/array/placed.hpp"
#include "relatile/array/same_data.hpp"
#include "relatile/array/shape.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/foreign.hpp"
#include "relatile/expr/array.hpp"

// Arrays from data that ranks already have.

namespace relatile {

namespace detail {

/// Writes all elements of `source`, in row-major order.
using ElementsOf = void (*)(const void* source, std::byte* elements);

/// Stores one dense row-major array, written once per process, on every site or on one.
RELATILE_INLINE tra::NodePtr store_whole(const char* operation, const ComparedElements& type,
                                         const Extents& shape, const Placing& placing,
                                         ElementsOf write, const void* source);
/// Throws unless this rank, if its elements are stored, has as many as the shape.
RELATILE_INLINE void require_size(const char* operation, const Extents& shape,
                                  const Placing& placing, std::size_t size);
/// Stores the part that this rank owns; `write` has `size` elements.
RELATILE_INLINE tra::NodePtr store_part(ElementType element, const Extents& shape,
                                        const Extents& offset, const Extents& extents,
                                        ElementsOf write, const void* source, std::size_t size);
/// An array of which ranks hold these boxes, which they have agreed on; `write` writes this one's.
RELATILE_INLINE tra::NodePtr store_held(const std::string& operation, ElementType element,
                                        const Extents& whole, std::vector<std::vector<Box>> held,
                                        ElementsOf write, const void* source);

template <class T>
void write_span(const void* source, std::byte* elements) {
  const auto& from = *static_cast<const std::span<T>*>(source);
  std::copy(from.begin(), from.end(), reinterpret_cast<std::remove_const_t<T>*>(elements));
}

template <class R>
inline constexpr bool is_span = false;
template <class T>
inline constexpr bool is_span<std::span<T>> = true;

/// What has its elements one after the other in memory, as std::vector and std::array. A std::span
/// has overloads of its own, and Eigen's matrices have columns one after the other.
template <class R>
concept Contiguous = !is_span<R> && !EigenLike<R> && requires(const R& range) {
  std::span(std::data(range), std::size(range));
};

template <Contiguous R>
auto span_of(const R& range) {
  return std::span(std::data(range), std::size(range));
}

/// What a loop goes through.
template <class R>
concept Iterable = !EigenLike<std::remove_cvref_t<R>> && requires(R & range) {
  std::begin(range) != std::end(range);
};

template <class G>
struct GivenByCall {
  using type = G;
};
template <class V>
struct GivenByCall<std::optional<V>> {
  using type = V;
};

/// Throws ShapeMismatch: an iteration that gave fewer elements than it should.
[[noreturn]] void refuse_count(std::int64_t given, std::int64_t wanted);
/// Throws ShapeMismatch: a function that gives numbers for ever.
[[noreturn]] void refuse_endless();

/// Elements as they come, in a row (std::vector<bool> has none).
template <class T>
class Collected {
 public:
  bool is_full(std::int64_t count) const {
    return count >= 0 && std::int64_t(elements_.size()) >= count;
  }
  void add(const T& value) { elements_.push_back({value}); }
  /// All of them, of which there must be `count` unless that is negative.
  Array<T, 1> array(std::int64_t count, const SourceLine& line) const;
  /// An array of as many elements as there are.
  template <int N>
  Array<T, N> shaped(const char* operation, const Extents& shape, const SourceLine& line) const;

 private:
  struct Element {
    T value;
  };
  std::vector<Element> elements_;
};

template <int N, class T>
auto array_of_span(std::span<T> elements, const Extents& shape, const Placing& placing) {
  using Element = std::remove_const_t<T>;
  require_size("from_span", require_shape<N>("from_span", shape), placing, elements.size());
  return Array<Element, N>(
      store_whole("from_span", comparable<Element>(), shape, placing, &write_span<T>, &elements));
}

}  // namespace detail

/// An array of `shape` from its elements in row-major order, on all ranks or on one.
///
///   errors  ShapeMismatch if a span does not have as many elements, at once on its rank, on the
///           others when ranks meet next
template <class T, std::size_t N>
auto from_span(std::span<T> elements, const Extent (&shape)[N], const Placing& placing = everywhere,
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::array_of_span<int(N)>(elements, detail::to_extents(shape), placing);
}
/// Of another array's shape: from_span(elements, x.shape()).
template <class T, int N>
auto from_span(std::span<T> elements, const Shape<N>& shape, const Placing& placing = everywhere,
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::array_of_span<N>(elements, shape, placing);
}

/// The same of a std::vector, a std::array, or what else has its elements in a row.
template <detail::Contiguous R, std::size_t N>
auto from_span(const R& elements, const Extent (&shape)[N], const Placing& placing = everywhere,
               SourceLine line = SourceLine::current()) {
  return from_span(detail::span_of(elements), shape, placing, line);
}
template <detail::Contiguous R, int N>
auto from_span(const R& elements, const Shape<N>& shape, const Placing& placing = everywhere,
               SourceLine line = SourceLine::current()) {
  return from_span(detail::span_of(elements), shape, placing, line);
}

/// A vector of what a range gives, the first `count` or all of it, the same on all ranks:
/// numpy.fromiter(range, count=count). Elements become T if that is named: fromiter<double>(list).
///
///   errors  ShapeMismatch if there are fewer than `count`
template <class T = void, detail::Iterable R>
auto fromiter(R&& range, std::int64_t count = -1, SourceLine line = SourceLine::current()) {
  using Value = typename std::iterator_traits<decltype(std::begin(range))>::value_type;
  using Element = std::conditional_t<std::is_void_v<T>, Value, T>;
  detail::Collected<Element> elements;
  for (auto&& value : range) {
    if (elements.is_full(count)) break;
    elements.add(static_cast<Element>(value));
  }
  return elements.array(count, line);
}
/// A vector of what a function gives, called again and again, `count` times or until what it gives,
/// a std::optional, is empty. It is called on all ranks, and must give the same there.
///
///   errors  ShapeMismatch if there are fewer than `count`
template <class T = void, class F>
  requires std::is_invocable_v<F&>
auto fromiter(F next, std::int64_t count = -1, SourceLine line = SourceLine::current()) {
  using Given = std::remove_cvref_t<std::invoke_result_t<F&>>;
  using Value = typename detail::GivenByCall<Given>::type;
  using Element = std::conditional_t<std::is_void_v<T>, Value, T>;
  detail::Collected<Element> elements;
  while (!elements.is_full(count)) {
    if constexpr (std::is_same_v<Value, Given>) {
      static_assert(is_scalar_type_v<Value>,
                    "relatile: fromiter: the function gives numbers, or a std::optional of them");
      if (count < 0) detail::refuse_endless();
      elements.add(static_cast<Element>(next()));
    } else {
      const Given given = next();
      if (!given) break;
      elements.add(static_cast<Element>(*given));
    }
  }
  return elements.array(count, line);
}

template <class T>
Array<T, 1> detail::Collected<T>::array(std::int64_t count, const SourceLine& line) const {
  const auto size = std::int64_t(elements_.size());
  if (count >= 0 && size < count) refuse_count(size, count);
  return shaped<1>("fromiter", {size}, line);
}
template <class T>
template <int N>
Array<T, N> detail::Collected<T>::shaped(const char* operation, const Extents& shape,
                                         const SourceLine& line) const {
  const AskedFrom scope(line);
  static_assert(sizeof(Element) == sizeof(T));
  const T* const first = elements_.empty() ? nullptr : &elements_.front().value;
  const std::span<const T> written(first, elements_.size());
  return Array<T, N>(
      store_whole(operation, comparable<T>(), shape, everywhere, &write_span<const T>, &written));
}

/// An array from the parts that ranks own: this rank's part is the box that starts at `offset`
/// and has `extents`, its elements row-major in `part`. Collective; the parts of all ranks must
/// tile the array.
///
///   errors  ShapeMismatch, on every rank, if parts overlap, leave gaps or lie outside
template <class T, std::size_t N>
Array<std::remove_const_t<T>, int(N)> from_local(const Extent (&shape)[N], const Extents& offset,
                                                 const Extents& extents, std::span<T> part,
                                                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using Element = std::remove_const_t<T>;
  const Extents whole = detail::require_shape<int(N)>("from_local", detail::to_extents(shape));
  return Array<Element, int(N)>(detail::store_part(element_type_of<Element>(), whole, offset,
                                                   extents, &detail::write_span<T>, &part,
                                                   part.size()));
}
/// The same, this rank's elements in a std::vector, a std::array, or what else has them in a row.
template <detail::Contiguous R, std::size_t N>
auto from_local(const Extent (&shape)[N], const Extents& offset, const Extents& extents,
                const R& part, SourceLine line = SourceLine::current()) {
  return from_local(shape, offset, extents, detail::span_of(part), line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/from_data.hpp"
#endif
