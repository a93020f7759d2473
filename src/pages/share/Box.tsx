import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SHARE_NOTE_MAX, SHARE_SENDER_MAX } from '#contract/core/limits.ts'
import type { ShareInfo } from '#contract/share-access.ts'
import { formatBytes, formatDay } from '../../widgets/format.ts'
import { useHydrated } from '../use-hydrated.ts'
import { Delivery } from './Delivery.tsx'
import { LookUp } from './LookUp.tsx'
import { type Dropped, useDelivery } from './use-delivery.ts'

type Props = { info: ShareInfo; sender: string }

/** A drop box for its visitors: who they are, their files, and the receipt of what arrived. */
export function Box({ info, sender }: Props) {
  const { t, i18n } = useTranslation()
  const delivery = useDelivery(info.linkId)
  const values = { left: formatBytes(info.boxLeft), day: formatDay(info.endTime, i18n.language), maker: info.maker }
  return (
    <section className="card-form">
      <h1>{t('shareAccess.box.title', { title: info.title })}</h1>
      <p className="lead">{t('shareAccess.box.hint', values)}</p>
      <noscript>
        <p className="form-note">{t('shareAccess.box.needScript')}</p>
      </noscript>
      <Wish sender={sender} delivery={delivery} />
      <Delivery delivery={delivery} />
      {!delivery.receipt && <LookUp linkId={info.linkId} />}
    </section>
  )
}

/** The sender's details, asked once; after that only files. */
function Wish({ sender, delivery }: { sender: string; delivery: Dropped }) {
  const { t } = useTranslation()
  const isAlive = useHydrated()
  const id = useId()
  const [name, setName] = useState(sender)
  const [note, setNote] = useState('')
  const [isOver, setOver] = useState(false)
  // Files were chosen before the sender's details were given.
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isBegun = delivery.receipt !== null

  function take(source: DataTransfer | FileList): void {
    delivery.choose(source)
    send()
  }
  function send(): void {
    const isNamed = isBegun || name.trim() !== ''
    setMissing(!isNamed)
    if (isNamed) void delivery.add({ sender: name.trim(), note: note.trim() })
    else field.current?.focus()
  }
  const change = (event: FormEvent<HTMLInputElement>) => {
    const { files } = event.currentTarget
    if (files?.length) take(files)
    // Otherwise choosing the same file again would fire no event.
    event.currentTarget.value = ''
  }
  return (
    <>
      {!isBegun && (
        <>
          <div className="field">
            <label htmlFor={`${id}-name`}>{t('shareAccess.box.sender')}</label>
            <input
              id={`${id}-name`}
              ref={field}
              value={name}
              maxLength={SHARE_SENDER_MAX}
              autoComplete="name"
              aria-invalid={isMissing}
              aria-describedby={`${id}-error`}
              onChange={(event) => setName(event.target.value)}
              onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && isMissing && send()}
            />
            <span className="error" id={`${id}-error`} role="alert">
              {isMissing && t('shareAccess.box.senderInvalid', { max: SHARE_SENDER_MAX })}
            </span>
          </div>
          <div className="field">
            <label htmlFor={`${id}-note`}>{t('shareAccess.box.note')}</label>
            <textarea
              id={`${id}-note`}
              rows={2}
              value={note}
              maxLength={SHARE_NOTE_MAX}
              onChange={(event) => setNote(event.target.value)}
            />
          </div>
        </>
      )}
      <section
        className={isOver ? 'box-drop over' : 'box-drop'}
        aria-label={t('shareAccess.box.choose')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          if (event.dataTransfer.files.length) take(event.dataTransfer)
        }}
      >
        <span>{t(isMissing ? 'shareAccess.box.kept' : 'shareAccess.box.drop')}</span>
        <div className="box-choices">
          {isMissing && (
            <button type="button" className="btn primary" onClick={send}>
              {t('shareAccess.box.send')}
            </button>
          )}
          <label className={isMissing ? 'btn' : 'btn primary'}>
            {t(delivery.isBeginning ? 'shareAccess.box.beginning' : 'shareAccess.box.choose')}
            <input type="file" multiple disabled={!isAlive || delivery.isBeginning} onChange={change} />
          </label>
          <label className="btn">
            {t('shareAccess.box.chooseFolder')}
            <input
              type="file"
              ref={(input) => void input?.toggleAttribute('webkitdirectory', true)}
              disabled={!isAlive || delivery.isBeginning}
              onChange={change}
            />
          </label>
        </div>
      </section>
    </>
  )
}
