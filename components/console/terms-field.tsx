'use client';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { FormatSettings } from '@/lib/console/formatter';
import { sayPlace, wordOf } from '@/lib/operator/term-words';
import { emptyTerm, listTermChanges, type TermPath, type TermShape } from '@/lib/operator/terms';
import { Select } from './fields';
import { Chosen, keyOf, Leaf, type Place, type TermFault } from './term-leaf';
import { showAmount } from './typed-fields';
import { useFormatSettings } from './format-context';

type Props = { name: string; label: string; shape: TermShape; initial: unknown; fault: TermFault | null };

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Terms, field by field, and what of them is another than before: what is sent is the whole of them. */
export function TermsField({ name, label, shape, initial, fault }: Props) {
  const [value, setValue] = useState(initial ?? emptyTerm(shape));
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="pb-1 text-ink-2 text-small">{label}</legend>
      <input name={name} type="hidden" value={JSON.stringify(value)} />
      <Term fault={fault} initial={initial} onChange={setValue} path={[]} shape={shape} value={value} />
      <Changes after={value} before={initial} />
    </fieldset>
  );
}

/** Returns how a value of terms is read by a person. */
function sayTerm(value: unknown, settings: FormatSettings): string {
  if (value === undefined || value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return JSON.stringify(value);
  return /^[0-9]+(\.[0-9]+)?$/.test(String(value)) ? showAmount(String(value), settings) : String(value);
}

/** Each value that is another one, before and after. */
function Changes({ before, after }: { before: unknown; after: unknown }) {
  const settings = useFormatSettings();
  const changes = listTermChanges(before ?? {}, after ?? {});
  return (
    <div aria-live="polite" className="rounded-field border border-line px-4 py-3 text-small">
      <p className="pb-1 text-ink-2">{changes.length === 0 ? 'Nothing is changed yet.' : 'What changes'}</p>
      <dl className="grid gap-2">
        {changes.map(({ path, before: was, after: is }) => (
          <div key={keyOf(path)}>
            <dt className="text-ink-2 text-micro">{sayPlace(path)}</dt>
            <dd className="wrap-anywhere">
              <del className="text-ink-2">{sayTerm(was, settings)}</del> →{' '}
              <ins className="font-strong no-underline">{sayTerm(is, settings)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Term(place: Place) {
  const { shape, path, value } = place;
  if (shape.isNullable === true && shape.kind === 'group') return <MaybeGroup {...place} />;
  if (shape.kind === 'group') return <Group {...place} />;
  if (shape.kind === 'fixed') return <Fixed {...place} />;
  if (shape.kind === 'rows') return <Rows {...place} />;
  if (shape.kind === 'choice' || shape.kind === 'flag') return <Chosen {...place} />;
  // What another version put there is another field.
  return <Leaf key={keyOf(path)} {...place} typed={value} />;
}

function Group({ shape, path, value, initial, fault, onChange }: Place) {
  if (shape.kind !== 'group') return null;
  const now = isGroup(value) ? value : {};
  const was = isGroup(initial) ? initial : {};
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {shape.fields.map(([field, of]) => {
        const isWide = of.kind === 'rows' || of.kind === 'group' || of.kind === 'fixed';
        const inner = (
          <Term
            fault={fault}
            initial={was[field]}
            onChange={(next) => onChange({ ...now, [field]: next })}
            path={[...path, field]}
            shape={of}
            value={now[field]}
          />
        );
        if (!isWide) return <div key={field}>{inner}</div>;
        return (
          <fieldset className="grid min-w-0 gap-2 border-line border-s-2 ps-3 sm:col-span-2" key={field}>
            <legend className="pb-1 font-strong text-small">{wordOf([...path, field]).label}</legend>
            <FaultOf fault={fault} path={[...path, field]} />
            {inner}
          </fieldset>
        );
      })}
    </div>
  );
}

/** What was refused of a whole, such as rows of which one is given twice. */
function FaultOf({ fault, path }: { fault: TermFault | null; path: TermPath }) {
  if (fault === null || fault.path !== keyOf(path)) return null;
  return (
    <p className="text-danger text-small" role="alert">
      {fault.text}
    </p>
  );
}

function MaybeGroup(place: Place) {
  const { path, value, initial, shape, onChange } = place;
  const label = path.length === 0 ? 'In parts' : wordOf(path).label;
  return (
    <div className="grid gap-2">
      <Select
        label={label}
        name={`${keyOf(path)} said`}
        onChoose={(chosen) => onChange(chosen === 'no' ? null : (initial ?? emptyTerm({ ...shape, isNullable: undefined } as TermShape)))}
        options={[
          { value: 'no', label: 'none' },
          { value: 'yes', label: 'as follows' },
        ]}
        value={value === null || value === undefined ? 'no' : 'yes'}
      />
      {value === null || value === undefined ? null : <Group {...place} />}
    </div>
  );
}

function Fixed({ shape, path, value, initial, fault, onChange }: Place) {
  if (shape.kind !== 'fixed') return null;
  const now = Array.isArray(value) ? value : [];
  return (
    <div className="grid gap-2 sm:grid-cols-3">
      {shape.items.map((item, at) => (
        <Term
          fault={fault}
          initial={Array.isArray(initial) ? initial[at] : undefined}
          key={keyOf([...path, at])}
          onChange={(next) => onChange(shape.items.map((_, other) => (other === at ? next : now[other])))}
          path={[...path, at]}
          shape={item}
          value={now[at]}
        />
      ))}
    </div>
  );
}

/** What a row is called by its first value that says something. */
function titleOf(value: unknown): string {
  const first = isGroup(value) ? Object.values(value)[0] : Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' ? '' : String(first ?? '');
}

function Rows({ shape, path, value, initial, fault, onChange }: Place) {
  const rows: unknown[] = Array.isArray(value) ? value : [];
  // A row keeps its fields when another one goes.
  const [ids, setIds] = useState(() => rows.map((_, at) => at));
  if (shape.kind !== 'rows') return null;
  const { item, min, max } = shape;
  const drop = (at: number) => {
    setIds(ids.filter((_, other) => other !== at));
    onChange(rows.filter((_, other) => other !== at));
  };
  const add = () => {
    setIds([...ids, Math.max(-1, ...ids) + 1]);
    onChange([...rows, emptyTerm(item)]);
  };
  return (
    <div className="grid gap-2">
      {rows.map((row, at) => (
        <Row
          fault={fault}
          initial={Array.isArray(initial) ? initial[ids[at] ?? at] : undefined}
          key={ids[at]}
          onChange={(next) => onChange(rows.map((old, other) => (other === at ? next : old)))}
          onDrop={rows.length > min ? () => drop(at) : null}
          path={[...path, at]}
          shape={item}
          value={row}
        />
      ))}
      {max === null || rows.length < max ? (
        <Button onClick={add} size="small" variant="ghost">
          Add one
        </Button>
      ) : null}
    </div>
  );
}

/** `onDrop` null: there are no fewer rows. */
function Row({ onDrop, ...place }: Place & { onDrop: (() => void) | null }) {
  const { path, shape, value, initial, fault } = place;
  const number = Number(path.at(-1)) + 1;
  const remove =
    onDrop === null ? null : (
      <Button onClick={onDrop} size="small" variant="quiet">
        {`Remove ${number}`}
      </Button>
    );
  if (shape.kind !== 'group' && shape.kind !== 'fixed')
    return (
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
        <Term {...place} />
        {remove}
      </div>
    );
  const isRefused = fault !== null && `${fault.path}.`.startsWith(`${keyOf(path)}.`);
  return (
    <RowOf isOpen={initial === undefined || isRefused} title={`${number} · ${titleOf(value)}`}>
      <FaultOf fault={fault} path={path} />
      <Term {...place} />
      {remove}
    </RowOf>
  );
}

/** A row that is folded away until it is wanted; what was refused in it opens it. */
function RowOf({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="rounded-field border border-line px-3 py-1" open={isOpen || undefined}>
      <summary className="min-h-11 cursor-pointer content-center text-small">{title}</summary>
      <div className="grid gap-2 pb-2">{children}</div>
    </details>
  );
}
