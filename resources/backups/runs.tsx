import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BackupCopy, type BackupPolicy, type BackupRun, backups } from '#contract/backups.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { formatBytes } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { RecordMore } from '../../src/widgets/RecordMore.tsx'
import { RestoreDialog } from './restore.tsx'
import { RunState, refreshMs } from './state.tsx'

/** The runs of a policy, newest first, each with the copies of its spaces. */
export function RunsDrawer({ policy, onClose }: { policy: BackupPolicy | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      title={t('backups.runs.title', { name: policy?.name ?? '' })}
      open={policy !== null}
      onClose={onClose}
      size={640}
      destroyOnHidden
    >
      {policy && <Runs policyId={policy.id} />}
    </Drawer>
  )
}

function Runs({ policyId }: { policyId: string }) {
  const { t } = useTranslation()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('backups')
  const query = useInfiniteQuery({
    queryKey: ['backups', 'runs', policyId],
    queryFn: ({ pageParam }) =>
      call(backups.runs, { id: policyId, ...(pageParam && { after: pageParam }) }, { quiet: true, aside: true }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => refreshMs(state.data?.pages.flatMap(({ list }) => list)),
  })
  const drill = () => run(() => call(backups.run, { id: policyId, kind: 'drill' }, { quiet: true }).then(renew))
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const runs = pages.flatMap(({ list }) => list)
        if (!runs.length) return <Empty title={t('backups.neverRun')} hint={t('backups.runs.none')} />
        return (
          <>
            <p className="backup-drill">
              <Button size="small" loading={isBusy} onClick={() => void drill()}>
                {t('backups.drill.button')}
              </Button>
              <small>{problem || t('backups.drill.hint')}</small>
            </p>
            <ul className="backup-runs">
              {runs.map((one) => (
                <Run key={one.id} run={one} />
              ))}
            </ul>
            <RecordMore query={query} count={runs.length} />
          </>
        )
      }}
    </Loaded>
  )
}

function Run({ run }: { run: BackupRun }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <RunState run={run} />
      {run.spacesTotal > 0 && (
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'backups.copies.hide' : 'backups.copies.show')}
        </Button>
      )}
      {isOpen && <Copies run={run} />}
    </li>
  )
}

function Copies({ run }: { run: BackupRun }) {
  const { t } = useTranslation()
  const [restored, setRestored] = useState<BackupCopy | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['backups', 'copies', run.id, run.spacesDone],
    queryFn: ({ pageParam }) =>
      call(backups.copies, { id: run.id, ...(pageParam && { after: pageParam }) }, { quiet: true, aside: true }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: (previous) => previous,
  })
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const copies = pages.flatMap(({ list }) => list)
        return (
          <div className="backup-copies">
            <ul>
              {copies.map((copy) => (
                <li key={copy.id}>
                  <span className="record-two">
                    {copy.space.name}
                    <small>
                      {t(`backups.copyStates.${copy.state}`)}{' '}
                      {copy.files > 0 && t('backups.copies.size', { count: copy.files, size: formatBytes(copy.bytes) })}
                    </small>
                    {copy.message && <small>{copy.message}</small>}
                  </span>
                  {run.kind === 'backup' && copy.state === 'completed' && (
                    <Button
                      size="small"
                      onClick={() => setRestored(copy)}
                      aria-label={`${t('backups.restore.button')} ${copy.space.name}`}
                    >
                      {t('backups.restore.button')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <RecordMore query={query} count={copies.length} />
            {restored && <RestoreDialog copy={restored} onClose={() => setRestored(null)} />}
          </div>
        )
      }}
    </Loaded>
  )
}
