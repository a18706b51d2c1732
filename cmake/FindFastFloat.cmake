# fast_float (text to floating point) is one header; not every distribution ships its CMake package.
# Defines the target FastFloat::fast_float, under the name that package uses.
find_path(FastFloat_INCLUDE_DIR fast_float/fast_float.h)
mark_as_advanced(FastFloat_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FastFloat
  REQUIRED_VARS FastFloat_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "<fast_float/fast_float.h> is missing (on Debian: apt-get install libfast-float-dev)"
)
if(FastFloat_FOUND AND NOT TARGET FastFloat::fast_float)
  add_library(FastFloat::fast_float INTERFACE IMPORTED)
  target_include_directories(FastFloat::fast_float INTERFACE "${FastFloat_INCLUDE_DIR}")
endif()
