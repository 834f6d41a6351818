// Runs tasks side by side and hands out their results in the order the tasks stand in.

/** At most `atOnce` tasks run at a time. A result is handed out as soon as all before it have been. */
export async function* inOrder<T>(tasks: (() => Promise<T>)[], atOnce: number): AsyncGenerator<T> {
  const begins: (() => Promise<void>)[] = [];
  const results = tasks.map(
    (task) =>
      new Promise<T>((resolve, reject) => {
        begins.push(() => task().then(resolve, reject));
      }),
  );
  // A rejection is reported when its turn comes; until then nobody waits for it.
  for (const result of results) result.catch(() => undefined);
  const queue = begins.values();
  const worker = async () => {
    for (const begin of queue) await begin();
  };
  for (let i = 0; i < atOnce; i++) void worker();
  yield* results;
}
