import { progress as createProgress } from '@clack/prompts';
import type { Job } from '#client/client.ts';

/** The outcome of a run. */
export type JobEnd = {
  readonly name: string;
  readonly jobId: string | null;
  readonly files: readonly string[];
  readonly error: { readonly errorCode: string; readonly message: string } | null;
  readonly warnings: readonly string[];
  readonly seconds: number;
  readonly exitCode: number;
};

/** The printer of a run: text on standard error and files on standard output, or JSON lines on standard output. */
export type Output = {
  readonly isJson: boolean;
  /** Prints a line about the state of the command. */
  readonly note: (line: string) => void;
  /** Prints lines that a user reads before a decision. */
  readonly show: (lines: readonly string[]) => void;
  /** Reports a fact as one JSON object. */
  readonly event: (fact: Readonly<Record<string, unknown>>) => void;
  /** Shows the progress of a step until `end`. */
  readonly progress: (title: string) => Progress;
  readonly end: (end: JobEnd) => void;
  readonly summary: (ends: readonly JobEnd[], count: number) => void;
};

type Progress = {
  readonly update: (state: Pick<Job, 'stage' | 'progress' | 'etaSeconds'>) => void;
  readonly end: () => void;
};

export function createOutput(isJson: boolean): Output {
  const write = (line: string): void => void process.stderr.write(`${line}\n`);
  const event: Output['event'] = (fact) => isJson && process.stdout.write(`${JSON.stringify(fact)}\n`);
  return {
    isJson,
    note: write,
    show: (lines) => isJson || write(lines.join('\n')),
    event,
    progress: (title) => (isJson ? reportProgress(title, event) : drawProgress(title, write)),
    end: (end) => {
      event({ type: 'result', ...end });
      if (!isJson) {
        end.files.forEach((file) => process.stdout.write(`${file}\n`));
        if (end.error) {
          write(`${end.name}: ${end.error.errorCode}: ${end.error.message}`);
        }
      }
    },
    summary: (ends, count) => isJson || write(toSummary(ends, count)),
  };
}

/** Reports each per cent of each stage. */
function reportProgress(name: string, event: Output['event']): Progress {
  let last = '';
  return {
    update: ({ stage, progress, etaSeconds }) => {
      const now = `${stage} ${Math.floor(100 * progress)}`;
      if (now !== last) {
        last = now;
        event({ type: 'progress', name, stage, progress, etaSeconds });
      }
    },
    end: () => undefined,
  };
}

/** Draws a bar in a terminal, and elsewhere prints a line for each stage. */
function drawProgress(title: string, write: (line: string) => void): Progress {
  let shown = 0;
  let stageShown = '';
  const bar = process.stderr.isTTY ? createProgress({ max: 100, output: process.stderr }) : null;
  bar?.start(title);
  return {
    update: ({ stage, progress, etaSeconds }) => {
      const percent = Math.floor(100 * progress);
      if (bar) {
        // A new stage starts at 0 again, and the bar only moves forward within one.
        bar.advance(percent - shown, `${title}: ${stage}, ${percent} %${toEta(etaSeconds)}`);
        shown = percent;
      } else if (stage !== stageShown) {
        stageShown = stage;
        write(`${title}: ${stage}`);
      }
    },
    end: () => bar?.stop(title),
  };
}

const toEta = (etaSeconds: number | null): string =>
  etaSeconds === null || etaSeconds < 1 ? '' : `, ${Math.ceil(etaSeconds)} s left`;

function toSummary(ends: readonly JobEnd[], count: number): string {
  const rows = ends.map(({ name, files, error, seconds }) => {
    const outcome = error ? error.errorCode : `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
    return `  ${name.padEnd(32)} ${outcome.padEnd(24)} ${seconds.toFixed(1)} s`;
  });
  const done = ends.filter(({ error }) => !error).length;
  return `\n${done} of ${count} done\n${rows.join('\n')}`;
}
