import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../widgets/ListPage.tsx'
import '../files.css'

type Props = {
  title: string
  hint: string
  /** Back to the folder beside which the list stands; a list without it is a page of its own. */
  onClose?: (() => void) | undefined
  /** Controls in the head. */
  tools?: ReactNode
  children: ReactNode
}

/** The frame of a list of the file manager: beside a folder, or as a page. */
export function PlaceFrame({ title, hint, onClose, tools, children }: Props) {
  const { t } = useTranslation()
  if (!onClose)
    return (
      <ListPage title={title} hint={hint} tools={tools}>
        <div className="trash">{children}</div>
      </ListPage>
    )
  return (
    <div className="trash">
      <div className="trash-head">
        <Button onClick={onClose}>{t('trash.back')}</Button>
        <h2>{title}</h2>
        <span className="soft">{hint}</span>
        {tools}
      </div>
      {children}
    </div>
  )
}
