# Without a BLAS Eigen multiplies, and which of its kernels is faster depends on the machine: the ones
# for AVX-512 were measured at 0.8 times the rate of those for AVX2 on one, and at 2.3 times on another.
# Eigen has one size of vectors in a program, so what is chosen here holds for elementwise work as well,
# which gains from AVX-512: products must gain a tenth from AVX2 to be worth that. Only for Relatile's
# own programs.
#
#   RELATILE_AVX512   ON, OFF, or AUTO: measured once, when -march=native has AVX-512

set(RELATILE_AVX512 AUTO CACHE STRING "Let -march=native use AVX-512: ON, OFF or AUTO (measured if there is no BLAS)")

function(relatile_measure_products result)  # arguments: compiler flags
  get_target_property(includes Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  try_run(exit compiled "${PROJECT_BINARY_DIR}/products" "${PROJECT_SOURCE_DIR}/cmake/product_rate.cpp"
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${includes}"
    COMPILE_DEFINITIONS -O3 -DNDEBUG -march=native ${ARGN}
    RUN_OUTPUT_VARIABLE rate
  )
  string(STRIP "${rate}" rate)
  if(NOT compiled OR NOT exit EQUAL 0)
    set(rate 0)
  endif()
  set(${result} "${rate}" PARENT_SCOPE)
endfunction()

# Sets RELATILE_USES_AVX512, which is kept for the next time.
function(relatile_choose_avx512)
  if(NOT RELATILE_AVX512 STREQUAL AUTO)
    set(RELATILE_USES_AVX512 "${RELATILE_AVX512}" CACHE INTERNAL "")
    unset(RELATILE_AVX512_MEASURED CACHE)
    return()
  endif()
  if(RELATILE_WITH_BLAS OR CMAKE_CROSSCOMPILING)
    set(RELATILE_USES_AVX512 ON CACHE INTERNAL "")
    unset(RELATILE_AVX512_MEASURED CACHE)
    return()
  endif()
  if(RELATILE_AVX512_MEASURED)
    return()
  endif()
  set(RELATILE_USES_AVX512 ON CACHE INTERNAL "")
  set(RELATILE_AVX512_MEASURED ON CACHE INTERNAL "")
  relatile_measure_products(wide -DNEEDS_AVX512)
  if(NOT wide GREATER 0)
    return()
  endif()
  relatile_measure_products(narrow -mno-avx512f)
  string(REGEX REPLACE "\\..*" "" wide_whole "${wide}")
  string(REGEX REPLACE "\\..*" "" narrow_whole "${narrow}")
  math(EXPR gain "${narrow_whole} * 100 - ${wide_whole} * 110")
  if(gain GREATER 0)
    set(RELATILE_USES_AVX512 OFF CACHE INTERNAL "")
    set(chosen "AVX2; -DRELATILE_AVX512=ON for AVX-512")
  else()
    set(chosen "AVX-512")
  endif()
  message(STATUS "Eigen's products: ${wide} GFLOP/s with AVX-512, ${narrow} with AVX2: using ${chosen}")
endfunction()

relatile_choose_avx512()
if(NOT RELATILE_USES_AVX512)
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-mno-avx512f RELATILE_HAS_MNO_AVX512F)
  if(RELATILE_HAS_MNO_AVX512F)
    add_compile_options(-mno-avx512f)
  endif()
endif()
