import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useKept } from '#providers/site.ts'
import { formatBytes, formatDateTime } from '../../src/widgets/format.ts'
import { type AdviceProps, Section } from './advice-parts.tsx'
import { useTidy } from './use-tidy.ts'

/** The size of the trash, and a button to empty it. */
export function Trash({ space, advice: { trash }, mayAct }: AdviceProps) {
  const { t, i18n } = useTranslation()
  const { modal } = App.useApp()
  const { trashDays } = useKept()
  const { emptyTrash } = useTidy(space.id)
  const size = formatBytes(trash.bytes)
  const ask = () =>
    modal.confirm({
      title: t('capacity.advice.emptyAsk'),
      content: t('capacity.advice.emptyLoses', { count: trash.count, size }),
      okText: t('capacity.advice.emptyTrash'),
      okButtonProps: { danger: true },
      onOk: emptyTrash,
    })
  return (
    <Section
      title={t('capacity.advice.sections.trash')}
      hint={
        trash.oldest
          ? t('capacity.advice.trashHint', {
              count: trash.count,
              size,
              oldest: formatDateTime(trash.oldest, i18n.language),
              days: trashDays,
            })
          : t('capacity.advice.trashNone')
      }
      action={
        mayAct &&
        trash.count > 0 && (
          <Button danger onClick={ask}>
            {t('capacity.advice.emptyTrash')}
          </Button>
        )
      }
    />
  )
}
