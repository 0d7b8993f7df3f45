// What perf printed, counted by the plainest means: one line a sample with its thread, time and weight.

export interface Sampled {
  readonly comm: string;
  readonly tid: number;
  /** In seconds, as printed. */
  readonly time: number;
  readonly weight: number;
  /** From the outermost caller to what was sampled, as printed, without offsets. */
  readonly frames: readonly string[];
}

const HEADER = /^(\S.*?)\s+(\d+)\s+(\d+\.\d+):\s+(\d+)\s+\S+:/;

export function samplesOf(text: string): Sampled[] {
  return text
    .split('\n\n')
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const [header, ...lines] = block.split('\n').filter((line) => line !== '');
      const match = HEADER.exec(header);
      if (!match) throw new Error(`no sample begins with: ${header}`);
      const [, comm, tid, time, weight] = match;
      const frames = lines
        .map((line) => /^\s+[\da-f]+ (.*?)(?:\+0x[\da-f]+)? \(/.exec(line)?.[1] ?? line)
        .reverse();
      return { comm: comm.trim(), tid: Number(tid), time: Number(time), weight: Number(weight), frames };
    });
}
