# benchdoc_flags(target): the warnings and sanitizers that every target of the project has.
function(benchdoc_flags target)
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE _FILE_OFFSET_BITS=64)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
    -Wwrite-strings -Wformat=2 -Wundef -Wvla
    $<$<BOOL:${BENCHDOC_WERROR}>:-Werror>
    $<$<CONFIG:Release>:-O2>)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  if(BENCHDOC_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g -O1)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  endif()
  if(BENCHDOC_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage -g -O0)
    target_link_options(${target} PRIVATE --coverage)
  endif()
  if(BENCHDOC_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link,address,undefined -g -O1)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  endif()
endfunction()

# benchdoc_module(name SOURCES file... [LINKS module...] [LIBRARIES imported...])
#
# One static library per module. LINKS are the modules that its row of the
# design's table allows; LIBRARIES are third-party and private to it.
function(benchdoc_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINKS;LIBRARIES" ${ARGN})
  add_library(bd_${name} STATIC ${arg_SOURCES})
  benchdoc_flags(bd_${name})
  foreach(link IN LISTS arg_LINKS)
    target_link_libraries(bd_${name} PUBLIC bd_${link})
  endforeach()
  target_link_libraries(bd_${name} PRIVATE ${arg_LIBRARIES})
endfunction()

# benchdoc_test(module test_name [POSTGRESQL] [SOURCES file...] [LIBRARIES imported...]
#               [DEFINES NAME=value...])
#
# A cmocka program of tests/<module>/; it links its module only, so that it
# cannot reach what the module may not reach. Label = module. POSTGRESQL: it gets a
# server of its own.
function(benchdoc_test module test_name)
  cmake_parse_arguments(arg "POSTGRESQL" "" "SOURCES;LIBRARIES;DEFINES" ${ARGN})
  if(NOT arg_SOURCES)
    set(arg_SOURCES ${test_name}.c)
  endif()
  add_executable(${test_name} ${arg_SOURCES})
  benchdoc_flags(${test_name})
  target_link_libraries(${test_name} PRIVATE bd_test_support bd_${module} PkgConfig::CMOCKA ${arg_LIBRARIES})
  target_compile_definitions(${test_name} PRIVATE ${arg_DEFINES})
  set(server)
  if(arg_POSTGRESQL)
    set(server ${PROJECT_SOURCE_DIR}/tests/with_postgres.sh)
  endif()
  add_test(NAME ${test_name} COMMAND ${server} $<TARGET_FILE:${test_name}> WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${test_name} PROPERTIES LABELS ${module} TIMEOUT 600)
endfunction()
