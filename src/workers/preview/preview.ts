import {
  previewLongSidePx,
  type PlayOrder,
  type PreviewCommand,
  type PreviewEvent,
  type PreviewStats,
} from '#core/protocol/preview.ts';
import { Failure } from '#core/lib/failure.ts';
import { createUnpacker } from '#core/protocol/packed-document.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { Backwards } from './backwards.ts';
import { startTimer, type Clock } from './clock.ts';
import { Hand } from './hand.ts';
import { Playback, type Played } from './playback.ts';
import { playedSpan, standingSeconds } from './played-span.ts';
import { createPreviewFiles } from './preview-files.ts';
import { PreviewSounds } from './preview-sounds.ts';
import { Proxies } from './proxies/proxies.ts';
import { Screen, type Shown } from './screen.ts';
import { getSoundKey, startSound } from './start-sound.ts';

/** The minimum interval between two reports of statistics, in milliseconds. */
const statsMs = 250;

/** The idle time after which proxies are created, in milliseconds. */
const freeAfterMs = 400;
/** The time after its start in which a page is still building its UI, in milliseconds. */
const pageOpensMs = 3000;

type Seek = Extract<PreviewCommand, { type: 'seek' }>;

/**
 * Shows a document on a canvas as a page's messages request. Messages only set the wanted state, and one loop works on it: of
 * several documents or times in quick succession, only the newest is rendered.
 */
export class Preview {
  readonly #canvas: OffscreenCanvas;
  readonly #line: MessagePort | null;
  readonly #tell: (event: PreviewEvent) => void;
  readonly #files = createPreviewFiles();
  readonly #unpack = createUnpacker();
  readonly #sounds = new PreviewSounds(this.#files);
  readonly #proxies = new Proxies(this.#files, previewLongSidePx);
  readonly #hand = new Hand();
  readonly #openedAt = performance.now();
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #screen: Screen | null = null;
  #load: Shown | null = null;
  #sought: Seek | null = null;
  /** The nonce of the last seek. */
  #nonce = 0;
  #order: PlayOrder = { span: null, isLooping: false, isAudible: true };
  /** Whether to start playback once all other work is done. */
  #isToPlay = false;
  #isAtWork = false;
  #played: Played | null = null;
  #seconds = 0;
  #rate = 1;
  #statsAt = 0;

  constructor(canvas: OffscreenCanvas, sound: MessagePort | null, tell: (event: PreviewEvent) => void) {
    this.#canvas = canvas;
    this.#line = sound;
    this.#tell = tell;
    sound?.start();
  }

  obey(command: PreviewCommand): void {
    clearTimeout(this.#restTimer);
    this.#proxies.setFree(false);
    this.#note(command);
    this.#hand.moves();
    void this.#workOff();
  }

  #note(command: PreviewCommand): void {
    switch (command.type) {
      case 'load':
        this.#load = { document: this.#unpack(command.document), assets: command.assets };
        break;
      case 'play':
        this.#order = command.order;
        this.#isToPlay = true;
        this.#stop();
        break;
      case 'pause':
        this.#isToPlay = false;
        this.#stop();
        break;
      case 'seek':
        this.#interrupt();
        this.#sought = command;
        this.#seconds = command.seconds;
        this.#nonce = command.nonce;
        this.#tell({ type: 'time', seconds: command.seconds, nonce: this.#nonce });
        break;
      case 'rate':
        this.#rate = command.rate;
        this.#interrupt();
        break;
    }
  }

