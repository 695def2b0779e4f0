import { useState } from 'preact/hooks';
import { announce } from '../announce.ts';
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

/** A button that copies a text and announces it. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    announce(`${label} copied.`);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <button
      type="button"
      class="button button-quiet"
      aria-label={`${isCopied ? 'Copied' : 'Copy'} ${label}`}
      onClick={() => void copy()}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}
