import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { timelineItem, type ItemOf } from '#core/timeline/document.ts';
import { isFirefox } from '#test/support/browser.ts';
import { makeLayer } from '#test/support/layers.ts';
import { openRasterPage, type RasterPage } from '#test/support/raster-page.ts';
import type { LayoutMade, LinesCase, RasterCase, RasterMade } from '#test/support/raster.worker.ts';
import { makeItem } from '#test/support/timeline.ts';

let page: RasterPage;

beforeAll(async () => {
  page = await openRasterPage();
});

afterAll(() => page.close());

const size = { width: 400, height: 200 };
const draw = (layers: RasterCase['layers'], more: Partial<RasterCase> = {}): Promise<RasterMade> =>
  page.draw({ ...size, background: '#000000', scale: 1, layers, ...more });

type Golden = LinesCase & { readonly lines: readonly (readonly [string, number])[] };

// Firefox breaks long URLs at other letters.
test.skipIf(isFirefox)('breaks lines at the same positions, to the pixel, in every script', async () => {
  const file = join(import.meta.dirname, '../../fixtures/text-lines.json');
  const goldens = JSON.parse(await readFile(file, 'utf8')) as readonly Golden[];
  expect(goldens.length).toBeGreaterThan(10);
  for (const { lines: wanted, ...one } of goldens) {
    const { lines } = await page.breakLines(one);
    expect(lines.map(([text]) => text)).toEqual(wanted.map(([text]) => text));
    lines.forEach(([text, width], index) => {
      expect(Math.abs(width - (wanted[index]?.[1] ?? 0)), text).toBeLessThanOrEqual(1);
      expect(width, text).toBeLessThanOrEqual(one.widthPx + 1);
    });
  }
});

test('fits a text to its box, and draws it once while it does not change', async () => {
  const { rasters, warnings, isKept } = await draw([
    makeLayer({ type: 'text', text: 'HEIGHT' }, size),
    makeLayer({ type: 'text', text: 'HEIGHT' }, size, 6),
  ]);
  const [first, second] = rasters;
  expect(warnings).toEqual([]);
  expect(isKept).toBe(true);
  expect(second?.key).toBe(first?.key);
  expect(first?.width).toBeGreaterThan(380);
  expect(first?.width).toBeLessThan(406);
  expect(Math.abs((first?.y ?? 0) + (first?.height ?? 0) / 2 - 100)).toBeLessThan(2);
});

test('fetches only the font files that the letters need', async () => {
  page.requested.length = 0;
  const font = 'Caveat';
  await draw(['Hello', 'Hello again'].map((text) => makeLayer({ type: 'text', text, font }, size)));
  expect(page.requested.filter((path) => path.endsWith('woff2'))).toEqual(['/fonts/caveat-latin.woff2']);
});

test('does not synthesise bold for a font of one weight', async () => {
  const text = { type: 'text', text: 'Anton', font: 'Anton', sizePx: 120 };
  const usual = await draw([makeLayer({ ...text, weight: 400 }, size)]);
  const bold = await draw([makeLayer({ ...text, weight: 900 }, size)]);
  expect(usual.rasters[0]?.width).toBeGreaterThan(100);
  expect(bold.png).toBe(usual.png);
});

test('shows further letters of a font that is already in use', async () => {
  const text = { type: 'text', sizePx: 60, fill: '#ffffff' };
  const alone = await draw([makeLayer({ ...text, text: 'Привет' }, size)]);
  const after = await draw([makeLayer({ ...text, text: 'Hello' }, size), makeLayer({ ...text, text: 'Привет' }, size)]);
  expect(after.rasters[1]).toEqual({ ...alone.rasters[0], key: after.rasters[1]?.key });
});

test.each(['Pośród ờ Ång', 'नमस्ते क़लम', 'নমস্কার ো', '한국', 'がぎ'])(
  'renders a decomposed text like the composed one, without a warning: %s',
  async (text) => {
    const [composed, decomposed] = ['NFC', 'NFD'].map((form) => text.normalize(form));
    const made = await draw([makeLayer({ type: 'text', text: composed, sizePx: 60 }, size)]);
    const again = await draw([makeLayer({ type: 'text', text: decomposed, sizePx: 60 }, size)]);
    expect([...made.warnings, ...again.warnings]).toEqual([]);
    expect(again.png).toBe(made.png);
  },
);

test('draws emoji in colour', async () => {
  const heart = makeLayer({ type: 'text', text: '❤️', sizePx: 150 }, size);
  const { colours } = await draw([heart], { probes: [[200, 100]] });
  expect(colours[0]?.[0]).toBeGreaterThan(180);
  expect(colours[0]?.[1]).toBeLessThan(90);
});

