import './stage-wait.css';

export const waitsForFrame = 'Loading the first frame…';

/** A message over a stage that has not shown a frame yet. Start-up can take seconds, in which an empty stage would look broken. */
export const StageWait = () => <p class="stage-wait soft">{waitsForFrame}</p>;
