import { expect, it } from 'vitest';
import { isRedacted, redactAddress, redactMaterial } from './redact-address.ts';

const site = 'https://films.example';
const redact = (path: string): Promise<string> => redactAddress(new URL(site + path));

it.each([
  // Tokens of 128 bits in common alphabets.
  '/s/9f86d081884c7d659a2feaa0c55ad015/film.mp4',
  '/s/mZ3kQ8vT1xYb7Rw0pLc2Na/film.mp4',
  '/share/550e8400-e29b-41d4-a716-446655440000',
  '/d/1a2B3c4D5e6F7g8H9i0J/view',
  '/s/mZ3kQ8v-T1xYb7R_w0pLc2/film.mp4',
  '/s/mZ3kQ8v_T1xYb7R-w0pLc2.mp4',
  // A token in a file name, and a token with three parts.
  '/uploads/9f86d081884c7d659a2feaa0c55ad015.mp4',
  '/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N/film.mp4',
  // A query that consists of the secret alone, and a value that is shorter than most secrets.
  '/film.mp4?mZ3kQ8vT1xYb7Rw0pLc2Na',
  '/film.mp4?mZ3kQ8vT1xYb7Rw0pLc2Na&part=2',
  '/film.mp4?v=mZ3kQ8vT1xYb7Rw0pLc2',
])('hides the secret of %s, and hides it in the same way again', async (path) => {
  const shown = await redact(path);
  expect(shown).toMatch(/hidden-[0-9a-f]{10}/);
  expect(shown).not.toMatch(/9f86d08|mZ3kQ|550e8400|1a2B3c|eyJ|dozjg/);
  expect(isRedacted(new URL(shown))).toBe(true);
  expect(isRedacted(new URL(site + path))).toBe(false);
  expect(await redactAddress(new URL(shown))).toBe(shown);
  expect(await redactMaterial(`${site}${path}#t=4`)).toBe(shown);
});

it.each([
  '/holiday-2024/my-holiday-film-part-1-of-2-final-cut.mp4',
  '/a/IMG_20240115_123456789_HDR.mp4',
  '/MyHolidayFilmFromItaly2024.mov',
  '/bigbuckbunny720p30fps.mp4',
  '/series/S01E02-Part3-1080p-x264.mkv',
  '/2024-01-15T10-30-00Z_cam1_4K/GX010023_1-2_v3-4K-HDR10.mp4',
  // A placeholder that replaces a secret already.
  '/s/hidden-1a2b3c4d5e/hidden-1a2b3c4d5e.mp4',
  '/C0001-A7S3-4K-24p-Slog3-v2.mp4',
  '/items/1234567890123456789/film.mp4',
  '/named%20clip.mov?part=2&download',
  '/film.mp4?start=12.5&lang=de-AT',
])('shows %s unchanged', async (path) => {
  expect(await redact(path)).toBe(site + path);
});

it('keeps different secrets different, and keeps the extension of the file', async () => {
  const [one, other] = [
    await redact('/9f86d081884c7d659a2feaa0c55ad015.mp4'),
    await redact('/9f86d081884c7d659a2feaa0c55ad016.mp4'),
  ];
  expect(one).not.toBe(other);
  expect(one).toMatch(/\/hidden-[0-9a-f]{10}\.mp4$/);
});
