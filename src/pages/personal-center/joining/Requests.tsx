import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Select } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { ApprovalState, approvals, type MyRequest } from '#contract/approvals.ts'
import { joining } from '#contract/joining.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { onRealtime } from '#providers/live.ts'
import { useTask } from '#providers/use-task.ts'
import { Empty } from '../../../widgets/Empty.tsx'
import { Problem } from '../../../widgets/FormEnd.tsx'
import { Loaded } from '../../../widgets/Loaded.tsx'
import { MoreButton } from '../../../widgets/MoreButton.tsx'
import { Section, When } from '../parts.tsx'
import './requests.css'

const requestsKey = ['account', 'requests']
const quiet = { quiet: true }
const looks = { pending: 'warn', passed: 'good', rejected: 'bad', withdrawn: '' } as const

/** The user's requests and their results; the chosen state is stored in the address. */
export function Requests() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const state = ApprovalState.safeParse(address.get('state')).data
  const choose = (next: ApprovalState | 'all') =>
    setAddress(
      (known) => {
        if (next === 'all') known.delete('state')
        else known.set('state', next)
        return known
      },
      { replace: true },
    )
  const filter = (
    <Select
      className="request-filter"
      aria-label={t('approvals.mine.filter')}
      value={state ?? 'all'}
      onChange={choose}
      options={[
        { value: 'all' as const, label: t('approvals.mine.all') },
        ...ApprovalState.options.map((value) => ({ value, label: t(`approvals.mine.states.${value}`) })),
      ]}
    />
  )
  return (
    <Section title={t('approvals.mine.title')} hint={t('approvals.mine.hint')} action={filter}>
      <List state={state} onAll={() => choose('all')} />
    </Section>
  )
}

function useRequests(state: ApprovalState | undefined) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: [...requestsKey, state],
    ...byPages((after) =>
      call(
        approvals.mine,
        {
          ...(state && { state }),
          ...after,
        },
        quiet,
      ),
    ),
    select: (data) => data.pages.flatMap((page) => page.list),
    staleTime: 0,
  })
  // Answers are announced by messages.
  useEffect(
    () => onRealtime((event) => void (event.mark === 'message' && client.invalidateQueries({ queryKey: requestsKey }))),
    [client],
  )
  return query
}

function List({ state, onAll }: { state: ApprovalState | undefined; onAll: () => void }) {
  const { t } = useTranslation()
  const query = useRequests(state)
  return (
    <>
      <Loaded query={query} rows={4}>
        {(all) =>
          all.length ? (
            <ul className="personal-list" aria-label={t('approvals.mine.title')}>
              {all.map((request) => (
                <Row key={request.id} request={request} />
              ))}
            </ul>
          ) : state ? (
            <Empty title={t('approvals.mine.noneState')}>
              <Button onClick={onAll}>{t('approvals.mine.showAll')}</Button>
            </Empty>
          ) : (
            <Empty title={t('approvals.mine.none')} hint={t('approvals.mine.noneHint')} />
          )
        }
      </Loaded>
      <div className="personal-more">
        <MoreButton query={query} size="middle" />
      </div>
    </>
  )
}

/** The link to the space; null if the space is gone or a join request was not accepted. */
const pathOf = ({ kind, state, space }: MyRequest) =>
  space.id !== null && (kind !== 'join' || state === 'passed') ? spacePath(space.id, 'filesManage') : null

function Row({ request }: { request: MyRequest }) {
  const { t } = useTranslation()
  const { kind, state, space, reason, opinion, size, granted, askedAt, answeredAt } = request
  const path = pathOf(request)
  const sizes = [
    size > 0 && t('approvals.mine.size', { size }),
    granted > 0 && t('approvals.mine.granted', { size: granted }),
  ].filter(Boolean)
  return (
    <li className="personal-row request-row">
      <div>
        <strong>
          {path ? <Link to={path}>{space.name}</Link> : space.name}
          <span className="tag">{t(`approvals.requestKinds.${kind}`)}</span>
          <span className={`tag ${looks[state]}`}>{t(`approvals.mine.states.${state}`)}</span>
        </strong>
        {sizes.length > 0 && <small className="num">{sizes.join(' · ')}</small>}
        {reason && <small>{t('approvals.mine.reason', { reason })}</small>}
        {opinion && <small className="request-opinion">{t('approvals.mine.opinion', { opinion })}</small>}
        <small className="request-when">
          <When at={askedAt} />
          {answeredAt && (
            <>
              {' → '}
              <When at={answeredAt} />
            </>
          )}
        </small>
      </div>
      {state === 'pending' && <Withdraw request={request} />}
    </li>
  )
}

function Withdraw({ request: { id, kind, space } }: { request: MyRequest }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  const task = useTask()
  const withdraw = () =>
    task.run(async () => {
      try {
        if (kind === 'join' && space.id) await call(joining.withdraw, { id: space.id }, quiet)
        else await call(approvals.withdraw, { id }, quiet)
        void message.success(t('approvals.mine.withdrawn'))
      } finally {
        // The request may have been answered meanwhile, so its state is refetched.
        void client.invalidateQueries({ queryKey: requestsKey })
        void client.invalidateQueries({ queryKey: ['data', 'default', 'spaces'] })
        void client.invalidateQueries({ queryKey: ['space'] })
      }
    })
  const ask = () =>
    modal.confirm({
      title: t('approvals.mine.withdrawAsk'),
      content: kind === 'space' ? t('approvals.mine.withdrawSpace', { space: space.name }) : space.name,
      okText: t('approvals.mine.withdraw'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: kind === 'space' },
      onOk: withdraw,
    })
  return (
    <div>
      <Button
        size="small"
        loading={task.isBusy}
        aria-label={t('approvals.mine.withdrawOne', { space: space.name })}
        onClick={ask}
      >
        {t('approvals.mine.withdraw')}
      </Button>
      <Problem text={task.problem} />
    </div>
  )
}
