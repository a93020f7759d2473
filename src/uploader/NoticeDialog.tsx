import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import type { Snapshot } from './snapshot.ts'

/** Shows the server's messages about refused files. Source: spec section 4, other check codes. */
export function NoticeDialog({ notices, onClose }: { notices: Snapshot['notices']; onClose: () => void }) {
  const { t } = useTranslation()
  const more = notices.count - notices.first.length
  const actions = (
    <button type="button" className="uploads-button primary" onClick={onClose}>
      {t('uploads.notice.close')}
    </button>
  )
  return (
    <Dialog title={t('uploads.notice.title')} actions={actions} onClose={onClose}>
      <ul className="uploads-properties">
        {notices.first.map(({ id, name, message }) => (
          <li key={id}>{t('uploads.notice.row', { name, message })}</li>
        ))}
        {more > 0 && <li>{t('uploads.notice.more', { n: more })}</li>}
      </ul>
    </Dialog>
  )
}