test.each(['👨‍👩‍👧‍👦', '🏳️‍🌈', '🇫🇷', '👍🏽', '🧑🏿‍🚀', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '👩‍❤️‍💋‍👩', '🏃‍♀️', '😮‍💨', '🐈‍⬛', '🧑‍🎄', '👁️‍🗨️', '🇺🇳'])(
  'draws an emoji of several code points as one glyph: %s',
  async (text) => {
    const lettering = { font: 'Inter', weight: 400, sizePx: 100, widthPx: 1000 };
    const { lines } = await page.breakLines({ text, ...lettering });
    const { lines: among } = await page.breakLines({ text: `😀${text}❤️`, ...lettering });
    expect(lines[0]?.[1]).toBeLessThan(130);
    expect(among[0]?.[1]).toBeLessThan(390);
  },
);

test('names the letters that no font has, and a missing font', async () => {
  const { warnings } = await draw([
    makeLayer({ type: 'text', text: 'a 𓀀 b' }, size),
    makeLayer({ type: 'text', text: 'a 𓀀 b' }, size, 6),
    makeLayer({ type: 'text', text: 'plain', font: 'Comic Sans MS' }, size),
  ]);
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain('𓀀 (U+13000)');
  expect(warnings[1]).toContain('"Comic Sans MS"');
});

test('draws a shape with its colour, corners and stroke', async () => {
  const item = {
    type: 'shape',
    shape: 'rectangle',
    fill: '#00ff00',
    cornerPx: 40,
    stroke: { color: '#ff0000', widthPx: 8 },
  };
  const box = { x: 50, y: 50, width: 300, height: 100 };
  const { colours, rasters } = await draw([makeLayer(item, box)], {
    probes: [
      [200, 100],
      [200, 52],
      [200, 40],
      [52, 52],
    ],
  });
  expect(colours).toEqual([
    [0, 255, 0],
    [255, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(rasters[0]).toMatchObject({ x: -4, y: -4, width: 308, height: 108 });
});

type ConversationGolden = {
  readonly script: string;
  readonly said: readonly string[];
  readonly layouts: readonly {
    readonly width: number;
    readonly height: number;
    readonly layout: string;
    readonly lines: readonly (readonly string[])[];
    /** Returns x, y, width and height of the visible pixels at the end. */
    readonly boxes: readonly (readonly number[])[];
  }[];
};

test.skipIf(isFirefox)('lays out conversations of five scripts as before, within bubbles and safe area', async () => {
  const file = join(import.meta.dirname, '../../fixtures/conversations.json');
  const goldens = JSON.parse(await readFile(file, 'utf8')) as readonly ConversationGolden[];
  expect(goldens.map(({ script }) => script)).toEqual(['Latin', 'Arabic', 'Japanese', 'Devanagari', 'Thai']);
  const times = Array.from({ length: 60 }, (_, index) => index / 8);
  for (const { said, layouts } of goldens) {
    const conversations = layouts.map(({ width, height, layout }) => ({
      item: makeConversation(said, layout),
      box: { width, height },
    }));
    (await page.layOut({ conversations, times })).forEach((made, at) => {
      const { layout, lines, boxes } = layouts[at] ?? { layout: '', lines: [], boxes: [] };
      expect(made.bubbles.map((bubble) => bubble.lines.map(({ text }) => text))).toEqual(lines);
      expectPlaces(made.scenes.at(-1) ?? [], boxes);
      expectWithin(made, layout === 'chat');
    });
  }
});

function expectPlaces(bubbles: LayoutMade['scenes'][number], boxes: readonly (readonly number[])[]): void {
  expect(bubbles).toHaveLength(boxes.length);
  bubbles.forEach(({ x, y, width, height }, at) =>
    [x, y, width, height].forEach((length, side) =>
      expect(Math.abs(length - (boxes[at]?.[side] ?? 0))).toBeLessThanOrEqual(1),
    ),
  );
}

/** A conversation with a question, typing and an answer, and with everything that a bubble can contain. */
const makeConversation = (said: readonly string[], layout: string) => {
  const messages = said.map((text, index) => ({
    id: `${index}`,
    from: index % 2 === 0 ? 'them' : 'me',
    text,
    atSeconds: index + 0.8,
    typingSeconds: index % 2 === 0 ? 0.6 : 0,
    ...(index === 1 && { receipt: 'read' }),
    ...(index === 2 && { reaction: '🔥' }),
  }));
  const item = makeItem('bubbles', 'a', { durationSeconds: 99, width: 1, height: 1 });
  return timelineItem.parse({ ...item, layout, messages }) as ItemOf<'bubbles'>;
};

function expectWithin({ safe, scenes, bubbles }: LayoutMade, goesBelowHeader: boolean): void {
  for (const { lines, width, height } of bubbles) {
    for (const line of lines) {
      expect(Math.min(line.x, width - line.x - line.width, height - line.baseline)).toBeGreaterThanOrEqual(-0.5);
    }
  }
  for (const placed of scenes.flat()) {
    const { x, y, width, height, lower } = placed;
    const above = goesBelowHeader ? 0 : y - safe.y;
    const room = [x - safe.x, safe.x + safe.width - x - width, above, safe.y + safe.height - y - height - lower];
    expect(Math.min(...room), JSON.stringify(placed)).toBeGreaterThanOrEqual(-0.5);
  }
}

/** Two frames of one pixel, red for 200 ms and blue for 300 ms, in a loop. */
const gif = Buffer.concat([
  Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\xff\0\0\0\0\xff!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1'),
  Buffer.from('!\xf9\x04\0\x14\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1'),
  Buffer.from('!\xf9\x04\0\x1e\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02\x4c\x01\0;', 'latin1'),
]).toString('base64');

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#00ff00" fill-opacity=".5"/></svg>',
).toString('base64');

const [red, blue] = [expect.closeTo(255, -1), expect.closeTo(0, -1)];

test('draws images of every kind', async () => {
  const assets: Record<string, string> = { svg };
  for (const kind of ['png', 'jpeg', 'webp']) {
    assets[kind] = await page.encodePicture(`image/${kind}`);
  }
  const box = { width: 400, height: 200 };
  for (const assetId of ['png', 'jpeg', 'webp']) {
    const { colours, warnings } = await draw([makeLayer({ type: 'picture', assetId }, box)], {
      assets,
      probes: [
        [50, 100],
        [350, 100],
      ],
    });
    expect(warnings).toEqual([]);
    expect(colours).toEqual([
      [red, blue, blue],
      [blue, blue, red],
    ]);
  }
  const drawn = await draw([makeLayer({ type: 'picture', assetId: 'svg' }, box)], { assets, probes: [[200, 100]] });
  expect(drawn.colours).toEqual([[0, expect.closeTo(128, -1), 0]]);
});

test('rotates a photograph upright', async () => {
  const jpeg = Buffer.from(await page.encodePicture('image/jpeg'), 'base64');
  // The smallest valid EXIF: one entry, orientation 6, a quarter turn to the right.
  const exif = Buffer.from(
    '\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0',
    'latin1',
  );
  const turned = Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]).toString('base64');
  const { colours, rasters } = await draw(
    [makeLayer({ type: 'picture', assetId: 'turned' }, { width: 100, height: 200 })],
    {
      assets: { turned },
      probes: [
        [50, 20],
        [50, 180],
      ],
    },
  );
  expect(rasters[0]).toMatchObject({ width: 20, height: 40 });
  expect(colours).toEqual([
    [red, blue, blue],
    [blue, blue, red],
  ]);
});

