import { CompassOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ActionContext } from '../action-context.ts'
import { places } from '../places/index.ts'
import type { Place } from '../places/place.ts'
import { NamedButton } from './NamedButton.tsx'

type Props = { context: ActionContext; place: Place | null; onPlace: (id: string | null) => void }

/** The views beside the folder in one menu; its icon is that of the view in sight. */
export function Places({ context, place, onPlace }: Props) {
  const { t } = useTranslation()
  const open = places.filter(({ isFor }) => isFor(context.space, context.actor !== null))
  if (!open.length) return null
  const items = open.map(({ id, icon, title }) => ({
    key: id,
    icon: <span aria-hidden="true">{icon}</span>,
    label: title(t),
    onClick: () => onPlace(place?.id === id ? null : id),
  }))
  return (
    <Dropdown
      menu={{ items, selectable: true, selectedKeys: place ? [place.id] : [] }}
      trigger={['click']}
      classNames={{ root: 'bar-menu' }}
    >
      <NamedButton
        icon={place?.icon ?? <CompassOutlined />}
        isPressed={place !== null}
        hint={t('files.places.hint')}
        opens
      >
        {t('files.places.title')}
      </NamedButton>
    </Dropdown>
  )
}
