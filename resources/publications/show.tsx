import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { datasetPath, reviewBoardPath } from '#contract/pages/paths.ts'
import { draftMetadata } from '#contract/publications/check.ts'
import { isBuiltInSubject, subjectKey } from '#contract/publications/subjects.ts'
import { type PublicationDetails, publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { onRealtime } from '#providers/live.ts'
import { formatDateTime, formatDay } from '../../src/widgets/format.ts'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { Property } from '../../src/widgets/Property.tsx'
import { PropertiesSkeleton } from '../../src/widgets/Skeleton.tsx'
import { AccessRequests } from './access-requests.tsx'
import { Actions } from './actions.tsx'
import { State, useTitleOf } from './columns.tsx'
import { CstrField } from './cstr-field.tsx'
import { Differences } from './differences.tsx'
import { FrozenFiles } from './frozen-files.tsx'
import { FrozenTables } from './frozen-tables.tsx'
import { IdentifierList } from './identifier-list.tsx'
import { licenceText } from './licence-text.ts'
import { ReasonNotice } from './reason-notice.tsx'
import { Review } from './review.tsx'
import type { ReviewTarget } from './review-target.ts'
import { SendingState } from './sending.tsx'

/** How often a version is read while it is sent. */
const SENDING_MS = 2000

/** One version above a list: its state, record, files and history, and what the caller may do with it. */
export function PublicationDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  const query = useQuery({
    queryKey: ['publications', 'one', id],
    queryFn: () => call(publications.show, { id: id ?? '' }, { quiet: true, aside: true }),
    enabled: id !== undefined,
    // A transfer continues in the background, whatever page is open.
    refetchInterval: ({ state }) => (state.data?.transfer === 'transmitting' ? SENDING_MS : false),
  })
  const { refetch, data } = query
  // The list behind says the same.
  const renew = useResourceRenewal('publications')
  const shown = useRef<{ id: string; how: string }>(undefined)
  useEffect(() => {
    if (!data) return
    const now = { id: data.id, how: `${data.state} ${data.transfer}` }
    if (shown.current?.id === now.id && shown.current.how !== now.how) renew()
    shown.current = now
  }, [data, renew])
  // What others did with it is told to its authors and reviewers as a message.
  useEffect(() => onRealtime((event) => void (id && event.mark === 'message' && refetch())), [id, refetch])
  return (
    <GuardedDrawer
      title={t('publications.detail')}
      open={id !== undefined}
      isDirty={isDirty}
      onClose={onClose}
      size={720}
      destroyOnHidden
    >
      {(_ask, leave) => {
        if (query.error) return <NotLoaded error={query.error} onRetry={query.refetch} />
        if (!query.data) return <PropertiesSkeleton />
        return <Shown publication={query.data} onDirty={setDirty} onLeave={leave} />
      }}
    </GuardedDrawer>
  )
}

type Props = { publication: PublicationDetails; onDirty: (isDirty: boolean) => void; onLeave: () => void }

