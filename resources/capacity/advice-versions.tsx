import { App, Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatDateTime } from '../../src/widgets/format.ts'
import { type AdviceProps, HeavyRow, Section, sumOf, useChosen } from './advice-parts.tsx'
import { useTidy } from './use-tidy.ts'

const ORDERS = ['heaviest', 'oldest'] as const
type Order = (typeof ORDERS)[number]

/** Files by the size or by the age of their older versions. */
export function OldVersions({ space, advice: { versions, oldVersions, versionBytes }, mayAct }: AdviceProps) {
  const { t, i18n } = useTranslation()
  const [order, setOrder] = useState<Order>('heaviest')
  const { modal } = App.useApp()
  const { dropVersions } = useTidy(space.id)
  const shown = order === 'heaviest' ? versions : oldVersions
  const { chosen, toggle, isChosen } = useChosen(shown)
  const ask = () =>
    modal.confirm({
      title: t('capacity.advice.dropAsk', { count: chosen.length }),
      content: (
        <>
          {t('capacity.advice.dropLoses', { size: formatBytes(sumOf(chosen)) })}
          <ul className="loss">
            {chosen.map(({ hash, path, count }) => (
              <li key={hash}>
                {path} · {t('capacity.advice.versionsOf', { count })}
              </li>
            ))}
          </ul>
        </>
      ),
      okText: t('capacity.advice.dropVersions'),
      okButtonProps: { danger: true },
      onOk: () => dropVersions(chosen.map(({ hash }) => hash)),
    })
  return (
    <Section
      title={t('capacity.advice.sections.versions')}
      hint={
        versions.length
          ? t('capacity.advice.versionsHint', { size: formatBytes(versionBytes) })
          : t('capacity.advice.versionsNone')
      }
      action={
        versions.length > 0 && (
          <>
            {versions.length > 1 && <OrderChoice order={order} onChange={setOrder} />}
            {mayAct && (
              <Button danger disabled={!chosen.length} onClick={ask}>
                {t('capacity.advice.dropVersions')}
              </Button>
            )}
          </>
        )
      }
      chosen={chosen}
    >
      {shown.map((item) => (
        <HeavyRow
          key={item.hash}
          space={space}
          item={item}
          note={[
            t('capacity.advice.versionsOf', { count: item.count }),
            t('capacity.advice.oldestVersion', { at: formatDateTime(item.oldest, i18n.language) }),
          ].join(' · ')}
          {...(mayAct && { isChosen: isChosen(item.hash), onToggle: () => toggle(item.hash) })}
        />
      ))}
    </Section>
  )
}

function OrderChoice({ order, onChange }: { order: Order; onChange: (order: Order) => void }) {
  const { t } = useTranslation()
  return (
    <Segmented
      size="small"
      value={order}
      onChange={onChange}
      aria-label={t('capacity.advice.order')}
      options={ORDERS.map((value) => ({ value, label: t(`capacity.advice.${value}`) }))}
    />
  )
}
