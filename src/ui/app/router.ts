/** Every page of the workspace. */
export type Route =
  | { readonly page: 'home'; readonly material: string | null }
  /** `material` is selected for the run. */
  | { readonly page: 'recipe'; readonly recipeId: string; readonly material: string | null }
  | { readonly page: 'jobs' }
  | { readonly page: 'job'; readonly jobId: string }
  | { readonly page: 'materials' }
  | { readonly page: 'canvases' }
  | { readonly page: 'models' }
  | { readonly page: 'keys' }
  | { readonly page: 'ledger' }
  | { readonly page: 'privacy' }
  | { readonly page: 'lab' }
  | { readonly page: 'settings' }
  | { readonly page: 'canvas'; readonly canvasId: string }
  | { readonly page: 'upload'; readonly ticket: string }
  | { readonly page: 'reference' }
  | { readonly page: 'missing' };

/** Returns the page at a URL, for a site in the folder `basePath` (`/` or `/some/folder/`). */
export function toRoute(pathname: string, search: string, basePath: string): Route {
  const parts = (pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname)
    .split('/')
    .filter((part) => part !== '' && part !== 'index.html')
    .map(decodePart);
  const [first, second, third, fourth] = parts;
  if (first === undefined) {
    return { page: 'home', material: readMaterial(search) };
  }
  if (first === 'api-reference' && parts.length === 1) {
    return { page: 'reference' };
  }
  if (first === 'upload' && second !== undefined && parts.length === 2) {
    return { page: 'upload', ticket: second };
  }
  if (first === 'workspace' && second === 'canvas' && third === 'editor' && fourth !== undefined) {
    return { page: 'canvas', canvasId: fourth };
  }
  if (first === 'workspace' && second === 'recipes' && third !== undefined && parts.length === 3) {
    return { page: 'recipe', recipeId: third, material: readMaterial(search) };
  }
  return first === 'workspace' && parts.length <= 3 ? toWorkspaceRoute(second, third) : { page: 'missing' };
}

const readMaterial = (search: string): string | null => new URLSearchParams(search).get('material');

/** Pages of the workspace without parameters, except the jobs, by the last part of their path. */
const areas = ['materials', 'canvases', 'models', 'keys', 'ledger', 'privacy', 'lab', 'settings'] as const;

function toWorkspaceRoute(area: string | undefined, id: string | undefined): Route {
  if (area === 'jobs') {
    return id === undefined ? { page: 'jobs' } : { page: 'job', jobId: id };
  }
  if (area === undefined) {
    return { page: 'home', material: null };
  }
  const page = areas.find((each) => each === area);
  return page !== undefined && id === undefined ? { page } : { page: 'missing' };
}

/** Returns the path of a page below the base, without a leading slash. */
export function toPath(route: Exclude<Route, { page: 'missing' }>): string {
  switch (route.page) {
    case 'home':
      return toQuery(route.material);
    case 'recipe':
      return `workspace/recipes/${encodeURIComponent(route.recipeId)}${toQuery(route.material)}`;
    case 'jobs':
    case 'materials':
    case 'canvases':
    case 'models':
    case 'keys':
    case 'ledger':
    case 'privacy':
    case 'lab':
    case 'settings':
      return `workspace/${route.page}`;
    case 'job':
      return `workspace/jobs/${encodeURIComponent(route.jobId)}`;
    case 'canvas':
      return `workspace/canvas/editor/${encodeURIComponent(route.canvasId)}`;
    case 'upload':
      return `upload/${encodeURIComponent(route.ticket)}`;
    case 'reference':
    default:
      return 'api-reference';
  }
}

const toQuery = (material: string | null): string =>
  material === null ? '' : `?material=${encodeURIComponent(material)}`;

/** Decodes a part of a path; a part with an invalid escape stays unchanged, and matches nothing. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
