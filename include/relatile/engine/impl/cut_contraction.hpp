// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/cut_contraction.hpp"

#include <array>

namespace relatile::engine {

RELATILE_INLINE CutSearch::CutSearch(const LocalCall& call, int threads,
                                     std::int64_t most_accumulated)
    : call_(call),
      extents_(call.labels.extents()),
      threads_(threads),
      most_accumulated_(most_accumulated) {
  find_symmetry();
}

RELATILE_INLINE ContractionCut CutSearch::best() const {
  ContractionCut best = grid();
  for (int l = 0; l < extents_.rank(); ++l) {
    if (is_kept(l) || extents_[l] < threads_ || !in(0, l) || !in(1, l)) continue;
    consider(best, summed(l));
  }
  if (rows_ >= 0 && extents_[rows_] >= threads_ * fewest_rows) consider(best, triangle());
  return best;
}

RELATILE_INLINE void CutSearch::find_symmetry() {
  int rows = -1;
  int cols = -1;
  for (int l = 0; l < extents_.rank(); ++l) {
    if (extents_[l] == 1) continue;
    if (in(0, l) && in(1, l)) {
      if (call_.inputs[0].strides[l] != call_.inputs[1].strides[l]) return;
    } else if (in(0, l) && rows < 0) {
      rows = l;
    } else if (in(1, l) && cols < 0) {
      cols = l;
    } else {
      return;
    }
  }
  if (rows < 0 || cols < 0 || call_.inputs[0].data != call_.inputs[1].data) return;
  if (extents_[rows] != extents_[cols] || !is_kept(rows) || !is_kept(cols)) return;
  if (call_.inputs[0].strides[rows] != call_.inputs[1].strides[cols]) return;
  rows_ = rows;
  cols_ = cols;
}

RELATILE_INLINE ContractionCut CutSearch::grid() const {
  ContractionCut cut;
  cut.parts = Extents::filled(extents_.rank(), 1);
  cut.cost = cost(cut.parts);
  int left = threads_;
  for (int factor = 2; left > 1; ++factor) {
    for (; left % factor == 0; left /= factor) {
      Extents best = cut.parts;
      double least = cut.cost;
      for (int l = 0; l < extents_.rank(); ++l) {
        Extents parts = cut.parts;
        parts[l] *= factor;
        if (!is_kept(l) || parts[l] > extents_[l]) continue;
        // Of equals the one that cuts the result into longer stretches of memory.
        const double now = cost(parts) - 1e-3 * double(call_.output_strides[l]) /
                                             double(1 + largest_output_stride());
        if (now < least) {
          least = now;
          best = parts;
        }
      }
      cut.parts = best;
      cut.cost = least;
    }
  }
  return cut;
}

RELATILE_INLINE ContractionCut CutSearch::summed(int label) const {
  ContractionCut cut;
  cut.kind = ContractionCut::Kind::summed;
  cut.label = label;
  Extents parts = Extents::filled(extents_.rank(), 1);
  parts[label] = threads_;
  double elements = 1;
  for (int l = 0; l < extents_.rank(); ++l) elements *= is_kept(l) ? double(extents_[l]) : 1;
  if (elements > double(most_accumulated_)) return cut;
  cut.cost = cost(parts) + added_cost * elements * threads_;
  return cut;
}

RELATILE_INLINE ContractionCut CutSearch::triangle() const {
  ContractionCut cut;
  cut.kind = ContractionCut::Kind::triangle;
  cut.label = rows_;
  cut.other = cols_;
  Extents parts = Extents::filled(extents_.rank(), 1);
  parts[rows_] = threads_;
  parts[cols_] = threads_;
  cut.cost = cost(parts) * threads_ / 2;
  return cut;
}

RELATILE_INLINE double CutSearch::cost(const Extents& parts) const {
  double work = 1;
  std::array<double, 3> elements{1, 1, 1};
  for (int l = 0; l < extents_.rank(); ++l) {
    const double extent = double((extents_[l] + parts[l] - 1) / parts[l]);
    work *= extent;
    for (std::size_t x = 0; x < 2; ++x) elements[x] *= in(x, l) ? extent : 1;
    elements[2] *= is_kept(l) ? extent : 1;
  }
  if (rows_ >= 0 && parts[rows_] == 1 && parts[cols_] == 1) work /= 2;
  return work + element_cost * (elements[0] + elements[1] + elements[2]);
}

}  // namespace relatile::engine
