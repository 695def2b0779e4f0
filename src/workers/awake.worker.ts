import { keepAwake } from '#wire/awake.ts';
import { openBell } from '#wire/bell.ts';

// The built script is in `{base}assets/`.
keepAwake(openBell(), new URL('../', self.location.href));
