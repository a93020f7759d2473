import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Actor, can, type SpaceContext } from '#contract/core/policy.ts'
import { type TrashRecord, type TrashSpace, trash } from '#contract/files.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { batches } from '../undo-steps.ts'

export type TrashPage = { list: TrashRecord[]; next?: string | undefined; spaces: TrashSpace[]; isPartial?: boolean }
export type TrashSource = {
  /** Identifies the list in query keys. */
  id: string
  actor: Actor
  load: (after: string) => Promise<TrashPage>
  contextOf: (space: TrashSpace) => SpaceContext
  /** Called after items were restored or deleted. */
  onChange?: (() => Promise<unknown>) | undefined
}

const contextsOf = (pages: readonly TrashPage[], contextOf: TrashSource['contextOf']) =>
  new Map(pages.flatMap(({ spaces }) => spaces).map((space) => [space.id, { space, context: contextOf(space) }]))

/** Runs a change in each space of the items, in batches. */
async function inSpaces(items: readonly TrashRecord[], run: (spaceId: string, idList: string[]) => Promise<unknown>) {
  for (const [spaceId, inside] of Map.groupBy(items, (item) => item.spaceId))
    for (const batch of batches(inside))
      await run(
        spaceId,
        batch.map(({ id }) => id),
      )
}

/** Deleted items of one space or of all, newest first, with the changes that can be made to them. */
export function useTrash({ id, actor, load, contextOf, onChange }: TrashSource) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const query = useInfiniteQuery({
    queryKey: ['trash', id],
    ...byPages(({ after = '' }) => load(after)),
    staleTime: 0,
  })
  const pages = query.data?.pages ?? []
  const items = pages.flatMap((page) => page.list)
  const known = contextsOf(pages, contextOf)
  const changed = () => {
    choose(new Set())
    return Promise.all([client.invalidateQueries({ queryKey: ['trash'] }), onChange?.()])
  }

  async function restore(some: readonly TrashRecord[]) {
    const paths: string[] = []
    try {
      await inSpaces(some, async (spaceId, idList) => {
        const { list } = await call(trash.restoreMany, { spaceId, idList })
        paths.push(...list.map(({ path }) => path))
      })
    } finally {
      await changed()
    }
    const [path] = paths
    void message.success(
      paths.length === 1 ? t('trash.restored', { path }) : t('trash.restoredMany', { count: paths.length }),
    )
  }
  const mayPurge = ({ spaceId, author }: TrashRecord) => {
    const space = known.get(spaceId)?.context
    return space !== undefined && can(actor, 'file.delete', { space, authorId: author.personId })
  }
  const purge = (some: readonly TrashRecord[]) =>
    modal.confirm({
      title:
        some.length === 1 ? t('trash.purgeAsk', { name: some[0]?.name }) : t('trash.emptyAsk', { count: some.length }),
      content: t('trash.purgeHint'),
      okText: t('trash.purge'),
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await inSpaces(some, (spaceId, idList) => call(trash.purge, { spaceId, idList }))
        } finally {
          await changed()
        }
      },
    })
  const spaceOf = ({ spaceId }: TrashRecord) => known.get(spaceId)?.space
  return { query, items, chosen, choose, changed, restore, purge, mayPurge, spaceOf }
}
export type Trash = ReturnType<typeof useTrash>
