# SPDX-License-Identifier: Apache-2.0
"""The innermost loops of functions, from a disassembly of an archive for x86-64 or Arm."""
import re
import subprocess

SYMBOL = re.compile(r"^[0-9a-f]+ <(.*)>:$")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(?:\{vex\} )?(\S+)\s*(.*)$")
JUMP = re.compile(r"^(j[a-z]+|b(\.?[a-z]{2})?(\.[nw])?|cbn?z|tbn?z)$")
ENDS = re.compile(r"^(jmp|ret|b(\.[nw])?|bx)$")  # nothing follows
TARGET = re.compile(r"(?:^|\s)([0-9a-f]+) <")


def functions(objdump, archive, pattern):
    """The functions that the pattern finds: name, instructions (address, name, operands)."""
    text = subprocess.run([objdump, "-d", "-C", "--no-show-raw-insn", archive], check=True,
                          capture_output=True, text=True).stdout
    name, body = None, []
    for line in text.splitlines():
        symbol = SYMBOL.match(line)
        if symbol:
            if name:
                yield name, body
            name, body = symbol[1] if pattern.search(symbol[1]) else None, []
        elif name:
            instruction = INSTRUCTION.match(line)
            if instruction:
                body.append((int(instruction[1], 16), instruction[2], instruction[3]))
    if name:
        yield name, body


def reaches(body, first, last):
    """Whether the instruction at `last` can run after that at `first`, by jumps or without."""
    places = {address: i for i, (address, _, _) in enumerate(body)}
    seen, ahead = set(), [first]
    while ahead:
        address = ahead.pop()
        while address is not None and address not in seen and address in places:
            if address == last:
                return True
            seen.add(address)
            i = places[address]
            _, name, operands = body[i]
            target = TARGET.search(operands) if JUMP.match(name) else None
            if target:
                ahead.append(int(target[1], 16))
            address = body[i + 1][0] if i + 1 < len(body) and not ENDS.match(name) else None
    return False


def innermost_loops(body):
    """From the target of a jump backwards to the jump, where no other such jump is inside. What
    compilers put aside jumps back, too, but is not reached from there."""
    loops = []
    for address, name, operands in body:
        target = TARGET.search(operands) if JUMP.match(name) else None
        if not target or int(target[1], 16) > address:
            continue
        if reaches(body, int(target[1], 16), address):
            loops.append((int(target[1], 16), address))
    for first, last in loops:
        if not any((first, last) != (f, l) and first <= f and l <= last for f, l in loops):
            yield [i for i in body if first <= i[0] <= last]
