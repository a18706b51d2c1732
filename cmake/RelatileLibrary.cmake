# relatile_add_library(<name> HEADERS <target> SOURCES <file>...)
#
# What does not depend on a program's types, compiled once, in the build that asks for it and with its
# flags: Eigen's vectors and the standard library's checks are the same on both sides then. Relatile's
# own build and installed copies (relatileConfig.cmake) share this file.
function(relatile_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" HEADERS SOURCES)
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${arg_SOURCES})
  target_link_libraries(${name} PUBLIC ${arg_HEADERS})
  target_compile_definitions(${name} PUBLIC RELATILE_COMPILED)
  # So that shared libraries, such as Python's modules, may link to it.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

# Imported targets are visible only below the directory that found them, and relatile::relatile, which
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
