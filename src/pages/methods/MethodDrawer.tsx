import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Method } from '#contract/methods.ts'
import { GuardedDrawer } from '../../widgets/GuardedDrawer.tsx'
import { MethodEditor } from './MethodEditor.tsx'
import type { MethodStart } from './method-fields.ts'

type Props = { start: MethodStart; method: Method | null; onClose: () => void; onChange: () => void }

/** One method in a drawer over the list: its settings, the addresses for the other site, and the test. */
export function MethodDrawer({ start, method: given, onClose, onChange }: Props) {
  const { t } = useTranslation()
  const [method, setMethod] = useState(given)
  const [isDirty, setDirty] = useState(false)
  const kind = t(`methods.kinds.${start.kind}.name`)
  return (
    <GuardedDrawer
      title={method ? t('methods.editTitle', { kind }) : t('methods.addTitle', { kind })}
      size="min(1120px, 100vw)"
      className="service-drawer"
      isDirty={isDirty}
      onClose={onClose}
    >
      {(close, leave) => (
        <MethodEditor
          start={start}
          method={method}
          isDirty={isDirty}
          onDirty={setDirty}
          onSaved={setMethod}
          onClose={close}
          onGone={leave}
          onChange={onChange}
        />
      )}
    </GuardedDrawer>
  )
}
