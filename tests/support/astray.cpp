// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Programs that go astray, by their first argument: none may hang, and each must say why it ends.
// The tests expect an exit status and a line of what is printed.
#include <mpi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

#include <relatile/relatile.hpp>
#include <relatile/transport/file.hpp>

namespace rt = relatile;

namespace {

using Main = std::function<int(int&, char**&)>;

/// The last statement is on one rank only; the others are at the end of main.
int item_on_one_rank(int& argc, char**& argv) {
  rt::Context context(argc, argv);
  rt::Array<double, 1> x = rt::arange(10.0);
  rt::evaluate(x);
  if (context.rank() == 0) std::cout << rt::item(rt::sum(x)) << '\n';
  return 0;
}

int returns_early(int& argc, char**& argv) {
  rt::Context context(argc, argv);
  if (context.rank() == context.size() - 1) return 0;
  rt::evaluate(rt::arange(10.0));
  return 0;
}

int throws_alone(int& argc, char**& argv) {
  try {
    rt::Context context(argc, argv);
    if (context.rank() == 1) throw std::runtime_error("of one rank");
    rt::evaluate(rt::arange(10.0));
  } catch (const std::exception& error) {
    std::cerr << "caught " << error.what() << '\n';
  }
  return 0;
}

/// The context does not own MPI, and the others do something that Relatile does not see.
int throws_alone_in_borrowed(int& argc, char**& argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  try {
    rt::Context context(MPI_COMM_WORLD);
    if (context.rank() == 1) throw std::runtime_error("of one rank");
    MPI_Barrier(MPI_COMM_WORLD);
  } catch (const std::exception& error) {
    std::cerr << "caught " << error.what() << '\n';
  }
  MPI_Finalize();
  return 0;
}

/// All ranks throw: no reason to end the job.
int throws_on_all(int& argc, char**& argv) {
  try {
    rt::Context context(argc, argv);
    rt::evaluate(rt::arange(10.0));
    throw std::runtime_error("of all");
  } catch (const std::exception& error) {
    std::cout << "caught " << error.what() << '\n';
  }
  return 0;
}

/// One rank does no more: the others give up after RELATILE_TIMEOUT.
int stops(int& argc, char**& argv) {
  rt::Context context(argc, argv);
  rt::Array<double, 2> x = rt::ones({64, 64});
  rt::evaluate(x);
  if (context.rank() == 1) raise(SIGSTOP);
  rt::evaluate(rt::matmul(x, x));
  return 0;
}

/// One rank stops within a step: the others wait for its messages.
int stops_in_kernel(int& argc, char**& argv) {
  rt::Context context(argc, argv);
  const auto x = rt::blocks(
      // Numbers with which the kernel is not asked for its shape.
      rt::from_function({context.size()}, [](std::int64_t i) { return double(i) + 0.25; }), {1});
  const auto y = rt::transform(x, [](const auto& block) {
    if (block(0) == 1.25) raise(SIGSTOP);
    return (block * 2.0).eval();
  });
  rt::evaluate(rt::aggregate(y, rt::by<>, rt::kernel::add));
  return 0;
}

template <class Work>
void print_error(Work&& work) {
  try {
    work();
    std::cout << "no error\n";
  } catch (const std::exception& error) {
    std::cout << "error: " << error.what() << '\n';
  }
}

int second_context(int& argc, char**& argv) {
  { const rt::Context context(argc, argv); }
  print_error([&] { rt::Context context(argc, argv); });
  print_error([&] { rt::Context context(MPI_COMM_WORLD); });
  return 0;
}

int evaluates_after_finalize(int& argc, char**& argv) {
  rt::Context context(argc, argv);
  rt::Array<double, 1> x = rt::arange(10.0);
  MPI_Finalize();
  print_error([&] { rt::evaluate(x); });
  return 0;
}

/// MPI without threads: kernels run on one.
int without_threads(int& argc, char**& argv) {
  MPI_Init(&argc, &argv);
  {
    rt::Context context(MPI_COMM_WORLD);
    const double sum = rt::item(rt::sum(rt::matmul(rt::ones({64, 64}), rt::ones({64, 64}))));
    if (context.rank() == 0) std::cout << "sum " << sum << '\n';
  }
  MPI_Finalize();
  return 0;
}

/// The disk is full and nobody catches the error: what was written up to then is removed.
int throws_in_save(int& argc, char**& argv) {
  rt::Context context(argc, argv);
  rt::Array<double, 1> x = rt::arange(1e6);
  rt::evaluate(x);
  signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{100'000, 100'000};
  setrlimit(RLIMIT_FSIZE, &limit);
  rt::save("too_large.npy", x);
  return 0;
}

/// The BLAS would wait for ever for memory that this rank does not have.
int no_memory_for_products(int& argc, char**& argv) {
  rt::Context context(argc, argv);
  if (context.rank() == 1) {
    long pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const auto bytes = static_cast<rlim_t>(pages * sysconf(_SC_PAGESIZE)) + (rlim_t(1) << 26);
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_AS, &limit);
  }
  print_error([] { rt::evaluate(rt::matmul(rt::ones({64, 64}), rt::ones({64, 64}))); });
  return 0;
}

/// A save that can't end: what it wrote up to then is removed.
int stops_in_save(int& argc, char**& argv) {
  rt::Context context(argc, argv);
  rt::Array<double, 1> x = rt::arange(1000.0);
  rt::evaluate(x);
  const auto file = context.transport().create_file("unfinished.npy", 8000);
  if (context.rank() == 1) raise(SIGSTOP);
  file->commit();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, Main> programs{
      {"item_on_one_rank", item_on_one_rank},
      {"returns_early", returns_early},
      {"throws_alone", throws_alone},
      {"throws_alone_in_borrowed", throws_alone_in_borrowed},
      {"throws_on_all", throws_on_all},
      {"stops", stops},
      {"stops_in_kernel", stops_in_kernel},
      {"second_context", second_context},
      {"evaluates_after_finalize", evaluates_after_finalize},
      {"without_threads", without_threads},
      {"stops_in_save", stops_in_save},
      {"throws_in_save", throws_in_save},
      {"no_memory_for_products", no_memory_for_products},
  };
  return programs.at(argv[1])(argc, argv);
}
