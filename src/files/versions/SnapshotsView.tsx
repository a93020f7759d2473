import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { explain } from '#contract/core/policy.ts'
import { type SpaceVersion, versions } from '#contract/versions.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { verdictWords } from '../../rights/verdict.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { formatBytes, formatDateTime } from '../../widgets/format.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import type { ActionContext } from '../action-context.ts'
import type { PlaceProps } from '../places/place.ts'
import './versions.css'
import { LinesSkeleton } from '../../widgets/Skeleton.tsx'

export const snapshotsKey = (spaceId: string) => ['snapshots', spaceId] as const
/** Poll interval in milliseconds while a version is being created. */
const LOOK_MS = 1500

/** The versions of the space and of its folders. */
export default function SnapshotsView({ context, onClose }: PlaceProps) {
  const { t } = useTranslation()
  const spaceId = context.space.id
  const query = useInfiniteQuery({
    queryKey: snapshotsKey(spaceId),
    ...byPages((after) => call(versions.snapshots, { spaceId, ...after }, { quiet: true })),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some((one) => one.state === 'making')) ? LOOK_MS : false,
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const verdict = explain(context.actor, 'space.makeVersion', context.policyContext)
  const why = verdict.allowed ? '' : verdictWords(t, verdict)
  const make = (
    <Button type="primary" disabled={!verdict.allowed} title={why} onClick={() => context.ask('makeVersion', {})}>
      {t('versions.snapshots.make')}
    </Button>
  )
  return (
    <section className="snapshots">
      <div className="snapshots-head">
        <Button onClick={onClose}>{t('versions.snapshots.back')}</Button>
        <h2>{t('versions.snapshots.title')}</h2>
        <span className="soft">{t('versions.snapshots.hint')}</span>
        <Button onClick={() => context.ask('versionRule')}>{t('versions.snapshots.rule')}</Button>
        <Button disabled={!verdict.allowed} title={why} onClick={() => context.ask('goBack', {})}>
          {t('versions.snapshots.goBack')}
        </Button>
        {list.length > 0 && make}
      </div>
      {query.isPending && <LinesSkeleton rows={4} />}
      {query.isError && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && !list.length && (
        <Empty title={t('versions.snapshots.none')} hint={why || t('versions.snapshots.noneHint')}>
          {make}
        </Empty>
      )}
      <ul>
        {list.map((one) => (
          <SnapshotRow key={one.id} context={context} snapshot={one} mayMake={verdict.allowed} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className="history-more" onClick={() => void query.fetchNextPage()}>
          {t('spaces.more')}
        </Button>
      )}
    </section>
  )
}

type SnapshotProps = { context: ActionContext; snapshot: SpaceVersion; mayMake: boolean }

function SnapshotRow({ context, snapshot, mayMake }: SnapshotProps) {
  const { t, i18n } = useTranslation()
  const { modal } = App.useApp()
  const client = useQueryClient()
  const { id, number, folder, state } = snapshot
  const name = snapshot.name || t('versions.number', { number })
  const held = t('versions.snapshots.holds', {
    files: t('versions.snapshots.files', { count: snapshot.files }),
    size: formatBytes(snapshot.bytes),
  })
  const forget = () =>
    modal.confirm({
      title: t('versions.snapshots.removeAsk', { name }),
      content: t('versions.snapshots.removeHint'),
      okText: t('versions.snapshots.remove'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await call(versions.forget, { spaceId: context.space.id, id })
        await client.invalidateQueries({ queryKey: snapshotsKey(context.space.id) })
      },
    })
  return (
    <li>
      <span className="snapshot">
        <b>{name}</b>
        {snapshot.description && <span>{snapshot.description}</span>}
        <small className="num">
          {snapshot.name && `${t('versions.number', { number })} · `}
          {folder.isRoot ? t('versions.snapshots.whole') : folder.name} ·{' '}
          {state === 'made' ? held : t(`versions.snapshots.${state}`)} ·{' '}
          {t('versions.snapshots.by', {
            name: snapshot.by.personName,
            time: formatDateTime(snapshot.at, i18n.language),
          })}
          {!folder.isLive && ` · ${t('versions.snapshots.gone')}`}
        </small>
      </span>
      {mayMake && (
        <>
          <Button
            size="small"
            disabled={!folder.isLive || state !== 'made'}
            onClick={() => context.ask('goBack', { snapshot })}
          >
            {t('versions.snapshots.restore')}
          </Button>
          <Button size="small" type="text" danger onClick={forget}>
            {t('versions.snapshots.remove')}
          </Button>
        </>
      )}
    </li>
  )
}
