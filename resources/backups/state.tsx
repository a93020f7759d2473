import { useTranslation } from 'react-i18next'
import type { BackupRun } from '#contract/backups.ts'
import { formatBytes, formatCount, formatDateTime } from '../../src/widgets/format.ts'

const REFRESH_MS = 2000
const isOpen = (run: BackupRun) => run.state === 'waiting' || run.state === 'running'
/** How often a page with these runs is brought up to date: while one is under way. */
export const refreshMs = (runs: readonly (BackupRun | null)[] | undefined): number | false =>
  runs?.some((run) => run && isOpen(run)) ? REFRESH_MS : false

const TONES = { waiting: '', running: '', completed: 'good', stopped: '', partlyFailed: 'bad', failed: 'bad' } as const

/** How far a run is, or what became of it and why. */
export function RunState({ run }: { run: BackupRun }) {
  const { t, i18n } = useTranslation()
  const { kind, state, spacesDone, spacesFailed, spacesTotal, bytes, sentBytes, message } = run
  const count = (spaces: number) => formatCount(spaces, i18n.language)
  return (
    <span className="backup-state">
      <span>
        <span>{t(`backups.runs.kinds.${kind}`)}</span>{' '}
        <span className={`tag ${TONES[state]}`}>{t(`backups.states.${state}`)}</span>
      </span>
      <small>
        {t('backups.progress', { done: count(spacesDone), total: count(spacesTotal), size: formatBytes(bytes) })}
        {kind === 'backup' && t('backups.sent', { size: formatBytes(sentBytes) })}
      </small>
      {spacesFailed > 0 && <small>{t('backups.failedSpaces', { count: spacesFailed })}</small>}
      {message && <small>{message}</small>}
      <small>{formatDateTime(run.startTime ?? run.createTime, i18n.language)}</small>
    </span>
  )
}
