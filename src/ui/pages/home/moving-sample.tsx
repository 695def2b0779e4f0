import { useEffect, useRef } from 'preact/hooks';
import { toAddress } from '#ui/app/base.ts';

/** A short silent preview of a recipe's result. It plays only while visible; otherwise its poster is shown. */
export function MovingSample({ name, isStill }: { name: string; isStill: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => (isStill || !video.current ? undefined : playWhileSeen(video.current)), [isStill]);
  return (
    <div class="sample">
      <img src={toAddress(`sample/cards/${name}.webp`)} alt="" width={320} height={180} loading="lazy" />
      {!isStill && (
        <video
          ref={video}
          src={toAddress(`sample/cards/${name}.mp4`)}
          width={320}
          height={180}
          muted
          loop
          playsInline
          preload="none"
          tabIndex={-1}
          aria-hidden="true"
        />
      )}
    </div>
  );
}

/** Plays while most of the video is in the viewport. Returns a function that stops it. */
function playWhileSeen(video: HTMLVideoElement): () => void {
  // The parser reads this attribute; setting it by script has no effect.
  video.muted = true;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting === true) {
        // Data-saving browsers refuse to play; the poster stays.
        void video.play().catch(() => undefined);
      } else {
        video.pause();
      }
    },
    { threshold: 0.6 },
  );
  observer.observe(video);
  return () => {
    observer.disconnect();
    video.pause();
  };
}
