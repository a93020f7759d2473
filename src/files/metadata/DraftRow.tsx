import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { META_KEY_MAX } from '#contract/core/limits.ts'
import type { TemplateField } from '#contract/fields.ts'
import type { Draft } from './rows.ts'
import { ValueInput } from './ValueInput.tsx'

type Props = {
  draft: Draft
  field: TemplateField | null
  terms: readonly string[]
  problem: string
  isBusy: boolean
  onType: (change: { key?: string; value?: string }) => void
  onSave: () => void
  onCancel: () => void
}

/** One entry in edit mode: Enter saves, Esc cancels. */
export function DraftRow({ draft, field, terms, problem, isBusy, onType, onSave, onCancel }: Props) {
  const { t } = useTranslation()
  const problemId = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc leaves whatever in the row has the focus
    <div
      className="metadata-draft"
      aria-describedby={problem ? problemId : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      {field && draft.mode === 'edit' ? (
        <b className="metadata-key">{draft.key}</b>
      ) : (
        <Input
          value={draft.key}
          onChange={(event) => onType({ key: event.target.value })}
          onPressEnter={onSave}
          placeholder={t('metadata.key')}
          aria-label={t('metadata.key')}
          maxLength={META_KEY_MAX}
          autoFocus
        />
      )}
      <ValueInput
        field={field}
        terms={terms}
        label={field ? draft.key : t('metadata.value')}
        value={draft.value}
        isWrong={problem !== ''}
        onChange={(value) => onType({ value })}
        onEnter={onSave}
      />
      {field?.hint && <small className="soft">{field.hint}</small>}
      {problem && (
        <small id={problemId} className="metadata-problem" role="alert">
          {problem}
        </small>
      )}
      <div className="metadata-buttons">
        <Button size="small" type="primary" icon={<CheckOutlined />} loading={isBusy} onClick={onSave}>
          {t('metadata.save')}
        </Button>
        <Button size="small" icon={<CloseOutlined />} disabled={isBusy} onClick={onCancel}>
          {t('metadata.cancel')}
        </Button>
      </div>
    </div>
  )
}
