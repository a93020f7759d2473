import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { methodPresets } from '#contract/methods.ts'
import { MethodKind } from '#contract/sign-in.ts'
import { MethodIcon } from './MethodIcon.tsx'
import type { MethodStart } from './method-fields.ts'

type Props = { isOpen: boolean; onClose: () => void; onChoose: (start: MethodStart) => void }

/** The kinds of methods with their purpose, and presets that only lack the client's id and secret. */
export function MethodAdd({ isOpen, onClose, onChoose }: Props) {
  const { t } = useTranslation()
  const presets = Object.entries(methodPresets) as [keyof typeof methodPresets, MethodStart][]
  return (
    <Modal
      open={isOpen}
      title={t('methods.add')}
      footer={null}
      onCancel={onClose}
      width={720}
      className="own-width"
      destroyOnHidden
    >
      <ul className="method-kinds">
        {MethodKind.options.map((kind) => (
          <Choice
            key={kind}
            start={{ kind, icon: '', name: { zh: '', en: '' }, config: {} }}
            name={t(`methods.kinds.${kind}.name`)}
            purpose={t(`methods.kinds.${kind}.purpose`)}
            onChoose={onChoose}
          />
        ))}
        {presets.map(([preset, start]) => (
          <Choice
            key={preset}
            start={start}
            name={t(`methods.presets.${preset}.name`)}
            purpose={t(`methods.presets.${preset}.purpose`)}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </Modal>
  )
}

type ChoiceProps = { start: MethodStart; name: string; purpose: string; onChoose: (start: MethodStart) => void }

function Choice({ start, name, purpose, onChoose }: ChoiceProps) {
  return (
    <li>
      <button type="button" onClick={() => onChoose(start)}>
        <MethodIcon kind={start.kind} icon={start.icon} />
        <b>{name}</b>
        <span>{purpose}</span>
      </button>
    </li>
  )
}
