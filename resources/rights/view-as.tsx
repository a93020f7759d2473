import { EyeOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endView, useView } from '#providers/view-as.ts'
import './view-as.css'

/** Layers above the page handle Escape first. */
const hasLayer = () =>
  document.querySelector(
    '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open, .ant-dropdown:not(.ant-dropdown-hidden), dialog[open]',
  ) !== null
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Shows in which role the page views the space, and ends the view; Escape ends it as well. */
function ViewAsBanner() {
  const { t } = useTranslation()
  const view = useView()
  const isOn = view !== null
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || hasLayer() || isTyping(event.target)) return
      endView()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn])
  if (!view) return null
  return (
    <div className="view-as" role="status">
      <EyeOutlined aria-hidden="true" />
      <span>
        <b>{t(`rights.viewAs.banner.${view.role}`)}</b> <small>{t('rights.viewAs.hint')}</small>
      </span>
      <Button size="small" onClick={endView}>
        {t('rights.viewAs.leave')} <kbd>{t('rights.viewAs.leaveKey')}</kbd>
      </Button>
    </div>
  )
}

/** A space below the banner of the active view; a change of the view remounts the whole content. */
export function ViewAsFrame({ children }: { children: ReactNode }) {
  const eyes = useView()?.role ?? 'own'
  const client = useQueryClient()
  const [shown, setShown] = useState(eyes)
  useEffect(() => {
    if (shown === eyes) return
    void client.resetQueries()
    setShown(eyes)
  }, [shown, eyes, client])
  return (
    <div className="view-as-frame">
      <ViewAsBanner />
      {/* Content of one role is unmounted before the queries of another role start. */}
      {shown === eyes && <div key={eyes}>{children}</div>}
    </div>
  )
}