function Shown({ publication, onDirty, onLeave }: Props) {
  const { t, i18n } = useTranslation()
  const titleOf = useTitleOf()
  const [target, setTarget] = useState<ReviewTarget | null>(null)
  const {
    datasetId,
    number,
    resourceType,
    state,
    transferMessage,
    transfer,
    tables,
    boards,
    fileCount,
    verbs,
    reviewUntil,
  } = publication
  // Reviews by an institution take place there; readers don't see the history.
  const takesPart = publication.history.some(({ kind }) => kind === 'submitted') && !publication.institution
  // Administrators send again what others sent out, and see no files of it.
  const maySeeFiles = fileCount > 0 && verbs.some((verb) => verb !== 'withdraw' && verb !== 'retransmit')
  return (
    <div className="publication">
      <header>
        <h3>{titleOf(publication)}</h3>
        <p>
          <State record={publication} /> V{number} · {t(`publications.types.${resourceType}`)}
          {reviewUntil && ` · ${t('reviews.until', { day: formatDateTime(reviewUntil, i18n.language) })}`}
        </p>
        {(state === 'published' || state === 'withdrawn') && !publication.institution && (
          <a href={datasetPath(datasetId, number)}>{t('publications.page')}</a>
        )}
      </header>
      <ReasonNotice publication={publication} />
      {state === 'published' && !publication.institution && (verbs.includes('copy') || verbs.includes('withdraw')) && (
        <CstrField publication={publication} onDirty={onDirty} />
      )}
      <SendingState publication={publication} />
      {transfer === 'failed' && !publication.sending && (
        <p className="publication-reason" role="note">
          <b>{t('publications.transfers.failed')}</b>
          {transferMessage}
        </p>
      )}
      <Actions publication={publication} onDirty={onDirty} onLeave={onLeave} />
      <IdentifierList identifiers={publication.identifiers} />
      <Record publication={publication} />
      {takesPart && <Differences publication={publication} />}
      {takesPart && <Review publication={publication} target={target} onTarget={setTarget} onDirty={onDirty} />}
      {maySeeFiles && (
        <FrozenFiles
          id={publication.id}
          {...(verbs.includes('decide') && { onComment: (path: string) => setTarget({ path }) })}
        />
      )}
      {tables.length > 0 && (
        <FrozenTables
          publication={publication}
          maySeeRows={maySeeFiles && transfer === 'success' && takesPart}
          {...(verbs.includes('decide') && { onComment: setTarget })}
        />
      )}
      {maySeeFiles && boards.length > 0 && (
        <section aria-labelledby="publication-boards">
          <h4 id="publication-boards">{t('publications.fields.boards')}</h4>
          <ul className="publication-tables">
            {boards.map(({ id, name, description }) => (
              <li key={id}>
                <a href={reviewBoardPath({ id: publication.id }, id)} target="_blank" rel="noreferrer">
                  {name}
                </a>
                {description && <small>{description}</small>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {givesAccess(publication) && <AccessRequests datasetId={datasetId} onDirty={onDirty} />}
      <History publication={publication} />
    </div>
  )
}

/** Restricted files are given by those who publish from the space, and by administrators. */
const givesAccess = ({ isCurrent, metadata, verbs, fields }: PublicationDetails) =>
  isCurrent &&
  metadata !== null &&
  metadata.access.kind !== 'closed' &&
  (metadata.access.kind === 'restricted' || Boolean(fields.restricted?.length)) &&
  (verbs.includes('copy') || verbs.includes('withdraw'))

/** The metadata that matter to a reviewer, in the reader's language first; of a draft, those it has by now. */
function Record({ publication }: { publication: PublicationDetails }) {
  const { t, i18n } = useTranslation()
  const { definition, fields, changes, template, space, maker, sender, publisher, institution } = publication
  const metadata = publication.metadata ?? (definition && draftMetadata(definition, fields))
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const said = (text: { zh: string; en: string }) => text[lang] || text.zh || text.en
  const words = ({ zh, en }: { zh: string[]; en: string[] }) =>
    (lang === 'en' ? [en, zh] : [zh, en]).find((one) => one.length) ?? []
  // Keywords and subjects contain the words that join a sentence.
  const listed = (names: readonly string[]) => names.join(lang === 'en' ? '; ' : '；')
  const access = metadata?.access
  const subjectOf = (code: string) => {
    const own = metadata?.subjectNames?.[code]
    return own ? said(own) || code : isBuiltInSubject(code) ? t(subjectKey(code)) : code
  }
  return (
    <dl className="record-properties num">
      {!sender && <Property label={t('publications.space')}>{space?.name}</Property>}
      {maker && <Property label={t('publications.maker')}>{maker.personName}</Property>}
      {sender && <Property label={t('publications.sender')}>{sender.name}</Property>}
      <Property label={t('publications.template')}>{said(template)}</Property>
      {institution && <Property label={t('publications.institution')}>{institution.name}</Property>}
      {publisher && !institution && <Property label={t('publications.publisher')}>{said(publisher)}</Property>}
      {metadata && (
        <>
          <Property label={t('publications.fields.authors')} isWide>
            {listed(metadata.authors.map(({ name }) => name))}
          </Property>
          <Property label={t('publications.fields.description')} isWide>
            {said(metadata.description)}
          </Property>
          <Property label={t('publications.fields.keywords')} isWide>
            {listed(words(metadata.keywords))}
          </Property>
          <Property label={t('publications.fields.subjects')}>{listed(metadata.subjects.map(subjectOf))}</Property>
          <Property label={t('publications.fields.licence')}>{licenceText(t, metadata.licence)}</Property>
          <Property label={t('publications.fields.access')} isWide>
            {access && t(`publications.access.${access.kind}`)}
            {access?.until && ` · ${formatDay(access.until, i18n.language)}`}
            {access && said(access.terms) && ` · ${said(access.terms)}`}
          </Property>
          {metadata.extra.map(({ key, title, values }) => (
            <Property key={key} label={said(title)} isWide>
              {listed(values)}
            </Property>
          ))}
        </>
      )}
      {changes && (
        <Property label={t('publications.fields.changes')} isWide>
          {changes}
        </Property>
      )}
    </dl>
  )
}

function History({ publication: { history, sender, institution } }: { publication: PublicationDetails }) {
  const { t, i18n } = useTranslation()
  if (!history.length) return null
  return (
    <section>
      <h4>{t('publications.history')}</h4>
      <ol className="publication-history">
        {history.map(({ kind, person, reason, at }) => (
          <li key={`${kind} ${at}`}>
            <span>
              {t(`publications.events.${kind}`, {
                person: person?.personName ?? sender?.name ?? institution?.name ?? t('publications.someInstitution'),
              })}
            </span>
            <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>
            {reason && <q>{reason}</q>}
          </li>
        ))}
      </ol>
    </section>
  )
}
