/** The fonts that a text may name. Each has the Latin script; Inter also has Cyrillic and Greek. */
export const textFonts = ['Inter', 'Anton', 'Bebas Neue', 'Archivo Black', 'Playfair Display', 'Caveat'] as const;
export type TextFont = (typeof textFonts)[number];

/** The fallback fonts for single scripts and for emoji, for letters that the named font lacks. */
export const scriptFonts = [
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Thai',
  'Noto Sans Devanagari',
  'Noto Sans Bengali',
  'Noto Sans Gurmukhi',
  'Noto Sans Gujarati',
  'Noto Sans Tamil',
  'Noto Sans Telugu',
  'Noto Sans Kannada',
  'Noto Sans Malayalam',
  'Noto Sans Sinhala',
  'Noto Sans Lao',
  'Noto Sans Khmer',
  'Noto Sans Myanmar',
  'Noto Sans Armenian',
  'Noto Sans Georgian',
  'Noto Sans Ethiopic',
  'Noto Color Emoji',
  'Noto Sans JP',
  'Noto Sans KR',
  'Noto Sans SC',
] as const;
type ScriptFont = (typeof scriptFonts)[number];

/** Every font that the app ships. */
export type FontName = TextFont | ScriptFont;

/** Whether a text may name this font. */
export const isTextFont = (name: string): name is TextFont => textFonts.some((font) => font === name);
