/** Timeline code that needs no schemas. */
const timeline =
  /core[\\/]timeline[\\/](animate|blend-modes|check|easing|envelope|fonts|frames|limits|plain-visual|properties|scene|schedule|unique-id|version)\.ts$/;
/** Small modules that several pages use. */
const parts =
  /ui[\\/]((kit[\\/]parts|pages[\\/](canvas|canvases|job|recipe))[\\/](dialog|export-before|share|status-chip|thumbnail|titles|format-name|timeline-file|use-names|run-draft|windowed-list|worked-seconds)|editor[\\/](editor|export[\\/]export-state|stage[\\/]text-style|transitions[\\/](chosen|transition-types))|reviews[\\/]any[\\/]stage-wait|app[\\/]json|kit[\\/](drag|focus-rendered|use-size))\.tsx?$/;
/** Modules that the reviews of most recipes share. */
const review =
  /ui[\\/]((kit[\\/]form|reviews[\\/]any)[\\/](changed|decisions|draft|form|previews|proposal-text|read-schema|review-frame|review-part|review|save-key|steps|still|ticks|undo-keys|undo-redo)|app[\\/]openapi-document)\.tsx?$/;

/**
 * The chunks for code that would otherwise be split into many files, because each file that a page loads costs some time.
 * Modules that build schemas when they start have their own chunks, so that each starts in its own task. A module's imports are in
 * its chunk unless a group above contains them, so that no two of these chunks import each other.
 *
 * The groups list modules, not folders: with one group for each folder, the first load of the editor grew from 119.8 to 138.9 kB.
 */
export const chunkGroups = [
  { name: 'page', tags: ['$initial' as const] },
  { name: 'zod', test: /[\\/]zod[\\/]/ },
  { name: 'timeline', test: timeline },
  { name: 'failure', test: /core[\\/]lib[\\/]failure\.ts$/ },
  { name: 'document', test: /core[\\/]timeline[\\/]document\.ts$/ },
  // The notes of the editor's background removals have a schema too, which no other page needs.
  { name: 'edit', test: /(core[\\/]timeline[\\/](edit\.ts$|edits[\\/])|in-place[\\/]cut-out-notes\.ts$)/ },
  { name: 'parts', test: parts },
  { name: 'strips', test: /ui[\\/]kit[\\/](strips|preview)[\\/](?!preview-player)/ },
  { name: 'review', test: review },
  // With its imports: code that the editor and its lazy parts share would otherwise be split into eight files.
  { name: 'commands', test: /ui[\\/]editor[\\/]commands[\\/](commands|get-keys)\.ts$/ },
].map((group, at, all) => ({ ...group, priority: all.length - at }));
