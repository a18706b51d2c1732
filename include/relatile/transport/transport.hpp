// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/block.hpp"
#include "relatile/core/byte_runs.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/home.hpp"
#include "relatile/core/units.hpp"
#include "relatile/core/untold_errors.hpp"
#include "relatile/transport/neighbours.hpp"
#include "relatile/transport/patience.hpp"

namespace relatile::transport {

/// Bytes from one site to another. `source` is set where `from` runs in this process, `target`
/// where `to` does. Messages of one pair of sites are matched in order. At either end they may lie
/// in several runs, which are as many bytes in all.
struct Message {
  int from = 0;
  int to = 0;
  const std::byte* source = nullptr;
  std::byte* target = nullptr;
  std::int64_t bytes = 0;
  ByteRuns source_runs = {};  ///< none are told of: one run
  ByteRuns target_runs = {};
};

/// What one site contributes to and receives from a collective: per member of the group, in the
/// group's order, a range of the send and of the receive buffer.
struct Collective {
  int site = 0;
  std::vector<int> group;
  const std::byte* send = nullptr;
  std::vector<std::int64_t> send_counts;
  std::vector<std::int64_t> send_offsets;
  std::byte* receive = nullptr;
  std::vector<std::int64_t> receive_counts;
  std::vector<std::int64_t> receive_offsets;
};

/// What one site sends to, or gets from, all others of its group. The bytes may lie in several
/// runs.
struct Broadcast {
  int site = 0;
  std::vector<int> group;
  int root = 0;  ///< the site that has them
  std::byte* data = nullptr;
  std::int64_t bytes = 0;
  ByteRuns runs = {};        ///< none are told of: one run
  bool any_strided = false;  ///< some member has several runs
};

/// Data that is under way. What it comes from and goes to must stay until it has arrived.
class Transit {
 public:
  Transit() = default;
  Transit(const Transit&) = delete;
  Transit& operator=(const Transit&) = delete;
  virtual ~Transit() = default;
  /// Moves on what can be moved; true once everything has left and arrived.
  virtual bool arrived() = 0;
  virtual void wait() = 0;
};
using TransitPtr = std::unique_ptr<Transit>;  ///< nullptr: it has arrived

class File;  // in transport/file.hpp

/// What RELATILE_CHECK says on this process.
RELATILE_INLINE bool data_is_to_be_checked();

/// What RELATILE_CALIBRATE says on this process.
RELATILE_INLINE bool is_to_calibrate();

/// The file that RELATILE_MACHINE names on this process; empty if it names none.
RELATILE_INLINE std::string named_machine();

/// What one site really sent and received.
struct Sent {
  std::int64_t bytes_sent = 0;
  std::int64_t bytes_received = 0;
  std::int64_t messages = 0;
  std::int64_t bytes_in_place = 0;  ///< of bytes_sent, what others read where it is
};

/// Moves bytes between sites. A process runs one site (MPI) or all of them (loop-back); every
/// call names only the sites that run here. Calls are collective over all sites, in one order.
///
/// Data calls count what they carry, per local site, into `sent`; control calls count nothing.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  virtual int num_sites() const = 0;
  virtual const std::vector<int>& local_sites() const = 0;
  /// The longest message; longer ones are split by the transport.
  virtual std::int64_t message_limit() const = 0;
  /// The site this process speaks for when something is printed or written once.
  bool is_root() const { return local_sites().front() == 0; }

  // Data. `sent` has one entry per local site. What begins is under way when the call returns, and
  // arrives at the latest in wait(); several may be under way at once. Collectives begin in one
  // order on all sites, messages in any: those of one `channel` (0 to num_channels - 1) belong
  // together, which no others under way may have.
  virtual TransitPtr begin_point_to_point(std::span<const Message> messages, std::span<Sent> sent,
                                          int channel) = 0;
  /// Every member's send range (the same for all receivers) goes to all others. Not by Open MPI's
  /// MPI_Iallgatherv, which asks before it announces: see Mpi::begin_point_to_point.
  virtual TransitPtr begin_all_gather(std::span<const Collective> calls, std::span<Sent> sent) {
    return begin_all_to_all(calls, sent);
  }
  virtual TransitPtr begin_broadcast(std::span<const Broadcast> calls, std::span<Sent> sent) = 0;
  virtual TransitPtr begin_all_to_all(std::span<const Collective> calls, std::span<Sent> sent) = 0;

