// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/engine/exchanges/blocks.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

/// Executes an exchange of a relation of objects. Nobody knows how long these are once serialised
/// until they are there: each site serialises what it sends, all sites tell each other the sizes,
/// and from there on the step's traffic is exact, and objects are messages as any others.
///
/// What can't be serialised or read, or is missing since a kernel threw, is an empty message: the
/// receiver keeps what it has, and no site waits in vain.
class ObjectExchange {
 public:
  ObjectExchange(plan::Plan& plan, plan::Step& step, std::vector<BlocksEnd>& ends,
                 transport::Transport& transport);

  /// Collective. Gives, per local site, what objects threw there first, if they did.
  std::vector<std::exception_ptr> run(std::span<transport::Sent> sent);

 private:
  /// An object that local sites send or receive.
  struct Moved {
    MovingBlock block;
    std::string bytes;    ///< what is sent; empty where it is not sent from here
    std::string arrived;  ///< room for what arrives
  };

  const ObjectType& type() const { return *node_.type.block.object; }
  std::size_t number_of(const BlocksEnd& end) const {
    return static_cast<std::size_t>(&end - ends_.data());
  }
  void list_moved();
  std::string serialized(const BlocksEnd& sender, std::int64_t key);
  /// Per site the sizes of what it sends, in the exchange's order, `width` numbers apart.
  std::vector<std::int64_t> gathered_sizes(std::size_t width) const;
  /// What moves by these sizes; makes room for what arrives.
  void agree_on(const std::vector<std::int64_t>& sizes, std::size_t width);
  void deserialize(Moved& moved);

  plan::Plan& plan_;
  plan::Step& step_;
  const tra::Node& node_;
  std::vector<BlocksEnd>& ends_;
  transport::Transport& transport_;
  std::vector<Moved> moved_;  ///< by receivers
  std::vector<std::exception_ptr> errors_;
};

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/exchanges/impl/objects.hpp"
#endif
