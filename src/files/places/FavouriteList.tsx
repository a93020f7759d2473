import { StarFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { favourites } from '#contract/favourites.ts'
import { call } from '#providers/call.ts'
import { PersonalList } from './PersonalList.tsx'

type Props = { onClose?: () => void; onChange?: () => Promise<unknown> }

/** The user's favourites in all spaces; each can be removed from them. */
export function FavouriteList({ onClose, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <PersonalList
      which="favourites"
      onClose={onClose}
      buttonOf={({ file, space }, refresh) => (
        <Button
          type="text"
          size="small"
          className="star"
          icon={<StarFilled />}
          aria-label={t('favourites.takeStar', { name: file.name })}
          onClick={async () => {
            await call(favourites.favourite, { spaceId: space.id, hashList: [file.hash], isOn: false })
            await refresh()
            await onChange?.()
          }}
        />
      )}
    />
  )
}
