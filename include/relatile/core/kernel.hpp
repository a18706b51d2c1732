// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/block.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/core/kernel_laws.hpp"
#include "relatile/core/units.hpp"

namespace relatile {

/// One run of consecutive elements, as the stages of a fused elementwise program see it.
///
/// All operands and the result are contiguous. Generators also use `start`, the coordinate of the
/// first element in the stage's own index space, and `step`, what each further element adds to it,
/// up to the end of a row; `row_step` is what each further row of `row` elements adds to `start`.
struct Chunk {
  std::span<const void* const> inputs;
  void* output = nullptr;
  std::int64_t count = 0;
  Extents start;
  Extents step;
  std::int64_t row = 0;
  Extents row_step;

  /// Calls visit(offset of a row's first element, its coordinate).
  template <class Visit>
  void for_each_row(Visit&& visit) const {
    Extents at = start;
    for (std::int64_t done = 0; done < count; done += row) {
      visit(done, static_cast<const Extents&>(at));
      for (int d = 0; d < at.rank(); ++d) at[d] += row_step[d];
    }
  }
};

struct Program;

/// One fused expression over aligned elements: a fast body for runs, a plain one for a single
/// element that shares no arithmetic with it (the reference evaluator calls that).
struct Stage {
  std::string name;
  std::vector<int> operands;  ///< slots: 0..inputs-1 are the node's inputs, then earlier stages
  ElementType output;
  Flops flops_per_element{1};
  /// Set for a generator: its own coordinates in terms of the node's labels.
  std::optional<Access> coordinates;
  std::function<void(const Chunk&)> run;
  std::function<void(std::span<const void* const> inputs, void* output, const Extents& at)> plain;
  KernelIdentity identity{};
  /// Of a loop over several functions: the same with a stage for each of them, on as many inputs as
  /// there are operands. Derivatives are taken of these.
  std::function<Program()> taken_apart;
  /// Of a function of the user's, if told: the derivatives by each operand, of the same operands.
  std::shared_ptr<const std::vector<Stage>> partials;
  /// Of a last stage that is quicker if its results are not written before they are combined: folds
  /// each row of a chunk into accumulators[row * step] as the program's reduction would, or
  /// returns false if that is no chunk for it.
  std::function<bool(const Chunk&, void* accumulators, std::int64_t step)> fold{};
};

/// A fused elementwise program: stages in order; the last one's output is the result. Without
/// stages the result is the one input: a view.
struct Program {
  std::vector<ElementType> inputs;
  std::vector<Stage> stages;

  Flops flops_per_element() const {
    Flops total;
    for (const auto& stage : stages) total += stage.flops_per_element;
    return total;
  }
};

/// How elements are combined along aggregated labels; associative and commutative by contract.
struct Reduction {
  std::string name;
  ElementType element;
  std::vector<std::byte> identity;
  /// accumulators[r * step] = accumulators[r * step] (+) every element of run r; the runs, of
  /// `count` elements each, lie one after another
  std::function<void(void* accumulators, std::int64_t step, const void* runs, std::int64_t num_runs,
                     std::int64_t count)>
      fold;
  /// accumulator[i] = accumulator[i] (+) run[i]
  std::function<void(void* accumulator, const void* run, std::int64_t count)> combine;
  /// one element, in plain C++
  std::function<void(void* accumulator, const void* element)> plain;
  KernelLaws laws;
  KernelIdentity kernel_identity{};  ///< `identity` is the neutral element
};

/// A product that sums: out += a * b over aggregated labels, as the reference evaluator does it.
struct ContractionPlain {
  std::function<void(void* accumulator, const void* a, const void* b)> multiply_add;
  KernelIdentity identity{};
};

/// An operand or result inside a local call: the address of the element whose labels are all at
/// the iteration box's low corner, and how many elements one step of each label moves.
struct StridedOperand {
  const std::byte* data = nullptr;
  Extents strides;  ///< per label; 0 where the operand does not have the label
};

/// A call of a kernel on one box of label space.
struct LocalCall {
  Box labels;
  std::vector<StridedOperand> inputs;
  std::byte* output = nullptr;
  Extents output_strides;  ///< per label; 0 for aggregated labels
  std::array<bool, max_rank> aggregated{};
  /// The output holds nothing yet: what is aggregated is written, and not combined with it.
  bool begins = false;
};

/// A kernel on strided pieces of arrays. Where labels are aggregated, it combines into what the
/// output holds, unless the call begins; a call that begins is not empty.
using ArrayKernel = std::function<void(const LocalCall&)>;

/// An ArrayKernel of a program whose last stage, `stage`, gives the identity of the reduction but
/// where the coordinates that it is told are those that some of its operands hold: it goes to these
/// at once, instead of trying all of them.
using SelectKernel = std::function<void(const LocalCall&, const Stage& stage)>;

/// Lines along one axis of an array, and what is made of each: addresses of the first elements, and
/// how many elements lie between an element and the next one of its line, and of the next line.
struct Lines {
  const std::byte* from = nullptr;
  std::int64_t from_step = 0;
  std::int64_t from_next = 0;
  std::int64_t count = 0;  ///< elements of a line
  std::byte* to = nullptr;
  std::int64_t to_step = 0;
  std::int64_t to_next = 0;
  std::int64_t to_count = 0;  ///< elements of what is made of a line
  std::int64_t lines = 0;
  const std::byte* second = nullptr;  ///< of a second operand, if there is one
  std::int64_t second_step = 0;
  std::int64_t second_next = 0;
  std::int64_t second_count = 0;
};

/// A function of lines, each by itself, such as a cumulative sum.
struct LineKernel {
  std::string name;
  std::function<void(const Lines& lines)> run;
  KernelIdentity identity{};
};

/// What a box of labels touches of an operand, or of the result: the address of its first element,
/// and how many elements lie between neighbours along each label. Where a label has cuts, these are
/// neighbours in the dimension that is cut, of which the piece has the indices `cut`; so it has of
/// one that every block is given whole.
struct Piece {
  std::byte* data = nullptr;
  Extents strides;
  Range cut{0, 0};

