// The Python program that writes a line table (python-lines/line-table.ts). The recorded interpreter runs it: it compiles the
// sources of the functions that a recording names, and runs none of them.

/**
 * Reads `py::NAME:FILE` from stdin, a line each. The argument is the time of the recording, in seconds since 1970: sources that
 * were changed later are left out, because nothing else tells that their lines have moved. Writes the table to stdout; to stderr,
 * first the file that contains the interpreter's code, then the files that were left out.
 */
export const LINE_TABLE_SCRIPT = String.raw`
import _imp, dis, os, sys
from types import CodeType

FROZEN = {'importlib._bootstrap': '_frozen_importlib', 'importlib._bootstrap_external': '_frozen_importlib_external'}

def evaluator():
    with open('/proc/self/maps', 'rb') as maps:
        mapped = [line.split(None, 5)[5].rstrip(b'\n') for line in maps if b'/libpython3' in line]
    return mapped[0] if mapped else os.readlink(b'/proc/self/exe')

def split(text):
    """The qualified name and the file. Names that a program made up may contain colons."""
    name, colon, file = text.rpartition(b':<')
    if colon and file.endswith(b'>'):
        return name, b'<' + file
    name, _, file = text.partition(b':')
    return name, file

def compiled(file, recorded):
    if file.startswith(b'<frozen '):
        module = os.fsdecode(file[8:-1])
        return _imp.get_frozen_object(FROZEN.get(module, module))
    with open(file, 'rb') as source:
        if os.fstat(source.fileno()).st_mtime > recorded:
            raise ValueError('changed since')
        return compile(source.read(), os.fsdecode(file), 'exec', dont_inherit=True)

def nested(code):
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested(constant)

def row(code):
    """The fields of a code object, except its name."""
    instructions = [each for each in dis.get_instructions(code) if each.opname != 'CACHE']
    starts = [each.offset for each in instructions] + [len(code.co_code)]
    line_at = {}
    for start, end, line in code.co_lines():
        line_at.update(dict.fromkeys(range(start, end, 2), line or 0))
    # At the end of a loop, the pointer has moved on already, but its line is that of the loop.
    loop_ends = {each.offset for each in instructions if each.opname in ('END_FOR', 'END_SEND')}
    lines, steps = [], []
    for each, end in zip(instructions, starts[1:]):
        line = line_at.get(end if end in loop_ends else each.offset, 0)
        if lines and lines[-1][1] == line:
            lines.pop()
        lines.append((end, line))
        steps.append('%02x%x' % (each.opcode & 255, (end - each.offset) // 2))
    text = ','.join('%x:%x' % entry for entry in lines)
    return '0 %x %d %s %s' % (len(code.co_code), code.co_firstlineno, text, ''.join(steps))

def main(recorded):
    sys.stderr.buffer.write(evaluator() + b'\n')
    names = {}
    for line in sys.stdin.buffer:
        name, file = split(line.rstrip(b'\n')[4:])
        names.setdefault(file, set()).add(name)
    out = sys.stdout.buffer
    out.write(b'# python %d.%d header %x\n' % (*sys.version_info[:2], CodeType.__basicsize__))
    for file in sorted(names):
        try:
            codes = nested(compiled(file, recorded))
            named = ((code, code.co_qualname.encode('utf-8', 'surrogateescape')) for code in codes)
            rows = {row(code).encode() + b' py::' + name + b':' + file for code, name in named if name in names[file]}
        except Exception as error:
            if not file.startswith(b'<'):
                sys.stderr.buffer.write(b'%s: %s\n' % (file, str(error).encode('utf-8', 'replace')))
            continue
        out.writelines(each + b'\n' for each in sorted(rows))

main(float(sys.argv[1]))
`;
