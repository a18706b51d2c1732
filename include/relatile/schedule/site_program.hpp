// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/schedule/endpoint.hpp"
#include "relatile/schedule/memory_plan.hpp"

namespace relatile::schedule {

// What a site can be told to do. Exchanges and kernels are those of the instruction's step.

/// Waits until neighbours are through with memory that is written from now on.
struct AwaitReaders {
  struct Reader {
    int site = 0;
    int step = 0;  ///< the last one in which it reads
  };
  std::vector<Reader> readers;
};
/// Packs what does not leave from where it lies, and lets messages travel.
struct BeginExchange {
  int exchange = 0;  ///< the step in which they are waited for
  Endpoint endpoint;
};
/// Makes room for the blocks of a relation, but for those that the site has already.
struct MakeBlocks {};
/// Runs the kernels of a node.
struct Compute {
  Box iteration;  ///< of the node's label space; empty: there is nothing to compute
};
/// Waits for what travels, combines or unpacks it.
struct FinishExchange {};
/// Sends and receives blocks of a relation, and combines what arrives for one key.
struct ExchangeBlocks {
  std::vector<plan::Transfer> outgoing;
  std::vector<plan::Transfer> incoming;
  std::int64_t most_objects = 0;  ///< of users' types, that any site sends: all tell their sizes
};
/// Nobody reads these values any more.
struct Forget {
  std::vector<int> values;
};
/// Tells neighbours that the step is done.
struct Publish {};

struct Instruction {
  int step = 0;  ///< of the plan: the one that it belongs to
  std::variant<AwaitReaders, BeginExchange, MakeBlocks, Compute, FinishExchange, ExchangeBlocks,
               Forget, Publish>
      what;
};

/// Where the pieces of an array are on a site: one for each box of its placement there.
struct ArrayPlace {
  enum class Where : std::uint8_t {
    own,       ///< in its own memory, one after another
    shared,    ///< in the pieces of `of`, an earlier value
    bordered,  ///< in the piece of `of`, an earlier value, and in `borders`, its own memory
    borrowed,  ///< in a neighbour's memory
  };
  int value = 0;
  Where where = Where::own;
  int of = -1;
  std::vector<Box> borders;
};

/// What one site does in a run of a plan, in order, and where: nothing is left to decide. Programs
/// of different sites have the same instructions, of which one may have nothing to do.
struct SiteProgram {
  int site = 0;
  MemoryPlan memory;
  std::vector<ArrayPlace> arrays;  ///< laid out before the first instruction
  /// What others read here, by steps: where it is, they are told before the first instruction.
  struct Shown {
    int step = 0;
    plan::Transfer transfer;
  };
  std::vector<Shown> shown;
  std::size_t most_shown = 0;  ///< by any site
  /// A value that outlives the run, and what is stored that its memory may be, where the site holds
  /// one piece of it and nobody else refers to it: no other step reads that afterwards.
  struct Reuse {
    int value = 0;
    int stored = 0;
  };
  std::vector<Reuse> reuses;
  std::vector<Instruction> instructions;
};

}  // namespace relatile::schedule
