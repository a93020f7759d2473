import { PlusOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryFindings, useEntryProblem, useFindingsAt } from './entry-problems.ts'
import { useReasonText } from './problem-text.ts'

type Props<Entry> = {
  entries: readonly Entry[]
  /** The field of the draft, whose problems are shown in the entries. */
  place: string
  /** The name of one entry: the heading of each, with its number. */
  name: string
  /** The ways to add one. */
  adding: { label: string; make: () => Entry }[]
  onChange: (entries: Entry[]) => void
  children: (entry: Entry, change: (over: Partial<Entry>) => void, at: number) => ReactNode
}

/** Several entries of one kind in their order: each is filled in, moved up and removed. */
export function EntryList<Entry extends object>({ entries, place, name, adding, onChange, children }: Props<Entry>) {
  const { t } = useTranslation()
  /** The place of the entry that was added last. */
  const [added, setAdded] = useState<number | null>(null)
  const change = (at: number, over: Partial<Entry>) =>
    onChange(entries.map((entry, i) => (i === at ? { ...entry, ...over } : entry)))
  const reorder = (next: Entry[]) => {
    setAdded(null)
    onChange(next)
  }
  const add = (entry: Entry) => {
    setAdded(entries.length)
    onChange([...entries, entry])
  }
  const up = (at: number) =>
    reorder(entries.map((entry, i) => (i === at - 1 ? entries[at] : i === at ? entries[at - 1] : entry) ?? entry))
  return (
    <div className="entry-list">
      {entries.map((entry, at) => (
        // Entries have no identity of their own: their place is it.
        <Entry key={at} place={place} at={at} name={name} isNew={at === added}>
          {children(entry, (over) => change(at, over), at)}
          <div className="publication-actions">
            {at > 0 && (
              <Button size="small" onClick={() => up(at)}>
                {t('publications.entries.up')}
              </Button>
            )}
            <Button size="small" onClick={() => reorder(entries.filter((_, i) => i !== at))}>
              {t('publications.entries.remove')}
            </Button>
          </div>
        </Entry>
      ))}
      <div className="publication-actions">
        {adding.map(({ label, make }) => (
          <Button key={label} icon={<PlusOutlined />} onClick={() => add(make())}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

type EntryProps = { place: string; at: number; name: string; isNew: boolean; children: ReactNode }

/** One entry: what is missing in it is said once the reader has left it. */
function Entry({ place, at, name, isNew, children }: EntryProps) {
  const [isLeft, setLeft] = useState(false)
  const findings = useFindingsAt(place, at, { isNew, isLeft })
  return (
    <fieldset onBlur={({ currentTarget, relatedTarget }) => setLeft(isLeft || !currentTarget.contains(relatedTarget))}>
      <legend>
        {name} {at + 1}
      </legend>
      <EntryFindings value={findings}>{children}</EntryFindings>
    </fieldset>
  )
}

type FieldProps = {
  label: string
  /** The part of the entry that it fills in, as findings name it. */
  part: string
  /** For inputs that have their own label. */
  isLabelled?: boolean
  children: ReactNode
}

/** A labelled input of an entry, with what is wrong with it below. */
export function EntryField({ label, part, isLabelled = false, children }: FieldProps) {
  const found = useEntryProblem(part)
  const reasonOf = useReasonText()
  return (
    <Form.Item data-part={part} {...(found && { validateStatus: 'error' as const, help: reasonOf(found) })}>
      {isLabelled ? children : <Labelled label={label}>{children}</Labelled>}
    </Form.Item>
  )
}

/** An input below its label. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label>
      <span>{label}</span>
      {children}
    </label>
  )
}
