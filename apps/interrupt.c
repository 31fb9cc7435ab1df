#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t came;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    came = 1;
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

bool interrupt_came(void)
{
    return came;
}