  void point_to_point(std::span<const Message> messages, std::span<Sent> sent) {
    complete(begin_point_to_point(messages, sent, next_channel()));
  }
  void all_gather(std::span<const Collective> calls, std::span<Sent> sent) {
    complete(begin_all_gather(calls, sent));
  }
  void broadcast(std::span<const Broadcast> calls, std::span<Sent> sent) {
    complete(begin_broadcast(calls, sent));
  }
  void all_to_all(std::span<const Collective> calls, std::span<Sent> sent) {
    complete(begin_all_to_all(calls, sent));
  }

  /// Lets messages that wait in the transport move on.
  virtual void make_progress() = 0;
  /// Whether another thread may begin messages (no collectives), ask what has arrived, and give up,
  /// while the one that evaluates computes: not both at once.
  virtual bool moves_on_other_threads() const { return false; }

  // Memory of other sites.
  /// Per site, the number of its host: sites of equal numbers read each other's memory. Empty if
  /// none do.
  virtual const std::vector<int>& hosts() const = 0;
  /// Those on the hosts of local sites; nullptr if there are none.
  virtual Neighbours* neighbours() = 0;

  // Control. Where sites do different things, both throw PlanMismatch, on every site.
  /// Every local site's numbers, to all: site after site, each of the same length. The line of the
  /// call is compared, too: what one place gathers is not taken for what another one does.
  virtual std::vector<std::int64_t> gather(std::span<const std::int64_t> local_numbers,
                                           int place = __builtin_LINE()) = 0;
  /// The text of `site`, on all sites.
  virtual std::string text_from(int site, const std::string& text,
                                int place = __builtin_LINE()) = 0;
  /// What control messages took up to now, per local site: they are no part of `sent`.
  virtual std::vector<Sent> control_sent() const = 0;
  /// Called once, when the context ends: sites that wait for this one must not do so for ever.
  virtual void leave(bool by_exception) noexcept = 0;
  /// Called where this process can't go on and others wait for what it would send: ends the job.
  /// Returns only if there are no others.
  virtual void give_up(const std::string& why) = 0;
  /// Whether data that all sites say they have alike is compared: RELATILE_CHECK, on any of them.
  virtual bool checks_data() const { return data_is_to_be_checked(); }
  /// Whether RELATILE_MACHINE names a file on any site.
  virtual bool names_machine() const { return !named_machine().empty(); }
  /// Whether contexts measure their machine: RELATILE_CALIBRATE, on any site. Only what sites that
  /// are processes take is worth measuring.
  virtual bool calibrates() const { return false; }
  /// How long this process may wait for others in a loop of its own.
  virtual Patience patience() const { return Patience(); }
  /// Such a wait took too long. Returns only if there are no others.
  virtual void give_up_on(const std::vector<int>& sites) = 0;

  /// Where values that are stored here live. Not collective.
  HomePtr home() const { return home_; }
  /// Of expressions that were built for this context.
  UntoldErrors& untold_errors() { return untold_errors_; }
  /// From here on no value of this transport can be read.
  void close_home() { home_->open = false; }

  // Files. All throw IoError, on every site alike; the file must not outlive the transport.
  /// Opens a file that exists, to read it.
  virtual std::unique_ptr<File> open_file(const std::string& path) = 0;
  /// Makes a file of that size, to write it; it appears at `path` when it is committed.
  virtual std::unique_ptr<File> create_file(const std::string& path, std::int64_t total_bytes) = 0;
  /// Opens a file that exists, to write to it where it is.
  virtual std::unique_ptr<File> change_file(const std::string& path) = 0;

  /// Of messages that have a channel.
  static constexpr int num_channels = 16000;

 protected:
  /// For messages that are waited for at once: those begin in one order on all sites.
  int next_channel() { return num_channels + (next_ = (next_ + 1) % num_channels); }

 private:
  static void complete(TransitPtr transit) {
    if (transit) transit->wait();
  }

  int next_ = 0;
  UntoldErrors untold_errors_;
  std::shared_ptr<Home> home_ = std::make_shared<Home>();
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/transport.hpp"
#endif
