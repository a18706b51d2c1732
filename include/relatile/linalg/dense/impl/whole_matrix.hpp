// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/dense/whole_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "relatile/core/assert.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::detail {

/// Labels of the operator: those that count blocks or matrices, then the rows and columns of the
/// operands and of the result, of which sites need all. Operands with equally many rows, or
/// columns, share a label, since there may be more of them than there are labels.
class MatrixLabels {
 public:
  explicit MatrixLabels(const Extents& batch) {
    labels_.extents = batch;
    for (int d = 0; d < batch.rank(); ++d) labels_.names.push_back("n" + std::to_string(d));
  }
  /// `shared` says whether sites may have some of the blocks each.
  MatrixLabels(std::int64_t blocks, bool shared) {
    labels_.extents.push_back(blocks);
    labels_.names.emplace_back("blocks");
    if (!shared) labels_.whole.push_back(0);
  }

  /// The access of an axis: along a label of its own, or between cuts.
  AccessDim add(const char* name, const MatrixBlocks& blocks, MatrixCut axis, std::int64_t begin,
                std::int64_t extent) {
    if (blocks.axis == axis) return tra::between_cuts(shifted(blocks.cuts, begin));
    AccessDim dim = tra::along_label(label_of(axis, name, extent));
    dim.offset = begin;
    return dim;
  }
  /// What follows is the result's.
  void share_no_more() { known_.clear(); }
  const tra::PieceLabels& labels() const { return labels_; }

 private:
  int label_of(MatrixCut axis, const char* name, std::int64_t extent) {
    const auto known = known_.find({axis, extent});
    if (known != known_.end()) return known->second;
    const int label = labels_.extents.rank();
    labels_.extents.push_back(extent);
    labels_.names.push_back(name + std::to_string(label));
    labels_.whole.push_back(label);
    known_.emplace(std::pair{axis, extent}, label);
    return label;
  }
  static tra::SharedNumbers shifted(const tra::SharedNumbers& cuts, std::int64_t by) {
    if (by == 0) return cuts;
    auto moved = *cuts;
    for (std::int64_t& cut : moved) cut += by;
    return std::make_shared<const std::vector<std::int64_t>>(std::move(moved));
  }

  tra::PieceLabels labels_;
  std::map<std::pair<MatrixCut, std::int64_t>, int> known_;
};

/// The matrix that a call touches of an operand or of the result.
inline kernel::MatrixRef matrix_of(const PieceCall& call, const Piece& piece,
                                   const std::vector<AccessDim>& dims, std::size_t size,
                                   std::int64_t at) {
  kernel::MatrixRef matrix;
  const auto axis = [&](const AccessDim& dim, std::int64_t& extent, std::int64_t& stride) {
    extent = dim.cuts ? piece.count() : call.labels.high[dim.label] - call.labels.low[dim.label];
    stride = piece.strides[dim.label];
  };
  axis(dims[dims.size() - 2], matrix.rows, matrix.row_stride);
  axis(dims[dims.size() - 1], matrix.cols, matrix.col_stride);
  matrix.data = piece.data + at * static_cast<std::int64_t>(size);
  return matrix;
}

/// A kernel on matrices as one on pieces: matrix by matrix, or once for all blocks of a call.
class OnMatrices {
 public:
  OnMatrices(kernel::MatrixKernel kernel, const std::vector<tra::TouchedArray>& operands,
             const tra::MadeOfPieces& made, int batch)
      : kernel_(std::move(kernel)), made_(made), batch_(batch) {
    for (const auto& operand : operands) {
      dims_.push_back(operand.dims);
      sizes_.push_back(operand.array->type.block.element.size);
    }
  }

  void operator()(const PieceCall& call) const {
    std::int64_t matrices = 1;
    for (int d = 0; d < batch_; ++d) matrices *= call.labels.high[d] - call.labels.low[d];
    for (std::int64_t m = 0; m < matrices; ++m) run(call, m);
  }

 private:
  void run(const PieceCall& call, std::int64_t matrix) const {
    std::vector<kernel::MatrixRef> inputs;
    for (std::size_t x = 0; x < dims_.size(); ++x) {
      inputs.push_back(matrix_of(call, call.inputs[x], dims_[x], sizes_[x],
                                 offset(call, call.inputs[x], matrix)));
    }
    const auto output = matrix_of(call, call.output, made_.dims, made_.element.size,
                                  offset(call, call.output, matrix));
    kernel_.run({inputs, output, {call.labels.low[0], call.labels.high[0]}});
  }
  /// Where the matrix of this number in the call's box begins, in elements.
  std::int64_t offset(const PieceCall& call, const Piece& piece, std::int64_t matrix) const {
    std::int64_t at = 0;
    for (int d = batch_ - 1; d >= 0; --d) {
      const std::int64_t extent = call.labels.high[d] - call.labels.low[d];
      at += matrix % extent * piece.strides[d];
      matrix /= extent;
    }
    return at;
  }

  kernel::MatrixKernel kernel_;
  std::vector<std::vector<AccessDim>> dims_;
  std::vector<std::size_t> sizes_;
  tra::MadeOfPieces made_;
  int batch_;
};

