import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { components, isNewer, type MarketItem } from '#contract/components.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { type Address, tabs, useAddress } from './address.ts'
import { keys } from './cache.ts'
import { Installed } from './installed.tsx'
import { Categories, Market } from './market.tsx'
import { PackageButton } from './package-button.tsx'
import { ComponentForm } from './parameters.tsx'
import { useInstall } from './use-install.ts'
import './components.css'

/** A package file chosen by the user, with the description that it contains. */
type Chosen = { item: MarketItem; file: Blob }

/** Preview components: those installed, those of the market, and its categories. */
export default function ComponentList() {
  const { t } = useTranslation()
  const address = useAddress()
  const [chosen, choose] = useState<Chosen | null>(null)
  const close = () => {
    choose(null)
    if (address.installing || address.editing) address.close()
  }
  const install = useInstall(close)
  const { tab } = address.view
  return (
    <div className="components-page">
      <div className="components-head">
        <nav className="record-tabs" aria-label={t('components.title')}>
          {tabs.map((one) => (
            <Link key={one} to={address.tabPath(one)} aria-current={one === tab ? 'page' : undefined}>
              {t(`components.tabs.${one}`)}
            </Link>
          ))}
        </nav>
        <PackageButton onLooked={(item, file) => choose({ item, file })} />
      </div>
      {install.failure && (
        <Alert
          type="error"
          showIcon
          role="alert"
          closable={{ onClose: install.forget }}
          title={t('components.failed', { name: install.failure.name })}
          description={install.failure.text}
        />
      )}
      {tab === 'installed' && <Installed address={address} />}
      {tab === 'market' && (
        <Market address={address} action={(item) => <InstallLink item={item} address={address} />} />
      )}
      {tab === 'categories' && <Categories address={address} />}
      {address.installing && <FromMarket id={address.installing} install={install} close={close} />}
      {address.editing && <Edit id={address.editing} install={install} close={close} />}
      {chosen && (
        <ComponentForm
          item={chosen.item}
          kind={chosen.item.installed ? 'update' : 'install'}
          drafts={install.drafts}
          isBusy={install.isBusy}
          onSubmit={(parameters) => void install.install(chosen.item, parameters, chosen.file)}
          onClose={close}
        />
      )}
    </div>
  )
}

function InstallLink({ item, address }: { item: MarketItem; address: Address }) {
  const { t } = useTranslation()
  // An installed version that is not older than the market's is not replaced.
  if (item.installed && !isNewer(item.version, item.installed))
    return <Button disabled>{t('components.installedTag')}</Button>
  return (
    <Link
      className="btn primary"
      to={address.installPath(item.id)}
      state={{ isLayer: true }}
      // The second click of a double click would navigate back twice.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
    >
      {t(`components.act.${item.installed ? 'update' : 'install'}`)}
    </Link>
  )
}

type LayerProps = { id: string; install: ReturnType<typeof useInstall>; close: () => void }

/** Shown instead of the form when its component cannot be loaded. */
function Missing({ error, again, close }: { error: Error | null; again: () => unknown; close: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal open footer={null} onCancel={close}>
      {error ? <NotLoaded error={error} onRetry={again} /> : <Empty title={t('components.noHit')} />}
    </Modal>
  )
}

/** The form of a market component, loaded by id, whichever page of the market it is on. */
function FromMarket({ id, install, close }: LayerProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.market, 'one', id],
    queryFn: async () =>
      (await call(components.market, { q: id }, { quiet: true })).list.find((one) => one.id === id) ?? null,
  })
  if (error || data === null) return <Missing error={error} again={refetch} close={close} />
  if (!data) return null
  return (
    <ComponentForm
      item={data}
      kind={data.installed ? 'update' : 'install'}
      drafts={install.drafts}
      isBusy={install.isBusy}
      onSubmit={(parameters) => void install.install(data, parameters, null)}
      onClose={close}
    />
  )
}

function Edit({ id, install, close }: LayerProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.installed, 'one', id],
    queryFn: async () =>
      (await call(components.list, { q: id }, { quiet: true })).list.find((one) => one.id === id) ?? null,
  })
  if (error || data === null) return <Missing error={error} again={refetch} close={close} />
  if (!data) return null
  return (
    <ComponentForm
      item={data}
      kind="edit"
      drafts={install.drafts}
      isBusy={install.isBusy}
      onSubmit={(parameters) => void install.edit(data, parameters)}
      onClose={close}
    />
  )
}
