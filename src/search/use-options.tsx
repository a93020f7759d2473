import { ArrowRightOutlined, DatabaseOutlined, EllipsisOutlined, ReadOutlined, UserOutlined } from '@ant-design/icons'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import { SPACES_AT_ONCE_MAX } from '#contract/core/limits.ts'
import { passesGate } from '#contract/core/policy.ts'
import { managedSpaces } from '#contract/managed-spaces.ts'
import { CATALOGUE_PATH, sectionPath, spacePath } from '#contract/pages/paths.ts'
import type { Hit } from '#contract/search.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { withSystemWords } from '#providers/i18n.ts'
import { findPeople } from '#providers/people.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useSpaceParts } from '../widgets/space-part.tsx'
import { useSystemSections } from '../widgets/system-menu.ts'
import { commands } from './commands.ts'
import { type Filters, queryOf } from './filters.ts'
import { HitLines } from './HitLines.tsx'
import { pageActionsHere } from './page-actions.ts'
import { useFind } from './use-find.ts'

/** One option of the palette. */
export type Option = {
  key: string
  content: ReactNode
  run: () => void
  /** The option belongs to a previously typed text. */
  isOld?: boolean
}
export type Group = { id: string; title: string; options: Option[] }
type Wish = {
  q: string
  /** Restricts the search to this space. */
  space?: Space
  filters: Filters
  go: (path: string) => void
  /** Closes the palette, then runs the function. */
  then: (run: () => void) => void
}

const NAMES = 6
const CONTENTS = 8
const PEOPLE = 6
const MANAGED_SPACES = 6

/** The address of an item: a folder itself, or a file previewed and selected in its folder. */
export function placeOf({ file, space }: Pick<Hit, 'file' | 'space'>): string {
  const query = isFolder(file)
    ? { folder: file.hash }
    : { ...(file.phash && { folder: file.phash }), select: file.hash, preview: file.hash }
  return `${spacePath(space.id, 'filesManage')}?${new URLSearchParams(query)}`
}

/** All options that match the typed text: commands at once, other results as they arrive. */
export function useOptions({ q, space, filters, go, then }: Wish) {
  const { t } = useTranslation()
  const user = useUser()
  const actor = actorOf(user)
  const where = { ...(space && { spaceId: space.id }), ...queryOf(filters) }
  const isAsked = (q !== '' || filters.tag !== undefined) && (user !== null || space !== undefined)
  const names = useFind({ q, ...where, in: 'name', size: NAMES }, isAsked && q !== '')
  const contents = useFind({ q, ...where, in: 'columns,meta,text', size: CONTENTS }, isAsked)
  const kinds = useKinds(q, user !== null)
  const isAdministrator = passesGate(actor, 'admin')
  const people = usePeople(q, isAdministrator && !space)
  const managed = useManagedSpaces(q, isAdministrator && !space)
  const sections = useSections(isAdministrator)
  const low = q.toLowerCase()
  const own = commands
    .filter(({ isFor }) => user !== null && isFor(actor))
    .map(({ id, path, isOwnSetting }) => ({
      path,
      title: t(`search.commands.${id}`),
      hint: isOwnSetting ? t('search.ownSettings') : '',
    }))
  // Before anything is typed, the sections of system management are behind its one entry.
  const isNamed = ({ title }: { title: string }) => title.toLowerCase().includes(low)
  const pages = [...own, ...(q ? sections : [])]
    .filter(({ title, hint }) => `${title}\n${hint}`.toLowerCase().includes(low))
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
  const pageActions = pageActionsHere().filter(({ name }) => name.toLowerCase().includes(low))
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
  const hitOption = (group: string, isOld: boolean) => (hit: Hit) => ({
    key: `${group}-${hit.file.hash}`,
    isOld,
    run: () => go(placeOf(hit)),
    content: <HitLines hit={hit} hasSpace={!space} />,
  })
  // A page of the site, which is not one of the console.
  const published: Option = {
    key: 'published',
    run: () => location.assign(`${CATALOGUE_PATH}?${new URLSearchParams({ q })}`),
    content: <Line icon={<ReadOutlined />} title={t('search.published')} />,
  }
  const listed = new Set(kinds.flatMap(({ found }) => found.map(({ id }) => id)))
  const groups: Group[] = [
    ...kinds.map(({ name, kind: { title, icon: Icon }, found }) => ({
      id: name,
      title: title(t),
      options: found.map(({ id, name: word, hint, path }) => ({
        key: `${name}-${id}`,
        run: () => go(path),
        content: <Line icon={<Icon />} title={word} {...(hint && { hint })} />,
      })),
    })),
    {
      id: 'people',
      title: t('search.groups.people'),
      options: people.found.map(({ id, name, emailAccounts, orgChineseName }) => ({
        key: `person-${id}`,
        run: () => go(`${sectionPath('users')}?user=${id}`),
        content: <Line icon={<UserOutlined />} title={name} hint={[emailAccounts, orgChineseName].join(' · ')} />,
      })),
    },
    {
      id: 'managedSpaces',
      title: t('search.groups.managedSpaces'),
      options: managed.found
        .filter(({ id }) => !listed.has(id))
        .map(({ id, name, owner }) => ({
          key: `managed-${id}`,
          run: () => go(`${sectionPath('spaces')}?space=${id}`),
          content: <Line icon={<DatabaseOutlined />} title={name} hint={owner.personName} />,
        })),
    },
    {
      id: 'names',
      title: t('search.groups.names'),
      options: [...names.hits.map(hitOption('name', names.isPlaceholderData)), ...more(names)],
    },
    {
      id: 'contents',
      title: t('search.groups.contents'),
      options: [...contents.hits.map(hitOption('content', contents.isPlaceholderData)), ...more(contents)],
    },
    {
      id: 'actions',
      title: t('search.groups.actions'),
      options: pageActions.map(({ id, name, icon, shortcut, run }) => ({
        key: `deed-${id}`,
        run: () => then(run),
        content: <Line icon={icon} title={name} {...(shortcut && { keys: shortcut })} />,
      })),
    },
    {
      id: 'commands',
      title: t('search.groups.commands'),
      options: pages.map(({ path, title, hint }) => ({
        key: `command-${path}`,
        run: () => go(path),
        content: <Line icon={<ArrowRightOutlined />} title={title} {...(hint && { hint })} />,
      })),
    },
  ]
  const filled = groups.filter(({ options }) => options.length)
  const isNone = isAsked && !filled.length
  return {
    // Before anything is typed, the pages of the console are listed first, so that Enter does no harm.
    groups: isAsked
      ? [...filled, ...(q ? [{ id: 'published', title: t('search.groups.published'), options: [published] }] : [])]
      : filled.toReversed(),
    isNone,
    /** Set when the number of searched spaces has reached its limit. */
    spacesLeft: isAsked && contents.isPartial && !contents.hasNextPage ? SPACES_AT_ONCE_MAX : null,
    isLooking: isAsked && (names.isFetching || contents.isFetching || people.isFetching || managed.isFetching),
    /** Why something could not be loaded; null if everything was. */
    failure: isAsked ? (names.error ?? contents.error) : null,
    again: () => {
      void names.refetch()
      void contents.refetch()
    },
  }
}

