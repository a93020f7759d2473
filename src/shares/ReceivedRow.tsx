import { CloseOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { type ReceivedShare, shares } from '#contract/shares.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { formatDateTime, formatDay } from '../widgets/format.ts'
import { ShareIcon } from './ShareIcon.tsx'

/** A link of somebody else: opens while it is valid, and can be removed from the list. */
export function ReceivedRow({ share }: { share: ReceivedShare }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { isBusy, problem, run } = useTask()
  const { id, title, count, link, state, maker } = share
  const name = count > 1 ? t('shares.several', { title, count }) : title
  const forget = () =>
    run(async () => {
      await call(shares.forget, { id }, { quiet: true })
      await client.invalidateQueries({ queryKey: ['shares', 'received'] })
    })
  return (
    <li data-state={state}>
      <ShareIcon kind={share.kind} isBox={share.isBox} />
      <div className="share-properties">
        <strong>{link ? <a href={link}>{name}</a> : name}</strong>
        <p className="share-tags">
          <span className="tag">{t(`shares.kinds.${share.isBox ? 'box' : share.kind}`)}</span>
          {state !== 'valid' && <span className="tag">{t(`shares.states.${state}`)}</span>}
          {share.needsPassword && <span className="tag">{t('shares.guarded')}</span>}
          {!share.mayDownload && <span className="tag">{t('shares.viewOnly')}</span>}
        </p>
        <small className="num">
          <span>{t('shares.received.by', { name: maker.personName })}</span>
          <span>{t('shares.received.opened', { time: formatDateTime(share.at, i18n.language) })}</span>
          <span>{t('shares.until', { day: formatDay(share.endTime, i18n.language) })}</span>
        </small>
        {problem && <small role="alert">{problem}</small>}
      </div>
      <Tooltip title={t('shares.received.forget', { title })}>
        <Button
          type="text"
          loading={isBusy}
          icon={<CloseOutlined />}
          aria-label={t('shares.received.forget', { title })}
          onClick={() => void forget()}
        />
      </Tooltip>
    </li>
  )
}
