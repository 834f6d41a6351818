// Runs tasks side by side and hands out their results in the order the tasks stand in.

/** At most `atOnce` tasks run at a time. A result is handed out as soon as all before it have been. */
export async function* inOrder<T>(tasks: (() => Promise<T>)[], atOnce: number): AsyncGenerator<T> {
  const results = tasks.map(() => Promise.withResolvers<T>());
  // A rejection is reported when its turn comes; until then nobody waits for it.
  for (const { promise } of results) promise.catch(() => undefined);
  let next = 0;
  const worker = async () => {
    while (next < tasks.length) {
      const index = next++;
      const [task, result] = [tasks[index], results[index]];
      if (task && result) await task().then(result.resolve, result.reject);
    }
  };
  for (let i = 0; i < atOnce; i++) void worker();
  for (const { promise } of results) yield promise;
}