/** Accounts, which administrators open among the users. */
function usePeople(q: string, isOn: boolean) {
  const isAsked = isOn && q !== ''
  const { data, isFetching } = useQuery({
    queryKey: ['users', 'palette', q],
    queryFn: ({ signal }) => findPeople(q, signal),
    enabled: isAsked,
  })
  return { found: isAsked ? (data ?? []).slice(0, PEOPLE) : [], isFetching }
}

/** Spaces of others, which administrators open in space management. */
function useManagedSpaces(q: string, isOn: boolean) {
  const isAsked = isOn && q !== ''
  const { data, isFetching } = useQuery({
    queryKey: ['managedSpaces', 'palette', q],
    queryFn: ({ signal }) =>
      call(managedSpaces.list, { q, sort: 'name', order: 'asc', size: MANAGED_SPACES }, { quiet: true, signal }),
    enabled: isAsked,
  })
  return { found: isAsked ? (data?.list ?? []) : [], isFetching }
}

const loadSystemWords = withSystemWords(async () => true)
/** The sections of system management, once their texts have come. */
function useSections(isOn: boolean) {
  const { t } = useTranslation()
  const sections = useSystemSections()
  const { data: haveCome } = useQuery({ queryKey: ['texts', 'system'], queryFn: loadSystemWords, enabled: isOn })
  return haveCome ? sections.map(({ path, title, hint }) => ({ path, title: title(t), hint: hint(t) })) : []
}

/** Search results contributed by the parts of spaces. */
function useKinds(q: string, isSignedIn: boolean) {
  const kinds = useSpaceParts().flatMap(({ name, searchKind }) => (searchKind ? [{ name, kind: searchKind }] : []))
  const answers = useQueries({
    queries: kinds.map(({ name, kind }) => ({
      queryKey: [name, 'palette', q],
      queryFn: async () => (await kind.load()).default(q),
      enabled: q !== '' && isSignedIn,
    })),
  })
  return kinds.map((one, i) => ({ ...one, found: q === '' ? [] : (answers[i]?.data ?? []) }))
}

const Line = ({ icon, title, hint, keys }: { icon: ReactNode; title: string; hint?: string; keys?: string }) => (
  <>
    <span className="palette-icon" aria-hidden="true">
      {icon}
    </span>
    <span className="hit-lines">
      <b>{title}</b>
      {hint && <small>{hint}</small>}
    </span>
    {keys && <kbd>{keys}</kbd>}
  </>
)

function MoreLine({ isPartial }: { isPartial: boolean }) {
  const { t } = useTranslation()
  return <Line icon={<EllipsisOutlined />} title={t(isPartial ? 'search.goOn' : 'search.more')} />
}
