# What `cmake --install` copies besides the program: the manual and the completions of
# three shells. Both come from the rows of commands and options; people's part of the
# manual is in templates/manual/.
if(TARGET benchdoc AND EXISTS ${PROJECT_SOURCE_DIR}/cli/make_reference.c)
  add_executable(make_reference cli/make_reference.c)
  benchdoc_flags(make_reference)
  target_link_libraries(make_reference PRIVATE bd_cli)
  set(reference ${PROJECT_BINARY_DIR}/reference)
  file(MAKE_DIRECTORY ${reference})
  foreach(shell bash zsh fish)
    add_custom_command(OUTPUT ${reference}/benchdoc.${shell}
      COMMAND make_reference ${shell} ${reference}/benchdoc.${shell} DEPENDS make_reference VERBATIM)
  endforeach()
  set(manual ${PROJECT_SOURCE_DIR}/templates/manual)
  add_custom_command(OUTPUT ${reference}/benchdoc.1
    COMMAND make_reference manual ${reference}/benchdoc.1 ${manual}/head.1 ${manual}/tail.1
    DEPENDS make_reference ${manual}/head.1 ${manual}/tail.1 VERBATIM)
  add_custom_target(reference ALL DEPENDS ${reference}/benchdoc.1 ${reference}/benchdoc.bash
                    ${reference}/benchdoc.zsh ${reference}/benchdoc.fish)

  install(FILES ${reference}/benchdoc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${reference}/benchdoc.bash RENAME benchdoc
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${reference}/benchdoc.zsh RENAME _benchdoc
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${reference}/benchdoc.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
