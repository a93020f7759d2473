import { App, Button, Checkbox, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Advice } from '#contract/capacity.ts'
import { suffixOf } from '#contract/files.ts'
import { TRASH_KEEP_DAYS } from '#contract/limits.ts'
import type { Space } from '#contract/spaces.ts'
import { FileIcon } from '../../src/widgets/file-icon.tsx'
import { formatBytes, formatMoment } from '../../src/widgets/format.ts'
import { useOnce } from './use-once.ts'
import { useTidy } from './use-tidy.tsx'

type Props = { space: Space; advice: Advice; mayAct: boolean }
type Heavy = Advice['largest'][number]

const sumOf = (items: readonly Heavy[]) => items.reduce((sum, { bytes }) => sum + bytes, 0)

/** Chosen items of a list that may lose some of them. */
function useChosen<Item extends Heavy>(items: readonly Item[]) {
  const [hashes, setHashes] = useState<ReadonlySet<string>>(new Set())
  const chosen = items.filter(({ hash }) => hashes.has(hash))
  const toggle = (hash: string) =>
    setHashes(new Set(hashes.has(hash) ? [...hashes].filter((one) => one !== hash) : [...hashes, hash]))
  return { chosen, toggle, isChosen: (hash: string) => hashes.has(hash) }
}

export function Trash({ space, advice: { trash }, mayAct }: Props) {
  const { t, i18n } = useTranslation()
  const { modal } = App.useApp()
  const { emptyTrash } = useTidy(space.id)
  const size = formatBytes(trash.bytes)
  const ask = () =>
    modal.confirm({
      title: t('capacity.advice.emptyAsk'),
      content: t('capacity.advice.emptyLoses', { count: trash.count, size }),
      okText: t('capacity.advice.emptyTrash'),
      okButtonProps: { danger: true },
      onOk: emptyTrash,
    })
  return (
    <Section
      title={t('capacity.advice.sections.trash')}
      hint={
        trash.oldest
          ? t('capacity.advice.trashHint', {
              count: trash.count,
              size,
              oldest: formatMoment(trash.oldest, i18n.language),
              days: TRASH_KEEP_DAYS,
            })
          : t('capacity.advice.trashNone')
      }
      action={
        mayAct &&
        trash.count > 0 && (
          <Button danger onClick={ask}>
            {t('capacity.advice.emptyTrash')}
          </Button>
        )
      }
    />
  )
}

export function OldVersions({ space, advice: { versions, versionBytes }, mayAct }: Props) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const { dropVersions } = useTidy(space.id)
  const { chosen, toggle, isChosen } = useChosen(versions)
  const ask = () =>
    modal.confirm({
      title: t('capacity.advice.dropAsk', { count: chosen.length }),
      content: (
        <>
          {t('capacity.advice.dropLoses', { size: formatBytes(sumOf(chosen)) })}
          <ul className="loss">
            {chosen.map(({ hash, path, count }) => (
              <li key={hash}>
                {path} · {t('capacity.advice.versionsOf', { count })}
              </li>
            ))}
          </ul>
        </>
      ),
      okText: t('capacity.advice.dropVersions'),
      okButtonProps: { danger: true },
      onOk: () => dropVersions(chosen.map(({ hash }) => hash)),
    })
  return (
    <Section
      title={t('capacity.advice.sections.versions')}
      hint={
        versions.length
          ? t('capacity.advice.versionsHint', { size: formatBytes(versionBytes) })
          : t('capacity.advice.versionsNone')
      }
      action={
        mayAct &&
        versions.length > 0 && (
          <Button danger disabled={!chosen.length} onClick={ask}>
            {t('capacity.advice.dropVersions')}
          </Button>
        )
      }
      chosen={chosen}
    >
      {versions.map((item) => (
        <HeavyRow
          key={item.hash}
          space={space}
          item={item}
          note={t('capacity.advice.versionsOf', { count: item.count })}
          {...(mayAct && { isChosen: isChosen(item.hash), onToggle: () => toggle(item.hash) })}
        />
      ))}
    </Section>
  )
}

