import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { ApiError } from '#ui/app/envelope.ts';
import { toRecord, toText } from '#ui/app/json.ts';

/** What the controls of a form know of each other. */
export type FormContext = {
  /** What is wrong, in a sentence, by the path of the field. */
  readonly problems: ReadonlyMap<string, string>;
  /** The material on whose picture boxes and points are drawn; null for none. */
  readonly material: string | null;
};

const Context = createContext<FormContext>({ problems: new Map(), material: null });

export const FormProvider = Context.Provider;
export const useForm = (): FormContext => useContext(Context);

/** What is wrong with the field at `path`, in a sentence; undefined when nothing is. */
export const useProblem = (path: string): string | undefined => useForm().problems.get(path);

/** Whether something is wrong with one of the fields at `paths`, or in it. */
export function useHasProblem(paths: readonly string[]): boolean {
  const { problems } = useForm();
  return paths.some((path) => problemsIn(problems, path).length > 0);
}

/** What is wrong with the field at `path` and in it, in sentences: at `slots.1`, and not at `slots.10`. */
export const problemsIn = (problems: ReadonlyMap<string, string>, path: string): string[] =>
  [...problems].filter(([each]) => each === path || each.startsWith(`${path}.`)).map(([, problem]) => problem);

/** The problems of a refused call by their paths, without `prefix`, the part of the body that the form shows. */
export function toProblems(error: ApiError | null, prefix = ''): ReadonlyMap<string, string> {
  const details = Array.isArray(error?.details) ? error.details.map(toRecord) : [];
  const found = details.map(({ path, message }) => [toText(path), toText(message)] as const);
  const start = prefix === '' ? '' : `${prefix}.`;
  return new Map(
    found
      .filter(([path]) => path === prefix || path.startsWith(start))
      .map(([path, message]) => [path === prefix ? '' : path.slice(start.length), message]),
  );
}
