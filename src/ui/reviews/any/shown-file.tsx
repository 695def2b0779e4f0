import { useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { getShape } from '#ui/pages/job/shape.ts';
import { keptMaterials } from '#ui/pages/materials/materials.ts';

/** A result file as a video, an image or audio. */
export function Shown(props: { job: JobView; url: string; extension: string; name: string }) {
  const { job, url, extension, name } = props;
  const [own, setOwn] = useState<number | null>(null);
  if (extension === 'wav' || extension === 'm4a') {
    return <audio class="result-sound" src={url} controls aria-label={name} />;
  }
  // The expected aspect ratio until the file is loaded. It is usually right, so the layout does not move.
  const look = {
    class: 'result-video',
    style: { '--shape': own ?? getShape(job, keptMaterials.value ?? []) },
    src: url,
  };
  const take = (width: number, height: number): void => setOwn(height > 0 ? width / height : null);
  if (extension === 'gif' || extension === 'png') {
    const onLoad = ({ currentTarget }: { currentTarget: HTMLImageElement }): void =>
      take(currentTarget.naturalWidth, currentTarget.naturalHeight);
    return <img {...look} alt={name} onLoad={onLoad} />;
  }
  const onLoadedMetadata = ({ currentTarget }: { currentTarget: HTMLVideoElement }): void =>
    take(currentTarget.videoWidth, currentTarget.videoHeight);
  return (
    <video {...look} controls playsInline preload="metadata" aria-label={name} onLoadedMetadata={onLoadedMetadata} />
  );
}
