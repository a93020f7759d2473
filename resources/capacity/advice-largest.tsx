import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTask } from '#providers/use-task.ts'
import { formatDateTime } from '../../src/widgets/format.ts'
import { type AdviceProps, HeavyRow, Section, useChosen } from './advice-parts.tsx'
import { useTidy } from './use-tidy.ts'

/** `call` has already shown the failure. */
const alreadyShown = () => {}

/** The largest files. */
export function Largest({ space, advice: { largest }, mayAct }: AdviceProps) {
  const { t, i18n } = useTranslation()
  const { putInTrash } = useTidy(space.id)
  const { run, isBusy } = useTask()
  const { chosen, toggle, isChosen } = useChosen(largest)
  return (
    <Section
      title={t('capacity.advice.sections.largest')}
      hint={largest.length ? t('capacity.advice.largestHint') : t('capacity.advice.largestNone')}
      action={
        mayAct &&
        largest.length > 0 && (
          <Button
            disabled={!chosen.length}
            loading={isBusy}
            onClick={() => run(() => putInTrash(chosen.map(({ hash }) => hash)).catch(alreadyShown))}
          >
            {t('capacity.advice.trashChosen')}
          </Button>
        )
      }
      chosen={chosen}
    >
      {largest.map((item) => (
        <HeavyRow
          key={item.hash}
          space={space}
          item={item}
          note={formatDateTime(item.updateTime, i18n.language)}
          {...(mayAct && { isChosen: isChosen(item.hash), onToggle: () => toggle(item.hash) })}
        />
      ))}
    </Section>
  )
}
