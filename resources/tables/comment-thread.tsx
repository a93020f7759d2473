import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import { type Comment, type CommentThread, tableComments } from '#contract/table-comments.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { formatDateTime, formatExact } from '../../src/widgets/format.ts'
import { CommentField } from './comment-field.tsx'
import { partsOf } from './comment-text.ts'
import type { TableContext } from './context.ts'
import { useCommentRenewal } from './use-comments.ts'

type Props = { context: TableContext; thread: CommentThread; onDirty: (is: boolean) => void }

/** A comment with its replies, and what can be done with it. */
export function Thread({ context, thread, onDirty }: Props) {
  const { t, i18n } = useTranslation()
  const { table, mayComment } = context
  const renew = useCommentRenewal(table)
  const { run, isBusy, problem } = useTask()
  const [isReplying, setReplying] = useState(false)
  const one = { spaceId: table.spaceId, id: table.id, comment: thread.id }
  const { resolved } = thread
  const resolve = () =>
    run(async () => {
      await call(tableComments.resolve, { ...one, isResolved: !resolved }, { quiet: true })
      await renew()
    })
  const endReply = () => {
    setReplying(false)
    onDirty(false)
  }
  return (
    <li className={resolved ? 'comment-thread resolved' : 'comment-thread'}>
      <PlaceOf context={context} thread={thread} />
      {[thread, ...thread.replies].map((comment) => (
        <Said key={comment.id} context={context} comment={comment} names={thread.names} onDirty={onDirty} />
      ))}
      {resolved && (
        <small>
          {t('tableComments.resolvedBy', { name: resolved.personName, at: formatDateTime(resolved.at, i18n.language) })}
        </small>
      )}
      <Problem text={problem} />
      {mayComment && !isReplying && (
        <span className="table-history-ways">
          {!resolved && (
            <Button size="small" type="text" onClick={() => setReplying(true)}>
              {t('tableComments.reply')}
            </Button>
          )}
          <Button size="small" type="text" loading={isBusy} onClick={resolve}>
            {t(resolved ? 'tableComments.reopen' : 'tableComments.resolve')}
          </Button>
        </span>
      )}
      {isReplying && (
        <CommentField
          spaceId={table.spaceId}
          label={t('tableComments.reply')}
          submit={t('tableComments.reply')}
          autoFocus
          onDirty={onDirty}
          onCancel={endReply}
          onSend={async (text) => {
            await call(tableComments.reply, { ...one, text }, { quiet: true })
            await renew()
            endReply()
          }}
        />
      )}
    </li>
  )
}

/** Which row or cell a comment is about. */
function PlaceOf({ context, thread: { row, column, title } }: Pick<Props, 'context' | 'thread'>) {
  const { t } = useTranslation()
  const name = context.table.columnList.find(({ id }) => id === column)?.name ?? t('tableComments.wholeRow')
  const called = title === null ? t('tableComments.rowGone') : title || t('tableComments.untitled')
  const of = column === null ? { row } : { row, column }
  return (
    <button type="button" className="comment-place" onClick={() => context.address.comment(of)}>
      {t('tableComments.place', { column: name, row: called })}
    </button>
  )
}

type SaidProps = Pick<Props, 'context' | 'onDirty'> & { comment: Comment; names: CommentThread['names'] }

/** A comment of one person; the author can edit it, and those with permission can delete it. */
function Said({ context, comment, names, onDirty }: SaidProps) {
  const { t, i18n } = useTranslation()
  const { modal } = App.useApp()
  const { space, table, mayComment } = context
  const actor = actorOf(useUser())
  const renew = useCommentRenewal(table)
  const [isEditing, setEditing] = useState(false)
  const one = { spaceId: table.spaceId, id: table.id, comment: comment.id }
  const isMine = mayComment && comment.by.personId === actor?.id
  const endEdit = () => {
    setEditing(false)
    onDirty(false)
  }
  const remove = () =>
    modal.confirm({
      title: t('tableComments.removeTitle'),
      content: t('tableComments.removeHint'),
      okText: t('tableComments.remove'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      onOk: async () => {
        await call(tableComments.remove, one)
        await renew()
      },
    })
  return (
    <article className="comment">
      <header>
        <b>{comment.by.personName}</b>
        <small className="num" title={formatExact(comment.at, i18n.language)}>
          {formatDateTime(comment.at, i18n.language)}
          {comment.editedAt && ` · ${t('tableComments.edited')}`}
        </small>
        <span className="space" />
        {isMine && !isEditing && (
          <Button size="small" type="text" onClick={() => setEditing(true)}>
            {t('tableComments.edit')}
          </Button>
        )}
        {!isEditing && (isMine || can(actor, 'table.removeComment', space)) && (
          <Button size="small" type="text" onClick={remove}>
            {t('tableComments.remove')}
          </Button>
        )}
      </header>
      {isEditing ? (
        <CommentField
          spaceId={table.spaceId}
          label={t('tableComments.edit')}
          submit={t('tableComments.save')}
          kept={{ text: comment.text, names }}
          autoFocus
          onDirty={onDirty}
          onCancel={endEdit}
          onSend={async (text) => {
            await call(tableComments.edit, { ...one, text }, { quiet: true })
            await renew()
            endEdit()
          }}
        />
      ) : (
        <p>
          {partsOf(comment.text, names, t('tables.unseen')).map(({ text, isMention }, at) =>
            isMention ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
          )}
        </p>
      )}
    </article>
  )
}
