import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Offcut } from '#client/offcut.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { Failure } from '#core/lib/failure.ts';
import { listen } from '../../server/server.ts';
import { modelsDir } from '../build.ts';
import { getInvocation } from '../invocation.ts';
import { recommendedModels } from '../models.ts';
import { ok, toGigabytes, warn, type Check } from './check.ts';

const freeBytesMin = 5e9;
/** The time limit for a program that uses the port. */
const answerWithinMs = 5000;

/** Checks what the commands use of this computer, apart from browsers. */
export const checkComputer = async (port: number): Promise<Check[]> => [
  checkNode(),
  await checkDisk(),
  await checkPort(port),
  checkModels(),
];

/** A Node that is too old does not arrive here: the program refuses to start. */
const checkNode = (): Check => ok('Node', process.versions.node);

/** Checks the disk of temporary files, which also has the profiles of headless browsers. */
async function checkDisk(): Promise<Check> {
  const folder = tmpdir();
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const found = `${toGigabytes(freeBytes)} free in ${folder}`;
  return freeBytes >= freeBytesMin
    ? ok('disk', found)
    : warn(
        'disk',
        found,
        'long videos end with STORAGE_FULL',
        'Free some space, or give --profile a folder on a larger disk.',
      );
}

async function checkPort(port: number): Promise<Check> {
  const server = createServer();
  try {
    await listen(server, port);
    return ok('port', `${port} is free`);
  } catch (error) {
    if (await hasOffcut(port)) {
      return ok('port', `${port} is used by a running Offcut`);
    }
    const { message } = Failure.from(error);
    return warn('port', message, 'commands cannot serve at this address', `Give "start" another one with --port.`);
  } finally {
    server.close();
  }
}

/** Whether the API answers on a port: without a key it refuses the call with its own code. */
async function hasOffcut(port: number): Promise<boolean> {
  try {
    await new Offcut({ baseUrl: `http://127.0.0.1:${port}` }).call('getMe', {
      signal: AbortSignal.timeout(answerWithinMs),
    });
    return true;
  } catch (error) {
    return error instanceof OffcutError && error.code === 'UNAUTHORIZED';
  }
}

function checkModels(): Check {
  const absent = recommendedModels.filter(({ variants }) =>
    variants.some(({ file }) => !existsSync(join(modelsDir, file))),
  );
  return absent.length === 0
    ? ok('models', 'all recommended models')
    : warn(
        'models',
        `without ${absent.map(({ id }) => id).join(', ')}`,
        'recipes use smaller models, with less accurate results',
        `Run "${getInvocation('models')}".`.replace(' --"', '"'),
      );
}