export function Largest({ space, advice: { largest }, mayAct }: Props) {
  const { t, i18n } = useTranslation()
  const { putInTrash } = useTidy(space.id)
  const { once, isBusy } = useOnce()
  const { chosen, toggle, isChosen } = useChosen(largest)
  return (
    <Section
      title={t('capacity.advice.sections.largest')}
      hint={largest.length ? t('capacity.advice.largestHint') : t('capacity.advice.largestNone')}
      action={
        mayAct &&
        largest.length > 0 && (
          <Button
            disabled={!chosen.length}
            loading={isBusy}
            onClick={() => once(() => putInTrash(chosen.map(({ hash }) => hash)).catch(told))}
          >
            {t('capacity.advice.trashChosen')}
          </Button>
        )
      }
      chosen={chosen}
    >
      {largest.map((item) => (
        <HeavyRow
          key={item.hash}
          space={space}
          item={item}
          note={formatMoment(item.updateTime, i18n.language)}
          {...(mayAct && { isChosen: isChosen(item.hash), onToggle: () => toggle(item.hash) })}
        />
      ))}
    </Section>
  )
}

/** The failure was told by the call. */
const told = () => {}

export function Duplicates({ space, advice: { duplicates }, mayAct }: Props) {
  const { t } = useTranslation()
  return (
    <Section
      title={t('capacity.advice.sections.duplicates')}
      hint={duplicates.length ? t('capacity.advice.duplicatesHint') : t('capacity.advice.duplicatesNone')}
    >
      {duplicates.map((group) => (
        <Duplicate key={group.items.map(({ hash }) => hash).join()} space={space} group={group} mayAct={mayAct} />
      ))}
    </Section>
  )
}

type DuplicateProps = { space: Space; group: Advice['duplicates'][number]; mayAct: boolean }

function Duplicate({ space, group: { bytes, items }, mayAct }: DuplicateProps) {
  const { t } = useTranslation()
  const { putInTrash } = useTidy(space.id)
  const { once, isBusy } = useOnce()
  const [kept, keep] = useState(items[0]?.hash)
  const others = items.map(({ hash }) => hash).filter((hash) => hash !== kept)
  return (
    <li className="advice-duplicate">
      <Radio.Group value={kept} onChange={(event) => keep(event.target.value as string)} disabled={!mayAct}>
        {items.map((item) => (
          <div key={item.hash} className="advice-row">
            <Radio value={item.hash} aria-label={t('capacity.advice.keep', { path: item.path })} />
            <Place space={space} item={item} />
            <span className="num">{formatBytes(item.bytes)}</span>
          </div>
        ))}
      </Radio.Group>
      <div className="advice-buttons">
        <span className="num">{t('capacity.advice.others', { size: formatBytes(bytes) })}</span>
        {mayAct && (
          <Button size="small" loading={isBusy} onClick={() => once(() => putInTrash(others).catch(told))}>
            {t('capacity.advice.trashOthers')}
          </Button>
        )}
      </div>
    </li>
  )
}

type SectionProps = { title: string; hint: string; action?: ReactNode; chosen?: readonly Heavy[]; children?: ReactNode }

function Section({ title, hint, action, chosen = [], children }: SectionProps) {
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

function HeavyRow({ space, item, note, isChosen = false, onToggle }: RowProps) {
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

/** Name and folder of a file, as a link to it. */
function Place({ space, item, note }: { space: Space; item: Heavy; note?: string }) {
  const { name, path, folder, hash } = item
  const above = path.slice(0, -name.length - 1) || '/'
  return (
    <Link
      className="advice-place"
      to={`/space/${space.identifier}/details/filesManage?${new URLSearchParams({ folder, select: hash })}`}
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
