// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "relatile/cost/count.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/strategy/reduce.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// One way to execute a node: who works on which part of label space, what each site therefore
/// needs of the operands, and where the result ends up.
struct Candidate {
  placement::Layout layout;
  std::vector<Box> iteration;               ///< per site
  std::vector<placement::Placement> needs;  ///< per input
  placement::Placement produced;            ///< after the kernels
  bool partial = false;                     ///< `produced` is still to be reduced ...
  placement::Placement stored;              ///< ... into this
  plan::Exchange reduction;
  Bytes reduction_bytes;
  double share = 0;  ///< points of label space on the busiest site
};

/// What a placement is called when an operand is read by `access` under `layout`.
inline std::string placement_text(const placement::Layout& layout, const Access& access,
                                  const std::vector<std::string>& label_names) {
  std::string split;
  int copies = 1;
  for (const auto& axis : layout.axes) {
    if (axis.size == 1) continue;
    if (axis.label >= 0 && access.has_label(axis.label)) {
      split += (split.empty() ? "" : ",") + label_names[static_cast<std::size_t>(axis.label)] +
               ":" + std::to_string(axis.size);
    } else {
      copies *= axis.size;
    }
  }
  if (split.empty()) return copies > 1 ? "all" : "one site";
  return "split(" + split + ")" + (copies > 1 ? " x" + std::to_string(copies) : "");
}

namespace detail {

inline placement::Placement image_of(const std::vector<Box>& iteration, const Access& access,
                                     std::string text) {
  placement::Placement result;
  result.text = std::move(text);
  for (const auto& box : iteration) {
    const Box image = access.image(box);
    result.boxes.push_back(image.empty() ? std::vector<Box>{} : std::vector<Box>{image});
  }
  return result;
}

/// Cuts every box that several sites hold contributions to along dimension `dim` (or gives it
/// whole to the first of them, where `dim` is -1): the targets of a reduce-scatter.
inline placement::Placement scattered(const placement::Placement& partial, int dim) {
  placement::Placement target;
  target.boxes.resize(partial.boxes.size());
  std::vector<char> done(partial.boxes.size(), 0);
  for (std::size_t first = 0; first < partial.boxes.size(); ++first) {
    if (done[first] || partial.boxes[first].empty()) continue;
    const Box box = partial.boxes[first][0];
    std::vector<std::size_t> members;
    for (std::size_t site = first; site < partial.boxes.size(); ++site) {
      if (!partial.boxes[site].empty() && partial.boxes[site][0] == box) members.push_back(site);
    }
    for (std::size_t m = 0; m < members.size(); ++m) {
      done[members[m]] = 1;
      Box part = box;
      if (dim >= 0) {
        const Range range =
            even_part(box.high[dim] - box.low[dim], static_cast<std::int64_t>(members.size()),
                      static_cast<std::int64_t>(m));
        part.low[dim] = box.low[dim] + range.low;
        part.high[dim] = box.low[dim] + range.high;
      } else if (m > 0) {
        continue;
      }
      if (!part.empty()) target.boxes[members[m]] = {part};
    }
  }
  return target;
}

}  // namespace detail

/// The candidates of one layout: one, or, where labels are aggregated across sites, one per way
/// to scatter the result.
inline std::vector<Candidate> candidates_of(const tra::Node& node, const placement::Layout& layout,
                                            int num_sites) {
  Candidate base;
  base.layout = layout;
  for (int site = 0; site < num_sites; ++site) {
    Box box = layout.box(site, node.labels);
    base.share = std::max(base.share, static_cast<double>(box.count()));
    base.iteration.push_back(std::move(box));
  }
  for (const auto& access : node.accesses) {
    base.needs.push_back(
        detail::image_of(base.iteration, access, placement_text(layout, access, node.label_names)));
  }
  base.produced = detail::image_of(base.iteration, node.output,
                                   placement_text(layout, node.output, node.label_names));
  for (const auto& axis : layout.axes) {
    if (axis.size > 1 && axis.label >= 0 && node.aggregates(axis.label)) base.partial = true;
  }
  if (Box::whole(node.labels).empty() && !Box::whole(node.type.extents).empty()) {
    // Sums over nothing: no site has a contribution, the first one holds the identity.
    base.partial = false;
    base.produced = placement::on_site(num_sites, 0, node.type.extents);
  }
  if (!base.partial) {
    base.stored = base.produced;
    return {base};
  }
  std::vector<Candidate> all;
  for (int choice = 0; choice <= node.type.rank(); ++choice) {
    const int dim = choice < node.type.rank() ? choice : -1;  // balanced ones first
    Candidate candidate = base;
    candidate.stored = detail::scattered(base.produced, dim);
    candidate.stored.text =
        dim < 0 ? (base.produced.text == "all" ? "one site" : base.produced.text + " first copies")
                : base.produced.text + " scattered(" +
                      (node.output.dims[static_cast<std::size_t>(dim)].label < 0
                           ? std::to_string(dim)
                           : node.label_names[static_cast<std::size_t>(
                                 node.output.dims[static_cast<std::size_t>(dim)].label)]) +
                      ")";
    candidate.reduction = strategy::reduce(candidate.produced, candidate.stored);
    candidate.reduction_bytes = cost::count_bytes(candidate.reduction, node.type);
    all.push_back(std::move(candidate));
  }
  return all;
}

}  // namespace relatile::planner
