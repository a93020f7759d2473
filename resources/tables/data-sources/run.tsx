import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import type { RunEvent, SourceRun } from '#contract/source-imports.ts'
import { tableFiles } from '#contract/table-files.ts'
import { tasks } from '#contract/tasks.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../../src/widgets/FormEnd.tsx'
import { formatCount, formatDateTime, formatExact, localeOf } from '../../../src/widgets/format.ts'
import { isOpen, RunState } from './run-state.tsx'

const MINUTE_S = 60

/** How long a run took, in seconds, or minutes when there are several. */
function durationText({ startedAt, endedAt }: SourceRun, lang: string): string {
  if (!startedAt || !endedAt) return ''
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000
  const [unit, count] = seconds < 2 * MINUTE_S ? ['second', seconds] : ['minute', seconds / MINUTE_S]
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(localeOf(lang), format as Intl.NumberFormatOptions).format(count as number)
}

/** One run: its state, what it did, why it failed, and its log. */
export function RunRow({ run, isLast }: { run: SourceRun; isLast: boolean }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { state, read, written, refused, message, isScheduled, personName, at, log } = run
  const isUnderWay = isOpen(state)
  const counts = (['read', 'written', 'refused'] as const).map((key) => ({
    key,
    count: { read, written, refused }[key],
  }))
  const duration = durationText(run, lang)
  return (
    <li className="source-run">
      <div className="source-run-line">
        <RunState state={state} />
        <time dateTime={at} title={formatExact(at, lang)}>
          {formatDateTime(at, lang)}
        </time>
        <span className="soft">
          {isScheduled ? t('sourceImports.bySchedule') : t('sourceImports.byPerson', { name: personName })}
          {duration && ` · ${duration}`}
        </span>
        <span className="space" />
        <RunTools run={run} isLast={isLast} />
      </div>
      {isUnderWay ? (
        <div role="status">
          <Progress percent={100} status="active" size="small" showInfo={false} aria-label={t('sourceImports.runs')} />
          <small className="num">{t('tableFiles.import.running', { count: read })}</small>
        </div>
      ) : (
        <dl className="source-counts num">
          {counts.map(({ key, count }) => (
            <div key={key} data-warns={key === 'refused' && count > 0}>
              <dt>{t(`sourceImports.counts.${key}`)}</dt>
              <dd>{formatCount(count, lang)}</dd>
            </div>
          ))}
        </dl>
      )}
      {message && <p className="source-cause">{message}</p>}
      {log.length > 0 && (
        <details>
          <summary>{t('sourceImports.log')}</summary>
          <ol className="source-log num">
            {log.map((event, place) => (
              <li key={place}>
                <time dateTime={event.at}>{formatExact(event.at, lang)}</time>
                <LogText event={event} message={message} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

function LogText({ event: { event, value }, message }: { event: RunEvent; message: string }) {
  const { t, i18n } = useTranslation()
  if (event === 'failed') return <span>{t('sourceImports.events.failed', { value: message })}</span>
  const isCount = event === 'read' || event === 'written' || event === 'refused'
  const shown = isCount ? formatCount(Number(value), i18n.language) : value
  return <span>{t(`sourceImports.events.${event}`, { value: shown })}</span>
}

/** Actions on a run: stop, run again, and download the rows that weren't imported. */
function RunTools({ run: { taskId, state, isMine, refused, log }, isLast }: { run: SourceRun; isLast: boolean }) {
  const { t } = useTranslation()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('sourceImports')
  const act = (work: () => Promise<unknown>) => void run(() => work().finally(renew))
  const hasMisfits = refused > 0 || log.some(({ event, value }) => event === 'failed' && value === 'tableMisfits')
  const isRetryable = isLast && (state === 'failed' || state === 'cancelled')
  return (
    <>
      {isMine && hasMisfits && (
        <Button size="small" href={`/api${tableFiles.misfits.path.replace(':taskId', taskId)}`} download>
          {t('tableFiles.import.takeMisfits')}
        </Button>
      )}
      {isMine && isOpen(state) && (
        <Button
          size="small"
          loading={isBusy}
          onClick={() => act(() => call(tasks.cancel, { id: taskId }, { quiet: true }))}
        >
          {t('tasks.cancel')}
        </Button>
      )}
      {isMine && isRetryable && (
        <Button
          size="small"
          loading={isBusy}
          onClick={() => act(() => call(tasks.retry, { id: taskId }, { quiet: true }))}
        >
          {t('tasks.retry')}
        </Button>
      )}
      <Problem text={problem} />
    </>
  )
}
