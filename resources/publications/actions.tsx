import { UploadOutlined } from '@ant-design/icons'
import { App, Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { REVIEW_DAYS, TEXT_MAX } from '#contract/core/limits.ts'
import { type PublicationDetails, type PublicationVerb, publications } from '#contract/publications.ts'
import { reviews } from '#contract/reviews.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { wizardPath } from './address.ts'
import { Correction } from './correction.tsx'

type Props = { publication: PublicationDetails; onDirty: (isDirty: boolean) => void; onLeave: () => void }
/** Actions that need a reason. */
type Reasoned = 'approve' | 'reject' | 'withdraw'

/** The actions that the user may take on a version in its current state. */
export function Actions({ publication, onDirty, onLeave }: Props) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const navigate = useNavigate()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('publications')
  const [asking, setAsking] = useState<Reasoned | 'correct' | null>(null)
  const { id, verbs, space } = publication
  const may = (verb: PublicationVerb) => verbs.includes(verb)
  const done = async (work: () => Promise<unknown>, said: string) => {
    await run(async () => {
      await work()
      renew()
      void message.success(said)
    })
  }
  const ask = (title: string, okText: string, work: () => Promise<unknown>, said: string, isDanger = false) =>
    void modal.confirm({ title, okText, okButtonProps: { danger: isDanger }, onOk: () => done(work, said) })
  const toDraft = (made: Promise<PublicationDetails>) =>
    run(async () => {
      const { id: draft, space: place } = await made
      renew()
      if (place) await navigate(wizardPath(place.id, draft))
    })
  const remove = () =>
    ask(
      t('publications.removeAsk'),
      t('publications.remove'),
      async () => {
        await call(publications.remove, { id }, { quiet: true })
        onLeave()
      },
      t('publications.removed'),
      true,
    )
  return (
    <>
      <div className="publication-actions">
        {may('edit') && space && (
          <Link to={wizardPath(space.id, id)} className="publish-link">
            <Button type="primary" tabIndex={-1}>
              {t('publications.edit')}
            </Button>
          </Link>
        )}
        {may('decide') && (
          <>
            <Button type="primary" disabled={isBusy} onClick={() => setAsking('approve')}>
              {t('publications.approve')}
            </Button>
            <Button danger disabled={isBusy} onClick={() => setAsking('reject')}>
              {t('publications.reject')}
            </Button>
          </>
        )}
        {may('claim') && (
          <Button
            disabled={isBusy}
            onClick={() =>
              void done(
                () => call(publications.claim, { id, days: REVIEW_DAYS }, { quiet: true }),
                t('publications.claimedNow'),
              )
            }
          >
            {t('publications.claim')}
          </Button>
        )}
        {may('release') && may('decide') && (
          <Button
            disabled={isBusy}
            onClick={() =>
              void done(
                () => call(publications.claim, { id, days: REVIEW_DAYS }, { quiet: true }),
                t('reviews.extended'),
              )
            }
          >
            {t('reviews.extend')}
          </Button>
        )}
        {may('release') && (
          <Button
            disabled={isBusy}
            onClick={() =>
              void done(() => call(publications.release, { id }, { quiet: true }), t('publications.released'))
            }
          >
            {t('publications.release')}
          </Button>
        )}
        {may('retransmit') && (
          <Button
            disabled={isBusy}
            onClick={() =>
              void done(() => call(publications.retransmit, { id }, { quiet: true }), t('publications.retransmitted'))
            }
          >
            {t('publications.retransmit')}
          </Button>
        )}
        {may('revoke') && (
          <Button
            disabled={isBusy}
            onClick={() =>
              ask(
                t('publications.revokeAsk'),
                t('publications.revoke'),
                () => call(publications.revoke, { id }, { quiet: true }),
                t('publications.revoked'),
              )
            }
          >
            {t('publications.revoke')}
          </Button>
        )}
        {may('newVersion') && (
          <Button
            disabled={isBusy}
            onClick={() => void toDraft(call(publications.newVersion, { id }, { quiet: true }))}
          >
            {t('publications.newVersion')}
          </Button>
        )}
        {may('copy') && (
          <Button disabled={isBusy} onClick={() => void toDraft(call(publications.copy, { id }, { quiet: true }))}>
            {t('publications.copy')}
          </Button>
        )}
        {may('correct') && publication.definition && (
          <Button disabled={isBusy} onClick={() => setAsking('correct')}>
            {t('publications.correct')}
          </Button>
        )}
        {may('withdraw') && (
          <Button danger disabled={isBusy} onClick={() => setAsking('withdraw')}>
            {t('publications.withdraw')}
          </Button>
        )}
        {may('remove') && (
          <Button danger disabled={isBusy} onClick={remove}>
            {t('publications.remove')}
          </Button>
        )}
      </div>
      <Problem text={problem} />
      {asking === 'correct' && publication.definition && (
        <Correction
          publication={publication}
          definition={publication.definition}
          onDirty={onDirty}
          onClose={() => setAsking(null)}
        />
      )}
      {asking && asking !== 'correct' && (
        <Decision key={asking} id={id} what={asking} onDirty={onDirty} onClose={() => setAsking(null)} />
      )}
    </>
  )
}

