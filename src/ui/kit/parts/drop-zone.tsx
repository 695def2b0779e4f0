import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import './drop-zone.css';
import { noteHandles } from '../uploads/file-handles.ts';
import { FileButton, FilesButton } from './file-button.tsx';
import { anyFiles, videoFiles } from './media-kinds.ts';

/** Accepts files that are selected, or dropped anywhere in the window. `children` are next to the button. */
export function DropZone(props: {
  title: string;
  titleNarrow: string;
  /** True to offer images and audio too. */
  isAnyKind?: boolean;
  /** True if the file dialog allows several files. Several files may be dropped in any case. */
  isMany?: boolean;
  /** True if the page has a more important action. */
  isSecondary?: boolean;
  onFiles: (files: readonly File[]) => void;
  children?: ComponentChildren;
}) {
  const isOver = useWindowDrops(props.onFiles);
  const words = props.isAnyKind === true ? wordsOfAny : wordsOfVideo;
  const look = props.isSecondary === true ? 'button-large' : 'button-primary button-large';
  return (
    <section class={isOver ? 'drop drop-over' : 'drop'}>
      <div class="drop-inside stack">
        <p class="drop-title">
          {isOver ? (
            'Drop to add'
          ) : (
            <>
              <span class="only-wide">{props.title}</span>
              <span class="only-narrow">{props.titleNarrow}</span>
            </>
          )}
        </p>
        <div class="row drop-row">
          {props.isMany === true ? (
            <FilesButton {...words} label={words.labelMany} look={look} onFiles={props.onFiles} />
          ) : (
            <FileButton {...words} look={look} onFile={(file) => props.onFiles([file])} />
          )}
          {props.children}
        </div>
        <p class="soft small">{words.privacy}</p>
      </div>
    </section>
  );
}

const wordsOfVideo = {
  label: 'Choose a video',
  labelMany: 'Choose a video',
  name: 'Video file',
  accept: videoFiles,
  privacy: 'Processed in this browser. Your video never leaves this device.',
};

const wordsOfAny = {
  label: 'Choose a file',
  labelMany: 'Choose files',
  name: 'File',
  accept: anyFiles,
  privacy: 'Stored in this browser for all recipes and canvases. Your files never leave this device.',
};

/**
 * Receives all files dropped anywhere in the window; returns true while files are dragged over it. `isOn` false disables
 * it.
 */
export function useWindowDrops(onFiles: (files: readonly File[]) => void, isOn = true): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    if (!isOn) {
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const over = (event: DragEvent): void => {
      if (event.defaultPrevented) {
        // An element of the page handles the drop itself.
        setOver(false);
      } else if (event.dataTransfer?.types.includes('Files') === true) {
        event.preventDefault();
        setOver(true);
      }
    };
    addEventListener('dragenter', over, { signal });
    addEventListener('dragover', over, { signal });
    // Entering a child fires this event too; only leaving the window has no related target.
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    addEventListener(
      'drop',
      (event) => {
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0 && event.dataTransfer && !event.defaultPrevented) {
          event.preventDefault();
          noteHandles(event.dataTransfer);
          latest.current(files);
        }
      },
      { signal },
    );
    return () => {
      controller.abort();
      setOver(false);
    };
  }, [isOn]);
  return isOver;
}
