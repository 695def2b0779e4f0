import type { OutputFormat } from '#core/model/formats.ts';
import type { ChatStyle } from './document.ts';

/** The colors behind a chat in a file without alpha, with good contrast to the bubbles of the style. */
const colors: Readonly<Record<ChatStyle['style'], string>> = {
  neutral: '#dfe3ea',
  blue: '#c9d3e2',
  green: '#d9d2c6',
  dark: '#08090d',
};

type Wanted = {
  readonly style: ChatStyle['style'];
  readonly background?: string | undefined;
  readonly outputFormat: OutputFormat;
};

/** Returns the background of a chat without a clip, `#rrggbb`; null for none, in the formats that have alpha. */
export const getBackground = ({ style, background, outputFormat }: Wanted): string | null =>
  background ?? (outputFormat === 'mp4' ? colors[style] : null);
