import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { explain } from '#contract/policy.ts'
import { type SpaceVersion, versions } from '#contract/versions.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { formatBytes, formatMoment } from '../../widgets/format.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { verdictWords } from '../../widgets/verdict.ts'
import type { Desk } from '../desk.ts'
import type { PlaceProps } from '../places/place.ts'
import './versions.css'

export const momentsKey = (spaceId: string) => ['moments', spaceId] as const
/** A version that is being made is looked at so often. */
const LOOK_MS = 1500

/** The versions of the space and of its folders. */
export default function MomentsView({ desk, onClose }: PlaceProps) {
  const { t } = useTranslation()
  const spaceId = desk.space.id
  const query = useInfiniteQuery({
    queryKey: momentsKey(spaceId),
    queryFn: ({ pageParam }) =>
      call(versions.moments, { spaceId, ...(pageParam && { after: pageParam }) }, { quiet: true }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some((one) => one.state === 'making')) ? LOOK_MS : false,
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const verdict = explain(desk.actor, 'space.makeVersion', desk.facts)
  const why = verdict.allowed ? '' : verdictWords(t, verdict)
  const make = (
    <Button type="primary" disabled={!verdict.allowed} title={why} onClick={() => desk.ask('makeVersion', {})}>
      {t('versions.moments.make')}
    </Button>
  )
  return (
    <section className="moments">
      <div className="moments-head">
        <Button onClick={onClose}>{t('versions.moments.back')}</Button>
        <h2>{t('versions.moments.title')}</h2>
        <span className="soft">{t('versions.moments.hint')}</span>
        <Button onClick={() => desk.ask('versionRule')}>{t('versions.moments.rule')}</Button>
        <Button disabled={!verdict.allowed} title={why} onClick={() => desk.ask('goBack', {})}>
          {t('versions.moments.goBack')}
        </Button>
        {list.length > 0 && make}
      </div>
      {query.isPending && <div className="skeleton" style={{ height: 120, margin: 24 }} aria-busy="true" />}
      {query.isError && <NotLoaded title={sentenceOf(query.error)} onRetry={query.refetch} />}
      {query.isSuccess && !list.length && (
        <Empty title={t('versions.moments.none')} hint={why || t('versions.moments.noneHint')}>
          {make}
        </Empty>
      )}
      <ul>
        {list.map((one) => (
          <Moment key={one.id} desk={desk} moment={one} mayMake={verdict.allowed} />
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

type MomentProps = { desk: Desk; moment: SpaceVersion; mayMake: boolean }

function Moment({ desk, moment, mayMake }: MomentProps) {
  const { t, i18n } = useTranslation()
  const { modal } = App.useApp()
  const client = useQueryClient()
  const { id, number, folder, state } = moment
  const name = moment.name || t('versions.number', { number })
  const held = t('versions.moments.holds', {
    files: t('versions.moments.files', { count: moment.files }),
    size: formatBytes(moment.bytes),
  })
  const forget = () =>
    modal.confirm({
      title: t('versions.moments.removeAsk', { name }),
      content: t('versions.moments.removeHint'),
      okText: t('versions.moments.remove'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await call(versions.forget, { spaceId: desk.space.id, id })
        await client.invalidateQueries({ queryKey: momentsKey(desk.space.id) })
      },
    })
  return (
    <li>
      <span className="moment">
        <b>{name}</b>
        {moment.description && <span>{moment.description}</span>}
        <small className="num">
          {moment.name && `${t('versions.number', { number })} · `}
          {folder.isRoot ? t('versions.moments.whole') : folder.name} ·{' '}
          {state === 'made' ? held : t(`versions.moments.${state}`)} ·{' '}
          {t('versions.moments.by', { name: moment.by.personName, time: formatMoment(moment.at, i18n.language) })}
          {!folder.isLive && ` · ${t('versions.moments.gone')}`}
        </small>
      </span>
      {mayMake && (
        <>
          <Button
            size="small"
            disabled={!folder.isLive || state !== 'made'}
            onClick={() => desk.ask('goBack', { moment })}
          >
            {t('versions.moments.restore')}
          </Button>
          <Button size="small" type="text" danger onClick={forget}>
            {t('versions.moments.remove')}
          </Button>
        </>
      )}
    </li>
  )
}
