import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { RETRANSMIT_MAX } from '#contract/publications/states.ts'
import { type PublicationDetails, publications } from '#contract/publications.ts'
import { addressOf } from '#providers/address.ts'
import { formatBytes, formatCount } from '../../src/widgets/format.ts'
import { Property } from '../../src/widgets/Property.tsx'

/** The way of a version to its institution: how far it is, why it stopped, and what became of it. */
export function SendingState({ publication }: { publication: PublicationDetails }) {
  const { t, i18n } = useTranslation()
  const { sending, institution, transfer, transferFailures, transferMessage, state, verbs } = publication
  const isForOthers = transferFailures > RETRANSMIT_MAX && !verbs.includes('retransmit')
  if (!sending || !institution) return null
  const { step, files, filesSent, bytes, bytesSent, speed, keepsParts } = sending
  const isUnderWay = state === 'pending' && step !== 'sent'
  const count = (number: number) => formatCount(number, i18n.language)
  return (
    <section aria-label={t('publications.sending.title', { institution: institution.name })}>
      <h4>{t('publications.sending.title', { institution: institution.name })}</h4>
      <p role="status">
        {transfer === 'failed' ? t('publications.transfers.failed') : t(`publications.sending.steps.${step}`)}
        {isUnderWay && speed > 0 && ` · ${t('publications.sending.speed', { speed: formatBytes(speed) })}`}
      </p>
      {isUnderWay && (
        <>
          <Progress
            percent={bytes ? Math.floor((bytesSent * 100) / bytes) : 0}
            status={transfer === 'failed' ? 'exception' : 'active'}
            aria-label={t('publications.sending.title', { institution: institution.name })}
          />
          <p className="num">
            {t('publications.sending.progress', {
              sent: formatBytes(bytesSent),
              all: formatBytes(bytes),
              filesSent: count(filesSent),
              files: count(files),
            })}
          </p>
        </>
      )}
      {transfer === 'failed' && (
        <p className="publication-reason" role="note">
          <b>{t('publications.sending.failedTimes', { count: transferFailures })}</b>
          {transferMessage}
          {step === 'sending' && keepsParts !== null && (
            <span>{t(`publications.sending.${keepsParts ? 'goesOn' : 'beginsAnew'}`)}</span>
          )}
          {isForOthers && <span>{t('publications.sending.contact')}</span>}
        </p>
      )}
      <Outcome publication={publication} />
    </section>
  )
}

/** Identifiers and address assigned by the institution, and the file attached to its decision. */
function Outcome({ publication: { id, sending } }: { publication: PublicationDetails }) {
  const { t } = useTranslation()
  if (sending?.step !== 'decided') return null
  const { doi, cstr, detailsUrl, attachment } = sending
  return (
    <>
      {(doi || cstr) && (
        <dl className="record-properties num">
          {doi && <Property label="DOI">{doi}</Property>}
          {cstr && <Property label="CSTR">{cstr}</Property>}
        </dl>
      )}
      {detailsUrl && (
        <a href={detailsUrl} target="_blank" rel="noreferrer noopener">
          {t('publications.sending.details')}
        </a>
      )}
      {attachment && (
        <a href={addressOf(publications.attachment, { id })} download>
          {t('publications.sending.attachment', { name: attachment })}
        </a>
      )}
    </>
  )
}
