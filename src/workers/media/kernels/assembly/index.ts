export { gatherNear, gatherWide, measureColours } from './colours';
export { averageLines, fitColourLines, fitLumaLines, layFlatLines } from './lines';
export { resample } from './resample';
export { buildSums, findEdges } from './sums';
