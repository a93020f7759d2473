import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DataOf } from '#contract/core/operation.ts'
import { type Task, type TaskNews, tasks } from '#contract/tasks.ts'
import { call } from '#providers/call.ts'
import { onMissedNews, onRealtime } from '#providers/live.ts'

type Page = DataOf<typeof tasks.ofSpace>
type Pages = InfiniteData<Page, string>
export type TaskFilter = 'open' | 'failed' | 'partlyFailed' | 'completed' | undefined

/** Prefix of the query keys of all task lists, so that starting a task can refetch them. */
export const tasksKey = (spaceId: string) => ['tasks', spaceId] as const

const hasEnded = ({ state }: Pick<TaskNews, 'state'>) => !['waiting', 'preparing', 'transferring'].includes(state)
export const isOpen = (task: Pick<TaskNews, 'state'>) => !hasEnded(task)

/** Whether a task belongs to the list of a filter. */
export const fits = (filter: TaskFilter, task: Pick<TaskNews, 'state'>): boolean =>
  filter === undefined || (filter === 'open' ? isOpen(task) : filter === task.state)

/** Writes a task's progress into the cached list; undefined if the list does not contain the task. */
export function withNews(pages: Pages, news: TaskNews): Pages | undefined {
  if (!pages.pages.some(({ list }) => list.some(({ id }) => id === news.id))) return undefined
  const updated = (task: Task): Task => (task.id === news.id ? { ...task, ...news } : task)
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, list: page.list.map(updated) })) }
}

/** The tasks of a space, newest first, updated by realtime events; missed events cause a refetch. */
export function useTasks(spaceId: string, state?: TaskFilter) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: [...tasksKey(spaceId), state ?? 'all'],
    queryFn: ({ pageParam }) =>
      call(
        tasks.ofSpace,
        {
          spaceId,
          ...(state && { state }),
          ...(pageParam && { after: pageParam }),
        },
        { quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: (page: Page) => page.next,
    staleTime: 0,
  })
  useEffect(() => {
    const queryKey = [...tasksKey(spaceId), state ?? 'all']
    const again = () => void client.invalidateQueries({ queryKey })
    const stop = onRealtime((event) => {
      if (event.mark !== 'space' || event.type !== 'task' || event.spaceId !== spaceId) return
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
  }, [client, spaceId, state])
  return { ...query, list: query.data?.pages.flatMap((page) => page.list) ?? [] }
}
