# How a test is built, run and named. Every function here takes its files from a glob, so that adding
# a test is adding a file:
#
#   relatile_add_unit_tests(<folder>)            tests/unit/<folder>/**/*_test.cpp -> unit_<folder>
#   relatile_add_mpi_program(<program> <file>...)
#   relatile_add_compile_fail_test(<file>)       first line: // expect: <regex>, of at most 15 lines
#   relatile_add_python_test(<file>)
#   relatile_add_program_by_clang(<name> <file>... [DEFINITIONS ...] [OPTIONS ...] [LINK ...])
#   relatile_add_example(<file> [RANKS <n>...] [ARGS <argument>...] [PASS_REGEX <regex>] [TIMEOUT <seconds>]
#                        [LEVEL <O0|O1>] [LINK <part>...])
#
# and they all end in relatile_add_test.

set(RELATILE_TEST_TIMEOUT_FACTOR 1 CACHE STRING "Multiplies every time limit of the MPI tests (for slow builds)")
set(RELATILE_TEST_SUPPORT "${PROJECT_SOURCE_DIR}/tests/support")
set(RELATILE_MPIRUN "${RELATILE_TEST_SUPPORT}/mpirun.sh")

# mpi_environment.sh is the only place that knows the environment of a run; mpirun.sh sources it, and
# here it is read for the programs that start without mpirun.
file(STRINGS "${RELATILE_TEST_SUPPORT}/mpi_environment.sh" RELATILE_TEST_ENVIRONMENT REGEX "^export ")
list(TRANSFORM RELATILE_TEST_ENVIRONMENT REPLACE "^export " "")
set_property(DIRECTORY APPEND PROPERTY
  CMAKE_CONFIGURE_DEPENDS "${RELATILE_TEST_SUPPORT}/mpi_environment.sh"
)

# One file that includes the whole library. Its compile command is what the tests that call the
# compiler themselves repeat (cmake/check_compiles.py).
add_library(relatile_probe OBJECT "${RELATILE_TEST_SUPPORT}/probe.cpp")
target_link_libraries(relatile_probe PRIVATE relatile::relatile relatile_warnings)

add_library(relatile_sanitizers OBJECT "${RELATILE_TEST_SUPPORT}/sanitizers.cpp")

if(RELATILE_BUILD_TESTS)
  find_package(Catch2 REQUIRED)  # 2.13 or 3: support/catch.hpp hides the difference
endif()

