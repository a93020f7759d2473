import {
  CopyOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeOutlined,
  StopOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Share, shares } from '#contract/shares.ts'
import { call } from '#providers/call.ts'
import { useUser } from '#providers/session.ts'
import { copyText } from '#widgets/copy-text.ts'
import { formatBytes, formatCount, formatDay } from '../widgets/format.ts'
import { ShareIcon } from './ShareIcon.tsx'

const tones = { valid: 'good', expired: '', revoked: '' } as const

type Props = { share: Share; onEdit: () => void; onLook: () => void }

/** One link: its target, state and actions. */
export function ShareRow({ share, onEdit, onLook }: Props) {
  const { t } = useTranslation()
  const isMine = useUser()?.userId === share.maker.personId
  return (
    <li data-state={share.state}>
      <ShareIcon kind={share.kind} isBox={share.isBox} />
      <div className="share-properties">
        <strong>
          {share.count > 1 ? t('shares.several', { title: share.title, count: share.count }) : share.title}
        </strong>
        <p className="share-tags">
          <span className={`tag ${tones[share.state]}`}>{t(`shares.states.${share.state}`)}</span>
          <span className="tag">{t(`shares.kinds.${share.isBox ? 'box' : share.kind}`)}</span>
          {share.way !== 'none' && <span className="tag">{t('shares.guarded')}</span>}
          {!share.mayDownload && <span className="tag">{t('shares.viewOnly')}</span>}
        </p>
        <Details share={share} isMine={isMine} />
      </div>
      <Doings share={share} isMine={isMine} onEdit={onEdit} onLook={onLook} />
    </li>
  )
}

function Details({ share, isMine }: { share: Share; isMine: boolean }) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { space, maker, endTime, visits, downloads, isBox, boxBytes, boxUsed } = share
  return (
    <small className="num">
      {isMine ? space.name : t('shares.by', { name: maker.personName })}
      <span>{t('shares.until', { day: formatDay(endTime, language) })}</span>
      <span>
        <EyeOutlined aria-label={t('shares.visitCount')} /> {formatCount(visits, language)}
      </span>
      {isBox ? (
        <span>{t('shares.boxUse', { used: formatBytes(boxUsed), all: formatBytes(boxBytes) })}</span>
      ) : (
        <span>
          <DownloadOutlined aria-label={t('shares.downloads')} /> {formatCount(downloads, language)}
        </span>
      )}
    </small>
  )
}

function Doings({ share, isMine, onEdit, onLook }: Props & { isMine: boolean }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  const { id, link, state, title } = share
  const copy = async () => {
    if (await copyText(link ?? '')) void message.success(t('shares.copied'))
    else modal.info({ title: t('shares.copyByHand'), content: <code className="share-link">{link}</code> })
  }
  const end = () =>
    modal.confirm({
      title: t('shares.endAsk', { title }),
      content: t('shares.endLoss'),
      okText: t('shares.end'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await call(shares.revoke, { id })
        await client.invalidateQueries({ queryKey: ['shares'] })
      },
    })
  return (
    <div className="share-doings">
      {link && state === 'valid' && (
        <Doing icon={<CopyOutlined />} label={t('shares.copyOne', { title })} onClick={() => void copy()} />
      )}
      <Doing icon={<UnorderedListOutlined />} label={t('shares.lookOne', { title })} onClick={onLook} />
      {isMine && state !== 'revoked' && (
        <Doing icon={<EditOutlined />} label={t('shares.editOne', { title })} onClick={onEdit} />
      )}
      {state !== 'revoked' && (
        <Doing icon={<StopOutlined />} label={t('shares.endOne', { title })} onClick={() => void end()} isDanger />
      )}
    </div>
  )
}

function Doing({ icon, label, onClick, isDanger = false }: DoingProps) {
  return (
    <Tooltip title={label}>
      <Button type="text" danger={isDanger} icon={icon} aria-label={label} onClick={onClick} />
    </Tooltip>
  )
}
type DoingProps = { icon: ReactNode; label: string; onClick: () => void; isDanger?: boolean }
