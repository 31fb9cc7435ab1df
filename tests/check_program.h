/* check_program.h: what tests of programs share. They run the program built beside the test
 * (CHECK_PROGRAM, its path) in the test's folder (check_files.h), and look at its exit code, its
 * messages and its JSON. */
#ifndef GG_CHECK_PROGRAM_H
#define GG_CHECK_PROGRAM_H

#include "check_files.h"

#include <fcntl.h>
#include <jansson.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>

extern char **environ;

static char output[1 << 16], errors[1 << 16]; /* what the program that ended last printed */

static inline const char *program_name(void)
{
    return strrchr(CHECK_PROGRAM, '/') + 1;
}

/* Arguments as one writes them in a shell, names relative to the test's folder. Output goes to the
 * files stdout and stderr there, which are new when this returns. */
static inline pid_t start(const char *arguments)
{
    char command[8192];
    char *const argv[] = {"sh", "-c", command, NULL};
    snprintf(command, sizeof command, "cd '%s' && exec '%s' %s", folder, CHECK_PROGRAM, arguments);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, in_folder("stdout"), O_WRONLY | O_CREAT | O_TRUNC,
                                     0666);
    posix_spawn_file_actions_addopen(&actions, 2, in_folder("stderr"), O_WRONLY | O_CREAT | O_TRUNC,
                                     0666);
    pid_t child;
    assert_int_equal(posix_spawn(&child, "/bin/sh", &actions, NULL, argv, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    return child;
}

/* The exit code; fills output and errors. */
static inline int finish(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    read_text("stdout", output, sizeof output);
    read_text("stderr", errors, sizeof errors);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static inline void check_exit(const char *arguments, int code)
{
    int found = finish(start(arguments));
    if (found != code)
        fail_msg("%s %s: exit %d, expected %d: %s", program_name(), arguments, found, code, errors);
}

/* Succeeds. */
static inline void run(const char *arguments)
{
    check_exit(arguments, 0);
}

/* Fails as it should: the code, and one line on stderr that begins with the program's name and
 * holds all parts of the reason (split at '|'). */
static inline void check_refusal(const char *arguments, int code, const char *reason)
{
    check_exit(arguments, code);
    char part[512];
    size_t length = strlen(program_name());
    assert_int_equal(strncmp(errors, program_name(), length), 0);
    assert_int_equal(strncmp(errors + length, ": ", 2), 0);
    assert_ptr_equal(strchr(errors, '\n'), errors + strlen(errors) - 1);
    for (const char *rest = reason; *rest; rest += length + (rest[length] == '|')) {
        length = strcspn(rest, "|");
        snprintf(part, sizeof part, "%.*s", (int)length, rest);
        assert_contains(errors, part);
    }
}

/* Of a file in the test's folder: "stdout" is what the program printed. The caller's. */
static inline json_t *read_json(const char *name)
{
    json_error_t why;
    json_t *json = json_load_file(in_folder(name), JSON_REJECT_DUPLICATES, &why);
    if (!json)
        fail_msg("%s:%d: %s", name, why.line, why.text);
    return json;
}

#endif
