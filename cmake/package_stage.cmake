# Run by cpack when a package's files lie in their folder: compresses the manual of the
# Debian package as its policy wants it; puts the libraries and a README into the tarball.
set(root "${CPACK_TEMPORARY_INSTALL_DIRECTORY}")

if(CPACK_GENERATOR STREQUAL "DEB")
  execute_process(COMMAND gzip -9n ${root}/usr/share/man/man1/benchdoc.1 COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()

set(program ${root}/bin/benchdoc)
# What belongs to the C library and what every program has is not brought along.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${program} RESOLVED_DEPENDENCIES_VAR libraries
     PRE_EXCLUDE_REGEXES "^(ld-linux.*|libc|libm|libpthread|libdl|librt|libresolv)\\.so")
set(licences ${root}/share/doc/benchdoc/libraries)
file(MAKE_DIRECTORY ${root}/lib/benchdoc ${licences})
foreach(library IN LISTS libraries)
  get_filename_component(name ${library} NAME)
  get_filename_component(real ${library} REALPATH)
  configure_file(${real} ${root}/lib/benchdoc/${name} COPYONLY)
  execute_process(COMMAND strip --strip-unneeded ${root}/lib/benchdoc/${name} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND sh -c "dpkg -S \"$0\" || dpkg -S \"\${0#/usr}\"" ${real}
                  OUTPUT_VARIABLE owner ERROR_QUIET)
  string(REGEX REPLACE ":.*" "" owner "${owner}")
  if(owner AND EXISTS /usr/share/doc/${owner}/copyright)
    configure_file(/usr/share/doc/${owner}/copyright ${licences}/${owner} COPYONLY)
  else()
    message(FATAL_ERROR "no licence is known of ${library}, which the tarball would bring along")
  endif()
endforeach()
execute_process(COMMAND readelf -d ${program} OUTPUT_VARIABLE header COMMAND_ERROR_IS_FATAL ANY)
if(NOT header MATCHES "ORIGIN/\\.\\./lib/benchdoc")
  message(FATAL_ERROR "bin/benchdoc does not look for its libraries in lib/benchdoc")
endif()
configure_file(${CPACK_BENCHDOC_SOURCE}/templates/release/README ${root}/README COPYONLY)
configure_file(${CPACK_BENCHDOC_SOURCE}/LICENSE ${root}/LICENSE COPYONLY)