# Compiles a target at a level of optimisation, or at that of the build if it is "". What nearly all tests
# and examples include is precompiled once for each level: GCC optimises what includes a precompiled
# header as the header was.
function(relatile_compile_at level name)
  if(level)
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-${level}>)
  endif()
  if(NOT RELATILE_TEST_PCH OR NOT RELATILE_BUILD_TESTS)
    return()
  endif()
  set(owner relatile_precompiled${level})
  if(NOT TARGET ${owner})
    add_library(${owner} OBJECT "${RELATILE_TEST_SUPPORT}/precompiled.cpp")
    target_include_directories(${owner} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
    target_link_libraries(${owner} PRIVATE relatile::relatile relatile_warnings Catch2::Catch2)
    if(level)
      target_compile_options(${owner} PRIVATE $<$<CONFIG:Release>:-${level}>)
    endif()
    relatile_precompile_for(${owner} "${RELATILE_TEST_SUPPORT}/precompiled.hpp")
  endif()
  target_precompile_headers(${name} REUSE_FROM ${owner})
endfunction()

# An executable as all tests and examples are: with all of the library, or with the parts that LINK names.
function(relatile_add_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
  if(NOT arg_LINK)
    set(arg_LINK relatile)
  endif()
  list(TRANSFORM arg_LINK PREPEND relatile::)
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${arg_LINK} relatile_warnings relatile_sanitizers)
endfunction()

# Some tests run for less time than the last optimisations take to compile. Kernels at full speed are
# tested by the examples, and by what tests link that is compiled once.
set(RELATILE_OPTIMISED_TESTS differential engine kernel planner program runtime)
set(RELATILE_TIMED_TESTS machine)  # they look at the clock, and give way to nobody
function(relatile_compile_quickly name)
  relatile_compile_at(O1 ${name})
endfunction()
relatile_compile_quickly(relatile_probe)

# Of several copies of an inline function the linker keeps the first. Options come before objects, so these
# keep a library's optimised copies, which would otherwise be replaced by the tests' own.
function(relatile_keep_copies_of library name)
  get_target_property(type ${library} TYPE)
  if(type STREQUAL STATIC_LIBRARY AND CMAKE_SYSTEM_NAME STREQUAL Linux)
    target_link_options(${name} PRIVATE
      "LINKER:--whole-archive,$<TARGET_FILE:${library}>,--no-whole-archive"
    )
  endif()
endfunction()

# Most for less than any optimisation takes.
function(relatile_compile_unoptimised name)
  relatile_compile_at(O0 ${name})
  foreach(part IN LISTS RELATILE_PARTS)
    relatile_keep_copies_of(relatile_${part} ${name})
  endforeach()
endfunction()

# Several sources of a program in one go, which takes half as long: what they instantiate is mostly the
# same. So each of them has a namespace of its own.
function(relatile_compile_together name sources)
  set_target_properties(${name} PROPERTIES
    UNITY_BUILD "${RELATILE_TEST_UNITY}" UNITY_BUILD_BATCH_SIZE ${sources}
  )
endfunction()

# Tests that compute for long and wait for nobody give way to those whose ranks wait for each other: these
# would pass the core on at each message, and get it back after a slice of time of whoever computes, which
# makes a test of a second one of half a minute. Who gives way may wait long himself.
find_program(RELATILE_NICE nice)
mark_as_advanced(RELATILE_NICE)
set(RELATILE_POLITE_TIMEOUT 1800)

# add_test, plus what every test here has: a label, the environment, and a directory of its own to
# run in, so that two tests never write the same file. PROCESSORS is for ctest -j, which starts tests of many
# first, since others find room beside them, and of these the ones that may take long. POLITE is for those
# that give way.
function(relatile_add_test name label)
  cmake_parse_arguments(PARSE_ARGV 2 arg "POLITE" "PROCESSORS;TIMEOUT" "COMMAND")
  set(directory "${PROJECT_BINARY_DIR}/test_runs/${name}")
  file(MAKE_DIRECTORY "${directory}")
  if(arg_POLITE)
    set(arg_TIMEOUT ${RELATILE_POLITE_TIMEOUT})
  endif()
  if(RELATILE_NICE AND arg_POLITE)
    list(GET arg_COMMAND 0 program)
    if(TARGET ${program})  # add_test knows a target only as the first word
      list(POP_FRONT arg_COMMAND)
      list(PREPEND arg_COMMAND $<TARGET_FILE:${program}>)
    endif()
    list(PREPEND arg_COMMAND "${RELATILE_NICE}" -n 19)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY "${directory}")
  set_tests_properties(${name} PROPERTIES
    LABELS ${label}
    ENVIRONMENT "${RELATILE_TEST_ENVIRONMENT}"
    SKIP_RETURN_CODE 77
  )
  if(arg_PROCESSORS)
    set_tests_properties(${name} PROPERTIES PROCESSORS ${arg_PROCESSORS} COST ${arg_PROCESSORS})
  endif()
  if(arg_TIMEOUT)
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT})
  endif()
endfunction()

# Ranks that wait leave time to another test: one has room beside them where ctest runs two a core.
cmake_host_system_information(RESULT RELATILE_NUM_CORES QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR RELATILE_MOST_PROCESSORS "2 * ${RELATILE_NUM_CORES} - 1")

# Runs a program on some ranks. mpirun.sh ends a hanging run itself and says which rank was where,
# so ctest waits longer than it does.
function(relatile_add_mpi_run name label)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "RANKS;TIMEOUT;PASS_REGEX" "COMMAND")
  math(EXPR limit "${arg_TIMEOUT} * ${RELATILE_TEST_TIMEOUT_FACTOR}")
  math(EXPR ctest_limit "${limit} + 30")
  set(expect)
  if(arg_PASS_REGEX)
    # Not PASS_REGULAR_EXPRESSION: with that, ctest would ignore the exit status.
    set(expect "${RELATILE_TEST_SUPPORT}/expect.sh" 0 "${arg_PASS_REGEX}")
  endif()
  set(processors ${arg_RANKS})
  if(processors GREATER RELATILE_MOST_PROCESSORS)
    set(processors ${RELATILE_MOST_PROCESSORS})
  endif()
  relatile_add_test(${name} ${label}
    PROCESSORS ${processors}
    TIMEOUT ${ctest_limit}
    COMMAND ${expect} "${RELATILE_MPIRUN}" ${arg_RANKS} ${limit} ${arg_COMMAND}
  )
endfunction()

