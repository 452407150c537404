# benchdoc_embed(target file...): puts templates/<file> into the target as bytes,
# reachable as bd_embedded_<identifier> and bd_embedded_<identifier>_len.
add_executable(embed_file ${PROJECT_SOURCE_DIR}/cmake/embed_file.c)

function(benchdoc_embed target)
  foreach(file IN LISTS ARGN)
    string(MAKE_C_IDENTIFIER "${file}" id)
    set(generated "${CMAKE_CURRENT_BINARY_DIR}/embed/${id}.c")
    file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/embed")
    add_custom_command(OUTPUT "${generated}"
      COMMAND embed_file "bd_embedded_${id}" "${PROJECT_SOURCE_DIR}/templates/${file}" "${generated}"
      DEPENDS embed_file "${PROJECT_SOURCE_DIR}/templates/${file}" VERBATIM)
    target_sources(${target} PRIVATE "${generated}")
  endforeach()
endfunction()
