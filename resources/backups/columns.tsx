import { Button, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { type BackupPolicy, backups } from '#contract/backups.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { formatInZone } from '../../src/widgets/format.ts'
import type { Column } from '../../src/widgets/RecordTable.tsx'
import { placeOf } from './place.ts'
import { useScheduleWords } from './schedule.tsx'
import { RunState } from './state.tsx'

type Handlers = { onEdit: (policy: BackupPolicy) => void; onRuns: (policy: BackupPolicy) => void }

export function useColumns({ onEdit, onRuns }: Handlers): Column<BackupPolicy>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      label: t('backups.name.label'),
      render: (policy) => (
        <span className="record-two">
          <span title={policy.name}>{policy.name}</span>
          <small title={placeOf(policy)}>{placeOf(policy)}</small>
        </span>
      ),
    },
    { key: 'scope', label: t('backups.scope.label'), render: (policy) => <Scope policy={policy} /> },
    { key: 'cycle', label: t('backups.cycle.label'), render: (policy) => <Schedule policy={policy} /> },
    {
      key: 'lastRun',
      label: t('backups.lastRun'),
      render: ({ lastRun }) => (lastRun ? <RunState run={lastRun} /> : t('backups.neverRun')),
    },
    {
      key: 'actions',
      label: '',
      render: (policy) => (
        <span className="backup-actions">
          <RunButton policy={policy} />
          <Button size="small" onClick={() => onRuns(policy)} aria-label={`${t('backups.runs.button')} ${policy.name}`}>
            {t('backups.runs.button')}
          </Button>
          <Button size="small" onClick={() => onEdit(policy)} aria-label={`${t('backups.edit')} ${policy.name}`}>
            {t('backups.edit')}
          </Button>
        </span>
      ),
    },
  ]
}

function Scope({ policy: { scope, spaces, owner, tag, type, retention } }: { policy: BackupPolicy }) {
  const { t } = useTranslation()
  const rules = [owner?.name, tag, type && t(`backups.type.types.${type}`)].filter(Boolean)
  const chosen = scope === 'some' ? spaces.map(({ name }) => name) : rules
  const words =
    scope === 'all' ? t('backups.scope.scopes.all') : chosen.join(t('backups.and')) || t('backups.spaceIds.gone')
  return (
    <span className="record-two">
      <span title={words}>{words}</span>
      <small>{t(`backups.retention.kinds.${retention}`)}</small>
    </span>
  )
}

function Schedule({ policy }: { policy: BackupPolicy }) {
  const { t, i18n } = useTranslation()
  const { id, zone, isOn, nextTime, name } = policy
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('backups')
  const turn = () => run(() => call(backups.setOn, { id, isOn: !isOn }, { quiet: true }).then(renew))
  const words = useScheduleWords()
  return (
    <span className="backup-schedule">
      <Switch
        size="small"
        checked={isOn}
        loading={isBusy}
        onChange={() => void turn()}
        aria-label={t('backups.isOn', { name })}
      />
      <span className="record-two">
        {words(policy)}
        <small>{zone}</small>
        {nextTime && <small>{t('backups.next', { at: formatInZone(nextTime, zone, i18n.language) })}</small>}
        {problem && <small role="alert">{problem}</small>}
      </span>
    </span>
  )
}

/** Starts a run, or stops the current one. */
function RunButton({ policy: { id, name, lastRun } }: { policy: BackupPolicy }) {
  const { t } = useTranslation()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('backups')
  const isRunning = lastRun?.state === 'running' || lastRun?.state === 'waiting'
  const begin = () => run(() => call(backups.run, { id }, { quiet: true }).then(renew))
  const stop = () => run(() => call(backups.stop, { id }, { quiet: true }).then(renew))
  const label = isRunning ? t('backups.stop') : t('backups.run')
  return (
    <>
      <Button
        size="small"
        loading={isBusy}
        onClick={() => void (isRunning ? stop() : begin())}
        aria-label={`${label} ${name}`}
      >
        {label}
      </Button>
      {problem && <small role="alert">{problem}</small>}
    </>
  )
}
