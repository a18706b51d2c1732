#!/usr/bin/env bash
# Runs every benchmark of README.md, one after another, on an otherwise idle machine.
#
#   benchmarks/all.sh [--quick] [build directory] [directory for results]
#
# Writes JSON files, what was printed (log.txt), and tables.md, the tables made of them. --quick only
# tells whether everything runs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../tests/support/mpi_environment.sh"

quick=
if [[ ${1:-} == --quick ]]; then
  quick=1
  shift
fi
build=$(cd "${1:-$here/../build-release}" && pwd)
if grep -q '^RELATILE_MEASURE:BOOL=OFF' "$build/CMakeCache.txt"; then
  echo "$build has unoptimised benchmarks, as bootstrap.sh test makes them: configure it with -DRELATILE_MEASURE=ON" >&2
  exit 1
fi
results=${2:-$build/results}
mkdir -p "$results"
results=$(cd "$results" && pwd)
programs=$build/benchmarks
mpirun=$here/../tests/support/mpirun.sh
python=/usr/bin/python3 # the one that sees the distribution's NumPy
[[ -x $python ]] || python=python3
export PYTHONDONTWRITEBYTECODE=1
threads=$(nproc)
export OMP_NUM_THREADS=$threads
ranks=(1 2 4 8)
few_ranks=(1 2)
rounds=1
if [[ $quick ]]; then
  export RELATILE_BENCHMARKS_QUICK=1
  ranks=(2)
  few_ranks=(2)
fi

say() { printf '== %4d s: %s\n' $SECONDS "$*"; }

run() { # <name> <command...>: what fails is said, and the rest is run
  local name=$1
  shift
  say "$name"
  "$@" >>"$results/log.txt" 2>&1 || say "$name FAILED: see $results/log.txt"
}

google() { # <name> <filter> <command...>
  local name=$1 only=$2
  shift 2
  run "$name" "$@" --benchmark_filter="$only" --benchmark_color=false \
    --benchmark_out="$results/$name.json" --benchmark_out_format=json
}

only() { if [[ $quick ]]; then echo "$1"; else echo .; fi; }

: >"$results/log.txt"
rm -f "$results"/*.json
say "load $(cut -d' ' -f1-3 /proc/loadavg)"
google gemm "$(only n:256)" "$programs/gemm_benchmark"
google elementwise "$(only 'triad|normalise|ten')" "$programs/elementwise_benchmark"
google functions "$(only 'log|sqrt')" "$programs/functions_benchmark"
google fusion "$(only 'n:1000/')" "$programs/fusion_benchmark"
google tensor "$(only 'mttkrp|contract/cad,dcb')" "$programs/tensor_benchmark"
google programs "$(only .)" "$programs/programs_benchmark"
for p in "${ranks[@]}"; do
  google "matmul_$p" "$(only m:2048)" "$mpirun" "$p" 600 "$programs/matmul_benchmark"
  run "mpi4py_$p" "$mpirun" "$p" 300 "$python" "$here/python/mpi_benchmark.py" "$results/mpi4py_$p.json"
done
for p in "${few_ranks[@]}"; do
  google "chain_$p" "$(only skewed)" "$mpirun" "$p" 300 "$programs/chain_benchmark"
  google "minibatch_$p" "$(only .)" "$mpirun" "$p" 300 "$programs/minibatch_benchmark"
  google "face_$p" "$(only .)" "$mpirun" "$p" 600 "$programs/face_benchmark"
done
google sparse_1 "$(only .)" "$programs/sparse_benchmark"
google sparse_thread "$(only .)" env OMP_NUM_THREADS=1 "$programs/sparse_benchmark"
google sparse_2 "$(only .)" "$mpirun" 2 600 env OMP_NUM_THREADS=1 "$programs/sparse_benchmark"
mkdir -p "$results/matrices"
RELATILE_SPARSE_MATRICES=$results/matrices run matrices "$programs/sparse_benchmark"
run scipy "$python" "$here/python/scipy_benchmark.py" "$results/matrices" "$results/scipy.json"
rm -rf "$results/matrices"
google strided "$(only .)" "$mpirun" 2 300 "$programs/strided_benchmark"
OPENBLAS_NUM_THREADS=$threads \
  run numpy "$python" "$here/python/numpy_benchmark.py" "$results/numpy.json"
google planning "$(only als)" "$programs/planning_benchmark"
mkdir -p "$results/machine"
run machine "$mpirun" 2 300 "$programs/machine_benchmark" "$results/machine/machine.json"
machine=()
if [[ -s $results/machine/machine.json ]]; then machine=(--machine "$results/machine/machine.json"); fi
say scaling
"$python" "$here/scaling.py" "$build" "${machine[@]}" >"$results/scaling.md" 2>>"$results/log.txt" ||
  say "scaling FAILED: see $results/log.txt"
if [[ ! $quick ]]; then
  run compile_time "$python" "$here/compile_time.py" "$build" --rounds $rounds --out "$results/compile_time.json"
fi
{
  if [[ $quick ]]; then echo "A quick run, not as README.md says: one round, small NumPy arrays."; fi
  "$python" "$here/compare.py" "$results"/*.json
} >"$results/tables.md"
say "done: $results/tables.md, load $(cut -d' ' -f1-3 /proc/loadavg)"