  /** Pauses playback until all other work is done. */
  #interrupt(): void {
    this.#isToPlay ||= this.#played !== null;
    this.#stop();
  }

  #stop(): void {
    this.#seconds = this.#played?.now() ?? this.#seconds;
    this.#played?.stop();
    this.#played = null;
  }

  async #workOff(): Promise<void> {
    if (this.#isAtWork) {
      return;
    }
    this.#isAtWork = true;
    for (let work = this.#next(); work; work = this.#next()) {
      await work().catch((thrown: unknown) => this.#fail(thrown));
    }
    this.#isAtWork = false;
    if (!this.#played) {
      const restMs = Math.max(freeAfterMs, this.#openedAt + pageOpensMs - performance.now());
      this.#restTimer = setTimeout(() => this.#proxies.setFree(true), restMs);
    }
  }

  /** Returns the next step; null when all work is done. */
  #next(): (() => Promise<void>) | null {
    const [load, sought, screen] = [this.#load, this.#sought, this.#screen];
    if (load) {
      this.#load = null;
      return () => this.#take(load);
    }
    if (sought && screen) {
      return () => this.#seek(screen, sought);
    }
    if (this.#isToPlay && screen) {
      this.#isToPlay = false;
      return async () => this.#play(screen);
    }
    return screen?.isStoodIn === true && !this.#played ? () => this.#settle(screen) : null;
  }

  async #take(load: Shown): Promise<void> {
    if (this.#played && this.#screen && (this.#rate < 0 || getSoundKey(load) !== getSoundKey(this.#screen))) {
      this.#interrupt();
    }
    const screen = await this.#change(load);
    const durationSeconds = getDocumentSeconds(screen.document);
    if (!this.#played) {
      this.#seconds = Math.min(this.#seconds, durationSeconds);
      this.#show(screen, await screen.paint(this.#seconds));
      this.#sounds.keepOnly(getUrls(load));
    }
    this.#proxies.keepOnly(getUrls(load));
    this.#tell({ type: 'loaded', ...screen.size, durationSeconds });
  }

  /** Returns the screen with another state of the document. Opens a new screen if the last change was interrupted. */
  async #change(load: Shown): Promise<Screen> {
    const screen = this.#screen;
    try {
      await screen?.change(load);
      const warn = (sentence: string): void => this.#tell({ type: 'warning', sentence });
      const beside = { warn, proxies: this.#proxies };
      this.#screen = screen ?? (await Screen.open(this.#canvas, this.#files, load, beside));
      return this.#screen;
    } catch (thrown) {
      this.#screen = null;
      this.#stop();
      await screen?.close();
      throw thrown;
    }
  }

  /**
   * Shows the nearest available frame, and then the exact frame unless the user has moved on. A proxy shows the right time, so
   * the exact frame, which can be slow, waits until the user is idle.
   */
  async #seek(screen: Screen, sought: Seek): Promise<void> {
    const { seconds, nonce } = sought;
    try {
      const nearest = await screen.paintNearest(seconds);
      if (nearest) {
        this.#show(screen, nearest.image);
        this.#tell({ type: 'shown', nonce, isExact: nearest.isExact });
      }
      if (nearest?.isExact === true) {
        await this.#hand.rests();
      }
      if (this.#sought === sought) {
        this.#show(screen, await screen.paint(seconds));
        this.#tell({ type: 'shown', nonce, isExact: true });
      }
    } finally {
      this.#sought = this.#sought === sought ? null : this.#sought;
    }
  }

  /** Replaces a proxy that was played last with the exact frame, unless a new request has arrived by then. */
  async #settle(screen: Screen): Promise<void> {
    await this.#hand.rests();
    if (!this.#load && !this.#sought && !this.#isToPlay) {
      this.#show(screen, await screen.paint(standingSeconds(this.#seconds, this.#order, screen.document)));
    }
  }

  #play(screen: Screen): void {
    const { frameRate } = screen.document;
    const { isLooping } = this.#order;
    const span = playedSpan(this.#order, screen.document);
    if (!span) {
      this.#tell({ type: 'ended' });
      return;
    }
    const { startSeconds, endSeconds } = span;
    const paint = (seconds: number, isHurried = false): Promise<ImageData | null> =>
      screen.paintPassing(seconds, isHurried);
    const show = (image: ImageData, seconds: number): void => {
      this.#show(screen, image);
      this.#tell({ type: 'time', seconds, nonce: this.#nonce });
    };
    const isWithin = this.#seconds >= startSeconds && this.#seconds < endSeconds - 0.5 / frameRate;
    if (this.#rate < 0) {
      const from = isWithin || this.#seconds >= endSeconds ? Math.min(this.#seconds, endSeconds) : endSeconds;
      const back = new Backwards<ImageData>({ frameRate, minSeconds: startSeconds, rate: this.#rate, paint, show });
      this.#follow(back, back.play(from), { over: startSeconds, again: isLooping ? endSeconds : null });
      return;
    }
    const from = isWithin ? this.#seconds : startSeconds;
    const onStats = (stats: PreviewStats): void => this.#tellStats(stats);
    const rate = this.#rate;
    const ahead = new Playback<ImageData>({ frameRate, durationSeconds: endSeconds, rate, paint, show, onStats });
    const playing = ahead.play(from, (fail) => this.#startClock(screen, { startSeconds: from, endSeconds }, fail));
    this.#follow(ahead, playing, { over: endSeconds, again: isLooping ? startSeconds : null });
  }

  #follow(played: Played, playing: Promise<boolean>, then: { over: number; again: number | null }): void {
    this.#played = played;
    const end = (isOver: boolean): void => {
      if (this.#played !== played) {
        return;
      }
      this.#played = null;
      this.#isToPlay ||= isOver && then.again !== null;
      this.#seconds = isOver ? (then.again ?? then.over) : (played.now() ?? this.#seconds);
      if (isOver && then.again === null) {
        this.#tell({ type: 'ended' });
      }
      void this.#workOff();
    };
    playing.then(end, (thrown: unknown) => {
      end(false);
      this.#fail(thrown);
    });
  }

  /** Starts the audio clock if the canvas has audible audio, otherwise a timer. */
  async #startClock(
    { document, assets }: Screen,
    span: NonNullable<PlayOrder['span']>,
    fail: (thrown: unknown) => void,
  ): Promise<Clock> {
    const line = this.#rate === 1 && this.#order.isAudible ? this.#line : null;
    const sound = await startSound(line, { document, assets, span }, this.#sounds, {
      warn: (sentence) => this.#tell({ type: 'warning', sentence }),
      fail,
    });
    return sound ?? startTimer(span.startSeconds, this.#rate);
  }

  #show(screen: Screen, image: ImageData | null): void {
    if (image) {
      screen.show(image);
    }
  }

  #tellStats(stats: PreviewStats): void {
    if (performance.now() - this.#statsAt > statsMs) {
      this.#statsAt = performance.now();
      this.#tell({ type: 'stats', ...stats });
    }
  }

  /** Logs a defect once, at the boundary to the page. */
  #fail(thrown: unknown): void {
    if (!(thrown instanceof Failure)) {
      // oxlint-disable-next-line no-console -- the only trace of a defect in the preview
      console.error(thrown);
    }
    this.#tell({ type: 'failed', message: Failure.from(thrown).message });
  }
}

const getUrls = ({ assets }: Shown): ReadonlySet<string> => new Set(Object.values(assets).map(({ url }) => url));
