import type { FormItemProps, FormRule } from 'antd'
import i18next from 'i18next'
import { useCallback } from 'react'
import type * as z from 'zod/mini'
import { isBlank } from '#contract/core/form-rules.ts'

type RuleRender = Extract<FormRule, (...args: never[]) => unknown>
type Shape = Record<string, z.ZodMiniType>
const textOf = i18next.t as (key: string) => string

/** The path of a field from its name in a rule, such as `config.url` or `authors.0.name`. */
const pathOf = (name: string) => name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/**
 * Form items from a schema: label `<capability>.<field>.label`, the schema's rule, and one message for invalid values
 * (`<capability>.<field>.invalid`), with another one for an empty field where there is a text (`….missing`). A field that
 * nobody has filled in yet is only missing when the form is submitted. Forms do not repeat rules of the contract.
 */
export function useFields(schema: { shape: Shape }, capability: string) {
  return useCallback(
    (name: string): FormItemProps => {
      const field = schema.shape[name]
      if (!field) throw new TypeError(`the schema has no field ${name}`)
      const mayBeEmpty = field.safeParse('').success
      const isRequired = !mayBeEmpty && !field.safeParse(undefined).success
      const check = async (value: unknown) => {
        const isEmpty = value === '' || value === null || value === undefined
        if (isEmpty && mayBeEmpty) return
        if (field.safeParse(isEmpty ? undefined : value).success) return
        const missing = `${capability}.${name}.missing`
        throw new Error(textOf(isBlank(value) && i18next.exists(missing) ? missing : `${capability}.${name}.invalid`))
      }
      /** One rule for what people typed, and one for what they did not fill in, which waits for the submit. */
      const ruleOf =
        (isUntouched: boolean): RuleRender =>
        ({ isFieldTouched }) => ({
          ...(isUntouched && { validateTrigger: 'onSubmit' }),
          validator: async (rule, value: unknown) => {
            const at = 'field' in rule ? pathOf(String(rule.field)) : []
            if (isUntouched === (isBlank(value) && !isFieldTouched(at))) await check(value)
          },
        })
      return {
        name,
        label: textOf(`${capability}.${name}.label`),
        required: isRequired,
        rules: [ruleOf(false), ruleOf(true)],
        validateTrigger: ['onBlur', 'onSubmit'],
      }
    },
    [schema, capability],
  )
}
