# `cpack` in a release build makes what a release is: a Debian package, and a tarball for
# any other Linux with as new a C library. Each has its digest beside it.
#
# The package says what it needs (dpkg-shlibdeps). The tarball brings it along: libgit2 has
# another name in every distribution's release. Both run without pango and libpq, which are
# opened when they are needed.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  # Times in the archives are the commit's, so that the same source gives the same bytes.
  find_program(GIT git)
  if(GIT AND NOT DEFINED ENV{SOURCE_DATE_EPOCH})
    execute_process(COMMAND ${GIT} -C ${PROJECT_SOURCE_DIR} log -1 --format=%ct
                    OUTPUT_VARIABLE commit_time OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(commit_time)
    set(package_time "set(ENV{SOURCE_DATE_EPOCH} ${commit_time})")
  endif()

  install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/benchdoc)

  set(CPACK_GENERATOR DEB TGZ)
  set(CPACK_PACKAGE_NAME benchdoc)
  set(CPACK_PACKAGE_FILE_NAME benchdoc-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
  set(CPACK_PACKAGE_CONTACT "benchdoc <benchdoc@benchdoc.invalid>")
  set(CPACK_PACKAGE_CHECKSUM SHA256)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_THREADS 0)
  set(CPACK_VERBATIM_VARIABLES ON)

  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_SECTION devel)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "git, libpangocairo-1.0-0, fonts-dejavu-core")
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libpq5")

  configure_file(${PROJECT_SOURCE_DIR}/cmake/package_options.cmake.in
                 ${PROJECT_BINARY_DIR}/package_options.cmake @ONLY)
  set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/package_options.cmake)
  set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_stage.cmake)
  include(CPack)
endif()
