# The environment of every MPI run of this project: sourced by mpirun.sh, read line by line by
# cmake/RelatileTests.cmake. So a line is a comment or `export NAME=value`, nothing cleverer.

# Containers run as root; Open MPI wants to be told twice that this is meant.
export OMPI_ALLOW_RUN_AS_ROOT=1
export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# Tests use more ranks than cores. Ranks must not be pinned, and one that waits must yield its core:
# spinning ranks and spinning OpenMP threads make an iteration several hundred times slower.
export OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_mpi_yield_when_idle=1
export OMP_WAIT_POLICY=passive
# Copying straight from another process needs a permission (ptrace) that containers do not give.
export OMPI_MCA_btl_vader_single_copy_mechanism=none
# More than one thread, so that parallel code is parallel in the tests; no second pool inside BLAS.
export OMP_NUM_THREADS=2
export OPENBLAS_NUM_THREADS=1
# A rank that waits that long for others says so and ends the job: seconds.
export RELATILE_TIMEOUT=40
# What all ranks say they have alike is compared.
export RELATILE_CHECK=1
