import { Fragment } from 'preact';
import { base } from '#ui/app/base.ts';
import { toHref } from '#ui/app/navigation.ts';
import { openApiAddress, readOpenApi } from '#ui/app/openapi-document.ts';
import { Page, Reading } from '#ui/kit/parts/page.tsx';
import { useLoad } from '#ui/kit/use-load.ts';
import { toReference, type Field, type ReferenceOperation } from './openapi.ts';

/** The same API for other programs, as files of the site. */
const documents = [
  { label: 'Postman', path: 'api-reference/offcut.postman_collection.json' },
  { label: 'Bruno', path: 'api-reference/offcut.bruno.zip' },
  { label: 'llms.txt', path: 'llms.txt' },
];

/** The page of the API description. */
export function ReferencePage() {
  const { loaded, again } = useLoad(async () => toReference(await readOpenApi()));
  return (
    <Page
      title="API reference"
      aside={
        <a class="button" href={openApiAddress.href} target="_blank" rel="noreferrer">
          openapi.json
        </a>
      }
    >
      <Reading loaded={loaded} again={again}>
        {(reference) => (
          <>
            <p class="soft keys-lead">
              Version {reference.version}, at <code>{base.href}</code>. <Text text={reference.description} /> Send a key
              from <a href={toHref({ page: 'keys' })}>API keys</a> with every call.
            </p>
            <p class="soft">
              For other programs:{' '}
              {documents.map(({ label, path }, index) => (
                <Fragment key={path}>
                  {index > 0 && ' · '}
                  <a href={new URL(path, base).href} target="_blank" rel="noreferrer">
                    {label}
                  </a>
                </Fragment>
              ))}
            </p>
            {reference.groups.map(({ tag, operations }) => (
              <section key={tag} class="stack stack-tight" aria-labelledby={`tag-${tag}`}>
                <h2 id={`tag-${tag}`}>{tag}</h2>
                <ul class="rows operations">
                  {operations.map((operation) => (
                    <OperationRow key={operation.id} operation={operation} />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </Reading>
    </Page>
  );
}

function OperationRow({ operation }: { operation: ReferenceOperation }) {
  const { method, path, summary, description, isExtension } = operation;
  return (
    <li>
      <details>
        <summary class="operation">
          <code class={`method method-${method.toLowerCase()}`}>{method}</code>
          <code class="operation-path">{path}</code>
          <span class="soft small operation-summary">
            {summary}
            {isExtension && ' · extension'}
          </span>
        </summary>
        <div class="stack more">
          {description !== '' && (
            <p>
              <Text text={description} />
            </p>
          )}
          <Fields title="Parameters" fields={operation.parameters} />
          <Fields title="Body" fields={operation.body} />
          <Fields title="Answer" fields={operation.output.map((field) => ({ ...field, isRequired: false }))} />
          <section class="stack stack-tight">
            <h3>Responses</h3>
            <dl class="facts small">
              {operation.responses.map((response) => (
                <div key={response.status} class="facts-row">
                  <dt class="num">{response.status}</dt>
                  <dd>
                    <Text text={response.description} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </details>
    </li>
  );
}

/** A text of the description, with code between back quotes. */
function Text({ text }: { text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}

function Fields({ title, fields }: { title: string; fields: readonly Field[] }) {
  return fields.length === 0 ? null : (
    <section class="stack stack-tight">
      <h3>{title}</h3>
      <ul class="small fields">
        {fields.map(({ name, type, isRequired, description }) => (
          <li key={name}>
            <code>{name}</code> <span class="soft">{type}</span>
            {isRequired && <span class="required"> required</span>}
            {description !== '' && (
              <p class="soft">
                <Text text={description} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
