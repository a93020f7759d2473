import { PlusOutlined } from '@ant-design/icons'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { type LegalHold, LegalHoldKind, legalHolds } from '#contract/legal-holds.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { formatDateTime, formatDay } from '../../src/widgets/format.ts'
import { RecordList } from '../../src/widgets/RecordList.tsx'
import type { Column } from '../../src/widgets/RecordTable.tsx'
import { useLayerAddress } from '../../src/widgets/use-layer-address.ts'
import { LegalHoldDrawer, type LegalHoldPanel } from './drawer.tsx'
import './legal-holds.css'

/** The view of the list as stored in the address. */
const View = z.object({
  kind: z.catch(z.optional(LegalHoldKind), undefined),
  isActive: z.catch(z.optional(z.enum(['true', 'false'])), undefined),
})
type View = z.infer<typeof View>

/** The legal holds on spaces, accounts and datasets. */
export default function LegalHoldList() {
  const { t } = useTranslation()
  const [panel, setPanel] = useState<LegalHoldPanel | null>(null)
  const { view, setView, clear } = useLayerAddress<View>(View)
  const isFiltered = Boolean(view.kind || view.isActive)
  const query = useInfiniteQuery({
    queryKey: ['legalHolds', 'all', view],
    ...byPages((after) => call(legalHolds.list, { ...view, ...after }, { quiet: true })),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns((hold) => setPanel({ hold }))
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setPanel({})}>
      {t('legalHolds.add')}
    </Button>
  )
  return (
    <div className="legal-holds-page">
      <FilterRow onClear={isFiltered ? clear : null} end={add}>
        <Select
          value={view.kind}
          onChange={(kind) => setView({ kind })}
          allowClear
          placeholder={t('legalHolds.kind.label')}
          aria-label={t('legalHolds.kind.label')}
          options={LegalHoldKind.options.map((value) => ({ value, label: t(`legalHolds.kinds.${value}`) }))}
        />
        <Select
          value={view.isActive}
          onChange={(isActive) => setView({ isActive })}
          allowClear
          placeholder={t('legalHolds.state')}
          aria-label={t('legalHolds.state')}
          options={[
            { value: 'true' as const, label: t('legalHolds.active') },
            { value: 'false' as const, label: t('legalHolds.over') },
          ]}
        />
      </FilterRow>
      <RecordList
        query={query}
        label={t('legalHolds.title')}
        rows={query.data?.pages.flatMap((page) => page.list) ?? []}
        keyOf={({ id }) => id}
        columns={columns}
        empty={
          isFiltered ? (
            <Empty title={t('legalHolds.noHit')} hint={t('legalHolds.noHitHint')}>
              <Button onClick={clear}>{t('common.clear')}</Button>
            </Empty>
          ) : (
            <Empty title={t('legalHolds.none')} hint={t('legalHolds.noneHint')} />
          )
        }
      />
      <LegalHoldDrawer panel={panel} onClose={() => setPanel(null)} />
    </div>
  )
}

function useColumns(onEnd: (hold: LegalHold) => void): Column<LegalHold>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'target',
      label: t('legalHolds.targetId.label'),
      render: ({ target, kind }) => (
        <span className="record-two">
          <span title={target.name}>{target.name}</span>
          <small>{t(`legalHolds.kinds.${kind}`)}</small>
        </span>
      ),
    },
    {
      key: 'reason',
      label: t('legalHolds.reason.label'),
      render: ({ reason, ended }) => (
        <span className="legal-hold-reason">
          {reason}
          {ended && <small>{t('legalHolds.endedBecause', { reason: ended.reason })}</small>}
        </span>
      ),
    },
    {
      key: 'placed',
      label: t('legalHolds.placed'),
      render: ({ placedBy, placedAt }) => (
        <span className="record-two">
          <time dateTime={placedAt}>{formatDateTime(placedAt, i18n.language)}</time>
          <small>{placedBy}</small>
        </span>
      ),
    },
    {
      key: 'until',
      label: t('legalHolds.state'),
      render: ({ isActive, until, ended }) => (
        <span className="legal-hold-state">
          <span className={`tag ${isActive ? 'warn' : ''}`}>
            {t(isActive ? 'legalHolds.active' : 'legalHolds.over')}
          </span>
          <small>
            {ended
              ? t('legalHolds.endedBy', { name: ended.by, at: formatDateTime(ended.at, i18n.language) })
              : until
                ? t('legalHolds.untilDay', { day: formatDay(until, i18n.language) })
                : t('legalHolds.until.none')}
          </small>
        </span>
      ),
    },
    {
      key: 'actions',
      label: '',
      render: (hold) =>
        hold.isActive && (
          <Button size="small" onClick={() => onEnd(hold)} aria-label={`${t('legalHolds.end')} ${hold.target.name}`}>
            {t('legalHolds.end')}
          </Button>
        ),
    },
  ]
}
