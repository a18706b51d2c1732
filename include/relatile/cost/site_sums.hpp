// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/cost/aligned.hpp"
#include "relatile/placement/ranges_of_sites.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::cost {

/// What sites hold and need, in elements, summed over all of them.
struct SiteSums {
  std::int64_t wanted = 0;        ///< needed
  std::int64_t kept = 0;          ///< needed where it is held
  std::int64_t most_missing = 0;  ///< needed and not held, at the site that lacks most
  int senders = 0;                ///< sites that hold some of what any may need
  int receivers = 0;              ///< sites that need something
  int meeting = 0;                ///< sites that hold some of what they need

  /// One more site, that holds, needs and keeps so many elements.
  void add(std::int64_t held_here, std::int64_t wanted_here, std::int64_t kept_here) {
    wanted += wanted_here;
    kept += kept_here;
    most_missing = std::max(most_missing, wanted_here - kept_here);
    senders += held_here > 0 ? 1 : 0;
    receivers += wanted_here > 0 ? 1 : 0;
    meeting += kept_here > 0 ? 1 : 0;
  }
  /// The same of `count` sites.
  void add(const std::int64_t* held, const std::int64_t* wanted_there,
           const std::int64_t* kept_there, std::size_t count);
};

/// What a placement in words gives sites along its dimensions, looked up where it is written down.
class SiteRanges {
 public:
  explicit SiteRanges(const placement::Sharding& sharding) : SiteRanges(&sharding) {}
  explicit SiteRanges(const placement::Sharding* sharding)
      : sharding_(*sharding),
        written_(sharding->ranges ? sharding->ranges->data() : nullptr),
        num_sites_(static_cast<std::size_t>(sharding->num_sites)) {}
  Range operator()(std::size_t d, int site) const {
    if (!written_) return sharding_.dims[d].range(site);
    return written_[d * num_sites_ + static_cast<std::size_t>(site)];
  }

 private:
  const placement::Sharding& sharding_;
  const Range* written_;
  std::size_t num_sites_;
};

/// The same for whoever asks for every site: written down now, if it was not before.
class AllRanges {
 public:
  explicit AllRanges(const placement::Sharding& sharding)
      : own_(sharding.ranges ? std::vector<Range>{} : placement::ranges_of_sites(sharding)),
        written_(sharding.ranges ? sharding.ranges->data() : own_.data()),
        num_sites_(static_cast<std::size_t>(sharding.num_sites)) {}
  AllRanges(AllRanges&&) = default;
  /// Of a dimension, site by site.
  const Range* of_dim(std::size_t d) const { return written_ + d * num_sites_; }
  Range operator()(std::size_t d, int site) const { return of_dim(d)[site]; }

 private:
  std::vector<Range> own_;
  const Range* written_;
  std::size_t num_sites_;
};

/// Site by site; neither placement is irregular.
RELATILE_INLINE SiteSums sums_by_site(const placement::Sharding& have,
                                      const placement::Sharding& need);

/// The same of sites that need what either of two placements gives them, each element once.
RELATILE_INLINE SiteSums sums_of_both(const placement::Sharding& have,
                                      const placement::Sharding& first,
                                      const placement::Sharding& second);

/// As `sums_by_site`, by mesh axes. Dimensions that have no axis in common are independent: what is
/// summed over all sites is a product of sums over fewer, 16 + 16 where sites are a mesh of 16 x
/// 16, however uneven the parts are. Those that have some in common are independent for each
/// combination of coordinates along these: 32 x 32 parts where sites hold 64 x 16 take 64 + 32.
/// Nothing where that would not be less than going through the sites.
RELATILE_INLINE std::optional<SiteSums> sums_by_axes(const placement::Sharding& have,
                                                     const placement::Sharding& need);

namespace detail {

inline std::int64_t length(Range range) {
  return std::max<std::int64_t>(range.high - range.low, 0);
}

inline Range common(Range a, Range b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }
/// Around both, of which an empty one is nowhere.
inline Range hull(Range a, Range b) {
  if (a.low >= a.high) return b;
  if (b.low >= b.high) return a;
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}
/// What any site may need along a dimension: of a slice's rows those alone, so that sites which
/// hold others send nothing.
inline Range asked(const placement::ShardingDim& dim) {
  return dim.access.label < 0 ? dim.access.of_values(0, 1)
                              : dim.access.of_range(0, dim.label_extent);
}

/// What depends on some axes of the mesh: a dimension's ranges, or which sites hold something.
struct AxisUser {
  std::uint32_t axes = 0;  ///< bit i: axis i of the mesh
  int dim = -1;            ///< -1: which sites hold something
};

/// Those that have axes in common, if not each with each other. For given coordinates along the
/// axes that several have they are independent of each other, too.
struct AxisGroup {
  std::uint32_t axes = 0;    ///< of any
  std::uint32_t shared = 0;  ///< of two or more
  std::vector<AxisUser> users;
};

/// What sites with one combination of coordinates may want and keep; of two of which one wants no
/// less and keeps no more only that one counts.
using WantedAndKept = std::pair<std::int64_t, std::int64_t>;

RELATILE_INLINE void add_to_front(std::vector<WantedAndKept>& front, WantedAndKept pair);

/// The sums of two placements by the groups that their dimensions fall into.
class GroupedSums {
 public:
  GroupedSums(const placement::Sharding& have, const placement::Sharding& need)
      : have_(have), need_(need) {}
  std::optional<SiteSums> sums();

 private:
  bool set_mesh();
  std::uint32_t axes_of(const std::vector<placement::SiteAxis>& axes) const;
  void set_groups();
  void add(AxisUser user);
  int combinations(std::uint32_t axes) const;
  /// How many ranges the group's sums take.
  int visited(const AxisGroup& group) const;
  /// The first site with the given combination of coordinates along these axes.
  int site_of(std::uint32_t axes, int combination) const;

  /// Sums over some sites, and what each of them may want and keep.
  struct Sums {
    SiteSums sums;
    std::vector<WantedAndKept> front;
    void multiply(const Sums& other);
    void add(const Sums& other);
  };
  static Sums one() { return {{1, 1, 0, 1, 1, 1}, {{1, 1}}}; }
  /// Over the coordinates along the axes that `user` alone has, from `site` on.
  Sums sums_of(const AxisUser& user, std::uint32_t shared, int site) const;
  Sums sums_of(const AxisGroup& group) const;

  const placement::Sharding& have_;
  const placement::Sharding& need_;
  SiteRanges held_{have_};
  SiteRanges needed_{need_};
  int sites_ = 1;
  MeshAxes mesh_;
  std::vector<placement::SiteAxis> idle_;  ///< sites where one of these is not 0 hold nothing
  std::vector<AxisGroup> groups_;
};

}  // namespace detail

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/site_sums.hpp"
#endif
