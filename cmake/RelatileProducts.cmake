# Who multiplies matrices of float and double, and with which vectors: what is fastest depends on the
# machine, and on what a BLAS takes it for.
#
#   RELATILE_PRODUCTS  BLAS, OWN, or AUTO: measured once for Relatile's own programs, if they are
#                      compiled with -march=native and there is a BLAS. OWN are kernels compiled with the
#                      program, Relatile's for wide vectors and Eigen's; they must gain a tenth. In other
#                      projects AUTO is BLAS, since their flags and machines are not known here.
#   RELATILE_AVX512    ON, OFF, or AUTO: measured once for Relatile's own programs, where OWN
#                      multiplies and -march=native has AVX-512
#
# Eigen has one size of vectors in a program, and Relatile's kernels are written with them, so what is chosen
# here holds for elementwise work as well, which gains from AVX-512: products must gain a tenth from AVX2 to be
# worth that.

set(RELATILE_PRODUCTS AUTO CACHE STRING "Who multiplies matrices, if there is a BLAS: BLAS, OWN or AUTO (measured)")
set_property(CACHE RELATILE_PRODUCTS PROPERTY STRINGS AUTO BLAS OWN)
if(NOT RELATILE_PRODUCTS MATCHES "^(AUTO|BLAS|OWN)$")
  message(FATAL_ERROR "RELATILE_PRODUCTS is ${RELATILE_PRODUCTS}: it must be AUTO, BLAS or OWN")
endif()
set(RELATILE_AVX512 AUTO CACHE STRING "Let -march=native use AVX-512: ON, OFF or AUTO (measured where OWN multiplies)")

# GFLOP/s of one thread, 0 if that cannot be measured. Arguments: compiler flags, and libraries after LINK.
function(relatile_measure_products result)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" LINK)
  get_target_property(includes Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  try_run(exit compiled "${PROJECT_BINARY_DIR}/products" "${PROJECT_SOURCE_DIR}/cmake/product_rate.cpp"
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${includes};${PROJECT_SOURCE_DIR}/include"
    COMPILE_DEFINITIONS -std=c++20 -O3 -DNDEBUG -march=native ${arg_UNPARSED_ARGUMENTS}
    LINK_LIBRARIES ${arg_LINK}
    RUN_OUTPUT_VARIABLE rate
  )
  string(STRIP "${rate}" rate)
  if(NOT compiled OR NOT exit EQUAL 0)
    set(rate 0)
  endif()
  set(${result} "${rate}" PARENT_SCOPE)
endfunction()

# Sets `result` to whether `rate` is at least a tenth more than `other`.
function(relatile_gains_a_tenth result rate other)
  string(REGEX REPLACE "\\..*" "" rate "${rate}")
  string(REGEX REPLACE "\\..*" "" other "${other}")
  math(EXPR gain "${rate} * 100 - ${other} * 110")
  if(gain GREATER 0)
    set(${result} ON PARENT_SCOPE)
  else()
    set(${result} OFF PARENT_SCOPE)
  endif()
endfunction()

# Sets RELATILE_MULTIPLIER to BLAS or OWN, which is kept for the next time.
function(relatile_choose_multiplier)
  set(measured "${RELATILE_MULTIPLIER_MEASURED}")
  unset(RELATILE_MULTIPLIER_MEASURED CACHE)
  if(NOT RELATILE_WITH_BLAS)
    set(RELATILE_MULTIPLIER OWN CACHE INTERNAL "")
  elseif(NOT RELATILE_PRODUCTS STREQUAL AUTO)
    set(RELATILE_MULTIPLIER "${RELATILE_PRODUCTS}" CACHE INTERNAL "")
  elseif(NOT RELATILE_NATIVE OR CMAKE_CROSSCOMPILING)
    set(RELATILE_MULTIPLIER BLAS CACHE INTERNAL "")
  else()
    set(RELATILE_MULTIPLIER_MEASURED ON CACHE INTERNAL "")
    if(measured AND RELATILE_MULTIPLIER MATCHES "^(BLAS|OWN)$")
      return()
    endif()
    set(options)
    if(RELATILE_AVX512 STREQUAL OFF)
      set(options -mno-avx512f)
    endif()
    relatile_measure_products(own ${options})
    relatile_measure_products(blas -DEIGEN_USE_BLAS LINK BLAS::BLAS)
    relatile_gains_a_tenth(gains "${own}" "${blas}")
    if(gains AND blas GREATER 0)
      set(RELATILE_MULTIPLIER OWN CACHE INTERNAL "")
      set(other BLAS)
    else()
      set(RELATILE_MULTIPLIER BLAS CACHE INTERNAL "")
      set(other OWN)
    endif()
    message(STATUS "Products: ${own} GFLOP/s by kernels of the program, ${blas} by the BLAS: using ${RELATILE_MULTIPLIER}; -DRELATILE_PRODUCTS=${other} for the other")
  endif()
endfunction()

# Sets RELATILE_USES_AVX512, which is kept for the next time.
function(relatile_choose_avx512)
  set(measured "${RELATILE_AVX512_MEASURED}")
  unset(RELATILE_AVX512_MEASURED CACHE)
  if(NOT RELATILE_AVX512 STREQUAL AUTO)
    set(RELATILE_USES_AVX512 "${RELATILE_AVX512}" CACHE INTERNAL "")
  elseif(RELATILE_MULTIPLIER STREQUAL BLAS OR CMAKE_CROSSCOMPILING)
    set(RELATILE_USES_AVX512 ON CACHE INTERNAL "")
  else()
    set(RELATILE_AVX512_MEASURED ON CACHE INTERNAL "")
    if(measured)
      return()
    endif()
    set(RELATILE_USES_AVX512 ON CACHE INTERNAL "")
    relatile_measure_products(wide -DNEEDS_AVX512)
    if(NOT wide GREATER 0)
      return()
    endif()
    relatile_measure_products(narrow -mno-avx512f)
    relatile_gains_a_tenth(gains "${narrow}" "${wide}")
    set(chosen "AVX-512")
    if(gains)
      set(RELATILE_USES_AVX512 OFF CACHE INTERNAL "")
      set(chosen "AVX2; -DRELATILE_AVX512=ON for AVX-512")
    endif()
    message(STATUS "Products of the program: ${wide} GFLOP/s with AVX-512, ${narrow} with AVX2: using ${chosen}")
  endif()
endfunction()

# Leaves AVX-512 out of the programs below this directory, if that was chosen.
function(relatile_choose_vectors)
  relatile_choose_avx512()
  if(RELATILE_USES_AVX512)
    return()
  endif()
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-mno-avx512f RELATILE_HAS_MNO_AVX512F)
  if(RELATILE_HAS_MNO_AVX512F)
    add_compile_options(-mno-avx512f)
  endif()
endfunction()

relatile_choose_multiplier()
# Where the BLAS multiplies, it does so in users' kernels on blocks as well, which are Eigen's expressions.
set(RELATILE_MULTIPLIER_DEFINITION EIGEN_USE_BLAS)
if(RELATILE_MULTIPLIER STREQUAL OWN)
  set(RELATILE_MULTIPLIER_DEFINITION RELATILE_OWN_PRODUCTS)
endif()
