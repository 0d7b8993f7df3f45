// Explanations of each cost: what it includes, and an example of how to reduce it.

import type { CostId } from '../model/costs.ts';

interface CostDescription {
  /** What the time is spent on, in one sentence. */
  readonly is: string;
  /** What usually reduces it, in one or two sentences. */
  readonly smaller: string;
  /** What the cost includes and what not, in one or two sentences. */
  readonly details: string;
  /** Lines of Python or shell. */
  readonly example: readonly string[];
}

export const COST_HELP: Readonly<Record<CostId, CostDescription>> = {
  bytecode: {
    is: 'The evaluator itself works through the instructions of the Python function.',
    smaller:
      'Do less in Python: leave loops early, move a hot loop into a built-in function, a comprehension, numpy or compiled code.',
    details:
      'Many operations are part of the evaluator itself: adding small numbers, reading list items, finding attributes with specialized instructions, and calling Python functions from Python. No C frame shows them, so the other costs are lower bounds.',
    example: [
      'total = 0',
      'for price in prices:      # one round of bytecode per item',
      '    total += price',
      '',
      'total = sum(prices)       # the loop runs in C',
    ],
  },
  calls: {
    is: 'Calling: binding arguments, making and clearing frames, resuming generators, going from C to a Python method and back.',
    smaller:
      'Call less in hot loops: inline small functions, pass many values at once, avoid *args and **kwargs, give sort a key of built-in type.',
    details:
      'Calls between Python functions mostly stay in the evaluator and count as bytecode. This cost is about calls through C: key functions of sorts, `__lt__`, callbacks, and generators consumed by built-in functions.',
    example: [
      'orders.sort(key=functools.cmp_to_key(compare))    # calls Python for each comparison',
      '',
      "orders.sort(key=operator.attrgetter('date'))      # calls Python for none",
    ],
  },
  attributes: {
    is: 'Finding attributes, methods and descriptors, super(), and checking types with isinstance().',
    smaller:
      'Look up once before the loop; avoid __getattr__, deep class trees, properties and abstract base classes on hot paths.',
    details:
      'Includes the dict lookups needed to find an attribute. Attributes found by specialized instructions count as bytecode.',
    example: [
      'for row in rows:',
      '    self.settings.writer.write(row)     # three lookups per row',
      '',
      'write = self.settings.writer.write      # three lookups',
      'for row in rows:',
      '    write(row)',
    ],
  },
  values: {
    is: 'Work on numbers, strings, bytes, dicts, sets, lists, tuples, and the built-in functions and operators on them.',
    smaller:
      'Choose the fitting type and method: a set for membership, join for text, a key for sorting; do not compute the same twice.',
    details:
      'Parts name the type, such as `dict` or `str`. Allocating memory for the results counts as memory.',
    example: [
      "text = ''",
      'for line in lines:',
      '    text += line            # may copy the text each time',
      '',
      "text = ''.join(lines)       # copies each line once",
    ],
  },
  memory: {
    is: 'Getting and giving back memory: allocators, making and destroying objects, page faults and mappings of the kernel.',
    smaller:
      'Make fewer and smaller objects, keep and reuse buffers, use generators, __slots__ and out= arguments; gc.freeze() before fork.',
    details:
      'Parts are allocation, release, page faults and mappings. Memory counts here wherever it is allocated, including in numpy, unless it is for an exception, an import or another phase.',
    example: [
      'result = a * 2 + b          # allocates two arrays',
      '',
      'np.multiply(a, 2, out=a)    # allocates none',
      'a += b',
    ],
  },
  gc: {
    is: 'The cyclic collector looks for unreachable objects and clears them.',
    smaller:
      'gc.freeze() after start-up, a larger gc.set_threshold(), gc.disable() while building; break cycles, keep fewer containers alive.',
    details:
      'The collector runs when far more objects were created than released, inside whichever function creates the next object. That function is not the cause; the number of live objects is.',
    example: [
      'import gc',
      '',
      'model = load_model()     # millions of objects that stay',
      'gc.collect()',
      'gc.freeze()              # later collections no longer look at them',
    ],
  },
  locks: {
    is: 'Taking, giving and waiting for the interpreter lock and other locks.',
    smaller:
      'Fewer threads that run Python at once; processes, subinterpreters or free-threaded Python; larger pieces of work for each lock.',
    details:
      'With a CPU clock event, only taking and releasing a lock has weight, because waiting threads use no CPU time. To see the waiting, record `context-switches` or off-CPU time.',
    example: [
      'with ThreadPoolExecutor(16) as pool:      # 16 threads take turns to run Python',
      '    pool.map(parse, files)',
      '',
      'with ProcessPoolExecutor(16) as pool:     # 16 interpreters',
      '    pool.map(parse, files, chunksize=32)',
    ],
  },
  imports: {
    is: 'Finding, reading and initialising modules, the dynamic loader, starting and ending the interpreter.',
    smaller: 'Import less, or later and only where needed; keep processes alive; see -X importtime.',
    details:
      'An import also runs the module, whose bytecode counts as bytecode, and may compile it, which counts as compiling. The call tree shows the total of each import.',
    example: [
      'import pandas               # paid by every start of the command',
      '',
      'def report(path):',
      '    import pandas           # paid by those that need it',
    ],
  },
  compile: {
    is: 'Parsing source and making bytecode or an AST of it, and the optimiser of the JIT.',
    smaller: 'Keep .pyc files writable, cache what compile(), eval(), exec() and ast.parse() give.',
    details: 'Modules are compiled at each start if Python cannot write their `.pyc` files.',
    example: [
      'for row in rows:',
      "    value = eval('row.price * 1.19')         # compiles for each row",
      '',
      "code = compile('row.price * 1.19', '<price>', 'eval')",
      'for row in rows:',
      '    value = eval(code)',
    ],
  },
  exceptions: {
    is: 'Making, raising, matching and formatting exceptions, tracebacks and warnings.',
    smaller:
      'Do not raise in hot loops: test before, use dict.get() and defaults set on the class; log without traceback.',
    details: 'Includes formatting messages and creating tracebacks, even if they are never printed.',
    example: [
      'try:',
      '    color = colors[name]',
      'except KeyError:             # slow if most names are missing',
      "    color = 'black'",
      '',
      "color = colors.get(name, 'black')",
    ],
  },
  classes: {
    is: 'Creating and changing classes, by class statements, namedtuple, dataclass, Enum or type().',
    smaller:
      'Make classes once at module level, never in a function that is called often; do not assign to classes later.',
    details:
      'Creating a class costs about as much as running a few thousand lines of Python. So does changing one, because that clears attribute caches.',
    example: [
      'def load(rows, names):',
      "    Row = namedtuple('Row', names)     # makes a class with each call",
      '    return [Row(*row) for row in rows]',
      '',
      "Row = namedtuple('Row', NAMES)         # once",
    ],
  },
  libraries: {
    is: 'The work of C modules, extension packages, native libraries and other programs, each by name, with what they do to Python objects.',
    smaller:
      'This is work, not overhead: give the library less or larger pieces, other options, or take another one.',
    details:
      'Parts name the library: `re`, `json`, `numpy`. Its operations on Python objects are included, except for memory.',
    example: [
      'for line in lines:',
      "    re.split(r'\\s*,\\s*', line)     # a search at each position",
      '',
      'for line in lines:',
      "    line.split(',')",
    ],
  },
  system: {
    is: 'What the kernel does for files, network, processes, waiting and interrupts.',
    smaller:
      'Fewer and larger calls: buffer, batch, cache what stat and open answer, keep connections and processes.',
    details:
      'Parts are files, network, processes, waiting and interrupts. Page faults count as memory, and futexes as locks.',
    example: [
      'for line in lines:',
      '    print(line, flush=True)                 # one system call per line',
      '',
      "sys.stdout.writelines(f'{line}\\n' for line in lines)",
    ],
  },
  profiling: {
    is: 'What measuring itself costs: perf trampolines and maps, sys.monitoring, settrace, tracemalloc.',
    smaller:
      'It goes when nothing measures. If large: -X perf for the part of interest only, no debugger or coverage while profiling.',
    details:
      'With `-X perf` each Python call goes through a trampoline, which costs a few percent in programs with many small functions.',
    example: [
      "sys.activate_stack_trampoline('perf')     # only for the part of interest",
      'serve_requests()',
      'sys.deactivate_stack_trampoline()',
    ],
  },
  unknown: {
    is: 'Functions without a name, and functions of the interpreter that no row of the table knows.',
    smaller: 'Install the debug symbols of Python and its libraries, record with frame pointers or DWARF.',
    details: 'Also includes samples without frames, and JIT-compiled code that is not Python.',
    example: [
      'apt install python3.13-dbg          # Debian, Ubuntu',
      'dnf debuginfo-install python3       # Fedora',
    ],
  },
};
