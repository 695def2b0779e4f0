import './stage-wait.css';

export const waitsForFrame = 'The first frame is on its way';

/** Over a stage that has shown nothing yet: what starts it may take seconds, in which an empty picture would look broken. */
export const StageWait = () => <p class="stage-wait soft">{waitsForFrame}</p>;
