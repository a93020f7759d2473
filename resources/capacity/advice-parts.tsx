import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Advice } from '#contract/capacity.ts'
import { suffixOf } from '#contract/files.ts'
import { spacePath } from '#contract/pages/paths.ts'
import type { Space } from '#contract/spaces.ts'
import { FileIcon } from '../../src/widgets/file-icon.tsx'
import { formatBytes } from '../../src/widgets/format.ts'

/** Props shared by all lists of the storage adviser. */
export type AdviceProps = { space: Space; advice: Advice; mayAct: boolean }
export type Heavy = Advice['largest'][number]

export const sumOf = (items: readonly Heavy[]) => items.reduce((sum, { bytes }) => sum + bytes, 0)

/** The selected items of a list whose items may disappear. */
export function useChosen<Item extends Heavy>(items: readonly Item[]) {
  const [hashes, setHashes] = useState<ReadonlySet<string>>(new Set())
  const chosen = items.filter(({ hash }) => hashes.has(hash))
  const toggle = (hash: string) =>
    setHashes(new Set(hashes.has(hash) ? [...hashes].filter((one) => one !== hash) : [...hashes, hash]))
  return { chosen, toggle, isChosen: (hash: string) => hashes.has(hash) }
}

type SectionProps = { title: string; hint: string; action?: ReactNode; chosen?: readonly Heavy[]; children?: ReactNode }

export function Section({ title, hint, action, chosen = [], children }: SectionProps) {
  const { t } = useTranslation()
  return (
    <section>
      <div className="advice-head">
        <h3>{title}</h3>
        {chosen.length > 0 && (
          <span className="num">
            {t('capacity.advice.chosen', { count: chosen.length, size: formatBytes(sumOf(chosen)) })}
          </span>
        )}
        {action}
      </div>
      <p>{hint}</p>
      {children && <ul>{children}</ul>}
    </section>
  )
}

type RowProps = { space: Space; item: Heavy; note: string; isChosen?: boolean; onToggle?: () => void }

export function HeavyRow({ space, item, note, isChosen = false, onToggle }: RowProps) {
  const { t } = useTranslation()
  return (
    <li className="advice-row">
      {onToggle ? (
        <Checkbox
          checked={isChosen}
          onChange={onToggle}
          aria-label={t('capacity.advice.choose', { name: item.name })}
        />
      ) : (
        <span />
      )}
      <Place space={space} item={item} note={note} />
      <span className="num">{formatBytes(item.bytes)}</span>
    </li>
  )
}

/** Name and folder of a file, linked to the file. */
export function Place({ space, item, note }: { space: Space; item: Heavy; note?: string }) {
  const { name, path, folder, hash } = item
  const above = path.slice(0, -name.length - 1) || '/'
  return (
    <Link
      className="advice-place"
      to={`${spacePath(space.identifier, 'filesManage')}?${new URLSearchParams({ folder, select: hash })}`}
    >
      <FileIcon suffix={suffixOf(name)} mime="" />
      <span>
        <b title={name}>{name}</b>
        <small className="num" title={above}>
          {above}
          {note && ` · ${note}`}
        </small>
      </span>
    </Link>
  )
}