/// The work of all blocks before each one, if all of the matrices of a batch have as much, or, with
/// `cuts`, all rows or columns between them: blocks of which sites keep a part may be empty.
inline tra::SharedNumbers work_of_blocks(std::int64_t blocks, double flops,
                                         const tra::SharedNumbers& cuts) {
  const std::int64_t lines = cuts ? cuts->back() - cuts->front() : 0;
  std::vector<std::int64_t> work;
  for (std::int64_t b = 0; b <= blocks; ++b) {
    const double share = lines > 0 ? double(nth(*cuts, b) - cuts->front()) / double(lines)
                                   : double(b) / double(blocks);
    work.push_back(std::llround(std::min(flops * share, 4e18)));
  }
  return std::make_shared<const std::vector<std::int64_t>>(std::move(work));
}

RELATILE_INLINE MatrixBlocks even_matrix_blocks(MatrixCut axis, std::int64_t extent,
                                                std::int64_t count, std::int64_t first) {
  std::vector<std::int64_t> cuts{first};
  for (std::int64_t b = 0; b < count; ++b) cuts.push_back(first + even_part(extent, count, b).high);
  return {axis, std::make_shared<const std::vector<std::int64_t>>(std::move(cuts))};
}

RELATILE_INLINE MatrixBlocks shared_matrix_blocks(MatrixCut axis, std::int64_t extent) {
  std::int64_t count = std::clamp<std::int64_t>(extent, 1, 60);
  for (const std::int64_t more : {420, 840}) {
    if (extent >= 8 * more) count = more;
  }
  return even_matrix_blocks(axis, extent, count);
}

inline Extents axes_before_matrices(const Extents& shape) {
  Extents batch;
  for (int d = 0; d + 2 < shape.rank(); ++d) batch.push_back(shape[d]);
  return batch;
}

RELATILE_INLINE Extents batch_of_matrices(const std::string& function,
                                          const std::vector<tra::NodePtr>& arrays) {
  std::vector<Extents> shapes;
  for (const auto& array : arrays) shapes.push_back(axes_before_matrices(array->type.extents));
  return tra::broadcast_shapes(function, shapes);
}

RELATILE_INLINE tra::NodePtr make_of_matrices(const std::vector<MatrixOperand>& operands,
                                              const MatrixResult& result,
                                              kernel::MatrixKernel kernel, double flops) {
  std::vector<tra::NodePtr> arrays;
  tra::SharedNumbers cuts;
  for (const MatrixOperand& operand : operands) {
    arrays.push_back(operand.array);
    if (operand.blocks.cuts) cuts = operand.blocks.cuts;
  }
  if (result.blocks.cuts) cuts = result.blocks.cuts;
  const std::int64_t blocks = cuts ? std::int64_t(cuts->size()) - 1 : 1;
  const Extents batch = batch_of_matrices(kernel.name, arrays);
  const int matrices = batch.rank();
  RELATILE_ASSERT(matrices == 0 || blocks == 1);
  MatrixLabels labels =
      matrices > 0 ? MatrixLabels(batch) : MatrixLabels(blocks, result.blocks.cuts || result.sum);
  std::vector<tra::TouchedArray> touched;
  for (const MatrixOperand& operand : operands) {
    const Extents& shape = operand.array->type.extents;
    const int rank = shape.rank();
    std::vector<AccessDim> dims = tra::broadcast_access(axes_before_matrices(shape), batch).dims;
    const auto extent = [](std::int64_t given, std::int64_t all) {
      return given < 0 ? all : given;
    };
    dims.push_back(labels.add("i", operand.blocks, MatrixCut::rows, operand.row,
                              extent(operand.rows, shape[rank - 2] - operand.row)));
    dims.push_back(labels.add("j", operand.blocks, MatrixCut::columns, operand.column,
                              extent(operand.columns, shape[rank - 1] - operand.column)));
    touched.push_back({operand.array, std::move(dims)});
  }
  tra::MadeOfPieces made{result.element, batch, {}};
  made.shape.push_back(result.rows);
  made.shape.push_back(result.columns);
  for (int d = 0; d < matrices; ++d) made.dims.push_back(tra::along_label(d));
  labels.share_no_more();
  made.dims.push_back(labels.add("i", result.blocks, MatrixCut::rows, 0, result.rows));
  made.dims.push_back(labels.add("j", result.blocks, MatrixCut::columns, 0, result.columns));
  KernelIdentity identity;
  identity.type = hash_of_name(kernel.name);
  identity.state = kernel.parameters;
  identity.may_throw = true;
  // Of a batch, flops are those of one value of its first label.
  const std::int64_t first = labels.labels().extents[0];
  const double all = matrices > 0 ? flops * double(first) : flops;
  std::string name = kernel.name;
  PieceKernel on_pieces{std::move(name), OnMatrices(std::move(kernel), touched, made, matrices),
                        std::move(identity)};
  return tra::make_on_pieces(labels.labels(), touched, made,
                             {std::make_shared<const PieceKernel>(std::move(on_pieces)), result.sum,
                              work_of_blocks(first, all, matrices > 0 ? nullptr : cuts), true});
}

}  // namespace relatile::detail
