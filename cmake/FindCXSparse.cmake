# Finds CXSparse of SuiteSparse, whose older releases come without a CMake or pkg-config file.
# Defines the target CXSparse::CXSparse.
find_path(CXSPARSE_INCLUDE_DIR NAMES cs.h PATH_SUFFIXES suitesparse)
find_library(CXSPARSE_LIBRARY NAMES cxsparse)
mark_as_advanced(CXSPARSE_INCLUDE_DIR CXSPARSE_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CXSparse REQUIRED_VARS CXSPARSE_LIBRARY CXSPARSE_INCLUDE_DIR)

if(CXSparse_FOUND AND NOT TARGET CXSparse::CXSparse)
    add_library(CXSparse::CXSparse UNKNOWN IMPORTED)
    set_target_properties(CXSparse::CXSparse PROPERTIES
        IMPORTED_LOCATION ${CXSPARSE_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${CXSPARSE_INCLUDE_DIR})
endif()
