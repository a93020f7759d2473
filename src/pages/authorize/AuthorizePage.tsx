import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { AuthorizationAsk, type consents as Contract, consents } from '#contract/consents.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { useUser } from '#providers/session.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../widgets/FormEnd.tsx'
import { Loaded } from '../../widgets/Loaded.tsx'
import { useTitle } from '../../widgets/use-title.ts'
import './authorize.css'

type Asked = DataOf<typeof Contract.ask>

/** Leaves for the application; this page does not stay in the history, so that Back does not ask again. */
const leaveFor = (url: string) => location.replace(url)

/** An application asks whether it may act for the person who is signed in. */
export default function AuthorizePage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  useTitle(t('consents.title'))
  const parsed = AuthorizationAsk.safeParse(Object.fromEntries(params))
  const query = useQuery({
    queryKey: ['consents', 'ask', params.toString()],
    queryFn: () => call(consents.ask, parsed.data as AuthorizationAsk, { quiet: true, aside: true }),
    enabled: parsed.success,
    retry: false,
  })
  const back = query.data?.url
  useEffect(() => {
    if (back) leaveFor(back)
  }, [back])
  if (!parsed.data) return <p className="authorize form-problem">{t('consents.wrong')}</p>
  const ask = parsed.data
  return (
    <section className="authorize" aria-label={t('consents.title')}>
      <Loaded query={query} rows={6}>
        {(asked) => (asked.url ? null : <Question asked={asked} ask={ask} />)}
      </Loaded>
    </section>
  )
}

function Question({ asked: { application, groups, host }, ask }: { asked: Asked; ask: AuthorizationAsk }) {
  const { t } = useTranslation()
  const user = useUser()
  const { run, isBusy, problem } = useTask()
  const answer = (isAllowed: boolean) =>
    run(async () => leaveFor((await call(consents.answer, { ...ask, isAllowed }, { quiet: true })).url))
  return (
    <>
      <h1>{t('consents.question', { application: application.name })}</h1>
      {application.description && <p className="authorize-about">{application.description}</p>}
      <p>{t('consents.will')}</p>
      <ul>
        {groups.map((group) => (
          <li key={group}>
            <b>{t(`applications.groups.${group}.name`)}</b>
            <small>{t(`applications.groups.${group}.hint`)}</small>
          </li>
        ))}
      </ul>
      <p className="authorize-about">
        {t('consents.as', { name: user?.name ?? '', email: user?.emailAccounts ?? '' })}
        <br />
        {t('consents.limits')}
      </p>
      <Problem text={problem} />
      <div className="authorize-actions">
        <Button onClick={() => void answer(false)} disabled={isBusy}>
          {t('consents.decline')}
        </Button>
        <Button type="primary" onClick={() => void answer(true)} loading={isBusy}>
          {t('consents.allow')}
        </Button>
      </div>
      <small>{t('consents.back', { host, contact: application.contact })}</small>
    </>
  )
}
