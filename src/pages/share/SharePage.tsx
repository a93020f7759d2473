import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import type { ShareInfo } from '#contract/share-access.ts'
import { formatDay } from '../../widgets/format.ts'
import { BoardReader } from '../BoardReader.tsx'
import { Card } from '../Card.tsx'
import { CardPage } from '../CardPage.tsx'
import type { PageProps } from '../page.ts'
import { part } from '../part.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { Shared } from './Shared.tsx'
import '../list.css'
import './share.css'

const Box = part(async () => (await import('./Box.tsx')).Box)
export const ready = () => Box.ready()

/** The page of a share link; it can be read, and unlocked by its password, without JavaScript. */
export default function SharePage({ data, path, search }: PageProps) {
  const { share } = data
  if (!share?.info || share.error) return <Over data={data} isExpired={share?.error === 'shareExpired'} />
  const { info, page } = share
  if (info.needsPassword)
    return (
      <CardPage data={data}>
        <PasswordCard linkId={share.linkId} path={path} search={search} />
      </CardPage>
    )
  if (info.kind === 'board') return <BoardPage data={data} info={info} />
  if (info.isBox) return <BoxPage data={data} info={info} />
  return page ? <Shared data={data} path={path} info={info} page={page} /> : <Over data={data} isExpired={false} />
}

const SharedBoard = lazy(() => import('./SharedBoard.tsx'))

/** A shared board as visitors see it: with the data that its creator may see. */
function BoardPage({ data, info }: { data: PageData; info: ShareInfo }) {
  const { t, i18n } = useTranslation()
  return (
    <BoardReader data={data} title={info.title} cards={<SharedBoard linkId={info.linkId} />}>
      <p>{t('shareAccess.from', { maker: info.maker, day: formatDay(info.endTime, i18n.language) })}</p>
      <p>{t('shareAccess.board.basis', { maker: info.maker })}</p>
    </BoardReader>
  )
}

function Over({ data, isExpired }: { data: PageData; isExpired: boolean }) {
  const { t } = useTranslation()
  return (
    <CardPage data={data}>
      <Card title={t(isExpired ? 'shareAccess.expired' : 'shareAccess.gone')}>
        <p className="lead">{t(isExpired ? 'shareAccess.expiredHint' : 'shareAccess.goneHint')}</p>
        <a className="btn primary" href="/">
          {t('shareAccess.home')}
        </a>
      </Card>
    </CardPage>
  )
}

function BoxPage({ data, info }: { data: PageData; info: ShareInfo }) {
  return (
    <CardPage data={data}>
      <Box info={info} sender={data.user?.name ?? ''} />
    </CardPage>
  )
}
