# SimGrid simulates programs on machines of any size; Debian ships it without a CMake package.
# Defines the target SimGrid::simgrid, and where they are found SimGrid_SMPICXX and SimGrid_SMPIRUN,
# its MPI's compiler and launcher.
find_path(SimGrid_INCLUDE_DIR simgrid/s4u.hpp)
find_library(SimGrid_LIBRARY simgrid)
find_program(SimGrid_SMPICXX smpicxx)
find_program(SimGrid_SMPIRUN smpirun)
mark_as_advanced(SimGrid_INCLUDE_DIR SimGrid_LIBRARY SimGrid_SMPICXX SimGrid_SMPIRUN)

if(SimGrid_INCLUDE_DIR)
  file(STRINGS "${SimGrid_INCLUDE_DIR}/simgrid/version.h" lines REGEX "define SIMGRID_VERSION_(MAJOR|MINOR) ")
  string(REGEX REPLACE ".*MAJOR ([0-9]+).*MINOR ([0-9]+).*" "\\1.\\2" SimGrid_VERSION "${lines}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SimGrid
  REQUIRED_VARS SimGrid_LIBRARY SimGrid_INCLUDE_DIR
  VERSION_VAR SimGrid_VERSION
  REASON_FAILURE_MESSAGE "<simgrid/s4u.hpp> or libsimgrid is missing (on Debian: apt-get install libsimgrid-dev)"
)
if(SimGrid_FOUND AND NOT TARGET SimGrid::simgrid)
  add_library(SimGrid::simgrid SHARED IMPORTED)
  set_target_properties(SimGrid::simgrid PROPERTIES
    IMPORTED_LOCATION "${SimGrid_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${SimGrid_INCLUDE_DIR}"
  )
endif()
