/** Starts the worker at `address`, sends it `message`, and returns its response; a string is a failure. */
export function runInWorker<Answer extends object>({
  address,
  message,
}: {
  address: string;
  message: object;
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(address, { type: 'module' });
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.addEventListener('message', (event: MessageEvent<Answer | string>) => {
      worker.terminate();
      if (typeof event.data === 'string') {
        reject(new Error(event.data));
      } else {
        resolve(event.data);
      }
    });
    worker.postMessage(message);
  });
}
