/**
 * For what is read again and again: each asking gives what takes its answer, and of answers that overtake each other the one that
 * was asked for last stays.
 */
export function takeLatest<T>(take: (answer: T) => void): () => (answer: T) => void {
  let asked = 0;
  let taken = 0;
  return () => {
    const turn = (asked += 1);
    return (answer) => {
      if (turn > taken) {
        taken = turn;
        take(answer);
      }
    };
  };
}
