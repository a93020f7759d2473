import { useTranslation } from 'react-i18next'
import type { ShareReceipt } from '#contract/shares.ts'
import { formatBytes } from '../../widgets/format.ts'
import type { Dropped, Parcel } from './use-delivery.ts'

/** The uploads in progress, and the stored files. */
export function Delivery({ delivery }: { delivery: Dropped }) {
  const { t } = useTranslation()
  const { receipt, parcels, isBusy, isLost, problem, hidden, retry, cancel, beginAnew } = delivery
  const open = parcels.filter(({ state }) => state !== 'done')
  return (
    <>
      {problem && (
        <div className="form-error" role="alert">
          {problem}
        </div>
      )}
      {isLost && <p className="form-note">{t('shareAccess.box.lost')}</p>}
      {hidden > 0 && <p className="form-note">{t('shareAccess.box.hidden', { count: hidden })}</p>}
      {open.length > 0 && (
        <ul className="box-list" aria-label={t('shareAccess.box.queue')}>
          {open.map((parcel) => (
            <Row key={parcel.id} parcel={parcel} onRetry={() => retry(parcel)} onCancel={() => cancel(parcel)} />
          ))}
        </ul>
      )}
      {receipt && receipt.files.length > 0 && <Receipt receipt={receipt} />}
      {receipt && !isBusy && (
        <button type="button" className="btn" onClick={beginAnew}>
          {t('shareAccess.box.again')}
        </button>
      )}
    </>
  )
}

function Row({ parcel, onRetry, onCancel }: { parcel: Parcel; onRetry: () => void; onCancel: () => void }) {
  const { t } = useTranslation()
  const { file, name, state, percent, problem } = parcel
  return (
    <li>
      <b>{name}</b>
      <span className="doings">
        {state !== 'failed' && <small>{t(`shareAccess.box.${state}`, { percent })}</small>}
        {state === 'failed' && file && (
          <button type="button" onClick={onRetry}>
            {t('shareAccess.box.retry')}
          </button>
        )}
        <button
          type="button"
          aria-label={t(state === 'failed' ? 'shareAccess.box.removeOne' : 'shareAccess.box.cancelOne', { name })}
          onClick={onCancel}
        >
          {t(state === 'failed' ? 'shareAccess.box.remove' : 'shareAccess.box.cancel')}
        </button>
      </span>
      {state === 'sending' && <progress max={100} value={percent} aria-label={name} />}
      {problem && (
        <span className="error" role="alert">
          {problem}
        </span>
      )}
    </li>
  )
}

/** The receipt of the stored files: names, sizes and checksums. */
export function Receipt({ receipt }: { receipt: ShareReceipt }) {
  const { t } = useTranslation()
  const { code, files, bytes } = receipt
  return (
    <section className="receipt" aria-live="polite">
      <h2>{t('shareAccess.box.receipt')}</h2>
      <p className="lead">{t('shareAccess.box.receiptHint', { code })}</p>
      <p className="lead">{t('shareAccess.box.total', { count: files.length, bytes: formatBytes(bytes) })}</p>
      <ul className="box-list">
        {files.map(({ name, size, sha256 }, at) => (
          // Names can repeat, but the order never changes, so the index is a stable key.
          <li key={`${at} ${name}`}>
            <b>{name}</b>
            <small>
              {formatBytes(size)} · {t('shareAccess.box.done')}
            </small>
            <code title={t('shareAccess.box.sum')}>{sha256}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