  std::int64_t count() const { return cut.high - cut.low; }
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data);
  }
};

/// A call of a kernel on pieces: what one value of the first label, a block, and a box of the
/// others touch. Operands are read only.
struct PieceCall {
  Box labels;
  std::vector<Piece> inputs;
  Piece output;
};

/// A function of pieces. Where labels are aggregated it combines into what the output holds.
struct PieceKernel {
  std::string name;
  std::function<void(const PieceCall&)> run;
  KernelIdentity identity{};
  bool in_turns = false;  ///< a call costs its blocks' work alone: threads take turns at many
};

/// The derivatives of a kernel on blocks by each of its operands, made when a gradient asks; empty:
/// nobody has told them.
struct BlockPartial;
using BlockPartials = std::function<std::vector<BlockPartial>()>;

/// A kernel on whole blocks of a relation, behind one type-erased call a block.
struct BlockKernel {
  std::string name;
  bool anonymous = false;  ///< nobody named it: `name` is the operator's word for any kernel
  KernelLaws laws;
  /// The name of the combine that `run` performs if asked to accumulate; empty if it can't be
  /// asked.
  std::string accumulates;
  /// The extents of the result for given operands' extents.
  std::function<Extents(std::span<const Extents>)> shape;
  /// Objects only: the size of the result in bytes once serialised.
  std::function<std::int64_t(std::span<const Extents>)> object_bytes;
  /// The cost of one call; declared by the user, or the number of elements touched.
  std::function<Flops(std::span<const Extents>)> flops;
  /// Computes into `out`; with `accumulate`, combines into what `out` already holds.
  std::function<void(std::span<const BlockRef> inputs, BlockRef out, bool accumulate)> run;
  KernelIdentity identity{};
  BlockPartials partials{};
};

/// What a kernel's result adds to the cotangent of one of its operands: a kernel of the cotangent
/// of the result and of the operands, in this order.
struct BlockPartial {
  BlockKernel kernel;     ///< without `run`: not known, unless it is zero
  bool reads_own = true;  ///< false: it is called without the operand that it is by
  bool is_zero = false;   ///< told to add nothing
};

/// Combines two blocks under aggregation: accumulator = accumulator (+) block.
struct BlockCombine {
  std::string name;
  bool anonymous = false;
  KernelLaws laws;
  std::function<void(BlockRef accumulator, BlockRef block)> run;
  KernelIdentity identity{};
  /// One, by a block of a group: of the cotangent of what the group makes, of the block, and of
  /// what the group makes.
  BlockPartials partials{};
};

/// True if two aggregate kernels are known to be the same one.
inline bool same_kernel(const BlockCombine& a, const BlockCombine& b) {
  return &a == &b || (!a.anonymous && !b.anonymous && a.name == b.name);
}

/// True if f(combine(a, b)) == combine(f(a), f(b)) is declared. A kernel without a name can't be
/// meant by a declaration.
inline bool distributes(const KernelLaws& f, const BlockCombine& combine) {
  return !combine.anonymous && f.distributes(combine.name);
}
inline bool distributes(const KernelLaws& f, const BlockKernel& kernel) {
  return !kernel.anonymous && f.distributes(kernel.name);
}

}  // namespace relatile
