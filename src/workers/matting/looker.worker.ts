import { showLife } from '#wire/life.ts';
import { expose, transfer } from '#wire/remote.ts';
import { createLooker, type Looker } from '#workers/matting/looker.ts';
import { runtimeFiles } from '#workers/matting/runtime-files.ts';
import { openCpuSession } from '#workers/matting/session.ts';

// There is one such thread for each core, so that none of them starts further ones.
const looker = createLooker(({ bytes }) => openCpuSession(bytes, runtimeFiles, 1));

const port: Looker = {
  open: (groups) => looker.open(groups),
  look: async (group, picture) => {
    const matte = await looker.look(group, picture);
    return transfer(matte, [matte.buffer]);
  },
};

showLife();
expose(port);
