import { Drawer, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Door } from '#contract/account.ts'
import { explain, permissionOfDoor } from '#contract/policy.ts'
import { sentenceOf } from '#providers/failures.ts'
import { NotLoaded } from '#widgets/NotLoaded.tsx'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { DoorWay } from './DoorWay.tsx'
import { RecipeList } from './Recipes.tsx'
import { clientRecipes } from './recipes.ts'
import { useAddresses } from './use-addresses.ts'
import './doors.css'

const ways = [...Door.options, 'client'] as const
type Way = (typeof ways)[number]

/** How other programs reach the space: addresses, an app password, and recipes for each system. */
export default function DoorsDrawer({ desk, onClose }: DialogProps<'doors'>) {
  const { t } = useTranslation()
  const { space, actor, facts } = desk
  const query = useAddresses(space.id)
  const [way, setWay] = useState<Way>('webdav')
  const [passwords, setPasswords] = useState<Partial<Record<Door, string>>>({})
  const options = ways.map((value) => ({
    value,
    label: value === 'client' ? t('doors.client.label') : t(`account.doors.${value}`),
  }))
  return (
    <Drawer open size={640} title={t('doors.title', { name: space.name })} onClose={onClose} destroyOnHidden>
      <div className="doors">
        <p className="doors-note">{t('doors.hint')}</p>
        <Segmented block options={options} value={way} onChange={setWay} aria-label={t('doors.way')} />
        {way === 'client' ? (
          <section className="doors-part">
            <p className="doors-note">{t('doors.client.hint')}</p>
            <p>
              <Link to="/personalCenter?tab=keys">{t('doors.client.token')}</Link>
            </p>
            <RecipeList recipes={clientRecipes(location.origin, space.identifier)} />
          </section>
        ) : query.data ? (
          <DoorWay
            key={way}
            space={space}
            door={way}
            addresses={query.data}
            verdict={explain(actor, permissionOfDoor[way], facts)}
            password={passwords[way]}
            onMade={(password) => setPasswords({ ...passwords, [way]: password })}
          />
        ) : query.isError ? (
          <NotLoaded title={sentenceOf(query.error)} onRetry={() => query.refetch()} />
        ) : (
          <div className="skeleton" style={{ height: 240 }} aria-busy="true" />
        )}
      </div>
    </Drawer>
  )
}
