/** The progress of a job, from 0 to 1 in its stage. */
type Progress = { readonly stage: string; readonly progress: number; readonly framesPerSecond: number | null };

/** Shows the progress of a job: in a terminal on one line that is rewritten, elsewhere with a line for each stage. */
export function showProgress(): { show: (progress: Progress) => void; end: () => void } {
  let shownStage = '';
  return {
    show: ({ stage, progress, framesPerSecond }) => {
      const speed = framesPerSecond === null ? '' : `, ${framesPerSecond.toFixed(1)} frames/s`;
      const line = `${stage}: ${Math.round(progress * 100)} %${speed}`;
      if (process.stderr.isTTY) {
        process.stderr.write(`\r\u001b[K${line}`);
      } else if (stage !== shownStage) {
        shownStage = stage;
        process.stderr.write(`${line}\n`);
      }
    },
    end: () => {
      if (process.stderr.isTTY) {
        process.stderr.write('\r\u001b[K');
      }
    },
  };
}
