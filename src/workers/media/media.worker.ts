import { openBytes } from '#store/bytes.ts';
import { showLife } from '#wire/life.ts';
import { expose } from '#wire/remote.ts';
import { createMedia } from './media.ts';

showLife();
expose(createMedia(openBytes()));
