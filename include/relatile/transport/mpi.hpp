// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/local_file.hpp"
#include "relatile/transport/mpi_job.hpp"
#include "relatile/transport/mpi_meetings.hpp"
#include "relatile/transport/mpi_neighbours.hpp"
#include "relatile/transport/neighbours.hpp"
#include "relatile/transport/patience.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// One site per MPI rank, on a duplicate of the user's communicator. Only the thread that evaluates
/// calls MPI, and, with MPI_THREAD_SERIALIZED, another one for it while it computes.
///
///   errors  MpiError for MPI_COMM_NULL. Where MPI fails, or a wait for others takes longer than
///           RELATILE_TIMEOUT says, the job ends with a message (see MpiJob).
class Mpi : public Transport {
 public:
  /// `share_memory` if this rank and others of its host may read each other's memory.
  explicit Mpi(MPI_Comm communicator, std::int64_t message_limit = std::int64_t(1) << 30,
               bool share_memory = true);
  /// Frees communicators, unless MPI is already gone; sends nothing.
  RELATILE_INLINE ~Mpi() override;

  int num_sites() const override { return job_->size(); }
  const std::vector<int>& local_sites() const override { return local_; }
  std::int64_t message_limit() const override { return message_limit_; }
  MPI_Comm communicator() const { return comm_; }
  RELATILE_INLINE void make_progress() override;
  bool moves_on_other_threads() const override { return thread_level_ >= MPI_THREAD_SERIALIZED; }
  const std::vector<int>& hosts() const override { return hosts_; }
  Neighbours* neighbours() override { return neighbours_.get(); }

  RELATILE_INLINE TransitPtr begin_point_to_point(std::span<const Message> messages,
                                                  std::span<Sent> sent, int channel) override;
  RELATILE_INLINE TransitPtr begin_broadcast(std::span<const Broadcast> calls,
                                             std::span<Sent> sent) override;
  RELATILE_INLINE TransitPtr begin_all_to_all(std::span<const Collective> calls,
                                              std::span<Sent> sent) override;
  RELATILE_INLINE std::vector<std::int64_t> gather(std::span<const std::int64_t> local_numbers,
                                                   int place) override;
  std::string text_from(int site, const std::string& text, int place) override {
    require_not_over();
    return num_sites() == 1 ? text : meetings_->text_from(site, text, place);
  }
  std::vector<Sent> control_sent() const override { return {meetings_->sent()}; }
  void leave(bool by_exception) noexcept override {
    if (!is_over()) meetings_->leave(by_exception);
  }
  void give_up(const std::string& why) override {
    if (num_sites() > 1) job_->end(why);
  }
  bool checks_data() const override { return checks_data_; }
  bool names_machine() const override { return names_machine_; }
  bool calibrates() const override { return calibrates_; }
  Patience patience() const override { return job_->patience(); }
  void give_up_on(const std::vector<int>& sites) override { job_->give_up_on(sites); }

  std::unique_ptr<File> open_file(const std::string& path) override {
    return std::make_unique<LocalFile>(*this, path);
  }
  std::unique_ptr<File> create_file(const std::string& path, std::int64_t total_bytes) override {
    return std::make_unique<LocalFile>(*this, path, total_bytes);
  }
  std::unique_ptr<File> change_file(const std::string& path) override {
    return std::make_unique<LocalFile>(*this, path, LocalFile::InPlace());
  }

 private:
  static constexpr std::int64_t strided_broadcast_bytes = std::int64_t(1) << 19;

  /// Where a collective receives. Open MPI takes equal send and receive addresses for
  /// MPI_IN_PLACE; both may start in one buffer, so the base moves up to the first byte that
  /// is really received.
  struct Receive {
    std::byte* base = nullptr;
    std::vector<std::int64_t> offsets;

    explicit Receive(const Collective& call);
  };

  /// All ranks are in here: one that can't go on ends the job.
  void meet_neighbours(bool share_memory);
  /// Messages are cut alike at both ends.
  void require_same_limit();
  int me() const { return local_.front(); }
  /// MPI was finalised, by whoever did it.
  static bool is_over();
  static void require_not_over();
  template <class Visit>
  void for_each_part(std::int64_t bytes, Visit&& visit) const {
    for (std::int64_t first = 0; first < bytes; first += message_limit_) {
      visit(first, std::min(first + message_limit_, bytes));
    }
  }
  static std::vector<int> ints(const std::vector<std::int64_t>& numbers);
  std::size_t member(const Collective& call) const;
  static void count(const Collective& call, std::size_t me, std::span<Sent> sent);
  /// The sub-communicator of a group, made once by its members alone.
  MPI_Comm group(const std::vector<int>& members);

  MPI_Comm comm_ = MPI_COMM_NULL;
  int thread_level_ = MPI_THREAD_SINGLE;
  std::optional<MpiJob> job_;
  std::optional<MpiMeetings> meetings_;
  std::int64_t message_limit_;
  std::vector<int> local_;
  std::map<std::vector<int>, MPI_Comm> groups_;
  std::vector<int> hosts_;
  bool checks_data_ = data_is_to_be_checked();
  bool names_machine_ = !named_machine().empty();
  bool calibrates_ = is_to_calibrate();
  std::unique_ptr<MpiNeighbours> neighbours_;
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/mpi.hpp"
#endif
