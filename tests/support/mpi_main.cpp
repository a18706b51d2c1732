// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The main of the MPI tests: every rank runs the same session, and all return the number of
// failures of all ranks together, so that one failing rank fails the run on any of them.
//
// Rank 0 prints as usual. The others hold their output back unless they fail, die, or hang: shortly
// before mpirun ends a run that takes too long, every rank says in which test it is.
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "runner.hpp"

namespace {

int rank = 0;
int num_ranks = 1;
std::ostringstream held_back;
volatile sig_atomic_t hangs = 0;

void print_held_back() {
  std::cout.flush();
  if (rank == 0) return;
  std::fprintf(stderr, "---- rank %d of %d ----\n%s\n", rank, num_ranks, held_back.str().c_str());
}

// Catch2 answers a deadly signal by reporting the test it hit, restoring the previous handler and
// raising the signal again. This is that previous handler: it prints the report, then makes way for
// its own predecessor in turn (Open MPI's, which prints a backtrace).
constexpr std::array deadly_signals{SIGTERM, SIGABRT, SIGSEGV, SIGFPE};
std::array<struct sigaction, deadly_signals.size()> previous_actions;

void print_and_die(int signal) {
  print_held_back();
  while (hangs != 0) pause();  // for mpirun, which is about to end all ranks and return 110
  const auto* position = std::find(deadly_signals.begin(), deadly_signals.end(), signal);
  const auto index = static_cast<std::size_t>(position - deadly_signals.begin());
  sigaction(signal, &previous_actions[index], nullptr);
  raise(signal);
}

void report_hang(int) {
  hangs = 1;
  raise(SIGTERM);
}

void install_handlers() {
  struct sigaction action {};
  action.sa_handler = print_and_die;
  for (std::size_t i = 0; i < deadly_signals.size(); ++i) {
    sigaction(deadly_signals[i], &action, &previous_actions[i]);
  }
  // mpirun itself forwards nothing more once its time is up, so ranks speak a second earlier.
  if (const char* limit = std::getenv("RELATILE_TEST_TIMEOUT")) {
    action.sa_handler = report_hang;
    sigaction(SIGALRM, &action, nullptr);
    alarm(static_cast<unsigned>(std::max(1, std::atoi(limit) - 1)));
  }
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  // Of less than a context asks for itself, messages move between parts of kernels.
  const bool one_thread = std::getenv("RELATILE_TEST_FUNNELED") != nullptr;
  MPI_Init_thread(&argc, &argv, one_thread ? MPI_THREAD_FUNNELED : MPI_THREAD_SERIALIZED,
                  &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &num_ranks);
  install_handlers();

  std::streambuf* const terminal = std::cout.rdbuf();
  if (rank != 0) std::cout.rdbuf(held_back.rdbuf());
  int failures = run_session(argc, argv);
  std::cout.rdbuf(terminal);
  if (failures != 0) print_held_back();

  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  alarm(0);
  MPI_Finalize();
  return std::min(failures, 255);  // an exit status has 8 bits
}
