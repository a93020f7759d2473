import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props<Entry> = {
  entries: readonly Entry[]
  /** The name of one entry: the heading of each, with its number. */
  name: string
  /** The ways to add one. */
  adding: { label: string; make: () => Entry }[]
  onChange: (entries: Entry[]) => void
  children: (entry: Entry, change: (over: Partial<Entry>) => void, at: number) => ReactNode
}

/** Several entries of one kind in their order: each is filled in, moved up and removed. */
export function EntryList<Entry extends object>({ entries, name, adding, onChange, children }: Props<Entry>) {
  const { t } = useTranslation()
  const change = (at: number, over: Partial<Entry>) =>
    onChange(entries.map((entry, i) => (i === at ? { ...entry, ...over } : entry)))
  const up = (at: number) =>
    onChange(entries.map((entry, i) => (i === at - 1 ? entries[at] : i === at ? entries[at - 1] : entry) ?? entry))
  return (
    <div className="entry-list">
      {entries.map((entry, at) => (
        // Entries have no identity of their own: their place is it.
        <fieldset key={at}>
          <legend>
            {name} {at + 1}
          </legend>
          {children(entry, (over) => change(at, over), at)}
          <div className="publication-actions">
            {at > 0 && (
              <Button size="small" onClick={() => up(at)}>
                {t('publications.entries.up')}
              </Button>
            )}
            <Button size="small" onClick={() => onChange(entries.filter((_, i) => i !== at))}>
              {t('publications.entries.remove')}
            </Button>
          </div>
        </fieldset>
      ))}
      <div className="publication-actions">
        {adding.map(({ label, make }) => (
          <Button key={label} icon={<PlusOutlined />} onClick={() => onChange([...entries, make()])}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** A labelled input of an entry. */
export function EntryField({
  label,
  isWide = false,
  children,
}: {
  label: string
  isWide?: boolean
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className={isWide ? 'wide' : undefined}>
      <span>{label}</span>
      {children}
    </label>
  )
}
