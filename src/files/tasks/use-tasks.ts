import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { DataOf } from '#contract/core/operation.ts'
import { type Task, type TaskNews, tasks } from '#contract/tasks.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { onMissedNews, onRealtime } from '#providers/live.ts'

type Page = DataOf<typeof tasks.ofSpace>
type Pages = InfiniteData<Page, string>
export type TaskFilter = 'open' | 'failed' | 'partlyFailed' | 'completed' | undefined

/** Prefix of the query keys of all task lists. */
export const allTasksKey = ['tasks'] as const
/** Prefix of the query keys of the task lists of a space, so that starting a task can refetch them. */
export const tasksKey = (spaceId: string) => [...allTasksKey, spaceId] as const

const hasEnded = ({ state }: Pick<TaskNews, 'state'>) => !['waiting', 'preparing', 'transferring'].includes(state)
export const isOpen = (task: Pick<TaskNews, 'state'>) => !hasEnded(task)

/** Whether a task belongs to the list of a filter. */
export const fits = (filter: TaskFilter, task: Pick<TaskNews, 'state'>): boolean =>
  filter === undefined || (filter === 'open' ? isOpen(task) : filter === task.state)

/** The last end in a list, in ms since 1970 by the clock of the server; -Infinity if none has ended. */
export const lastEndOf = (list: readonly Pick<Task, 'endTime'>[]): number =>
  Math.max(...list.flatMap(({ endTime }) => (endTime === null ? [] : Date.parse(endTime))))

/**
 * Whether a task is open or ended after `lastEnd`, the last end in the first list that was read; undefined: none was
 * read yet. Both are of the server, because the clock of a computer can be wrong. An end can be missing for a moment:
 * realtime events don't contain it.
 */
export const isNews = (task: Pick<Task, 'state' | 'endTime'>, lastEnd: number | undefined): boolean =>
  isOpen(task) || (lastEnd !== undefined && (task.endTime === null || Date.parse(task.endTime) > lastEnd))

/** Writes a task's progress into the cached list; undefined if the list does not contain the task. */
export function withNews(pages: Pages, news: TaskNews): Pages | undefined {
  if (!pages.pages.some(({ list }) => list.some(({ id }) => id === news.id))) return undefined
  const updated = (task: Task): Task => (task.id === news.id ? { ...task, ...news } : task)
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, list: page.list.map(updated) })) }
}

/** The tasks of a space, or without one the user's own in all spaces. */
function load(spaceId: string | null, state: TaskFilter, after: string): Promise<Page> {
  const paging = { ...(state && { state }), ...(after && { after }) }
  return spaceId
    ? call(tasks.ofSpace, { spaceId, ...paging }, { quiet: true })
    : call(tasks.mine, paging, { quiet: true })
}

/** The tasks of a space or of all (null), updated by realtime events; missed events cause a refetch. */
export function useTasks(spaceId: string | null, state?: TaskFilter) {
  const client = useQueryClient()
  const queryKey = useMemo(() => [...allTasksKey, spaceId ?? 'mine', state ?? 'all'], [spaceId, state])
  const query = useInfiniteQuery({
    queryKey,
    ...byPages(({ after = '' }) => load(spaceId, state, after)),
    staleTime: 0,
  })
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey })
    const stop = onRealtime((event) => {
      if (event.mark !== 'space' || event.type !== 'task' || (spaceId && event.spaceId !== spaceId)) return
      const known = client.getQueryData<Pages>(queryKey)
      const updated = event.task && known && withNews(known, event.task)
      if (updated) client.setQueryData(queryKey, updated)
      // New, removed and ended tasks need a refetch, because the event carries only part of their data.
      const isElsewhere = !updated && known && event.task && !fits(state, event.task)
      if (!isElsewhere && (!updated || (event.task && hasEnded(event.task)))) again()
    })
    const stopCatching = onMissedNews(again)
    return () => {
      stop()
      stopCatching()
    }
  }, [client, queryKey, spaceId, state])
  return { ...query, list: query.data?.pages.flatMap((page) => page.list) ?? [] }
}
