import type { InterchangeFormat } from '#core/timeline/interchange/interchange.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useEditor } from '../editor.ts';
import { downloadFile } from '#ui/kit/download-file.ts';

/** The content of each file format, the most complete first. */
const files: readonly { readonly format: InterchangeFormat; readonly name: string; readonly carries: string }[] = [
  {
    format: 'otio',
    name: 'OpenTimelineIO',
    carries:
      'Tracks, clips, transitions, speeds and markers. Offcut restores everything from it. For DaVinci Resolve and others.',
  },
  {
    format: 'fcpxml',
    name: 'Final Cut Pro XML',
    carries:
      'Clips, stills and titles with initial position, opacity, volume and speed; dissolves. No shapes or chat bubbles.',
  },
  { format: 'edl', name: 'EDL (CMX 3600)', carries: 'The cuts of the video track with the most clips.' },
  { format: 'srt', name: 'Subtitles, SRT', carries: 'Texts and chat messages with their times.' },
  { format: 'vtt', name: 'Subtitles, WebVTT', carries: 'The same, for web players.' },
  { format: 'csv', name: 'Table, CSV', carries: 'One row per item.' },
];

/** Exports the canvas as files that other editors read. Such a file refers to media by file name, in its own folder. */
export function OtherPrograms({ onClose }: { onClose: () => void }) {
  const editor = useEditor();
  const { run, isBusy, error } = useAction();
  const save = async (format: InterchangeFormat): Promise<void> => {
    await editor.save();
    await downloadFile('getInterchange', { params: { canvasId: editor.canvasId }, query: { format } });
  };
  return (
    <>
      <p class="soft small">These files reference media by name. Put the downloaded media next to the file.</p>
      <ul class="rows export-files">
        {files.map(({ format, name, carries }) => (
          <li key={format} class="row row-apart">
            <div class="grow">
              <h3>{name}</h3>
              <p class="soft small">{carries}</p>
            </div>
            <button
              type="button"
              class="button"
              aria-label={`Download ${format.toUpperCase()}, ${name}`}
              disabled={isBusy}
              onClick={() => run(() => save(format))}
            >
              Download {format.toUpperCase()}
            </button>
          </li>
        ))}
      </ul>
      {error && <Problem error={error} />}
      <div class="row">
        <button type="button" class="button button-quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}
