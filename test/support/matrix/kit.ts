import { execFile, execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { blocksAcross, drawPictures, playMarks, soundRate, type Marks } from './marks.ts';

const run = promisify(execFile);

/** Frames of the signal, and how ffmpeg encodes them. */
export type Pictures = {
  /** The encoder and its options. */
  readonly codec: string;
  readonly seconds?: number;
  /** Their start in the signal, in whole seconds. */
  readonly fromSeconds?: number;
  readonly frameRate?: number;
  /** The frame rate in ffmpeg's notation, if the number is not exact. */
  readonly rateName?: string;
  readonly size?: string;
  readonly pixels?: string;
  /** Applied after the numbers are drawn. */
  readonly filter?: string;
};

/** Audio of the signal, and how ffmpeg encodes it. */
type Sound = Partial<Marks> & { readonly codec: string };

export type Clip = {
  readonly pictures?: Pictures;
  readonly sounds?: readonly Sound[];
  /** Further options of the output. */
  readonly options?: string;
};

/** The way to generate the file of a cell. */
export type Recipe = {
  /** Encoders of ffmpeg without which the cell is skipped. */
  readonly encoders: readonly string[];
  readonly make: (kit: Kit, target: string) => Promise<void>;
};

export const defaultSeconds = 3;
export const defaultRate = 30;

/** A folder of files generated for the cells; each is generated once. */
export class Kit {
  readonly folder: string;
  readonly #made = new Map<string, Promise<string>>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Returns the path of a file, which is generated on the first call. */
  file(name: string, make: (target: string) => Promise<unknown>): Promise<string> {
    const path = join(this.folder, name);
    const made = this.#made.get(name) ?? make(path).then(() => path);
    this.#made.set(name, made);
    return made;
  }

  /** Returns the path of the clip of another recipe, for cells that change it. */
  source(name: string, recipe: Recipe): Promise<string> {
    return this.file(`source-${name}`, (target) => recipe.make(this, target));
  }
}

const ffmpeg = (args: readonly string[]): Promise<unknown> => run('ffmpeg', ['-v', 'error', '-y', ...args]);

/** Splits options at spaces. */
const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** Encodes the signal with these codecs into the container of the name of the file. */
export function encode({ pictures, sounds = [], options = '' }: Clip): Recipe {
  const codecs = [pictures, ...sounds].flatMap((part) => (part ? [words(part.codec)[0] ?? ''] : []));
  return {
    encoders: codecs.filter((codec) => codec !== 'copy'),
    make: async (kit, target) => {
      const inputs = pictures ? [await toPicturesInput(kit, pictures)] : [];
      for (const sound of sounds) {
        inputs.push(await toSoundInput(kit, sound));
      }
      const maps = inputs.flatMap((_, index) => ['-map', String(index)]);
      const coded = sounds.flatMap(({ codec }, index) => toStreamOptions(codec, index));
      await ffmpeg([
        ...inputs.flat(),
        ...maps,
        ...(pictures ? toCoding(pictures) : []),
        ...coded,
        ...words(options),
        target,
      ]);
    },
  };
}

/** Runs ffmpeg with these arguments on the file of another recipe, which is SOURCE in them. */
export const derive = (name: string, source: Recipe, args: string): Recipe => ({
  encoders: source.encoders,
  make: async (kit, target) => {
    const from = await kit.source(name, source);
    await ffmpeg([...words(args).map((word) => (word === 'SOURCE' ? from : word)), target]);
  },
});

/** Concatenates the bytes of other recipes' files. */
export const concatenate = (parts: readonly (readonly [name: string, recipe: Recipe])[]): Recipe => ({
  encoders: parts.flatMap(([, { encoders }]) => encoders),
  make: async (kit, target) => {
    const files: Buffer[] = [];
    for (const [name, recipe] of parts) {
      files.push(await readFile(await kit.source(name, recipe)));
    }
    await writeFile(target, Buffer.concat(files));
  },
});

/** Changes the bytes of another recipe's file. */
export const change = (name: string, source: Recipe, edit: (bytes: Buffer) => Buffer): Recipe => ({
  encoders: source.encoders,
  make: async (kit, target) => writeFile(target, edit(await readFile(await kit.source(name, source)))),
});

const toStreamOptions = (codec: string, index: number): string[] => {
  const [name = '', ...options] = words(codec);
  return [`-c:a:${index}`, name, ...options];
};

async function toPicturesInput(kit: Kit, { seconds = defaultSeconds, ...pictures }: Pictures): Promise<string[]> {
  const { frameRate = defaultRate, rateName = String(frameRate), fromSeconds = 0 } = pictures;
  const raw = await kit.file(`pictures-${frameRate}-${fromSeconds}-${seconds}.raw`, (target) =>
    writeFile(target, drawPictures(frameRate, seconds, fromSeconds)),
  );
  const size = `${blocksAcross}x${blocksAcross}`;
  return words(`-f rawvideo -pixel_format gray -video_size ${size} -framerate ${rateName} -i ${raw}`);
}

async function toSoundInput(kit: Kit, { codec: _codec, seconds = defaultSeconds, ...marks }: Sound): Promise<string[]> {
  const { speed = 1, isToneOff = false } = marks;
  const raw = await kit.file(`sound-${seconds}-${speed}-${isToneOff}.raw`, (target) =>
    writeFile(target, playMarks({ seconds, speed, isToneOff })),
  );
  return words(`-f s16le -ar ${soundRate} -ac 1 -i ${raw}`);
}

function toCoding({ codec, size = '176:144', pixels = 'yuv420p', filter }: Pictures): string[] {
  const filters = [`scale=${size}:flags=neighbor`, `format=${pixels}`, ...(filter ? [filter] : [])].join(',');
  return ['-vf', filters, '-c:v', ...words(codec)];
}

let known: ReadonlySet<string> | undefined;

/** Returns the encoders of a recipe that this ffmpeg does not have. */
export function listMissing({ encoders }: Recipe): string[] {
  const listed = (known ??= new Set(
    execFileSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/)[1] ?? ''),
  ));
  return encoders.filter((name) => !listed.has(name));
}
