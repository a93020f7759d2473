import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LIST_MAX_SIZE } from '#contract/core/limits.ts'
import { can } from '#contract/core/policy.ts'
import { type TrashRecord, trash } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import type { ActionContext } from '../action-context.ts'
import { batches } from '../undo-steps.ts'

type Props = { context: ActionContext; onDone: () => Promise<unknown>; onClose: () => void }

/** Deletes for good what the trash held as this opened, and only for somebody who writes how many items that are. */
export function EmptyTrash({ context, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const { isBusy, problem, run } = useTask()
  const spaceId = context.space.id
  const {
    data: ids,
    isError,
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
        // Some are gone by now, and somebody may have brought others back: what is left is counted, and asked about anew.
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
        <div className="skeleton" style={{ height: 56 }} aria-busy={!isError} />
      )}
      {(problem || isError) && (
        <p className="name-error" role="alert">
          {problem || t('errors.network')}{' '}
          {isError && (
            <Button size="small" loading={isFetching} onClick={() => void refetch()}>
              {t('errors.retry')}
            </Button>
          )}
        </p>
      )}
    </Modal>
  )
}

/** Everything that the reader may delete, page after page. */
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
