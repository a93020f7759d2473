import { StarFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { favourites } from '#contract/favourites.ts'
import { call } from '#providers/call.ts'
import { PersonalList } from './PersonalList.tsx'
import type { PlaceProps } from './place.ts'

/** The user's favourites in all spaces. */
export default function FavouritesView({ context, onClose }: PlaceProps) {
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
            await context.reload()
          }}
        />
      )}
    />
  )
}
