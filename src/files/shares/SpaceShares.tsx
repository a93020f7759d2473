import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { shares } from '#contract/shares.ts'
import { call } from '#providers/call.ts'
import { ShareList } from '../../shares/index.ts'
import type { PlaceProps } from '../places/place.ts'

/** All share links of a space, by all users. */
export default function SpaceShares({ context, onClose }: PlaceProps) {
  const { t } = useTranslation()
  const spaceId = context.space.id
  return (
    <div className="trash">
      <div className="trash-head">
        <Button onClick={onClose}>{t('trash.back')}</Button>
        <h2>{t('shares.ofSpace')}</h2>
        <span className="soft">{t('shares.ofSpaceHint')}</span>
      </div>
      <div className="shares-place">
        <ShareList
          id={spaceId}
          load={({ state, after }) =>
            call(shares.ofSpace, { spaceId, state, ...(after && { after }) }, { quiet: true })
          }
          none={t('shares.noneInSpace')}
          hint={t('shares.noneHint')}
        />
      </div>
    </div>
  )
}
