// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/kernel/blocks/block_result.hpp"
#include "relatile/kernel/blocks/use_result.hpp"

// What a kernel's result looks like, found by calling the kernel on blocks made for that.

namespace relatile::kernel::detail {

/// What sample blocks hold. Kernels that check their operands are content with some: square blocks
/// of `positive` are symmetric positive definite (ones, and one more on the diagonal), and all its
/// numbers are positive, but for integers, which may be indices: these are 0 at first.
enum class Sample { positive, positive_integers, identity, zeros };
inline constexpr std::array all_samples{Sample::positive, Sample::positive_integers,
                                        Sample::identity, Sample::zeros};

/// Blocks of the given extents, to be shown to a kernel; structs are as their constructors make
/// them.
template <class... In>
class SampleBlocks {
 public:
  SampleBlocks(std::span<const Extents> extents, Sample sample) {
    std::size_t x = 0;
    std::apply([&](auto&... object) { (add<In>(object, extents[x++], sample), ...); }, objects_);
  }
  std::span<const BlockRef> blocks() const { return blocks_; }

 private:
  template <class B, class Object>
  void add(Object& object, const Extents& extents, Sample sample) {
    if constexpr (View<B>::is_object) {
      blocks_.push_back({&object, {}});
    } else {
      using T = typename View<B>::element;
      const std::int64_t count = volume(extents);
      dense_.emplace_back(static_cast<std::size_t>(count + 1) * sizeof(T));  // never of no bytes
      fill(reinterpret_cast<T*>(dense_.back().data()), count, extents, sample);
      blocks_.push_back({dense_.back().data(), extents});
    }
  }

  template <class T>
  static void fill(T* data, std::int64_t count, const Extents& extents, Sample sample) {
    if constexpr (is_scalar_type_v<T>) {
      if (sample == Sample::zeros) return;
      if (std::is_integral_v<T> && sample == Sample::positive) return;
      const bool is_matrix = extents.rank() == 2;
      const bool is_identity = is_matrix && sample == Sample::identity;
      std::fill_n(data, count, T(is_identity ? 0 : 1));
      if (!is_identity && !(is_matrix && extents[0] == extents[1])) return;
      const std::int64_t diagonal = std::min(extents[0], extents[1]);
      for (std::int64_t i = 0; i < diagonal; ++i) data[i * (extents[1] + 1)] += T(1);
    } else if constexpr (std::is_default_constructible_v<T>) {
      if (sample != Sample::zeros) std::uninitialized_fill_n(data, count, T{});
    }
  }

  std::vector<std::vector<std::byte>> dense_;
  std::tuple<std::conditional_t<View<In>::is_object, typename View<In>::element, char>...>
      objects_{};
  std::vector<BlockRef> blocks_;
};

/// Calls the kernel and hands its result to `use`, while the operands' views are alive, and
/// whatever the kernel's parameters converted them to.
template <class F, class... In, class Use>
auto with_result(const F& function, std::span<const BlockRef> inputs, Use&& use) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return use_result(function, use, View<In>::constant(inputs[I])...);
  }
  (std::index_sequence_for<In...>{});
}

/// Which kernel is asked, and the operator it was given to, for errors.
struct Asked {
  std::string kernel;
  std::string step;
};

inline std::string listed(std::span<const Extents> shapes) {
  std::string text;
  for (const Extents& shape : shapes) text += (text.empty() ? "" : " and ") + to_string(shape);
  return text;
}

/// What to ask a kernel for, and the declaration that spares the question.
struct Question {
  const char* what;
  const char* declaration;
};

/// Asks a kernel something on blocks that it may be content with. Whatever it throws for all of
/// them, the first time is told of; what does not depend on the elements is thrown at once.
template <class... In, class Ask>
auto probe(const Asked& asked, const Question& question, std::span<const Extents> extents,
           Ask&& ask) {
  std::string error;
  for (const Sample sample : all_samples) {
    const SampleBlocks<In...> samples(extents, sample);
    std::string text = "an exception that is no std::exception";
    try {
      return ask(samples.blocks());
    } catch (const ShapeMismatch&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const DanglingResult& dangling) {
      throw Error("relatile: " + asked.step + ": " + dangling.what());
    } catch (const std::exception& exception) {
      text = exception.what();
    } catch (...) {
    }
    if (error.empty()) error = text;
  }
  throw ShapeMismatch("relatile: the " + std::string(question.what) + " of what " + asked.kernel +
                      " of " + asked.step + " returns can't be deduced (on blocks of shape " +
                      listed(extents) + " it throws: " + error +
                      ", whether they hold positive numbers, the identity or zeros); declare it "
                      "with declare(kernel)." +
                      question.declaration);
}

/// Whether the type R of a result tells the extents of its block Out.
template <class Out, class R>
constexpr bool has_fixed_shape() {
  if constexpr (!is_eigen<R> || View<Out>::rank == 0 || View<Out>::rank > 2) {
    return false;
  } else {
    return std::is_same_v<Out, typename BlockOfResult<R>::type> &&
           R::RowsAtCompileTime != Eigen::Dynamic && R::ColsAtCompileTime != Eigen::Dynamic;
  }
}

template <class F, class... In>
using result_of = std::remove_cvref_t<std::invoke_result_t<const F&, ConstView<In>...>>;

/// The rule for a result's extents: its type tells, or the kernel is called. An expression is not
/// evaluated, its rows() and cols() are enough; an owning result is computed once.
template <class Out, class F, class... In>
ShapeRule probed_shape(const Asked& asked, const F& function) {
  if constexpr (View<Out>::rank == 0 || !returns_result<F, In...>()) {
    return [](std::span<const Extents>) { return Extents{}; };
  } else if constexpr (has_fixed_shape<Out, result_of<F, In...>>()) {
    return [](std::span<const Extents>) {
      using R = result_of<F, In...>;
      if constexpr (View<Out>::rank == 1) return Extents{R::SizeAtCompileTime};
      return Extents{R::RowsAtCompileTime, R::ColsAtCompileTime};
    };
  } else {
    return [asked, function](std::span<const Extents> extents) {
      const auto ask = [&](std::span<const BlockRef> blocks) {
        return with_result<F, In...>(function, blocks,
                                     [](const auto& r) { return extents_of<Out>(r); });
      };
      return probe<In...>(asked, {"shape", "returns<Block>(shape_rule)"}, extents, ask);
    };
  }
}

/// The same for the size of an object once serialised.
template <class Out, class... In, class Run>
std::function<std::int64_t(std::span<const Extents>)> probed_object_bytes(const Asked& asked,
                                                                          const Run& run) {
  return [asked, run](std::span<const Extents> extents) {
    const auto ask = [&](std::span<const BlockRef> blocks) {
      Out object{};
      run(blocks, {&object, {}}, false);
      if constexpr (has_archive<Out>) {
        return static_cast<std::int64_t>(ObjectArchive<Out>::save(object).size());
      } else {
        return std::int64_t{};  // block_type has said what is missing
      }
    };
    return probe<In...>(asked, {"serialised size", "serialized_bytes(n)"}, extents, ask);
  };
}

}  // namespace relatile::kernel::detail
