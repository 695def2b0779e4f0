import '#ui/app/styles/forms.css';
import { getDocumentSeconds, getEnd } from '#core/timeline/schedule.ts';
import { ExportFields, type NamedSpan } from '#ui/pages/canvas/export-fields.tsx';
import { readExportOptions, toExportBody, type ExportOptions } from '#ui/pages/canvas/export-options.ts';
import { announce } from '#ui/app/announce.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { Call } from '#ui/pages/job/call.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { startRun } from '#ui/pages/recipe/start-run.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { useEditor, type Editor } from '../editor.ts';
import { exportBefore, showWork, type ExportWay } from './export-state.ts';
import { OtherPrograms } from './other-programs.tsx';
import { Project } from './project.tsx';

type WaysProps = {
  readonly way: ExportWay;
  /** The chosen file options; null until the user chooses something. */
  readonly options: ExportOptions | null;
  readonly onChange: (options: ExportOptions) => void;
  readonly onClose: () => void;
};

/** The fields of the selected tab of the export dialog. */
export function ExportWays({ way, options, onChange, onClose }: WaysProps) {
  switch (way) {
    case 'programs':
      return <OtherPrograms onClose={onClose} />;
    case 'project':
      return <Project onClose={onClose} />;
    case 'file':
    default:
      return <ToFile options={options} onChange={onChange} onClose={onClose} />;
  }
}

function ToFile(props: Omit<WaysProps, 'way'>) {
  const editor = useEditor();
  const { run, isBusy, error } = useAction();
  const document = editor.document.value;
  const chosen = props.options ?? readExportOptions(document, exportBefore.value);
  const spans = listSpans(editor);
  // A time span that is no longer offered, because another clip is selected now, becomes the whole canvas.
  const isOffered = spans.some(({ span }) => isSame(span, chosen.span));
  const span = spans.find((each) => isSame(each.span, chosen.span))?.span ?? null;
  const options = { ...chosen, span: isOffered ? span : null };
  const body = toExportBody(document, options);
  const start = async (): Promise<void> => {
    await editor.save();
    await startRun('export', { ...body, canvasId: editor.canvasId });
    announce('Export started');
    props.onClose();
    showWork();
  };
  return (
    <form
      class="stack"
      aria-label="Export"
      onSubmit={(event) => {
        event.preventDefault();
        run(start);
      }}
    >
      <ExportFields document={document} options={options} spans={spans} onChange={props.onChange} />
      {error && <Problem error={error} />}
      <div class="row">
        <button class="button button-primary" disabled={isBusy}>
          {isBusy ? 'Starting' : 'Export'}
        </button>
        <button type="button" class="button button-quiet" onClick={props.onClose}>
          Cancel
        </button>
        <span class="soft small">Keep editing. The export uses the canvas as it is now.</span>
      </div>
      <Call job={{ recipeId: 'export', input: { ...body, canvasId: editor.canvasId } }} />
    </form>
  );
}

/**
 * Returns the time spans that can be exported: between the in and out points, and from the start of the selection to its end.
 */
function listSpans({ document, selection, transport }: Editor): NamedSpan[] {
  const selected = document.value.tracks.flatMap(({ items }) => items).filter(({ id }) => selection.value.includes(id));
  const chosen = {
    startSeconds: Math.min(...selected.map((item) => item.startSeconds)),
    endSeconds: Math.max(...selected.map(getEnd)),
  };
  const range = transport.range.value;
  return [
    ...(range && range.startSeconds < getDocumentSeconds(document.value) ? [toNamed('In to out', range)] : []),
    ...(selected.length === 0 ? [] : [toNamed('Selection', chosen)]),
  ];
}

const toNamed = (name: string, span: NamedSpan['span']): NamedSpan => ({
  name: `${name}, ${toTimecode(span.startSeconds)} to ${toTimecode(span.endSeconds)}`,
  span,
});

const isSame = (one: NamedSpan['span'], other: NamedSpan['span'] | null): boolean =>
  one.startSeconds === other?.startSeconds && one.endSeconds === other.endSeconds;
