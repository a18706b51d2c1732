#!/usr/bin/env bash
# on_hosts.sh <hosts> <rate> <program> [arguments...]
#
# Runs an MPI program, a rank a host, on hosts that it makes on this machine: a network namespace
# each, with a host name of its own, on one bridge, by links of <rate> both ways, such as 1gbit. They
# are gone when it ends, whichever way. Ranks talk over TCP, and share the machine's cores.
#
# It takes root, iproute2 (ip, tc) and Open MPI. Exit status 77: they are not there or not allowed.
set -euo pipefail

fail() {
  echo "on_hosts.sh: $1" >&2
  exit "$2"
}
agent() { # what Open MPI starts its daemons by, in place of ssh: <host> <command...>
  local host=$1
  shift
  exec ip netns exec "$host" unshare --uts -- bash -c "hostname $host; $*"
}
if [[ ${1-} == --agent ]]; then
  shift
  agent "$@"
fi

(($# >= 3)) || fail "expected <hosts> <rate> <program> [arguments...]" 2
hosts=$1
rate=$2
shift 2
for tool in ip tc unshare mpirun; do
  command -v "$tool" >/dev/null || fail "skipped: there is no $tool" 77
done
self=$(readlink -f "${BASH_SOURCE[0]}")
cluster=rt$$ # names of interfaces have at most 15 characters
bridge=${cluster}b
net=10.$((RANDOM % 100 + 100)).$((RANDOM % 256))
scratch=$(mktemp -d)
names=()

remove() {
  trap - EXIT
  for name in "${names[@]}"; do
    ip netns pids "$name" 2>/dev/null | xargs -r kill -9 2>/dev/null || true
    ip netns del "$name" 2>/dev/null || true
    rm -rf "/etc/netns/$name"
  done
  ip link del "$bridge" 2>/dev/null || true
  rmdir /etc/netns 2>/dev/null || true
  rm -rf "$scratch"
}
trap remove EXIT
trap 'exit 130' INT TERM HUP

# The bridge has no address here: hosts reach each other and nothing else.
ip link add "$bridge" type bridge 2>"$scratch/error" ||
  fail "skipped: making a bridge is not allowed: $(<"$scratch/error")" 77
ip link set "$bridge" up
for ((i = 0; i < hosts; ++i)); do
  names+=("${cluster}h$i")
  echo "$net.$((i + 1)) ${cluster}h$i" >>"$scratch/hosts"
done
echo "127.0.0.1 localhost" >>"$scratch/hosts"
for ((i = 0; i < hosts; ++i)); do
  name=${names[i]}
  ip netns add "$name" 2>"$scratch/error" ||
    fail "skipped: making a network namespace is not allowed: $(<"$scratch/error")" 77
  mkdir -p "/etc/netns/$name" # what ip netns exec puts in the place of /etc/hosts
  cp "$scratch/hosts" "/etc/netns/$name/hosts"
  ip link add "${cluster}v$i" type veth peer name eth0 netns "$name" 2>"$scratch/error" ||
    fail "skipped: this kernel has no virtual links: $(<"$scratch/error")" 77
  ip link set "${cluster}v$i" master "$bridge" up
  ip -n "$name" addr add "$net.$((i + 1))/24" dev eth0
  ip -n "$name" link set eth0 up
  ip -n "$name" link set lo up
  { tc -n "$name" qdisc add dev eth0 root tbf rate "$rate" burst 512kb latency 20ms &&
    tc qdisc add dev "${cluster}v$i" root tbf rate "$rate" burst 512kb latency 20ms; } \
    2>"$scratch/error" || fail "skipped: this kernel limits no rates: $(<"$scratch/error")" 77
done

printf '#!/usr/bin/env bash\nexec %q --agent "$@"\n' "$self" >"$scratch/agent"
chmod +x "$scratch/agent"
list=$(printf '%s:1,' "${names[@]}")
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
options=(--mca plm_rsh_agent "$scratch/agent" --mca btl tcp,self --mca pml ob1
  --mca btl_tcp_if_include eth0 --mca oob_tcp_if_include eth0
  --mca hwloc_base_binding_policy none --mca mpi_yield_when_idle 1)
forwarded=()
for variable in $(compgen -e); do
  case $variable in
    RELATILE_* | OMP_* | OPENBLAS_*) forwarded+=(-x "$variable") ;;
  esac
done
agent_options=("${options[@]}" "${forwarded[@]}" --host "${list%,}" -np "$hosts")
# Not exec: what was made has to be removed.
ip netns exec "${names[0]}" unshare --uts -- bash -c 'hostname "$1"; shift; exec mpirun "$@"' _ \
  "${names[0]}" "${agent_options[@]}" "$@"