type DecisionProps = { id: string; what: Reasoned; onDirty: (isDirty: boolean) => void; onClose: () => void }

/** A decision with its reason, in place: the record stays in sight. */
function Decision({ id, what, onDirty, onClose }: DecisionProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const renew = useResourceRenewal('publications')
  const { run, isBusy, problem } = useTask()
  const [reason, setReason] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const isNeeded = what !== 'approve'
  const leave = () => {
    onDirty(false)
    onClose()
  }
  const decide = () => {
    if (isNeeded && !reason.trim()) return setMissing(true)
    return run(async () => {
      if (file) {
        const form = new FormData()
        form.append('id', id)
        form.append('file', file)
        await call(reviews.attach, form, { quiet: true })
      }
      await call(publications[what], { id, reason }, { quiet: true })
      renew()
      void message.success(t(`publications.decided.${what}`))
      leave()
    })
  }
  return (
    <section className="publication-decision" aria-label={t(`publications.decisions.${what}`)}>
      <label htmlFor="publication-reason">{t(`publications.reasons.${what}`)}</label>
      <Input.TextArea
        id="publication-reason"
        rows={3}
        maxLength={TEXT_MAX}
        showCount
        autoFocus
        value={reason}
        status={isMissing ? 'error' : ''}
        onChange={(event) => {
          setReason(event.target.value)
          setMissing(false)
          onDirty(event.target.value !== '')
        }}
      />
      {what !== 'withdraw' && <DecisionFile file={file} onChange={setFile} />}
      <Problem text={isMissing ? t('publications.reasonMissing') : problem} />
      <div className="publication-actions">
        <Button type="primary" danger={isNeeded} loading={isBusy} onClick={() => void decide()}>
          {t(`publications.decisions.${what}`)}
        </Button>
        <Button onClick={leave}>{t('common.cancel')}</Button>
      </div>
    </section>
  )
}

/** The file that comes with a decision. */
function DecisionFile({ file, onChange }: { file: File | null; onChange: (file: File | null) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="decision-file">
      <span>{t('reviews.file.label')}</span>
      {file && <b>{file.name}</b>}
      <div className="publication-actions">
        <Button icon={<UploadOutlined />} onClick={() => input.current?.click()}>
          {t(file ? 'common.file.change' : 'common.file.choose')}
        </Button>
        {file && (
          <Button type="text" onClick={() => onChange(null)}>
            {t('common.file.remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('reviews.file.label')}
        onChange={({ target }) => {
          onChange(target.files?.[0] ?? file)
          // Reset, so that choosing the same file again triggers a change event.
          target.value = ''
        }}
      />
    </div>
  )
}
