/** Code of the timeline that needs no schemas. */
const timeline =
  /core[\\/]timeline[\\/](animate|blend-modes|check|easing|envelope|fonts|frames|limits|plain-visual|properties|scene|schedule|unique-id|version)\.ts$/;
/** Small parts of several pages. */
const parts =
  /ui[\\/]((kit[\\/]parts|pages[\\/](canvas|canvases|job|recipe))[\\/](dialog|export-before|share|status-chip|thumbnail|titles|format-name|timeline-file|use-names|run-draft|windowed-list|worked-seconds)|editor[\\/](editor|export[\\/]export-state)|reviews[\\/]any[\\/]stage-wait|app[\\/]json|kit[\\/](focus-rendered|use-size))\.tsx?$/;
/** What the reviews of most recipes have in common. */
const review =
  /ui[\\/]((kit[\\/]form|reviews[\\/]any)[\\/](changed|decisions|draft|form|previews|proposal-text|read-schema|review-frame|review-part|review|save-key|steps|still|ticks|undo-keys|undo-redo)|app[\\/]openapi-document)\.tsx?$/;

/**
 * The files that code is put into where left alone it would be in many: each file that a page asks for keeps it busy a little. What
 * builds schemas at its start has files of its own, so that each can start in a task of its own. What a module imports comes with it
 * unless it is in a group above, so that no two of these files import each other.
 */
export const chunkGroups = [
  { name: 'page', tags: ['$initial' as const] },
  { name: 'zod', test: /[\\/]zod[\\/]/ },
  { name: 'timeline', test: timeline },
  { name: 'failure', test: /core[\\/]lib[\\/]failure\.ts$/ },
  { name: 'document', test: /core[\\/]timeline[\\/]document\.ts$/ },
  // The notes of the editor's cut-outs have a schema too, which no other page needs.
  { name: 'edit', test: /(core[\\/]timeline[\\/](edit\.ts$|edits[\\/])|in-place[\\/]cut-out-notes\.ts$)/ },
  { name: 'parts', test: parts },
  { name: 'strips', test: /ui[\\/]kit[\\/](strips|preview)[\\/](?!preview-player)/ },
  { name: 'review', test: review },
].map((group, at, all) => ({ ...group, priority: all.length - at }));
