// What an unwound stack contains of each call of CPython's evaluator, from which the call's source line may be inferred. With
// -X perf, every Python call is a trampoline that calls the evaluator:
//
//      CFA − 0x340                                    CFA                       CFA + 0x48
//           [ evaluator's frame … saved words, locals ][ trampoline's frame … ]     addresses rise →
//           |--------------------------- window ----------------------------|

/** By DWARF number; all of x86-64's general registers. */
export const EVALUATOR_REGISTERS = 16;
/** The window of the stack that is kept, from the trampoline's stack pointer (CFA). */
export const WINDOW_START = -0x340;
const WINDOW_END = 0x48;
export const WORD_SIZE = 8;
/** A place is a register, or EVALUATOR_REGISTERS plus the index of a word in the window. */
export const PLACE_COUNT = EVALUATOR_REGISTERS + (WINDOW_END - WINDOW_START) / WORD_SIZE;

/** What the places of a frame hold; 0 if it cannot be a pointer. */
export interface PlaceValues {
  value(place: number): number;
  /** Writes the values of all places, from index `from`. */
  copyTo(target: Float64Array, from: number): void;
}

/** One call of the evaluator; valid until the next one. */
export interface EvaluatorFrame extends PlaceValues {
  /** Row of the sample table. */
  readonly sample: number;
  /** Number of the Python frame in its stack, counted from the leaf. */
  readonly pythonFrame: number;
  /** `py::NAME:FILE`, the name of the trampoline. */
  readonly name: string;
  /** Return address in the trampoline. */
  readonly trampoline: number;
  /** Identifies the file of the evaluator. */
  readonly interpreter: object;
  /** Offset of the return address in that file; NaN for an interrupted evaluator. */
  readonly returnOffset: number;
}

export interface EvaluatorFrameSink {
  /** Frames of a sample are added leaf first. */
  add(frame: EvaluatorFrame): void;
}
