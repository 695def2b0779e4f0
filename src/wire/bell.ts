const channelName = 'offcut';

/** Tells other threads that rows of a table changed: a hint, never data. Everyone also looks once when starting. */
export interface Bell {
  ring(table: string): void;
  /** Calls `hear` for every ring by another thread or by this one; the answer stops it. */
  listen(hear: (table: string) => void): () => void;
}

export function openBell(): Bell {
  const channel = new BroadcastChannel(channelName);
  const ears = new Set<(table: string) => void>();
  const tell = (table: string): void => {
    for (const hear of ears) {
      hear(table);
    }
  };
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') {
      tell(data);
    }
  });
  return {
    ring: (table) => {
      channel.postMessage(table);
      tell(table);
    },
    listen: (hear) => {
      ears.add(hear);
      return () => ears.delete(hear);
    },
  };
}
