import { ArrowRightOutlined, DatabaseOutlined, EllipsisOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DIRECTORY } from '#contract/directory.ts'
import { spacePath } from '#contract/page.ts'
import type { Hit } from '#contract/search.ts'
import { type Space, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { commands } from './commands.ts'
import { HitLines } from './HitLines.tsx'
import { useFind } from './use-find.ts'

/** One thing that can be opened. */
export type Option = { key: string; content: ReactNode; run: () => void }
export type Group = { id: string; title: string; options: Option[] }
type Wish = { q: string /** Only in here. */; space?: Space; go: (path: string) => void }

const SPACES = 4
const NAMES = 6
const CONTENTS = 8

/** The address of an item in its space: a folder from within, a file marked in its folder. */
export function placeOf({ file, space }: Pick<Hit, 'file' | 'space'>): string {
  const isFolder = file.mime === DIRECTORY
  const query = isFolder ? { folder: file.hash } : { ...(file.phash && { folder: file.phash }), select: file.hash }
  return `${spacePath(space.id, 'filesManage')}?${new URLSearchParams(query)}`
}

/** Everything that fits what is typed: commands at once, the rest as it is found. */
export function useOptions({ q, space, go }: Wish) {
  const { t } = useTranslation()
  const user = useUser()
  const actor = actorOf(user)
  const where = space ? { spaceId: space.id } : {}
  const isAsked = q !== '' && (user !== null || space !== undefined)
  const names = useFind({ q, ...where, in: 'name', size: NAMES }, isAsked)
  const contents = useFind({ q, ...where, in: 'columns,meta,text', size: CONTENTS }, isAsked)
  const found = useQuery({
    queryKey: ['spaces', 'palette', q],
    queryFn: () => call(spaces.list, { scope: 'mine', q, size: SPACES }, { quiet: true }),
    enabled: q !== '' && user !== null,
  })
  const low = q.toLowerCase()
  const fitting = commands.filter(
    ({ id, isFor }) => user !== null && isFor(actor) && t(`search.commands.${id}`).toLowerCase().includes(low),
  )
  const more = (find: typeof names): Option[] =>
    find.hasNextPage
      ? [
          {
            key: `more-${find === names ? 'names' : 'contents'}`,
            run: () => void find.fetchNextPage(),
            content: <MoreLine isPartial={find.isPartial} />,
          },
        ]
      : []
  const hitOption = (group: string) => (hit: Hit) => ({
    key: `${group}-${hit.file.hash}`,
    run: () => go(placeOf(hit)),
    content: <HitLines hit={hit} hasSpace={!space} />,
  })
  const groups: Group[] = [
    {
      id: 'spaces',
      title: t('search.groups.spaces'),
      options: (q === '' ? [] : (found.data?.list ?? [])).map(({ id, name, introduction }) => ({
        key: `space-${id}`,
        run: () => go(spacePath(id, 'filesManage')),
        content: <Line icon={<DatabaseOutlined />} title={name} hint={introduction} />,
      })),
    },
    { id: 'names', title: t('search.groups.names'), options: [...names.hits.map(hitOption('name')), ...more(names)] },
    {
      id: 'contents',
      title: t('search.groups.contents'),
      options: [...contents.hits.map(hitOption('content')), ...more(contents)],
    },
    {
      id: 'commands',
      title: t('search.groups.commands'),
      options: fitting.map(({ id, path }) => ({
        key: `command-${id}`,
        run: () => go(path),
        content: <Line icon={<ArrowRightOutlined />} title={t(`search.commands.${id}`)} />,
      })),
    },
  ]
  return {
    groups: groups.filter(({ options }) => options.length),
    isLooking: isAsked && (names.isFetching || contents.isFetching),
    isFailed: isAsked && (names.isError || contents.isError),
    again: () => {
      void names.refetch()
      void contents.refetch()
    },
  }
}

const Line = ({ icon, title, hint }: { icon: ReactNode; title: string; hint?: string }) => (
  <>
    <span className="palette-icon" aria-hidden="true">
      {icon}
    </span>
    <span className="hit-lines">
      <b>{title}</b>
      {hint && <small>{hint}</small>}
    </span>
  </>
)

function MoreLine({ isPartial }: { isPartial: boolean }) {
  const { t } = useTranslation()
  return <Line icon={<EllipsisOutlined />} title={t(isPartial ? 'search.goOn' : 'search.more')} />
}
