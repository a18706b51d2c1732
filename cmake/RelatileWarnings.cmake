# relatile_warnings: the warnings of Relatile's own tests, examples and benchmarks. The library does
# not link to it, so that no warning flag ever reaches a user. Dependencies stay silent: they are
# imported targets, whose headers CMake passes as system headers.
add_library(relatile_warnings INTERFACE)
target_compile_options(relatile_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  $<$<BOOL:${RELATILE_WERROR}>:-Werror>
)
# On a machine with AVX-512, GCC 12 reports uninitialised variables in its own intrinsics wherever
# Eigen inlines them (GCC bug 105593). A build with RELATILE_NATIVE=OFF keeps these two warnings.
if(RELATILE_NATIVE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(relatile_warnings INTERFACE -Wno-uninitialized -Wno-maybe-uninitialized)
endif()
# GCC 12 reports impossible bounds inside std::string wherever it inlines `"text" + string` (GCC bugs
# 105329 and 105651), in programs that do nothing else.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(relatile_warnings INTERFACE -Wno-restrict -Wno-stringop-overflow)
endif()
