import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { OffcutError } from '#client/offcut-error.ts';
import { toRecord, toText } from '#ui/app/json.ts';

/** Context shared by the controls of a form. */
export type FormContext = {
  /** Error messages by the path of the field. */
  readonly problems: ReadonlyMap<string, string>;
  /** The material on whose image boxes and points are drawn; null without one. */
  readonly material: string | null;
};

const Context = createContext<FormContext>({ problems: new Map(), material: null });

export const FormProvider = Context.Provider;
export const useForm = (): FormContext => useContext(Context);

/** Returns the error of the field at `path`; undefined without one. */
export const useProblem = (path: string): string | undefined => useForm().problems.get(path);

/** Whether a field at `paths`, or a part of it, has an error. */
export function useHasProblem(paths: readonly string[]): boolean {
  const { problems } = useForm();
  return paths.some((path) => problemsIn(problems, path).length > 0);
}

/** Returns the errors of the field at `path` and of its parts: at `slots.1`, but not at `slots.10`. */
export const problemsIn = (problems: ReadonlyMap<string, string>, path: string): string[] =>
  [...problems].filter(([each]) => each === path || each.startsWith(`${path}.`)).map(([, problem]) => problem);

/** Returns the problems of a refused call by path, without `prefix`, the part of the body that the form shows. */
export function toProblems(error: OffcutError | null, prefix = ''): ReadonlyMap<string, string> {
  const details = Array.isArray(error?.details) ? error.details.map(toRecord) : [];
  const found = details.map(({ path, message }) => [toText(path), toText(message)] as const);
  const start = prefix === '' ? '' : `${prefix}.`;
  return new Map(
    found
      .filter(([path]) => path === prefix || path.startsWith(start))
      .map(([path, message]) => [path === prefix ? '' : path.slice(start.length), message]),
  );
}
