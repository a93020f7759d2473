import { useTranslation } from 'react-i18next'
import type { SourceImport } from '#contract/source-imports.ts'
import { formatDateTime } from '../../../src/widgets/format.ts'
import { isOver } from './schedule.ts'
import { scheduleText } from './schedule-words.ts'

/** The next run of an import, or that it has none. */
export function WhenText({ record }: { record: SourceImport }) {
  const { t, i18n } = useTranslation()
  const { schedule, isOn, nextAt, missedAt, ranAt } = record
  if (!schedule) return <span className="soft">{t('sourceImports.byHand')}</span>
  return (
    <span className="record-two">
      <span title={schedule.zone}>{scheduleText(t, schedule, i18n.language)}</span>
      <small>
        {missedAt
          ? t('sourceImports.missed', { at: formatDateTime(missedAt, i18n.language) })
          : isOn && nextAt
            ? t('sourceImports.nextAt', { at: formatDateTime(nextAt, i18n.language) })
            : ranAt
              ? t('sourceImports.ranAt', { at: formatDateTime(ranAt, i18n.language) })
              : t(isOver(schedule) ? 'sourceImports.over' : 'sourceImports.stopped')}
      </small>
    </span>
  )
}
