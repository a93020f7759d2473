import { useQuery } from '@tanstack/react-query'
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LIST_MAX_SIZE } from '#contract/core/limits.ts'
import { can } from '#contract/core/policy.ts'
import { type TrashRecord, trash } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { TextSkeleton } from '../../widgets/Skeleton.tsx'
import type { ActionContext } from '../action-context.ts'
import { batches } from '../undo-steps.ts'

type Props = { context: ActionContext; onDone: () => Promise<unknown>; onClose: () => void }

/**
 * Permanently deletes the items that the trash contained when the dialog opened, after the user has typed their number.
 */
export function EmptyTrash({ context, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const { isBusy, problem, run } = useTask()
  const spaceId = context.space.id
  const {
    data: ids,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['trash', spaceId, 'all'],
    queryFn: () => everyItem(context),
    staleTime: 0,
    gcTime: 0,
  })
  const finish = () =>
    run(async () => {
      try {
        for (const idList of batches(ids ?? [])) await call(trash.purge, { spaceId, idList }, { quiet: true })
      } catch (failure) {
        // Other users may have deleted or restored items meanwhile: the rest is counted again and must be confirmed
        // again.
        setTyped('')
        await Promise.all([refetch(), onDone()])
        throw failure
      }
      await onDone()
      onClose()
    })
  return (
    <Modal
      open
      title={t('trash.emptyAsk', { count: ids?.length ?? 0 })}
      okText={t('trash.purge')}
      cancelText={t('files.conflict.cancel')}
      okButtonProps={{ danger: true, disabled: isFetching || !ids?.length || typed.trim() !== String(ids.length) }}
      confirmLoading={isBusy}
      onOk={() => void finish()}
      onCancel={onClose}
    >
      {ids ? (
        <>
          <label htmlFor={id}>{t('trash.emptyType', { count: ids.length })}</label>
          <Input
            id={id}
            style={{ marginTop: 8 }}
            inputMode="numeric"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoFocus
          />
        </>
      ) : (
        <TextSkeleton lines={2} />
      )}
      {problem && (
        <p className="name-error" role="alert">
          {problem}
        </p>
      )}
      {error && <NotLoaded error={error} onRetry={refetch} isInline />}
    </Modal>
  )
}

/** All items that the user may delete, loaded page by page. */
async function everyItem({ space, actor, policyContext }: ActionContext): Promise<string[]> {
  const items: TrashRecord[] = []
  let after: string | undefined
  do {
    const page = await call(
      trash.list,
      { spaceId: space.id, size: LIST_MAX_SIZE, ...(after && { after }) },
      { quiet: true },
    )
    items.push(...page.list)
    after = page.next
  } while (after)
  return items.flatMap(({ id, author }) =>
    can(actor, 'file.delete', { space: policyContext, authorId: author.personId }) ? [id] : [],
  )
}
