// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Faults of MPI, through its profiling interface, and of memory, through operator new. Nothing here
// allocates, since it runs within allocations.
#include "injected_faults.hpp"

#include <mpi.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

enum class Fault { none, error, kill, memory };

struct State {
  Fault fault = Fault::none;
  long rank = -1;
  std::int64_t at = -1;
  bool synchronous = false;
  bool late = false;
  std::uint64_t random = 1;
  std::atomic<bool> on{false};
  std::atomic<std::int64_t> calls{0};
  std::atomic<std::int64_t> allocations{0};
  std::atomic<bool> struck{false};
  long mine = -1;
};

long number(const char* name, long otherwise) {
  const char* const text = std::getenv(name);
  return text ? std::atol(text) : otherwise;
}
bool is(const char* name, const char* value) {
  const char* const text = std::getenv(name);
  return text && std::strcmp(text, value) == 0;
}

State& state() {
  static State state;
  return state;
}

void read_environment() {
  State& s = state();
  if (is("RELATILE_FAULT", "error")) s.fault = Fault::error;
  if (is("RELATILE_FAULT", "kill")) s.fault = Fault::kill;
  if (is("RELATILE_FAULT", "memory")) s.fault = Fault::memory;
  s.rank = number("RELATILE_RANK", -1);
  s.at = number("RELATILE_AT", -1);
  s.synchronous = is("RELATILE_TIMING", "synchronous");
  s.late = is("RELATILE_TIMING", "late");
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  s.mine = rank;
  s.random = static_cast<std::uint64_t>(number("RELATILE_SEED", 1)) * 1000003U +
             static_cast<std::uint64_t>(rank) + 1;
}

std::uint64_t next_random() {
  std::uint64_t& x = state().random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return x;
}

/// True if this call is to fail.
bool strikes_call() {
  State& s = state();
  if (!s.on) return false;
  if (s.late) usleep(static_cast<useconds_t>(next_random() % 1000));
  const std::int64_t call = ++s.calls;
  if (s.mine != s.rank || call != s.at) return false;
  if (s.fault == Fault::kill) {
    raise(SIGKILL);
  }
  if (s.fault != Fault::error) return false;
  s.struck = true;
  return true;
}

/// True if what has arrived is said not to have.
bool hides_arrival() { return state().on && state().late && next_random() % 4 != 0; }

void* allocate(std::size_t size, std::size_t alignment) {
  State& s = state();
  if (s.on) {
    const std::int64_t count = ++s.allocations;
    if (s.fault == Fault::memory && s.mine == s.rank && count == s.at) {
      s.struck = true;
      throw std::bad_alloc();
    }
  }
  void* memory = nullptr;
  if (alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__) {
    memory = std::malloc(size ? size : 1);
  } else if (posix_memalign(&memory, alignment, size ? size : 1) != 0) {
    memory = nullptr;
  }
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

namespace relatile::test {

InjectedFaults& InjectedFaults::get() {
  static InjectedFaults faults;
  return faults;
}
void InjectedFaults::turn_on() {
  static const bool once = (read_environment(), true);
  state().on = once;
}
void InjectedFaults::turn_off() { state().on = false; }
std::int64_t InjectedFaults::calls() const { return state().calls; }
std::int64_t InjectedFaults::allocations() const { return state().allocations; }
bool InjectedFaults::has_struck() const { return state().struck; }

}  // namespace relatile::test

void* operator new(std::size_t size) { return allocate(size, 1); }
void* operator new[](std::size_t size) { return allocate(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

// The calls that Relatile makes while arrays live. Of those that ask whether something has arrived,
// only the one that finds it counts, so that calls are as many in every run.
extern "C" {

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  if (strikes_call()) return MPI_ERR_OTHER;
  return state().on && state().synchronous
             ? PMPI_Issend(buffer, count, type, to, tag, comm, request)
             : PMPI_Isend(buffer, count, type, to, tag, comm, request);
}
int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
  if (strikes_call()) return MPI_ERR_OTHER;
  return PMPI_Irecv(buffer, count, type, from, tag, comm, request);
}
int MPI_Recv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status* status) {
  if (strikes_call()) return MPI_ERR_OTHER;
  return PMPI_Recv(buffer, count, type, from, tag, comm, status);
}
int MPI_Iprobe(int from, int tag, MPI_Comm comm, int* found, MPI_Status* status) {
  if (hides_arrival()) {
    *found = 0;
    return MPI_SUCCESS;
  }
  const int code = PMPI_Iprobe(from, tag, comm, found, status);
  return *found && strikes_call() ? MPI_ERR_OTHER : code;
}
int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  if (strikes_call()) return MPI_ERR_OTHER;
  return PMPI_Waitall(count, requests, statuses);
}
int MPI_Testall(int count, MPI_Request requests[], int* done, MPI_Status statuses[]) {
  if (hides_arrival()) {
    *done = 0;
    return MPI_SUCCESS;
  }
  const int code = PMPI_Testall(count, requests, done, statuses);
  return *done && strikes_call() ? MPI_ERR_OTHER : code;
}
int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  if (hides_arrival()) {
    *done = 0;
    return MPI_SUCCESS;
  }
  const int code = PMPI_Test(request, done, status);
  return *done && strikes_call() ? MPI_ERR_OTHER : code;
}
int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request* request) {
  if (strikes_call()) return MPI_ERR_OTHER;
  return PMPI_Ibcast(buffer, count, type, root, comm, request);
}
int MPI_Ialltoallv(const void* send, const int send_counts[], const int send_offsets[],
                   MPI_Datatype send_type, void* receive, const int receive_counts[],
                   const int receive_offsets[], MPI_Datatype receive_type, MPI_Comm comm,
                   MPI_Request* request) {
  if (strikes_call()) return MPI_ERR_OTHER;
  return PMPI_Ialltoallv(send, send_counts, send_offsets, send_type, receive, receive_counts,
                         receive_offsets, receive_type, comm, request);
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
  if (strikes_call()) return MPI_ERR_OTHER;
  return PMPI_Comm_dup(comm, made);
}
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made) {
  if (strikes_call()) return MPI_ERR_OTHER;
  return PMPI_Comm_split_type(comm, type, key, info, made);
}
int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made) {
  if (strikes_call()) return MPI_ERR_OTHER;
  return PMPI_Comm_create_group(comm, group, tag, made);
}
int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  if (strikes_call()) return MPI_ERR_OTHER;
  return PMPI_Allreduce(send, receive, count, type, op, comm);
}
int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                  int count, MPI_Datatype type, MPI_Comm comm) {
  if (strikes_call()) return MPI_ERR_OTHER;
  return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
}
int MPI_Type_commit(MPI_Datatype* type) {
  if (strikes_call()) return MPI_ERR_OTHER;
  return PMPI_Type_commit(type);
}

}  // extern "C"
