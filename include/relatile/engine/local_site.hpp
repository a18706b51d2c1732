// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/buffer.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/site_program.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::engine {

/// The first exception of a site's kernels.
struct Failure {
  std::int64_t step = std::numeric_limits<std::int64_t>::max();
  std::string text;
  std::exception_ptr exception;
};

/// What a plan's execution holds of one site of this process: its memory, all allocated before the
/// first step, and the values in it.
class LocalSite {
 public:
  LocalSite(const plan::Plan& plan, std::shared_ptr<const schedule::SiteProgram> of_site);

  bool failed() const { return failure.exception != nullptr; }
  SiteData& value(int v) { return nth(values, v); }
  const SiteData& value(int v) const { return nth(values, v); }
  std::byte* staging(std::size_t step) const {
    return arena_ ? arena_.get() + program.memory.staging_offset[step] : nullptr;
  }
  const Buffer& arena() const { return arena_; }

  /// Memory for all values but those that take that of `last_read`, values of which nobody but this
  /// run knows. `i` is the number of the site in this process. Throws std::bad_alloc.
  void allocate(const plan::Plan& plan, std::size_t i,
                std::span<const tra::StoredValue* const> last_read);
  /// How much of what was planned is memory that was there.
  std::int64_t reused_bytes() const { return reused_bytes_; }

  /// The pieces of all arrays, as the program places them. What a site borrows of others has none
  /// yet. `i` is the number of the site in this process.
  void lay_out_arrays(const plan::Plan& plan, std::size_t i);

  /// A relation's blocks when its step begins: those that an exchange finds here are shared.
  void make_blocks(const plan::Plan& plan, const plan::Step& step, const tra::Node& node);

  static StoredBlock new_block(const tra::RelationType& type, std::int64_t key, const Buffer& owner,
                               std::byte* memory);

  int site;
  const schedule::SiteProgram& program;
  Failure failure;
  std::vector<SiteData> values;  ///< per value

 private:
  struct Memory {
    const Buffer& owner;
    std::byte* data;
  };
  Memory memory_of(int v) const;

  void take_memory(const plan::Plan& plan, std::size_t i,
                   std::span<const tra::StoredValue* const> last_read);
  void lay_out_array(const plan::Plan& plan, const schedule::ArrayPlace& place);

  std::shared_ptr<const schedule::SiteProgram> program_;
  Buffer arena_;
  std::vector<Buffer> kept_;  ///< per value, buffers of results
  std::int64_t reused_bytes_ = 0;
};

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/local_site.hpp"
#endif
