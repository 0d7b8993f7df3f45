// A deliberately simple parser for the output of perf script.

export interface Sample {
  readonly comm: string;
  readonly tid: number;
  /** In seconds. */
  readonly time: number;
  readonly weight: number;
  /** Outermost caller first, without offsets. */
  readonly frames: readonly string[];
}

const HEADER = /^(\S.*?)\s+(\d+)\s+(\d+\.\d+):\s+(\d+)\s+\S+:/;

export function samplesOf(text: string): Sample[] {
  return text
    .split('\n\n')
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const [header, ...lines] = block.split('\n').filter((line) => line !== '');
      const match = HEADER.exec(header);
      if (!match) throw new Error(`Not the header of a sample: ${header}`);
      const [, comm, tid, time, weight] = match;
      const frames = lines
        .map((line) => /^\s+[\da-f]+ (.*?)(?:\+0x[\da-f]+)? \(/.exec(line)?.[1] ?? line)
        .reverse();
      return { comm: comm.trim(), tid: Number(tid), time: Number(time), weight: Number(weight), frames };
    });
}