function(relatile_add_unit_tests folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/unit/${folder}/*_test.cpp")
  if(NOT sources)
    return()
  endif()
  relatile_add_program(unit_${folder} ${sources})
  relatile_compile_together(unit_${folder} 12)
  if(folder IN_LIST RELATILE_OPTIMISED_TESTS)
    relatile_compile_quickly(unit_${folder})
  else()
    relatile_compile_unoptimised(unit_${folder})
    relatile_keep_copies_of(relatile_oracles unit_${folder})  # among them are sorts and random numbers
  endif()
  target_include_directories(unit_${folder} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_compile_definitions(unit_${folder} PRIVATE RELATILE_TEST_DIRECTORY="${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(unit_${folder} PRIVATE
    relatile_unit_main relatile_run_program relatile_oracles Catch2::Catch2
  )
  set(polite POLITE)
  if(folder IN_LIST RELATILE_TIMED_TESTS)
    set(polite)
  endif()
  relatile_add_test(unit_${folder} unit ${polite} COMMAND unit_${folder})
  set_tests_properties(unit_${folder} PROPERTIES COST 3)  # the longest of what runs on one processor
endfunction()

# The tests of one file, which a program has among others. A first comment in the file may say
# `// ranks: 2 4` or `// timeout: 120`.
function(relatile_add_mpi_tests_of file program)
  get_filename_component(stem "${file}" NAME_WE)
  string(REGEX REPLACE "_test$" "" name "${stem}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  relatile_read_setting("${file}" ranks "1 2 3 4 7" all_ranks)
  separate_arguments(all_ranks)
  relatile_read_setting("${file}" timeout 60 timeout)
  # Catch2 makes a tag of each file's name; that none has it is an error, not a success.
  set(these "[#${stem}]" --filenames-as-tags --warn NoTests)

  foreach(ranks IN LISTS all_ranks)
    relatile_add_mpi_run(mpi_${name}.np${ranks} mpi
      RANKS ${ranks} TIMEOUT ${timeout} COMMAND $<TARGET_FILE:${program}> ${these}
    )
  endforeach()
  if(1 IN_LIST all_ranks)  # a program started without mpirun is a world of one rank
    math(EXPR limit "${timeout} * ${RELATILE_TEST_TIMEOUT_FACTOR}")
    relatile_add_test(mpi_${name}.without_mpirun mpi TIMEOUT ${limit} COMMAND ${program} ${these})
  endif()
endfunction()

function(relatile_add_mpi_program program)
  relatile_add_program(${program} ${ARGN})
  relatile_compile_unoptimised(${program})
  relatile_compile_together(${program} 8)
  target_include_directories(${program} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${program} PRIVATE relatile_mpi_main relatile_run_program Catch2::Catch2)
  foreach(file IN LISTS ARGN)
    relatile_add_mpi_tests_of("${file}" ${program})
  endforeach()
endfunction()

function(relatile_read_setting file name default result)
  file(STRINGS "${file}" line REGEX "^// ${name}: " LIMIT_COUNT 1)
  string(REPLACE "// ${name}: " "" value "${line}")
  if(value STREQUAL "")
    set(value "${default}")
  endif()
  set(${result} "${value}" PARENT_SCOPE)
endfunction()

function(relatile_add_compile_fail_test file)
  get_filename_component(name "${file}" NAME_WE)
  relatile_add_test(compile_fail_${name} compile_fail POLITE
    COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/cmake/check_compiles.py" fails ${RELATILE_PROBE} "${file}"
  )
endfunction()
# The two arguments with which check_compiles.py finds the probe's compile command.
set(RELATILE_PROBE "${CMAKE_BINARY_DIR}/compile_commands.json" "${RELATILE_TEST_SUPPORT}/probe.cpp")

function(relatile_add_python_test file)
  get_filename_component(name "${file}" NAME_WE)
  relatile_add_test(python_${name} python PROCESSORS 2 COMMAND Python3::Interpreter -B "${file}")
  set_property(TEST python_${name} APPEND PROPERTY ENVIRONMENT "RELATILE_MPIRUN=${RELATILE_MPIRUN}")
  foreach(tool IN ITEMS einsum plan)
    if(TARGET relatile-${tool})
      string(TOUPPER "RELATILE_${tool}" variable)
      set_property(TEST python_${name} APPEND PROPERTY ENVIRONMENT "${variable}=$<TARGET_FILE:relatile-${tool}>")
    endif()
  endforeach()
endfunction()

function(relatile_add_example file)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PASS_REGEX;TIMEOUT;LEVEL" "RANKS;ARGS;LINK")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  get_filename_component(name "${file}" NAME_WE)
  relatile_add_program(${name} "${file}" LINK ${arg_LINK})
  relatile_compile_at("${arg_LEVEL}" ${name})
  target_compile_definitions(${name} PRIVATE RELATILE_EXAMPLE_DATA="${PROJECT_SOURCE_DIR}/examples/data")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/examples")
  foreach(ranks IN LISTS arg_RANKS)
    relatile_add_mpi_run(example_${name}.np${ranks} example
      RANKS ${ranks} TIMEOUT ${arg_TIMEOUT} PASS_REGEX "${arg_PASS_REGEX}"
      COMMAND $<TARGET_FILE:${name}> ${arg_ARGS}
    )
  endforeach()
endfunction()

# Clang, if it is there and can compile and link with these sanitizers: RELATILE_CLANG, and RELATILE_ARCHER,
# by which ThreadSanitizer understands LLVM's OpenMP. Sets `result` in the cache.
function(relatile_find_clang sanitizers result)
  if(DEFINED ${result})
    return()
  endif()
  find_program(RELATILE_CLANG NAMES clang++ clang++-19 clang++-16 clang++-15 clang++-14)
  mark_as_advanced(RELATILE_CLANG)
  set(found FALSE)
  if(RELATILE_CLANG)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/find_clang.cpp")
    file(WRITE "${source}" "#include <omp.h>\nextern \"C\" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }\n")
    if(NOT sanitizers MATCHES fuzzer)
      file(APPEND "${source}" "int main() { return omp_get_max_threads() > 0 ? 0 : 1; }\n")
    endif()
    execute_process(
      COMMAND "${RELATILE_CLANG}" -std=c++20 -fopenmp -fsanitize=${sanitizers} "${source}" -o "${source}.out"
      RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET
    )
    if(status EQUAL 0)
      set(found TRUE)
    endif()
  endif()
  if(found AND sanitizers MATCHES thread)
    # It lies beside the OpenMP that Clang links with.
    execute_process(COMMAND "${RELATILE_CLANG}" -print-file-name=libomp.so OUTPUT_VARIABLE libomp OUTPUT_STRIP_TRAILING_WHITESPACE)
    get_filename_component(libomp "${libomp}" REALPATH)
    get_filename_component(directory "${libomp}" DIRECTORY)
    execute_process(COMMAND "${RELATILE_CLANG}" -print-resource-dir OUTPUT_VARIABLE resources OUTPUT_STRIP_TRAILING_WHITESPACE)
    find_library(RELATILE_ARCHER archer HINTS "${directory}" "${resources}/../..")
    mark_as_advanced(RELATILE_ARCHER)
    if(NOT RELATILE_ARCHER)
      set(found FALSE)
    endif()
  endif()
  set(${result} ${found} CACHE INTERNAL "Clang has -fsanitize=${sanitizers}")
endfunction()

# A program of Clang's, whatever compiler everything else here has, from headers alone: commands of its own,
# without warnings. A sanitized one has no BLAS, which no sanitizer could see into.
set(RELATILE_CLANG_LIBRARIES $<TARGET_FILE:Boost::mpi> $<TARGET_FILE:Boost::serialization> ${MPI_CXX_LIBRARIES})
function(relatile_add_program_by_clang name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEFINITIONS;OPTIONS;LINK")
  set(includes "$<TARGET_PROPERTY:relatile_probe,INCLUDE_DIRECTORIES>")
  separate_arguments(fast UNIX_COMMAND "${relatile_clang_options}")
  set(options -std=c++20 -g1 -fopenmp -fno-omit-frame-pointer ${arg_OPTIONS})
  set(definitions OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX ${arg_DEFINITIONS})
  list(TRANSFORM definitions PREPEND -D)
  set(objects)
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(source "${source}" ABSOLUTE)
    get_filename_component(stem "${source}" NAME_WE)
    get_filename_component(folder "${source}" DIRECTORY)  # src/ may have a file of the same name
    get_filename_component(folder "${folder}" NAME)
    set(object "${CMAKE_CURRENT_BINARY_DIR}/${name}.${folder}_${stem}.o")
    add_custom_command(OUTPUT "${object}"
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} "${RELATILE_CLANG}" ${options} ${fast} ${definitions}
        "-I${PROJECT_SOURCE_DIR}/include" "-I${PROJECT_SOURCE_DIR}/tests"
        "-isystem;$<JOIN:$<FILTER:${includes},EXCLUDE,^${PROJECT_SOURCE_DIR}/|^/usr/include$>,;-isystem;>"
        -MD -MF "${object}.d" -c "${source}" -o "${object}"
      DEPENDS "${source}"
      DEPFILE "${object}.d"
      COMMENT "Building ${name}: ${stem}"
      COMMAND_EXPAND_LISTS VERBATIM
    )
    list(APPEND objects "${object}")
  endforeach()
  set(program "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  add_custom_command(OUTPUT "${program}"
    COMMAND "${RELATILE_CLANG}" ${options} ${objects} -o "${program}" ${arg_LINK} ${ZLIB_LIBRARIES}
    DEPENDS ${objects}
    COMMENT "Linking ${name}"
    COMMAND_EXPAND_LISTS VERBATIM
  )
  add_custom_target(${name}_program ALL DEPENDS "${program}")
endfunction()
