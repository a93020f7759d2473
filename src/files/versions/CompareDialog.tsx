import { useQuery } from '@tanstack/react-query'
import { Modal, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COMPARE_TABLE_BYTES, COMPARE_TEXT_BYTES, LIST_MAX_SIZE } from '#contract/core/limits.ts'
import type { FileRecord } from '#contract/files.ts'
import { isViewedBy } from '#contract/preview.ts'
import { type Version, versions } from '#contract/versions.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { formatBytes, formatDateTime } from '../../widgets/format.ts'
import { later } from '../../widgets/later.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { TextSkeleton } from '../../widgets/Skeleton.tsx'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { Failing } from './Failing.tsx'
import type { Side } from './sides.ts'
import './versions.css'

type Way = 'text' | 'table' | 'image'

const ways = {
  text: { View: later(() => import('./CompareText.tsx')), most: COMPARE_TEXT_BYTES, label: 'asText' },
  table: { View: later(() => import('./CompareTables.tsx')), most: COMPARE_TABLE_BYTES, label: 'asTable' },
  image: { View: later(() => import('./CompareImages.tsx')), most: Number.POSITIVE_INFINITY, label: 'asImage' },
} as const

/** The ways to compare files with a suffix, the best one first. */
const waysOf = (suffix: string): Way[] => [
  ...(isViewedBy('csv', suffix) || isViewedBy('sheet', suffix) ? (['table'] as const) : []),
  ...(isViewedBy('image', suffix) ? (['image'] as const) : []),
  ...(isViewedBy('text', suffix) ? (['text'] as const) : []),
]

/** Compares two versions of a file: texts by lines, tables by rows, pictures with a slider. */
export default function CompareDialog({
  context,
  about: { record, version },
  onClose,
}: DialogProps<'compareVersions'>) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<[number, number]>([version.number, record.version])
  const spaceId = context.space.id
  const query = useQuery({
    queryKey: ['versions', spaceId, record.hash, record.version, 'all'],
    queryFn: () => call(versions.list, { spaceId, hash: record.hash, size: LIST_MAX_SIZE }, { quiet: true }),
    gcTime: 0,
  })
  const found = query.data?.list ?? []
  // The requested version may be older than the loaded part of the list.
  const list = found.length && !found.some(({ number }) => number === version.number) ? [...found, version] : found
  const sides = chosen.map((one) => list.find((version) => version.number === one))
  return (
    <Modal
      open
      footer={null}
      width="min(1280px, 96vw)"
      className="own-width"
      title={t('versions.compare.title', { name: record.name })}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="compare-bar">
        {(['left', 'right'] as const).map((side, at) => (
          <Choice
            key={side}
            label={t(`versions.compare.${side}`)}
            list={list}
            value={chosen[at] ?? record.version}
            onChange={(value) => choose(at === 0 ? [value, chosen[1]] : [chosen[0], value])}
          />
        ))}
      </div>
      {query.isError && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isPending && (
        <div className="compare-body">
          <TextSkeleton lines={12} />
        </div>
      )}
      {sides[0] && sides[1] && <Sides spaceId={spaceId} record={record} left={sides[0]} right={sides[1]} />}
    </Modal>
  )
}

type ChoiceProps = { label: string; list: readonly Version[]; value: number; onChange: (value: number) => void }

function Choice({ label, list, value, onChange }: ChoiceProps) {
  const { t, i18n } = useTranslation()
  const options = list.map(({ number, name, at }) => {
    const when = t('versions.compare.before', { number, time: formatDateTime(at, i18n.language) })
    return { value: number, label: name ? `${name} · ${when}` : when }
  })
  return <Select aria-label={label} value={value} options={options} onChange={onChange} />
}

type Props = { spaceId: string; record: FileRecord; left: Version; right: Version }

function Sides({ spaceId, record, left, right }: Props) {
  const { t } = useTranslation()
  const possible = waysOf(record.suffix)
  const [wanted, want] = useState<Way | null>(null)
  const way = wanted ?? possible[0]
  const sideOf = ({ number }: Version): Side => ({
    address: addressOf(versions.content, { spaceId, hash: record.hash, number }),
    title: t('versions.number', { number }),
  })
  if (left.sha256 === right.sha256) return <Empty title={t('versions.compare.same')} />
  if (!way) return <Empty title={t('versions.compare.none')} />
  const { View, most } = ways[way]
  const isTooLarge = Math.max(left.size, right.size) > most
  return (
    <>
      {possible.length > 1 && (
        <div className="compare-bar">
          <Segmented
            value={way}
            onChange={want}
            options={possible.map((one) => ({ value: one, label: t(`versions.compare.${ways[one].label}`) }))}
          />
        </div>
      )}
      {isTooLarge ? (
        <Empty title={t('versions.compare.tooLarge', { size: formatBytes(most, 0) })} />
      ) : (
        <div className="compare-body">
          <Failing key={`${way} ${left.number} ${right.number}`} text={t('versions.compare.failed')}>
            <View name={record.name} left={sideOf(left)} right={sideOf(right)} />
          </Failing>
        </div>
      )}
    </>
  )
}
