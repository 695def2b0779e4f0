import { keepAwake } from '#wire/awake.ts';
import { openBell } from '#wire/bell.ts';
import { toSiteAddress } from '#wire/site-root.ts';

keepAwake(openBell(), toSiteAddress(''));
