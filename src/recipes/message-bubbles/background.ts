import type { OutputFormat } from '#core/formats.ts';
import type { ChatLook } from './document.ts';

/** Behind a chat in a file without alpha: a colour on which the bubbles of the style are seen well. */
const colors: Readonly<Record<ChatLook['style'], string>> = {
  neutral: '#dfe3ea',
  blue: '#c9d3e2',
  green: '#d9d2c6',
  dark: '#08090d',
};

type Wanted = {
  readonly style: ChatLook['style'];
  readonly background?: string | undefined;
  readonly outputFormat: OutputFormat;
};

/** What a chat that stands alone is over, `#rrggbb`; null for nothing, in the formats that have alpha. */
export const backgroundOf = ({ style, background, outputFormat }: Wanted): string | null =>
  background ?? (outputFormat === 'mp4' ? colors[style] : null);
