import type { PreviewCommand, PreviewEvent, PreviewStats } from '#core/preview.ts';
import { Failure } from '#core/failure.ts';
import { durationOf } from '#core/timeline/schedule.ts';
import { openMix } from '../media/mix/mix.ts';
import { openSoundFile } from '../media/mix/open-sound.ts';
import { SoundClock, startTimer, type Clock } from './clock.ts';
import { Playback } from './playback.ts';
import { createPreviewFiles, toAssetFiles } from './preview-files.ts';
import { createScratch } from './scratch.ts';
import { Screen } from './screen.ts';

/** Statistics are told at most so often, in milliseconds. */
const statsMs = 250;

type Load = Extract<PreviewCommand, { type: 'load' }>;

/** Shows a document on a canvas, as a page's messages say. */
export class Preview {
  readonly #canvas: OffscreenCanvas;
  readonly #sound: MessagePort | null;
  readonly #tell: (event: PreviewEvent) => void;
  readonly #files = createPreviewFiles();
  readonly #scratch = createScratch();
  #screen: Screen | null = null;
  #assets: Load['assets'] = {};
  #loading: Promise<void> = Promise.resolve();
  #playback: Playback<ImageData> | null = null;
  #seconds = 0;
  #rate = 1;
  /** The seek that counts. */
  #nonce = -1;
  #statsAt = 0;

  constructor(canvas: OffscreenCanvas, sound: MessagePort | null, tell: (event: PreviewEvent) => void) {
    this.#canvas = canvas;
    this.#sound = sound;
    this.#tell = tell;
    sound?.start();
  }

  obey(command: PreviewCommand): void {
    const done = this.#obey(command);
    done.catch((thrown: unknown) => this.#fail(thrown));
  }

  async #obey(command: PreviewCommand): Promise<void> {
    switch (command.type) {
      case 'load':
        this.#loading = this.#loading.catch(() => undefined).then(() => this.#load(command));
        return this.#loading;
      case 'play':
        await this.#loading;
        return this.#play();
      case 'pause':
        return this.#pause();
      case 'seek':
        this.#nonce = command.nonce;
        await this.#loading;
        return this.#seek(command.seconds, command.nonce);
      case 'rate':
        return this.#setRate(command.rate);
    }
  }

  async #load({ document, assets }: Load): Promise<void> {
    this.#pause();
    const warn = (sentence: string): void => this.#tell({ type: 'warning', sentence });
    await this.#screen?.close();
    this.#screen = null;
    const screen = await Screen.open(this.#canvas, this.#files, document, assets, warn);
    this.#screen = screen;
    this.#assets = assets;
    const durationSeconds = durationOf(document);
    this.#seconds = Math.min(this.#seconds, durationSeconds);
    this.#show(await screen.paint(this.#seconds));
    this.#tell({ type: 'loaded', ...screen.size, durationSeconds });
  }

  /** The nearest key frames at once and then the frame, unless the hand has moved on. */
  async #seek(seconds: number, nonce: number): Promise<void> {
    const screen = this.#screen;
    const wasPlaying = this.#playback !== null;
    this.#pause();
    this.#seconds = seconds;
    this.#tell({ type: 'time', seconds });
    const isOld = (): boolean => nonce !== this.#nonce || screen !== this.#screen;
    if (!screen || isOld()) {
      return;
    }
    for (const isExact of [false, true]) {
      const image = await (isExact ? screen.paint(seconds) : screen.paintNearest(seconds));
      if (isOld()) {
        return;
      }
      if (image) {
        this.#show(image);
        this.#tell({ type: 'shown', nonce, isExact });
      }
    }
    if (wasPlaying) {
      await this.#play();
    }
  }

  async #play(): Promise<void> {
    const screen = this.#screen;
    if (!screen || this.#playback) {
      return;
    }
    const durationSeconds = durationOf(screen.document);
    const playback = new Playback<ImageData>({
      frameRate: screen.document.frameRate,
      durationSeconds,
      rate: this.#rate,
      paint: (seconds) => screen.paint(seconds),
      show: (image, seconds) => {
        this.#show(image);
        this.#tell({ type: 'time', seconds });
      },
      onStats: (stats) => this.#tellStats(stats),
    });
    this.#playback = playback;
    const from = this.#seconds >= durationSeconds ? 0 : this.#seconds;
    const isOver = await playback.play(from, () => this.#startClock(screen, from));
    if (this.#playback === playback) {
      this.#playback = null;
      this.#seconds = isOver ? durationSeconds : (playback.now() ?? from);
      if (isOver) {
        this.#tell({ type: 'ended' });
      }
    }
  }

  /** Sound leads where there is some to be heard; else time passes by itself. */
  async #startClock({ document }: Screen, startSeconds: number): Promise<Clock> {
    if (!this.#sound || this.#rate !== 1) {
      return startTimer(startSeconds, this.#rate);
    }
    const mix = await openMix({
      document,
      span: { startSeconds, endSeconds: durationOf(document) },
      assets: toAssetFiles(this.#assets),
      openSound: async ({ file }, part) => {
        const temporaryName = crypto.randomUUID();
        return openSoundFile(await this.#files.read(file), part, { bytes: this.#scratch, temporaryName });
      },
      warn: (sentence) => this.#tell({ type: 'warning', sentence }),
    });
    if (!mix.hasSound) {
      await mix.close();
      return startTimer(startSeconds, this.#rate);
    }
    return new SoundClock(mix, this.#sound, startSeconds, (thrown) => this.#fail(thrown));
  }

  #pause(): void {
    this.#seconds = this.#playback?.now() ?? this.#seconds;
    this.#playback?.stop();
    this.#playback = null;
  }

  async #setRate(rate: number): Promise<void> {
    this.#rate = rate;
    if (this.#playback) {
      this.#pause();
      await this.#play();
    }
  }

  #show(image: ImageData | null): void {
    if (image) {
      this.#screen?.show(image);
    }
  }

  #tellStats(stats: PreviewStats): void {
    if (performance.now() - this.#statsAt > statsMs) {
      this.#statsAt = performance.now();
      this.#tell({ type: 'stats', ...stats });
    }
  }

  /** The boundary to the page: a defect is logged here, once. */
  #fail(thrown: unknown): void {
    if (!(thrown instanceof Failure)) {
      // oxlint-disable-next-line no-console -- the only trace of a defect in the preview
      console.error(thrown);
    }
    this.#tell({ type: 'failed', message: Failure.from(thrown).message });
  }
}
