#!/usr/bin/env bash
# From a fresh checkout to a result, on Debian 12 or newer.
#
#   ./bootstrap.sh demo    builds one example and runs it on 4 ranks
#   ./bootstrap.sh test    builds everything and runs all tests
#
# Installs missing packages with apt-get, as root or through sudo; when nothing is missing it needs
# neither the network nor root. Everything it builds is in build/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

demo=04_logistic_newton
demo_ranks=4
demo_timeout=120

packages=(
  g++ cmake ninja-build ccache pkg-config
  libeigen3-dev libopenblas-dev libboost-mpi-dev libboost-serialization-dev
  libopenmpi-dev openmpi-bin libhdf5-openmpi-dev librandom123-dev libfast-float-dev zlib1g-dev
)
test_packages=(
  catch2 libbenchmark-dev libcli11-dev nlohmann-json3-dev libsimgrid-dev libscalapack-openmpi-dev
  python3 python3-numpy python3-scipy python3-h5py python3-sklearn clang-format clang libclang-rt-14-dev libomp-dev doxygen
)

usage() {
  sed -n '2,9s/^# \{0,1\}//p' bootstrap.sh
  exit 2
}

say() { printf '\n==> %s\n' "$*"; }

install_missing() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "This is not Debian or Ubuntu, so nothing is installed. Relatile needs a C++20 compiler with
    OpenMP, CMake 3.22, Eigen 3.4, Boost 1.74 (MPI, Serialization), an MPI (Open MPI or MPICH),
    Random123, fast_float and zlib; a BLAS makes it faster, and an HDF5 for that MPI lets it read and write
    HDF5's files. The tests also need Catch2 and Python 3 with NumPy, and use SciPy, h5py, scikit-learn, ScaLAPACK, Google
    Benchmark, CLI11, nlohmann-json, SimGrid 3.32, clang-format 14, Doxygen 1.9.4 and Clang with
    libFuzzer and OpenMP if they are there."
    return
  fi
  local package missing=() as_root=()
  for package in "$@"; do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
      missing+=("$package")
    fi
  done
  if ((${#missing[@]} == 0)); then
    return
  fi
  if ((EUID != 0)); then
    as_root=(sudo)
    if ! command -v sudo >/dev/null; then
      say "Please install as root: apt-get install ${missing[*]}"
      exit 1
    fi
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  say "Installing ${missing[*]}"
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# A template-heavy compilation takes up to 2 GB: as many jobs as there are cores, if memory allows.
num_jobs() {
  local jobs gigabytes
  jobs=$(nproc)
  gigabytes=$(awk '/^MemAvailable/ { print int($2 / 1e6) }' /proc/meminfo)
  if ((jobs > gigabytes / 2)); then jobs=$((gigabytes / 2)); fi
  echo $((jobs > 0 ? jobs : 1))
}

configure_and_build() {  # <target> <cmake options...>
  local target=$1
  shift
  if command -v ninja >/dev/null; then
    export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}  # an existing build/ keeps the one it has
  fi
  say "Configuring in build/"
  cmake -S . -B build "$@"
  say "Building $target"
  cmake --build build --target "$target" --parallel "$(num_jobs)"
}

case ${1:-} in
  demo)
    install_missing "${packages[@]}"
    # Tests and benchmarks need more packages. A build/ that already has them keeps them.
    options=(-DRELATILE_BUILD_TESTS=OFF -DRELATILE_BUILD_BENCHMARKS=OFF)
    if [[ -f build/CMakeCache.txt ]]; then options=(); fi
    configure_and_build "$demo" "${options[@]}"
    say "Running build/examples/$demo on $demo_ranks ranks"
    exec tests/support/mpirun.sh "$demo_ranks" "$demo_timeout" "build/examples/$demo"
    ;;
  test)
    install_missing "${packages[@]}" "${test_packages[@]}"
    configure_and_build all \
      -DRELATILE_BUILD_TESTS=ON -DRELATILE_BUILD_EXAMPLES=ON -DRELATILE_BUILD_BENCHMARKS=ON \
      -DRELATILE_MEASURE=OFF
    say "Testing"
    # Twice as many jobs as cores: tests that run ranks wait for each other half of their time.
    exec ctest --test-dir build -j "$((2 * $(nproc)))" --output-on-failure --timeout 300
    ;;
  *)
    usage
    ;;
esac
