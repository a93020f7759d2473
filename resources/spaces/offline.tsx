import { StopOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { Space } from '#contract/spaces.ts'
import { Pieces } from '../../src/widgets/space-part.tsx'

/**
 * Explains that a space is offline: the reason (for users who may read it), whom to contact, and a button to leave it.
 */
export default function OfflineNotice({ space }: { space: Space }) {
  const { t } = useTranslation()
  const { reason } = space
  return (
    <div className="offline-notice" role="note">
      <StopOutlined aria-hidden="true" />
      <div>
        <b>{t('spaces.offline.title')}</b>
        {reason && <p>{t('spaces.offline.reason', { reason })}</p>}
        <p>{t('spaces.offline.means')}</p>
        <Pieces at="offline" space={space} />
      </div>
    </div>
  )
}
