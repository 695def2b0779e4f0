/**
 * Orders the answers of repeated reads: each call returns a function that receives its answer. If answers overtake each other, the answer to
 * the latest request wins.
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
