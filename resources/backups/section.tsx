import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BackupCopy, backups } from '#contract/backups.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { formatBytes, formatExact } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { RecordMore } from '../../src/widgets/RecordMore.tsx'
import { RestoreDialog } from './restore.tsx'
import { RunState, refreshMs } from './state.tsx'
import './backups.css'

/** Copies that are shown at first. */
const SHOWN = 5

/** The copies of a space, and its last restore, for those who may restore it. */
export default function SpaceBackups({ space }: { space: Space }) {
  const { t, i18n } = useTranslation()
  const [restored, setRestored] = useState<BackupCopy | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['backups', 'ofSpace', space.id],
    queryFn: ({ pageParam }) =>
      call(
        backups.ofSpace,
        { spaceId: space.id, size: SHOWN, ...(pageParam && { after: pageParam }) },
        { quiet: true, aside: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  return (
    <section className="backups-section" aria-label={t('backups.section.title')}>
      <p className="backup-fixed">{t('backups.section.means')}</p>
      <LastRestore spaceId={space.id} />
      <Loaded query={query}>
        {({ pages }) => {
          const copies = pages.flatMap(({ list }) => list)
          if (!copies.length) return <p>{t('backups.section.none')}</p>
          return (
            <div className="backup-copies">
              <ul>
                {copies.map((copy) => {
                  const at = formatExact(copy.startTime ?? '', i18n.language)
                  return (
                    <li key={copy.id}>
                      <span className="record-two">
                        {at}
                        <small>{t('backups.copies.size', { count: copy.files, size: formatBytes(copy.bytes) })}</small>
                      </span>
                      <Button
                        size="small"
                        onClick={() => setRestored(copy)}
                        aria-label={`${t('backups.restore.button')} ${at}`}
                      >
                        {t('backups.restore.button')}
                      </Button>
                    </li>
                  )
                })}
              </ul>
              <RecordMore query={query} count={copies.length} />
            </div>
          )
        }}
      </Loaded>
      {restored && <RestoreDialog copy={restored} isOwn onClose={() => setRestored(null)} />}
    </section>
  )
}

function LastRestore({ spaceId }: { spaceId: string }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['backups', 'restores', spaceId],
    queryFn: () => call(backups.restores, { spaceId, size: 1 }, { quiet: true, aside: true }),
    refetchInterval: ({ state }) => refreshMs(state.data?.list),
  })
  const last = query.data?.list[0]
  if (!last) return null
  return (
    <div className="backup-last">
      {t('backups.section.last', { name: last.target.name })}
      <RunState run={last} />
    </div>
  )
}
