import { useEffect, useRef } from 'preact/hooks';
import { toAddress } from '#ui/app/base.ts';

/** A few silent seconds of what a recipe makes. They move only while they are seen; else their picture stands. */
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

/** Plays while most of the video is in the window. Gives what ends this. */
function playWhileSeen(video: HTMLVideoElement): () => void {
  // The attribute is read when the element is parsed, which script does not do.
  video.muted = true;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting === true) {
        // Refused by browsers that save data; then the picture stands.
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
