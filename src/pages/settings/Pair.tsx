import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import type { Lang } from '#providers/texts.ts'
import { RichText } from '../../widgets/rich-text/RichText.tsx'
import { useRule } from './use-rule.ts'

const sides = ['zh', 'en'] as const satisfies Lang[]
export type Both = Readonly<Record<Lang, string>>

type Props = {
  name: string
  label: string
  schema: { shape: Record<Lang, z.ZodMiniType> }
  value: Both
  /** The placeholder: the text used if the field is empty. */
  ours?: Both
  hint?: ReactNode
  /** A field of several lines, for a text that is stored as one line. */
  isLong?: boolean
  /** A rich text. */
  isMarkup?: boolean
}

const asOneLine = (text: string) => text.replace(/[\r\n\t]+/g, ' ')

/** A text in both languages, side by side. */
export function Pair({ name, label, schema, value, ours, hint, isLong = false, isMarkup = false }: Props) {
  const { t } = useTranslation()
  const ruleOf = useRule()
  const filled = sides.filter((side) => value[side].trim())
  const [only] = filled
  return (
    <fieldset className="setting-pair">
      <legend>{label}</legend>
      <div className="sides">
        {sides.map((side) => (
          <div className="side" key={side}>
            <label htmlFor={`${name}_${side}`}>{t(`settings.form.languages.${side}`)}</label>
            <Form.Item name={[name, side]} {...ruleOf(schema.shape[side])} normalize={isMarkup ? undefined : asOneLine}>
              {isMarkup ? (
                <RichText
                  lang={side}
                  label={t('settings.form.side', { name: label, language: t(`settings.form.languages.${side}`) })}
                  instead={ours?.[side]}
                />
              ) : isLong ? (
                <Input.TextArea lang={side} autoSize={{ minRows: 2, maxRows: 12 }} placeholder={ours?.[side]} />
              ) : (
                <Input lang={side} placeholder={ours?.[side]} />
              )}
            </Form.Item>
          </div>
        ))}
      </div>
      {hint && <p className="setting-hint">{hint}</p>}
      {!ours && only && filled.length === 1 && (
        <span className="setting-one" role="status">
          {t(`settings.form.only.${only}`)}
        </span>
      )}
    </fieldset>
  )
}
