// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace relatile::placement {

/// One axis of the mesh that the sites are arranged in: it splits a label, or replicates (-1). A
/// site's coordinate on it is site / stride % size.
struct MeshAxis {
  int size = 1;
  int label = -1;
  int stride = 0;
  friend bool operator==(const MeshAxis&, const MeshAxis&) = default;
};

}  // namespace relatile::placement
