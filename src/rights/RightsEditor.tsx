import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoleFlags } from '#contract/rights.ts'
import { Unsaved } from '../widgets/Unsaved.tsx'
import { differences, RightsMatrix } from './RightsMatrix.tsx'

type Props = {
  kept: RoleFlags
  defaults: RoleFlags
  isPublic?: boolean
  /** Saves the rights; rejects with a readable message. If absent, the rights are read-only. */
  save?: (next: RoleFlags) => Promise<void>
  toDefaults: string
  children?: ReactNode
}

/** The rights matrix with the unsaved changes, and buttons to reset to the defaults, discard and save. */
export function RightsEditor({ kept, defaults, isPublic, save, toDefaults, children }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<RoleFlags | null>(null)
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const value = draft ?? kept
  const unsaved = differences(value, kept)
  const different = differences(value, defaults)

  function change(next: RoleFlags | null) {
    setDraft(next)
    setRefusal('')
  }
  async function send() {
    if (!save || isBusy) return
    setBusy(true)
    setRefusal('')
    try {
      await save(value)
      change(null)
    } catch (failure) {
      setRefusal(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="rights-editor">
      <Unsaved isDirty={unsaved > 0} />
      {children}
      <RightsMatrix
        value={value}
        kept={kept}
        defaults={defaults}
        isPublic={isPublic}
        onChange={save && !isBusy ? change : undefined}
      />
      {refusal && <Alert type="error" showIcon title={refusal} />}
      {save && (
        <div className="rights-bar" data-unsaved={unsaved > 0}>
          <span role="status">
            {unsaved > 0
              ? t('rights.unsaved', { count: unsaved })
              : different > 0
                ? t('rights.different', { count: different })
                : t('rights.same')}
          </span>
          <Button disabled={different === 0 || isBusy} onClick={() => change(defaults)}>
            {toDefaults}
          </Button>
          <Button disabled={unsaved === 0 || isBusy} onClick={() => change(null)}>
            {t('rights.discard')}
          </Button>
          <Button type="primary" disabled={unsaved === 0} loading={isBusy} onClick={() => void send()}>
            {t('rights.save')}
          </Button>
        </div>
      )}
    </div>
  )
}
