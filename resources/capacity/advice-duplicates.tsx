import { Button, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Advice } from '#contract/capacity.ts'
import type { Space } from '#contract/spaces.ts'
import { useTask } from '#providers/use-task.ts'
import { formatBytes } from '../../src/widgets/format.ts'
import { type AdviceProps, Place, Section } from './advice-parts.tsx'
import { useTidy } from './use-tidy.ts'

/** `call` has already shown the failure. */
const alreadyShown = () => {}

/** The same content in several places. */
export function Duplicates({ space, advice: { duplicates }, mayAct }: AdviceProps) {
  const { t } = useTranslation()
  return (
    <Section
      title={t('capacity.advice.sections.duplicates')}
      hint={duplicates.length ? t('capacity.advice.duplicatesHint') : t('capacity.advice.duplicatesNone')}
    >
      {duplicates.map((group) => (
        <Duplicate key={group.items.map(({ hash }) => hash).join()} space={space} group={group} mayAct={mayAct} />
      ))}
    </Section>
  )
}

type DuplicateProps = { space: Space; group: Advice['duplicates'][number]; mayAct: boolean }

function Duplicate({ space, group: { bytes, items }, mayAct }: DuplicateProps) {
  const { t } = useTranslation()
  const { putInTrash } = useTidy(space.id)
  const { run, isBusy } = useTask()
  const [kept, keep] = useState(items[0]?.hash)
  const others = items.map(({ hash }) => hash).filter((hash) => hash !== kept)
  return (
    <li className="advice-duplicate">
      <Radio.Group value={kept} onChange={(event) => keep(event.target.value as string)} disabled={!mayAct}>
        {items.map((item) => (
          <div key={item.hash} className="advice-row">
            <Radio value={item.hash} aria-label={t('capacity.advice.keep', { path: item.path })} />
            <Place space={space} item={item} />
            <span className="num">{formatBytes(item.bytes)}</span>
          </div>
        ))}
      </Radio.Group>
      <div className="advice-buttons">
        <span className="num">{t('capacity.advice.others', { size: formatBytes(bytes) })}</span>
        {mayAct && (
          <Button size="small" loading={isBusy} onClick={() => run(() => putInTrash(others).catch(alreadyShown))}>
            {t('capacity.advice.trashOthers')}
          </Button>
        )}
      </div>
    </li>
  )
}
