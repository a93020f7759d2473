import { useQuery } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Difference, differencesOf } from '#contract/reports/difference.ts'
import { type ReportContent, type ReportDetails, type ReportVersion, reports } from '#contract/reports.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../../../src/widgets/Empty.tsx'
import { Loaded } from '../../../../src/widgets/Loaded.tsx'
import { titleOf } from '../board-context.ts'

const DRAFT = 0
type Props = {
  report: ReportDetails
  versions: readonly ReportVersion[]
  /** The older side. */
  from: ReportVersion
  draft: ReportContent
  onClose: () => void
}

/** Shows the changes between two versions, or since a version in the draft. */
export function DifferenceDialog({ report, versions, from, draft, onClose }: Props) {
  const { t } = useTranslation()
  const [to, setTo] = useState(DRAFT)
  const nameOf = ({ name, number }: ReportVersion) => name || t('reports.versions.number', { number })
  const read = (number: number): Promise<ReportContent> =>
    number === DRAFT
      ? Promise.resolve(draft)
      : call(reports.version, { spaceId: report.spaceId, id: report.id, number }, { quiet: true })
  const query = useQuery({
    queryKey: ['reports', report.spaceId, 'difference', report.id, from.number, to],
    queryFn: async () => {
      const [before, after] = await Promise.all([read(from.number), read(to)])
      const called = (card: Parameters<typeof titleOf>[0]) =>
        titleOf(card, report.charts) || t(`reports.cards.${card.content.kind}`)
      return differencesOf(before, after, called)
    },
    gcTime: 0,
  })
  const label = t('reports.versions.compareWith')
  return (
    <Modal open title={t('reports.versions.since', { name: nameOf(from) })} footer={null} onCancel={onClose}>
      <Select<number>
        aria-label={label}
        value={to}
        className="difference-to"
        options={[
          { value: DRAFT, label: t('reports.versions.draft') },
          ...versions
            .filter(({ number }) => number !== from.number)
            .map((one) => ({ value: one.number, label: nameOf(one) })),
        ]}
        onChange={setTo}
      />
      <Loaded query={query} rows={3}>
        {(found) =>
          found.length ? (
            <ul className="report-differences">
              {found.map((one, at) => (
                <li key={at} data-how={one.how}>
                  {said(one)}
                </li>
              ))}
            </ul>
          ) : (
            <Empty title={t('reports.versions.same')} />
          )
        }
      </Loaded>
    </Modal>
  )
  function said(one: Difference): string {
    if (one.what === 'settings' || one.what === 'chart') return t(`reports.versions.${one.what}Changed`)
    const name = one.name || t('reports.tabs.first')
    const head = t(`reports.versions.differences.${one.what}.${one.how}`, { name })
    if (one.what !== 'card' || one.how !== 'changed') return head
    return `${head} ${one.parts.map((part) => t(`reports.versions.parts.${part}`)).join(t('tables.comma'))}`
  }
}
