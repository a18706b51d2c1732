# Installs relatile.pc, for those who build without CMake. Few of the dependencies have a .pc themselves,
# so it says where they are on this machine.
set(relatile_pkg_config_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH up "/prefix/${relatile_pkg_config_dir}" /prefix)
string(REGEX REPLACE "/$" "" up "${up}")

list(TRANSFORM relatile_source_names PREPEND "\${prefix}/${relatile_source_dir}/" OUTPUT_VARIABLE sources)
list(JOIN sources " " sources)
set(products EIGEN_USE_BLAS)
if(NOT RELATILE_WITH_BLAS)
  set(products RELATILE_OWN_PRODUCTS)
endif()

set(includes "$<TARGET_PROPERTY:relatile,INCLUDE_DIRECTORIES>")
set(includes "$<REMOVE_DUPLICATES:$<FILTER:${includes},EXCLUDE,^${PROJECT_SOURCE_DIR}/|^/usr/include$>>")
set(definitions "$<TARGET_PROPERTY:relatile,COMPILE_DEFINITIONS>")
set(definitions "$<REMOVE_DUPLICATES:$<FILTER:${definitions},EXCLUDE,^RELATILE_COMPILED$|^RELATILE_OWN_PRODUCTS$|^EIGEN_USE_BLAS$>>")
separate_arguments(openmp UNIX_COMMAND "${OpenMP_CXX_FLAGS}")
set(compiler_options ${openmp})
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  list(APPEND compiler_options ${relatile_clang_options})
endif()
string(CONCAT cflags
  "$<JOIN:${compiler_options}, >"
  "$<$<BOOL:${includes}>: -isystem $<JOIN:${includes}, -isystem >>"
  "$<$<BOOL:${definitions}>: -D$<JOIN:${definitions}, -D>>"
)
set(libraries ${MPI_CXX_LIBRARIES} ${ZLIB_LIBRARIES})
if(RELATILE_WITH_BLAS)
  list(APPEND libraries ${BLAS_LIBRARIES})
endif()
if(RELATILE_WITH_LAPACK)
  list(APPEND libraries ${LAPACK_LIBRARIES})
  list(REMOVE_DUPLICATES libraries)
endif()
if(RELATILE_WITH_HDF5)
  list(APPEND libraries "${ParallelHDF5_LIBRARY}")
endif()
list(JOIN libraries " " libraries)
set(libs "$<TARGET_FILE:Boost::mpi> $<TARGET_FILE:Boost::serialization> ${libraries} $<JOIN:${openmp}, >")

configure_file("${PROJECT_SOURCE_DIR}/cmake/relatile.pc.in" relatile.pc.in @ONLY)
file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/relatile.pc" INPUT "${CMAKE_CURRENT_BINARY_DIR}/relatile.pc.in")
install(FILES "${PROJECT_BINARY_DIR}/relatile.pc" DESTINATION "${relatile_pkg_config_dir}")
