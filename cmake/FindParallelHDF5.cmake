# ParallelHDF5::hdf5, the C library of an HDF5 that was built for MPI. CMake's own FindHDF5 needs the
# language C, which programs that use Relatile need not have, and links to all that HDF5 links to.
#
# A serial HDF5 is not taken: a program of MPI that uses HDF5 itself, too, would have both. Found where
# HDF5_ROOT says, beside the system's libraries, or where Debian puts those of the MPI that is used.
set(relatile_hdf5_flavours hdf5/openmpi hdf5/mpich)
if("${MPI_CXX_LIBRARIES}" MATCHES mpich)
  list(REVERSE relatile_hdf5_flavours)
endif()
find_path(ParallelHDF5_INCLUDE_DIR hdf5.h
  HINTS "${HDF5_ROOT}" ENV HDF5_ROOT PATH_SUFFIXES ${relatile_hdf5_flavours} include
)
find_library(ParallelHDF5_LIBRARY hdf5
  HINTS "${HDF5_ROOT}" ENV HDF5_ROOT PATH_SUFFIXES ${relatile_hdf5_flavours} lib lib64
)
unset(relatile_hdf5_flavours)
mark_as_advanced(ParallelHDF5_INCLUDE_DIR ParallelHDF5_LIBRARY)

set(ParallelHDF5_IS_PARALLEL FALSE)
set(ParallelHDF5_VERSION)
if(ParallelHDF5_INCLUDE_DIR)
  file(GLOB relatile_hdf5_headers "${ParallelHDF5_INCLUDE_DIR}/H5pubconf*.h")
  foreach(header IN LISTS relatile_hdf5_headers)
    file(STRINGS "${header}" lines REGEX "^[ \t]*#[ \t]*define[ \t]+H5_(HAVE_PARALLEL|PACKAGE_VERSION|VERSION)[ \t]")
    if(lines MATCHES "H5_HAVE_PARALLEL[ \t]+1")
      set(ParallelHDF5_IS_PARALLEL TRUE)
    endif()
    if(lines MATCHES "VERSION[ \t]+\"([0-9.]+)")
      set(ParallelHDF5_VERSION "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  unset(relatile_hdf5_headers)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ParallelHDF5
  REQUIRED_VARS ParallelHDF5_LIBRARY ParallelHDF5_INCLUDE_DIR ParallelHDF5_IS_PARALLEL
  VERSION_VAR ParallelHDF5_VERSION
)
if(ParallelHDF5_FOUND AND NOT TARGET ParallelHDF5::hdf5)
  add_library(ParallelHDF5::hdf5 UNKNOWN IMPORTED)
  set_target_properties(ParallelHDF5::hdf5 PROPERTIES
    IMPORTED_LOCATION "${ParallelHDF5_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${ParallelHDF5_INCLUDE_DIR}"
  )
endif()
