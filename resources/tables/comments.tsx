import { SearchOutlined } from '@ant-design/icons'
import { Button, Input, Segmented } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tableComments } from '#contract/table-comments.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { MoreButton } from '../../src/widgets/MoreButton.tsx'
import { CommentField } from './comment-field.tsx'
import { Thread } from './comment-thread.tsx'
import type { HistoryOf } from './history-of.ts'
import './comments.css'
import type { TableContext } from './context.ts'
import { useCommentRenewal, useThreads } from './use-comments.ts'

type Props = { context: TableContext; of: HistoryOf }

/** The comments on a table, one of its rows or one of its cells; the address says which. */
export function CommentsDrawer({ context, of }: Props) {
  const { t } = useTranslation()
  const { address, table } = context
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const noteDirty = (name: string) => (is: boolean) =>
    setDirty((now) =>
      now.has(name) === is ? now : new Set(is ? [...now, name] : [...now].filter((one) => one !== name)),
    )
  const name = table.columnList.find(({ id }) => id === of.column)?.name
  const isAll = of.row === undefined
  const title = isAll
    ? t('tableComments.title')
    : t('tableComments.of', { column: name ?? t('tableComments.wholeRow') })
  return (
    <GuardedDrawer
      title={title}
      isDirty={dirty.size > 0}
      onClose={() => address.comment(null)}
      size={400}
      mask={false}
      extra={!isAll && <Button onClick={() => address.comment({})}>{t('tableComments.all')}</Button>}
    >
      {() => <Comments context={context} of={of} noteDirty={noteDirty} />}
    </GuardedDrawer>
  )
}

function Comments({ context, of, noteDirty }: Props & { noteDirty: (name: string) => (is: boolean) => void }) {
  const { t } = useTranslation()
  const { table, mayComment } = context
  const renew = useCommentRenewal(table)
  const [isResolved, setResolved] = useState(false)
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const query = useThreads(table, { of, isResolved, q })
  const { row, column } = of
  const states = [
    { value: 'unresolved', label: t('tableComments.unresolved') },
    { value: 'resolved', label: t('tableComments.resolved') },
  ]
  const label = t(column === undefined ? 'tableComments.text.onRow' : 'tableComments.text.onCell')
  return (
    <div className="comments">
      {mayComment && row !== undefined && (
        <CommentField
          spaceId={table.spaceId}
          label={label}
          submit={t('tableComments.add')}
          autoFocus
          onDirty={noteDirty('new')}
          onSend={async (text) => {
            const place = { spaceId: table.spaceId, id: table.id, row, column: column ?? null }
            await call(tableComments.add, { ...place, text }, { quiet: true })
            await renew()
          }}
        />
      )}
      <div className="comments-filter">
        <Segmented
          options={states}
          value={isResolved ? 'resolved' : 'unresolved'}
          onChange={(value) => setResolved(value === 'resolved')}
        />
        <Input
          allowClear
          prefix={<SearchOutlined />}
          value={typed}
          placeholder={t('tableComments.search')}
          aria-label={t('tableComments.search')}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Loaded query={{ ...query, data: query.data?.pages }} rows={6}>
        {(pages) => {
          const threads = pages.flatMap(({ list }) => list)
          if (threads.length === 0) {
            if (q || isResolved) return <Empty title={t('tableComments.noHit')} />
            return (
              <Empty
                title={t('tableComments.none')}
                {...(row === undefined && { hint: t('tableComments.noneHint') })}
              />
            )
          }
          return (
            <ul className="comment-list">
              {threads.map((thread) => (
                <Thread key={thread.id} context={context} thread={thread} onDirty={noteDirty(thread.id)} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      <MoreButton query={query} />
    </div>
  )
}
