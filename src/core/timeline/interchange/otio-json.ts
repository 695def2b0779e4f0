/** Matches a string, which stays unchanged, or a number that OpenTimelineIO writes but JSON does not support. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\b(?:Infinity|Inf|NaN)\b/g;

/**
 * Parses the JSON of OpenTimelineIO, whose C++ writer also writes `Infinity`, `-Infinity` and `NaN`. An infinite number stays
 * infinite; `NaN` becomes null. Throws SyntaxError.
 */
export function parseOtioJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!/\b(?:Infinity|Inf|NaN)\b/.test(text)) {
      throw cause;
    }
    return JSON.parse(text.replaceAll(stringOrNumber, toJson));
  }
}

function toJson(token: string): string {
  if (token.startsWith('"')) {
    return token;
  }
  // JSON.parse reads a number that is too large as infinite.
  return token.endsWith('NaN') ? 'null' : token.replace(/Inf(?:inity)?/, '1e999');
}
