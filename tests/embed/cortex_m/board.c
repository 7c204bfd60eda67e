/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up and semihosting of a Cortex-M on Arm's MPS boards. Nothing of a C library's start-up
 * files is used, so that the image shows all that the library needs: memory that is initialised,
 * and an FPU that is switched on. */
#include "board.h"

#include <stdint.h>

extern uint32_t data_source[], data_begin[], data_end[], bss_begin[], bss_end[], stack_end[];

int main(void);
void reset(void);

static long semihosting(long operation, const void *argument) {
  register long r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

void print(const char *text) {
  semihosting(0x04, text);
}

void print_number(long value) {
  char digits[16], *first = digits + sizeof(digits) - 1;
  unsigned long rest = value < 0 ? -(unsigned long)value : (unsigned long)value;
  *first = 0;
  do {
    *--first = (char)('0' + rest % 10);
  } while (rest /= 10);
  if (value < 0) *--first = '-';
  print(first);
}

void finish(int status) {
  const uint32_t application_exit[2] = {0x20026, (uint32_t)status};
  semihosting(0x20, application_exit);
  for (;;) {
  }
}

static void fault(void) {
  print("fault\n");
  finish(1);
}

void reset(void) {
  volatile uint32_t *const coprocessor_access = (volatile uint32_t *)0xe000ed88;
  uint32_t *to;
  const uint32_t *from = data_source;
#if defined(__ARM_FP)
  *coprocessor_access |= 0xfu << 20;
  __asm__ volatile("dsb\n\tisb");
#else
  (void)coprocessor_access;
#endif
  for (to = data_begin; to < data_end;) *to++ = *from++;
  for (to = bss_begin; to < bss_end;) *to++ = 0;
  finish(main());
}

/* The stack, reset, NMI and the faults; the image uses no interrupts. */
__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void))stack_end, reset, fault, fault, fault, fault, fault};
