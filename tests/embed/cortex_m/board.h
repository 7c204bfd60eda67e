/* SPDX-License-Identifier: Apache-2.0 */
/* The little that a test image needs of the board: output and the end, by semihosting. */
#ifndef DNNLET_TESTS_EMBED_CORTEX_M_BOARD_H
#define DNNLET_TESTS_EMBED_CORTEX_M_BOARD_H

void print(const char *text);
void print_number(long value);
/* Ends the program; the emulator exits with this status, 0 or 1. */
void finish(int status);

#endif
