import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { TemplateField } from '#contract/fields.ts'
import { META_KEY_MAX } from '#contract/limits.ts'
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

/** One entry while it is written: Enter saves, Esc leaves it as it was. */
export function DraftRow({ draft, field, terms, problem, isBusy, onType, onSave, onCancel }: Props) {
  const { t } = useTranslation()
  const told = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc leaves whatever in the row has the focus
    <div
      className="facts-draft"
      aria-describedby={problem ? told : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      {field && draft.mode === 'edit' ? (
        <b className="facts-key">{draft.key}</b>
      ) : (
        <Input
          value={draft.key}
          onChange={(event) => onType({ key: event.target.value })}
          onPressEnter={onSave}
          placeholder={t('facts.key')}
          aria-label={t('facts.key')}
          maxLength={META_KEY_MAX}
          autoFocus
        />
      )}
      <ValueInput
        field={field}
        terms={terms}
        label={field ? draft.key : t('facts.value')}
        value={draft.value}
        isWrong={problem !== ''}
        onChange={(value) => onType({ value })}
        onEnter={onSave}
      />
      {field?.hint && <small className="soft">{field.hint}</small>}
      {problem && (
        <small id={told} className="facts-problem" role="alert">
          {problem}
        </small>
      )}
      <div className="facts-buttons">
        <Button size="small" type="primary" icon={<CheckOutlined />} loading={isBusy} onClick={onSave}>
          {t('facts.save')}
        </Button>
        <Button size="small" icon={<CloseOutlined />} disabled={isBusy} onClick={onCancel}>
          {t('facts.cancel')}
        </Button>
      </div>
    </div>
  )
}
