// A progress bar at the foot of a terminal; nothing at all where there is none.

export type Progress = {
  /** One more file is done. */
  step(): void;
  /** Takes the bar away while `write` puts something above it. */
  above(write: () => void): void;
  end(): void;
};

const CELLS = 24;

export function startProgress(stream: NodeJS.WriteStream, total: number): Progress {
  if (!stream.isTTY || total < 2) return { step: () => undefined, above: (write) => write(), end: () => undefined };
  let done = 0;
  const clear = () => stream.write("\r\x1b[K");
  const draw = () => {
    const full = Math.floor((done / total) * CELLS);
    stream.write(`\r${"█".repeat(full)}${"░".repeat(CELLS - full)} ${done} of ${total}`);
  };
  draw();
  return {
    step: () => {
      done += 1;
      draw();
    },
    above: (write) => {
      clear();
      write();
      draw();
    },
    end: clear,
  };
}
