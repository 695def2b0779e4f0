import { useState } from 'preact/hooks';
import { announce } from '#ui/app/announce.ts';
import { Icon } from './icon.tsx';

/** A value with a button that copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <div class="copy">
      <code aria-label={label}>{value}</code>
      <CopyButton label={label} value={value} />
    </div>
  );
}

/** A button that copies a text and announces the result, including a refusal of the browser. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const [outcome, setOutcome] = useState<'Copy' | 'Copied' | 'Not copied'>('Copy');
  const copy = async (): Promise<void> => {
    // An insecure page has no clipboard.
    const write = async (): Promise<void> => navigator.clipboard.writeText(value);
    const isCopied = await write().then(
      () => true,
      () => false,
    );
    setOutcome(isCopied ? 'Copied' : 'Not copied');
    announce(isCopied ? `${label} copied.` : `${label} not copied. Select and copy it manually.`);
    setTimeout(() => setOutcome('Copy'), 2000);
  };
  return (
    <button type="button" class="button button-quiet" aria-label={`${outcome} ${label}`} onClick={() => void copy()}>
      <Icon name={outcome === 'Copied' ? 'check' : 'copy'} />
      {outcome}
    </button>
  );
}
