# What `cmake --install` lays down. A program that links the shared library needs none of the
# packages that graphgrad was built with, so the static library is an export of its own, read only
# by find_package(graphgrad COMPONENTS static).
include(CMakePackageConfigHelpers)
set(gg_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/graphgrad)

install(FILES ${GG_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/graphgrad)
install(TARGETS graphgrad EXPORT graphgrad)
install(TARGETS graphgrad_static EXPORT graphgrad_static)
install(EXPORT graphgrad NAMESPACE graphgrad:: FILE graphgradTargets.cmake
    DESTINATION ${gg_config_dir})
install(EXPORT graphgrad_static NAMESPACE graphgrad:: FILE graphgradStaticTargets.cmake
    DESTINATION ${gg_config_dir})

configure_package_config_file(cmake/graphgradConfig.cmake.in graphgradConfig.cmake
    INSTALL_DESTINATION ${gg_config_dir}
    NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(graphgradConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/graphgradConfig.cmake
    ${PROJECT_BINARY_DIR}/graphgradConfigVersion.cmake
    cmake/FindCXSparse.cmake
    DESTINATION ${gg_config_dir})

# graphgrad.pc finds its folders from its own place, so that an installation can be moved. What only a
# static library needs is named by flags: Requires.private would want it all installed for any use.
file(RELATIVE_PATH gg_pc_prefix
    ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" gg_pc_prefix "${gg_pc_prefix}")
string(JOIN " " gg_pc_openmp ${OpenMP_C_FLAGS})
string(JOIN " " gg_pc_dependencies ${OPENBLAS_LDFLAGS} ${LIBZIP_LDFLAGS} ${NETTLE_LDFLAGS})
configure_file(cmake/graphgrad.pc.in graphgrad.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/graphgrad.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
