import { openBytes } from '#store/bytes.ts';
import { expose } from '#wire/remote.ts';
import { createMedia } from './media.ts';

expose(createMedia(openBytes()));