test('plays an animated image by its own times', async () => {
  const colourAt = async (seconds: number) => {
    const layer = makeLayer({ type: 'picture', assetId: 'gif' }, { width: 10, height: 10 }, seconds);
    return (await draw([layer], { assets: { gif }, probes: [[5, 5]] })).colours[0];
  };
  const [first, second] = [
    [255, 0, 0],
    [0, 0, 255],
  ];
  expect(await Promise.all([0, 0.19, 0.2, 0.49, 0.5, 1.25].map(colourAt))).toEqual([
    first,
    first,
    second,
    second,
    first,
    second,
  ]);
});

test('draws nothing for a damaged or missing image, and reports it', async () => {
  const { rasters, warnings } = await draw(
    ['damaged', 'gone'].map((assetId) => makeLayer({ type: 'picture', assetId }, size)),
    { assets: { damaged: Buffer.from('\x89PNG\r\n\x1a\nnothing more', 'latin1').toString('base64') } },
  );
  expect(rasters).toEqual([null, null]);
  expect(warnings).toEqual([
    expect.stringContaining('"damaged": not shown, because the image cannot be decoded'),
    expect.stringContaining('"gone": not shown, because the image no longer exists'),
  ]);
});

test.each(['overlay', 'chat'])(
  'draws a conversation as %s, and reuses the bitmap while nothing moves',
  async (layout) => {
    const item = {
      type: 'bubbles',
      layout,
      contactName: 'Maya',
      style: 'blue',
      messages: [
        { id: '1', from: 'them', text: 'Have you seen it? 👀', atSeconds: 0.5, typingSeconds: 0.5 },
        { id: '2', from: 'me', text: 'שלום', atSeconds: 1, receipt: 'read', reaction: '🔥' },
        { id: '3', from: 'them', text: 'A picture', imageAssetId: 'picture', atSeconds: 1.5 },
      ],
    };
    const box = { width: 640, height: 360 };
    const at = [4, 9, 1.1].map((seconds) => makeLayer(item, box, seconds));
    const { rasters, warnings, isKept } = await draw(at, {
      ...box,
      assets: { picture: await page.encodePicture('image/png') },
    });
    const [still, later, moving] = rasters;
    expect(warnings).toEqual([]);
    expect(isKept).toBe(true);
    expect(later).toEqual(still);
    expect(moving?.key).not.toBe(still?.key);
    const before = await draw([makeLayer({ ...item, layout: 'overlay' }, box, -0.1)], box);
    expect(before.rasters).toEqual([null]);
  },
);
