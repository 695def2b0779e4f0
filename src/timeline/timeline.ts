export { applyEdit } from '#core/timeline/edit.ts';
