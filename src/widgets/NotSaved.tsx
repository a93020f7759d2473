import { Button, Popconfirm } from 'antd'
import { useTranslation } from 'react-i18next'
import { CopyField } from './CopyField.tsx'
import './not-saved.css'

type Props = {
  title: string
  /** Why it was not saved. */
  reason: string
  /** What was not saved, to be copied. */
  text: string
  onDiscard: () => void
}

/** The most lines shown at once (our choice). */
const LINES_MAX = 8

/** Says what the browser has kept and the server does not take: to be copied, and discarded. */
export function NotSaved({ title, reason, text, onDiscard }: Props) {
  const { t } = useTranslation()
  return (
    <section className="not-saved" role="alert" aria-label={title}>
      <b>{title}</b>
      <p>{reason}</p>
      <CopyField label={t('common.notSaved.what')} value={text} rows={Math.min(LINES_MAX, text.split('\n').length)} />
      <Popconfirm
        title={t('common.notSaved.ask')}
        okText={t('common.notSaved.discard')}
        okButtonProps={{ danger: true }}
        cancelText={t('common.cancel')}
        onConfirm={onDiscard}
      >
        <Button danger>{t('common.notSaved.discard')}</Button>
      </Popconfirm>
    </section>
  )
}
