import { useQuery } from '@tanstack/react-query'
import { App, Button, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { backups, type InstallationRun, InstallationRunKind } from '#contract/backups.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { formatBytes, formatExact } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { ScheduleOfInstallation } from './installation-schedule.tsx'

const LOOK_MS = 3000
/** The latest backups of the whole installation, with controls to make one, run a drill and set the schedule. */
export function InstallationBackups() {
  const { t, i18n } = useTranslation()
  const query = useQuery({
    queryKey: ['backups', 'installation'],
    queryFn: () => call(backups.installation, {}, { quiet: true, aside: true }),
    refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? LOOK_MS : false),
  })
  return (
    <section className="backup-installation" aria-labelledby="backup-installation">
      <h2 id="backup-installation">{t('backups.installation.title')}</h2>
      <p className="backup-fixed">{t('backups.installation.means')}</p>
      <Loaded query={query}>
        {({ place, away, list, run, schedule }) => (
          <>
            {place && <ScheduleOfInstallation schedule={schedule} />}
            {place && <RunButtons isRunning={run?.state === 'running'} hasBackup={list.length > 0} />}
            {run && <LastRun run={run} />}
            {place && <p className="backup-fixed">{t('backups.folder.fixed', { folder: place })}</p>}
            {away ? (
              <Problem text={away} />
            ) : list.length > 0 ? (
              <ul className="backup-runs">
                {list.map(({ id, state, time, bytes }) => (
                  <li key={id}>
                    <span className="record-two">
                      {time ? formatExact(time, i18n.language) : id}
                      <small>
                        {t(`backups.installation.states.${state}`)} {bytes > 0 && formatBytes(bytes)}
                      </small>
                    </span>
                  </li>
                ))}
              </ul>
            ) : (
              <p>{t(place ? 'backups.installation.none' : 'backups.installation.noFolder')}</p>
            )}
            <Typography.Text code copyable>
              {`npm run backup -- --to ${place ?? '/mnt/backup/dataspace'} --keep 14`}
            </Typography.Text>
            <Typography.Text code copyable>
              {`npm run restore -- --from ${place ?? '/mnt/backup/dataspace'} --verify`}
            </Typography.Text>
          </>
        )}
      </Loaded>
    </section>
  )
}

function RunButtons({ isRunning, hasBackup }: { isRunning: boolean; hasBackup: boolean }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('backups')
  const begin = (kind: InstallationRunKind) =>
    run(async () => {
      await call(backups.runInstallation, { kind }, { quiet: true })
      void message.success(t(`backups.installation.started.${kind}`))
      renew()
    })
  return (
    <div className="backup-test">
      {InstallationRunKind.options.map((kind) => (
        <Button
          key={kind}
          disabled={isBusy || isRunning || (kind === 'drill' && !hasBackup)}
          onClick={() => void begin(kind)}
        >
          {t(`backups.installation.${kind}`)}
        </Button>
      ))}
      <Problem text={problem} />
    </div>
  )
}

const looks = { running: '', completed: 'good', lacking: 'warn', failed: 'bad' } as const

/** The last run that was started here, with the output of its command. */
function LastRun({ run: { kind, state, person, startTime, report } }: { run: InstallationRun }) {
  const { t, i18n } = useTranslation()
  return (
    <div className="backup-last" role="status">
      <p>
        {t('backups.installation.last')}: {t(`backups.installation.kinds.${kind}`)}{' '}
        <span className={`tag ${looks[state]}`}>{t(`backups.installation.runStates.${state}`)}</span>{' '}
        <small>
          {person === null
            ? t('backups.installation.bySchedule', { at: formatExact(startTime, i18n.language) })
            : t('backups.installation.by', { name: person, at: formatExact(startTime, i18n.language) })}
        </small>
      </p>
      {report.length > 0 && (
        <details>
          <summary>{t('backups.installation.report')}</summary>
          <pre>{report.join('\n')}</pre>
        </details>
      )}
    </div>
  )
}
