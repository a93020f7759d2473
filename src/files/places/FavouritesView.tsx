import { StarFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { marks } from '#contract/marks.ts'
import { call } from '#providers/call.ts'
import { MarkedList } from './MarkedList.tsx'
import type { PlaceProps } from './place.ts'

/** What the reader gave a star, in all spaces. */
export default function FavouritesView({ desk, onClose }: PlaceProps) {
  const { t } = useTranslation()
  return (
    <MarkedList
      which="favourites"
      onClose={onClose}
      buttonOf={({ file, space }, refresh) => (
        <Button
          type="text"
          size="small"
          className="star"
          icon={<StarFilled />}
          aria-label={t('marks.takeStar', { name: file.name })}
          onClick={async () => {
            await call(marks.favourite, { spaceId: space.id, hashList: [file.hash], isOn: false })
            await refresh()
            await desk.reload()
          }}
        />
      )}
    />
  )
}
