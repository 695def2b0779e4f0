export { gatherNear, gatherWide, measureColours } from './colours';
export { averageLines, fitColourLines, fitLumaLines, layFlatLines } from './lines';
export { fillCodes } from './prores/codes';
export { codeSlices } from './prores/slices';
export { padBytes, widenChroma, widenLuma } from './prores/widen';
export { resample } from './resample';
export { buildSums, findEdges } from './sums';
