import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Checkbox, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SELECTION_MAX } from '#contract/core/limits.ts'
import { type JoinRequest, joining } from '#contract/joining.ts'
import type { GivenRole, Space } from '#contract/spaces.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { joiningKeys } from '#providers/joining.ts'
import { useTask } from '#providers/use-task.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { ListSkeleton } from '../../src/widgets/Skeleton.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import { RejectDialog } from './reject.tsx'
import { RequestRow } from './request-row.tsx'
import { type Answer, useAnswers } from './use-answers.tsx'

type Props = { space: Space; mayGiveSenior: boolean; onChange: () => void }

/** Membership requests, the longest waiting first, and the answered ones. */
export function Requests({ space, mayGiveSenior, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const query = useInfiniteQuery({
    queryKey: joiningKeys.requests(space.id, isOpen),
    ...byPages((after) =>
      call(joining.requests, { id: space.id, isOpen: isOpen ? 'true' : 'false', ...after }, { quiet: true }),
    ),
  })
  const requests = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <>
      <Segmented
        value={isOpen ? 'open' : 'done'}
        onChange={(value) => setOpen(value === 'open')}
        options={(['open', 'done'] as const).map((value) => ({ value, label: t(`joining.requests.${value}`) }))}
      />
      {query.isPending ? (
        <ListSkeleton />
      ) : query.isError ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : requests.length ? (
        <Queue
          key={String(isOpen)}
          space={space}
          mayGiveSenior={mayGiveSenior}
          onChange={onChange}
          requests={requests}
          isOpen={isOpen}
        />
      ) : (
        <Empty
          title={t(isOpen ? 'joining.requests.none' : 'joining.requests.noneDone')}
          hint={isOpen ? t(`joining.requests.noneHint.${space.type}`) : ''}
        />
      )}
      {query.hasNextPage && (
        <div className="more">
          <Button loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('spaces.more')}
          </Button>
        </div>
      )}
    </>
  )
}

type QueueProps = Props & { requests: JoinRequest[]; isOpen: boolean }

function Queue({ space, mayGiveSenior, onChange, requests, isOpen }: QueueProps) {
  const { t } = useTranslation()
  const { run, isBusy } = useTask()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [rejecting, setRejecting] = useState<string[]>([])
  const answerAll = useAnswers(space.id, requests)
  // Requests that somebody else answered meanwhile are no longer selected.
  const chosen = requests.filter(({ id }) => selected.has(id)).map(({ id }) => id)

  async function answer(requestIds: string[], given: Answer): Promise<boolean> {
    const isDone = await answerAll(requestIds, given)
    if (isDone) setSelected(new Set())
    onChange()
    return isDone
  }
  const pass = (ids: string[], role: GivenRole) => void run(() => answer(ids, { isPassed: true, role }))
  const buttons = (ids: string[]) => (
    <AnswerButtons
      mayGiveSenior={mayGiveSenior}
      isBusy={isBusy}
      onPass={(role) => pass(ids, role)}
      onReject={() => setRejecting(ids)}
    />
  )
  return (
    <>
      {isOpen && (
        <div className="joining-bar">
          <Checkbox
            checked={chosen.length === requests.length}
            indeterminate={chosen.length > 0 && chosen.length < requests.length}
            onChange={({ target }) =>
              setSelected(new Set(target.checked ? requests.slice(0, SELECTION_MAX).map(({ id }) => id) : []))
            }
          >
            {chosen.length ? t('joining.requests.selected', { count: chosen.length }) : t('joining.requests.selectAll')}
          </Checkbox>
          {chosen.length > 0 && <span className="end">{buttons(chosen)}</span>}
        </div>
      )}
      <ul className="joining-rows requests" aria-label={t('joining.parts.requests')}>
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            {...(isOpen && {
              isSelected: selected.has(request.id),
              onSelect: () => setSelected((before) => toggled(before, request.id)),
            })}
          >
            {isOpen && chosen.length === 0 && buttons([request.id])}
          </RequestRow>
        ))}
      </ul>
      <RejectDialog
        names={requests.filter(({ id }) => rejecting.includes(id)).map(({ person }) => person.personName)}
        onClose={() => setRejecting([])}
        onReject={(opinion) => answer(rejecting, { isPassed: false, opinion })}
      />
    </>
  )
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(id)) next.add(id)
  return next
}
