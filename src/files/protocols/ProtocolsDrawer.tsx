import { Drawer, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Protocol } from '#contract/account.ts'
import { explain, permissionOfProtocol } from '#contract/core/policy.ts'
import { NotLoaded } from '#widgets/NotLoaded.tsx'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { ProtocolAccess } from './ProtocolAccess.tsx'
import { RecipeList } from './Recipes.tsx'
import { clientRecipes } from './recipes.ts'
import { useAddresses } from './use-addresses.ts'
import './protocols.css'
import { LinesSkeleton } from '../../widgets/Skeleton.tsx'

const ways = [...Protocol.options, 'client'] as const
type Way = (typeof ways)[number]

/** How other programs connect to the space: addresses, an app password, and recipes for each system. */
export default function ProtocolsDrawer({ context, onClose }: DialogProps<'protocols'>) {
  const { t } = useTranslation()
  const { space, actor, policyContext } = context
  const query = useAddresses(space.id)
  const [way, setWay] = useState<Way>('webdav')
  const [passwords, setPasswords] = useState<Partial<Record<Protocol, string>>>({})
  const options = ways.map((value) => ({
    value,
    label: value === 'client' ? t('protocols.client.label') : t(`account.protocols.${value}`),
  }))
  return (
    <Drawer open size={640} title={t('protocols.title', { name: space.name })} onClose={onClose} destroyOnHidden>
      <div className="protocols">
        <p className="protocols-note">{t('protocols.hint')}</p>
        <Segmented block options={options} value={way} onChange={setWay} aria-label={t('protocols.way')} />
        {way === 'client' ? (
          <section className="protocols-part">
            <p className="protocols-note">{t('protocols.client.hint')}</p>
            <p>
              <Link to="/personalCenter?tab=keys">{t('protocols.client.token')}</Link>
            </p>
            <RecipeList recipes={clientRecipes(location.origin, space.identifier)} />
          </section>
        ) : query.data ? (
          <ProtocolAccess
            key={way}
            space={space}
            protocol={way}
            addresses={query.data}
            verdict={explain(actor, permissionOfProtocol[way], policyContext)}
            password={passwords[way]}
            onMade={(password) => setPasswords({ ...passwords, [way]: password })}
          />
        ) : query.isError ? (
          <NotLoaded error={query.error} onRetry={query.refetch} />
        ) : (
          <LinesSkeleton rows={4} />
        )}
      </div>
    </Drawer>
  )
}
