import { useEffect, useRef } from 'preact/hooks';
import { useEditor } from '../editor.ts';
import './level-meter.css';

/** The lowest level that the meter shows, in dB below full scale. */
const floorDb = -60;
/** The speed at which a level falls, in dB a second, as in a peak programme meter of type I (IEC 60268-10). */
const fallDb = 12;
/** The time for which the highest level stays visible, in milliseconds. */
const holdMs = 1500;

type Channel = { levelDb: number; heldDb: number; heldAt: number };

const toDb = (peak: number): number => (peak > 0 ? Math.max(floorDb, 20 * Math.log10(peak)) : floorDb);
const toShare = (db: number): string => String(1 - Math.min(0, db) / floorDb);

/**
 * Shows the peaks of both channels while the canvas plays, in dB from -60 to 0. A channel that reaches full scale, where an export
 * would be limited or distorted, stays marked until the next playback.
 */
export function LevelMeter() {
  const { transport } = useEditor();
  const element = useRef<HTMLDivElement>(null);
  const isPlaying = transport.isPlaying.value;
  useEffect(
    () => (isPlaying && element.current ? follow(element.current, transport.readPeaks) : undefined),
    [isPlaying],
  );
  return (
    <div
      ref={element}
      class="level-meter"
      data-playing={isPlaying || undefined}
      role="meter"
      aria-label="Audio level"
      aria-valuemin={floorDb}
      aria-valuemax={0}
      aria-valuenow={floorDb}
      aria-valuetext="silent"
      title="Audio level, from -60 to 0 dB"
    >
      <span class="level-channel" />
      <span class="level-channel" />
    </div>
  );
}

/** Draws the peaks in every frame, and reports the level to screen readers once a second. Returns a function that ends it. */
function follow(meter: HTMLElement, readPeaks: () => readonly [number, number]): () => void {
  const bars = [...meter.querySelectorAll<HTMLElement>('.level-channel')];
  const channels: Channel[] = bars.map(() => ({ levelDb: floorDb, heldDb: floorDb, heldAt: 0 }));
  bars.forEach((bar) => delete bar.dataset['clipped']);
  let [before, reportedAt] = [performance.now(), 0];
  const draw = (now: number): void => {
    const peaks = readPeaks();
    channels.forEach((channel, index) => {
      step(channel, toDb(peaks[index] ?? 0), { now, elapsedMs: now - before });
      const bar = bars[index];
      bar?.style.setProperty('--level', toShare(channel.levelDb));
      bar?.style.setProperty('--held', toShare(channel.heldDb));
      if (bar && (peaks[index] ?? 0) >= 1) {
        bar.dataset['clipped'] = '';
      }
    });
    before = now;
    if (now - reportedAt >= 1000) {
      reportedAt = now;
      report(meter, Math.max(...channels.map(({ heldDb }) => heldDb)));
    }
    frame = requestAnimationFrame(draw);
  };
  let frame = requestAnimationFrame(draw);
  return () => {
    cancelAnimationFrame(frame);
    bars.forEach((bar) => bar.style.setProperty('--level', '0'));
    bars.forEach((bar) => bar.style.setProperty('--held', '0'));
    report(meter, floorDb);
  };
}

/** Raises the level at once, and lets it fall slowly; the highest one is held. */
function step(channel: Channel, db: number, { now, elapsedMs }: { now: number; elapsedMs: number }): void {
  channel.levelDb = Math.max(db, channel.levelDb - (fallDb * elapsedMs) / 1000, floorDb);
  if (channel.levelDb >= channel.heldDb || now - channel.heldAt > holdMs) {
    [channel.heldDb, channel.heldAt] = [channel.levelDb, now];
  }
}

function report(meter: HTMLElement, db: number): void {
  meter.setAttribute('aria-valuenow', String(Math.round(db)));
  meter.setAttribute('aria-valuetext', db <= floorDb ? 'silent' : `${Math.round(db)} dB`);
}
