# What `cmake --install` copies: the program, its manual, completions for three shells.
if(TARGET benchdoc)
  install(TARGETS benchdoc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(EXISTS ${PROJECT_SOURCE_DIR}/docs/man/benchdoc.1)
    install(FILES docs/man/benchdoc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  endif()
  if(EXISTS ${PROJECT_SOURCE_DIR}/cli/completions)
    install(FILES cli/completions/benchdoc.bash RENAME benchdoc
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES cli/completions/_benchdoc DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES cli/completions/benchdoc.fish
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
endif()
