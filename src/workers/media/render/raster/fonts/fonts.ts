import { shorten } from '#core/lib/shorten.ts';
import { isTextFont } from '#core/timeline/fonts.ts';
import { chooseFiles, type FontChoice } from './choose-files.ts';
import { loadOwnFont, type OwnFont } from './own-font.ts';
import { loadCatalog, loadFontFile, toCssName } from './font-files.ts';

/** Fonts that are loaded and registered, so that text can be measured and drawn. */
export type LoadedFonts = {
  /** The families as a CSS list. */
  readonly css: string;
  /** The height of a capital letter of the first family, as a share of the size. */
  readonly capHeight: number;
};

export type Fonts = {
  /**
   * Loads the fonts for `text`: a font of the user first, if `fontAssetId` names one, and then `font`. A file that cannot be loaded causes a warning, as does a character without a font. Throws INTERNAL
   * if the catalog cannot be loaded.
   */
  load(font: string, text: string, fontAssetId?: string): Promise<LoadedFonts>;
};

/** Reads the fonts of the user, and names the texts that use one, for a sentence. */
export type OwnFontPorts = {
  readAsset(assetId: string): Promise<Blob | null>;
  getName(assetId: string): string;
};

/** Registers the fonts of this build, and those of the user if there are `ports`, with the worker's canvases. */
export function createFonts(warn: (sentence: string) => void, ports?: OwnFontPorts): Fonts {
  const known = new Map<string, Promise<LoadedFonts>>();
  const load = async (font: string, text: string, fontAssetId?: string): Promise<LoadedFonts> => {
    const named = isTextFont(font) ? font : 'Inter';
    if (named !== font) {
      warn(`The font "${font}" is not available, so "${quote(text)}" is set in Inter.`);
    }
    const choice = chooseFiles(await loadCatalog(), named, text);
    const areLoaded = await Promise.all(choice.files.map(loadFontFile));
    const own = fontAssetId === undefined || !ports ? null : await openOwn(fontAssetId, ports, warn);
    // The letters of a font of the user are not known, so only a lost file is reported for it.
    tellMissing(own ? { ...choice, missing: [] } : choice, areLoaded, text, warn);
    const loaded = toLoaded(choice);
    return own ? { css: `"${own.cssName}", ${loaded.css}`, capHeight: own.capHeight } : loaded;
  };
  return {
    load: (font, text, fontAssetId) => {
      const key = `${fontAssetId ?? ''}\n${font}\n${text}`;
      const loaded = known.get(key) ?? load(font, text, fontAssetId);
      known.set(key, loaded);
      return loaded;
    },
  };
}

/** Opens a font of the user; null, with a warning, if it no longer exists or cannot be loaded. */
async function openOwn(
  assetId: string,
  ports: OwnFontPorts,
  warn: (sentence: string) => void,
): Promise<OwnFont | null> {
  const names = ports.getName(assetId);
  const file = await ports.readAsset(assetId);
  if (!file) {
    warn(`${names}: set in another font, because its font file no longer exists. Choose another font.`);
    return null;
  }
  try {
    return await loadOwnFont(assetId, file);
  } catch (error) {
    warn(`${names}: set in another font. ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

const toLoaded = ({ files }: FontChoice): LoadedFonts => ({
  css: files.map(({ file }) => `"${toCssName(file.file)}"`).join(', '),
  capHeight: files[0]?.family.capHeight ?? 0.7,
});

function tellMissing(
  { files, missing }: FontChoice,
  areLoaded: readonly boolean[],
  text: string,
  warn: (sentence: string) => void,
): void {
  const lost = new Set(files.filter((_, index) => !areLoaded[index]).map(({ family }) => family.name));
  if (lost.size > 0) {
    warn(
      `${[...lost].join(' and ')} could not be loaded, so "${quote(text)}" is set in another font. Connect to the network and render again.`,
    );
  }
  if (missing.length > 0) {
    const names = missing.slice(0, 8).map((sign) => `${sign} (${toCodes(sign)})`);
    warn(
      `No available font has ${names.join(', ')} of "${quote(text)}". A system font or an empty box is shown instead. Use another character, or add it as an image.`,
    );
  }
}

const toCodes = (sign: string): string =>
  Array.from(sign, (letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(
    ' ',
  );

const quote = (text: string): string => shorten(text.replaceAll('\n', ' '), 40);
