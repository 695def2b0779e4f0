import type { ItemOf } from '#core/timeline/document.ts';
import { goTo } from '#ui/app/navigation.ts';
import { toError } from '#ui/app/to-error.ts';
import type { Command } from '../commands/command.ts';
import type { Editor } from '../editor.ts';
import { cutOutItemId } from './cut-out-dialog.tsx';
import { detach, freeze, isHeard, isUnderPlayhead, isUploaded, selectedAudible, selectedVideo } from './one-click.ts';

export const inPlaceCommands: readonly Command[] = [
  {
    id: 'remove-background',
    label: 'Remove background',
    group: 'Edit',
    keys: ['Shift+x'],
    isEnabled: (editor) => selectedVideo(editor) !== undefined,
    run: (editor) => {
      cutOutItemId.value = selectedVideo(editor)?.id ?? null;
    },
  },
  {
    id: 'tighten',
    label: 'Tighten pauses',
    group: 'Edit',
    keys: [],
    isEnabled: (editor) => {
      const item = selectedVideo(editor);
      return item !== undefined && isUploaded(item);
    },
    run: (editor) =>
      withVideo(editor, ({ assetId }) => goTo({ page: 'recipe', recipeId: 'tighten', material: assetId })),
  },
  {
    id: 'detach-sound',
    label: 'Detach audio',
    group: 'Edit',
    keys: ['Shift+u'],
    isEnabled: (editor) => {
      const item = selectedVideo(editor);
      return item !== undefined && isHeard(item);
    },
    run: (editor) => withVideo(editor, (item) => detach(editor, item)),
  },
  {
    id: 'mark-beats',
    label: 'Detect beats',
    group: 'Edit',
    keys: ['Alt+KeyB'],
    isEnabled: (editor) => selectedAudible(editor) !== undefined,
    run: (editor) => {
      const item = selectedAudible(editor);
      if (item) {
        refusalOfAction(editor, async () => (await import('./mark-beats.ts')).markBeats(editor, item));
      }
    },
  },
  {
    id: 'freeze-frame',
    label: 'Freeze frame at the playhead',
    group: 'Edit',
    keys: ['Shift+f'],
    isEnabled: (editor) => {
      const item = selectedVideo(editor);
      return item !== undefined && isUnderPlayhead(editor, item);
    },
    run: (editor) => withVideo(editor, (item) => refusalOfAction(editor, () => freeze(editor, item))),
  },
];

function withVideo(editor: Editor, act: (item: ItemOf<'video'>) => void): void {
  const item = selectedVideo(editor);
  if (item) {
    act(item);
  }
}

/** Reports a failed action where refused edits are reported. */
function refusalOfAction(editor: Editor, act: () => Promise<void>): void {
  act().catch((thrown: unknown) => {
    editor.refusal.value = toError(thrown).message;
  });
}
