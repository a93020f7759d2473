import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/core/limits.ts'
import { type AccessRequest, datasetAccess } from '#contract/dataset-access.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { DayField } from '../../src/widgets/DayField.tsx'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { formatDateTime, formatDay } from '../../src/widgets/format.ts'
import { MoreButton } from '../../src/widgets/MoreButton.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'

type Props = { datasetId: string; onDirty: (isDirty: boolean) => void }

/** The requests for the restricted files of a dataset, and their answers. */
export function AccessRequests({ datasetId, onDirty }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const query = useInfiniteQuery({
    queryKey: ['publications', 'access', datasetId, isOpen],
    ...byPages((after) =>
      call(
        datasetAccess.requests,
        { datasetId, isOpen: isOpen ? 'true' : 'false', ...after },
        { quiet: true, aside: true },
      ),
    ),
  })
  const requests = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <section aria-label={t('publications.requests.title')}>
      <h4>{t('publications.requests.title')}</h4>
      <Segmented
        aria-label={t('publications.requests.which')}
        value={isOpen ? 'pending' : 'answered'}
        onChange={(value) => setOpen(value === 'pending')}
        options={(['pending', 'answered'] as const).map((value) => ({
          value,
          label: t(`publications.requests.${value}`),
        }))}
      />
      {query.error && <NotLoaded error={query.error} onRetry={query.refetch} isInline />}
      {query.data && requests.length === 0 && <p className="access-none">{t('publications.requests.none')}</p>}
      <ul className="access-requests">
        {requests.map((request) => (
          <li key={request.id}>
            <Request datasetId={datasetId} request={request} onDirty={onDirty} />
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </section>
  )
}

function Request({ datasetId, request, onDirty }: Props & { request: AccessRequest }) {
  const { t, i18n } = useTranslation()
  const { person, purpose, terms, state, askedAt, answeredAt, answeredBy, opinion, expiresOn } = request
  return (
    <>
      <p>
        <b>{person.personName}</b> <span>{[person.unit, person.emailAccounts].filter(Boolean).join(' · ')}</span>
      </p>
      <p>
        <span className="access-state">{t(`publications.requests.states.${state}`)}</span>{' '}
        {state === 'granted' &&
          expiresOn &&
          t('publications.requests.until', { day: formatDay(expiresOn, i18n.language) })}{' '}
        <time dateTime={askedAt}>{formatDateTime(askedAt, i18n.language)}</time>
      </p>
      <p>{`${t('publications.requests.purpose')}: ${purpose}`}</p>
      {terms && (
        <details>
          <summary>{t('publications.requests.terms')}</summary>
          <p>{terms}</p>
        </details>
      )}
      {answeredAt && (
        <p>
          {t('publications.requests.by', { person: answeredBy, time: formatDateTime(answeredAt, i18n.language) })}
          {opinion && <q>{opinion}</q>}
        </p>
      )}
      {(state === 'pending' || state === 'granted') && (
        <Answer datasetId={datasetId} request={request} onDirty={onDirty} />
      )}
    </>
  )
}

/** Grant until a day or without end, refuse or revoke with a reason. */
function Answer({ datasetId, request: { id, state }, onDirty }: Props & { request: AccessRequest }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const cache = useQueryClient()
  const { run, isBusy, problem } = useTask()
  const [opinion, setOpinion] = useState('')
  const [day, setDay] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const done = (send: () => Promise<unknown>, said: string) =>
    run(async () => {
      await send()
      onDirty(false)
      void message.success(said)
      await cache.invalidateQueries({ queryKey: ['publications'] })
    })
  const grant = () =>
    done(
      () => call(datasetAccess.answer, { datasetId, id, isGranted: true, expiresOn: day, opinion }, { quiet: true }),
      t('publications.requests.granted'),
    )
  const deny = (send: () => Promise<unknown>, said: string) => {
    if (!opinion.trim()) return setMissing(true)
    return void done(send, said)
  }
  return (
    <div className="access-answer">
      {state === 'pending' && (
        <>
          <label htmlFor={`until-${id}`}>{t('publications.requests.expires')}</label>
          <DayField
            id={`until-${id}`}
            label={t('publications.requests.expires')}
            day={day}
            onChange={(next) => setDay(next ?? null)}
          />
          <small>{t('publications.requests.never')}</small>
        </>
      )}
      <label htmlFor={`opinion-${id}`}>{t('publications.requests.opinion')}</label>
      <Input.TextArea
        id={`opinion-${id}`}
        rows={2}
        maxLength={TEXT_MAX}
        value={opinion}
        status={isMissing ? 'error' : ''}
        onChange={(event) => {
          setOpinion(event.target.value)
          setMissing(false)
          onDirty(event.target.value !== '')
        }}
      />
      <Problem text={isMissing ? t('publications.requests.opinionMissing') : problem} />
      <div className="publication-actions">
        {state === 'pending' ? (
          <>
            <Button type="primary" loading={isBusy} onClick={() => void grant()}>
              {t('publications.requests.grant')}
            </Button>
            <Button
              danger
              disabled={isBusy}
              onClick={() =>
                deny(
                  () => call(datasetAccess.answer, { datasetId, id, isGranted: false, opinion }, { quiet: true }),
                  t('publications.requests.refused'),
                )
              }
            >
              {t('publications.requests.refuse')}
            </Button>
          </>
        ) : (
          <Button
            danger
            loading={isBusy}
            onClick={() =>
              deny(
                () => call(datasetAccess.revoke, { datasetId, id, opinion }, { quiet: true }),
                t('publications.requests.revoked'),
              )
            }
          >
            {t('publications.requests.revoke')}
          </Button>
        )}
      </div>
    </div>
  )
}
