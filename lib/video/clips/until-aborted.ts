/** The items, until the signal is aborted: then its reason is thrown at once, even while an item is waited for. */
export async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  signal?.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => undefined);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const source = items[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await Promise.race([source.next(), aborted]);
      isDone = next.done === true;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    // A source that waits for something ends only after that; an abort must not.
    const closed = isDone ? undefined : Promise.resolve(source.return?.()).catch(() => undefined);
    if (!signal?.aborted) await closed;
  }
}
