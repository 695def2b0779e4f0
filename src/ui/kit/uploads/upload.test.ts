import { expect, it } from 'vitest';
import { OffcutError } from '#client/offcut-error.ts';
import { nameFile } from './upload.ts';

const nameIn = (code: string, message: string): string => {
  try {
    return nameFile('clip.mp4')(new OffcutError({ code, message, status: 415 }));
  } catch (thrown) {
    return thrown instanceof OffcutError ? `${thrown.status} ${thrown.code} ${thrown.message}` : '';
  }
};

it('names the file in an error that the file caused, once', () => {
  expect(nameIn('UNSUPPORTED_MEDIA', 'The file is empty.')).toBe(
    '415 UNSUPPORTED_MEDIA "clip.mp4": The file is empty.',
  );
  expect(nameIn('UNSUPPORTED_MEDIA', 'clip.mp4 is an image.')).toBe('415 UNSUPPORTED_MEDIA clip.mp4 is an image.');
  expect(nameIn('TICKET_USED', 'This upload ticket is already used.')).toBe(
    '415 TICKET_USED This upload ticket is already used.',
  );
});
