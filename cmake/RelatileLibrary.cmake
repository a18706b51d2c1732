# relatile_add_library(HEADERS <target> FOLDER <folder> SOURCES <part>/<file>...)
#
# What does not depend on a program's types, compiled once, in the build that asks for it and with its
# flags: Eigen's vectors and the standard library's checks are the same on both sides then. Relatile's
# own build and installed copies (relatileConfig.cmake) share this file.
#
# A folder of the sources is a part, relatile::<part>, compiled only where a program links to it, with the
# parts it needs; relatile::relatile is all of them.
set(RELATILE_PARTS arrays linalg sparse models papers)  # each after those it needs
set(RELATILE_NEEDS_linalg arrays)
set(RELATILE_NEEDS_sparse arrays)
set(RELATILE_NEEDS_models linalg sparse)
set(RELATILE_NEEDS_papers arrays)

function(relatile_add_library)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "HEADERS;FOLDER" "SOURCES")
  add_library(relatile INTERFACE)
  add_library(relatile::relatile ALIAS relatile)
  foreach(part IN LISTS RELATILE_PARTS)
    set(sources ${arg_SOURCES})
    list(FILTER sources INCLUDE REGEX "^${part}/")
    list(TRANSFORM sources PREPEND "${arg_FOLDER}/")
    set(library relatile_${part})
    add_library(${library} STATIC EXCLUDE_FROM_ALL ${sources})
    add_library(relatile::${part} ALIAS ${library})
    target_link_libraries(${library} PUBLIC ${arg_HEADERS})
    foreach(needed IN LISTS RELATILE_NEEDS_${part})
      target_link_libraries(${library} PUBLIC relatile_${needed})
    endforeach()
    target_compile_definitions(${library} PUBLIC RELATILE_COMPILED)
    # GCC notes wherever complex numbers are passed that it did that otherwise before 4.4.
    target_compile_options(${library} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>")
    # So that shared libraries, such as Python's modules, may link to it.
    set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(relatile INTERFACE ${library})
  endforeach()
endfunction()

# Imported targets are visible only below the directory that found them, and the library, which
# links to them, everywhere. So those among <target>... and what they link to that belong to this
# directory become visible everywhere as well.
function(relatile_make_global)
  get_property(imported_here DIRECTORY PROPERTY IMPORTED_TARGETS)
  foreach(target IN LISTS ARGN)
    if(NOT target IN_LIST imported_here)
      continue()
    endif()
    get_target_property(is_global ${target} IMPORTED_GLOBAL)
    if(is_global)
      continue()
    endif()
    set_property(TARGET ${target} PROPERTY IMPORTED_GLOBAL TRUE)
    get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
    relatile_make_global(${libraries})
  endforeach()
endfunction()
