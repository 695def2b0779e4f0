import { parseMessage, toFrame, type RelayMessage } from '#core/protocol/relay.ts';

/** The part of WebSocket that the relay uses. */
type Socket = {
  readonly readyState: number;
  send(data: string): void;
  close(): void;
  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
};

/** 'serving': this browser receives calls from outside; 'standby': another browser receives them; 'offline': no server. */
export type RelayState = 'offline' | 'standby' | 'serving';

export type RelayOptions = {
  /** The URL of the server's socket, absolute or relative to the page. */
  readonly url: string;
  /** True while the service worker handles this page's requests. */
  readonly isReady: () => boolean;
  /** Lets the service worker connect to this URL, unless it is connected, as the service worker of this browser. */
  readonly connectWorker: (call: RelayCall) => void;
  readonly onState?: (state: RelayState) => void;
  /** The same for all pages that share this store, so that the server can distinguish browsers. */
  readonly browser?: string;
  readonly openSocket?: (url: string) => Socket;
};

/** The URL of the server's socket, and the id of the browser. */
type RelayCall = { readonly url: string; readonly browser: string };

const firstDelayMs = 250;
const longestDelayMs = 5000;

/**
 * Shows the local server that this page is open. While the server uses this browser, the service worker answers the requests that
 * the server received from outside. Connects when the page is ready, and reconnects whenever the connection is lost.
 */
export function startRelay(options: RelayOptions): { close(): void } {
  const settings = toSettings(options);
  let delayMs = firstDelayMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: Socket | undefined;
  let isClosed = false;
  const later = (): void => {
    if (!isClosed) {
      timer = setTimeout(connect, delayMs);
    }
  };
  const connect = (): void => {
    if (!settings.isReady()) {
      later();
      return;
    }
    socket = settings.openSocket(settings.url.href);
    follow(socket, settings);
    socket.addEventListener('open', () => {
      delayMs = firstDelayMs;
    });
    socket.addEventListener('close', () => {
      delayMs = Math.min(delayMs * 2, longestDelayMs);
      later();
    });
  };
  connect();
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}

/** Returns the options with all defaults. */
type Settings = Required<Omit<RelayOptions, 'url'>> & { readonly url: URL };

function toSettings(options: RelayOptions): Settings {
  // Outside a page `location` is undefined, and the URL is absolute.
  const url = new URL(options.url, globalThis.location?.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return {
    onState: () => undefined,
    browser: options.browser ?? getBrowserName(),
    openSocket: (address) => new WebSocket(address),
    ...options,
    url,
  };
}

const browserKey = 'offcut-browser';

/** The id of this browser profile, created once and shared by all pages of the store. */
function getBrowserName(): string {
  const name = localStorage.getItem(browserKey) ?? crypto.randomUUID();
  localStorage.setItem(browserKey, name);
  return name;
}

/** Handles the messages of one connection. */
function follow(socket: Socket, { url, browser, isReady, connectWorker, onState }: Settings): void {
  const send = (message: RelayMessage): void => {
    if (socket.readyState === 1) {
      socket.send(toFrame(message));
    }
  };
  const connect = (): void => {
    if (isReady()) {
      connectWorker({ url: url.href, browser });
    }
  };
  const receive = (message: RelayMessage): void => {
    if (message.type === 'role') {
      onState(message.isServing ? 'serving' : 'standby');
    } else if (message.type === 'ping') {
      send({ type: 'pong' });
    } else if (message.type === 'connect') {
      connect();
    } else {
      throw new RangeError(`the server may not send "${message.type}" to a page`);
    }
    if (message.type === 'role' && message.isServing) {
      // The first request would wait for the connection.
      connect();
    }
  };
  socket.addEventListener('open', () => send({ type: 'hello', part: 'page', browser }));
  socket.addEventListener('close', () => onState('offline'));
  socket.addEventListener('message', ({ data }) => {
    try {
      receive(parseMessage(String(data)));
    } catch {
      socket.close();
    }
  });
}
