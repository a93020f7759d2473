import type { FormItemProps } from 'antd'
import i18next from 'i18next'
import { useCallback } from 'react'
import type * as z from 'zod/mini'
import { isBlank } from '#contract/core/form-rules.ts'

type Shape = Record<string, z.ZodMiniType>
const textOf = i18next.t as (key: string) => string

/**
 * Form items from a schema: label `<capability>.<field>.label`, the schema's rule, and one message for invalid values
 * (`<capability>.<field>.invalid`), with another one for an empty field where there is a text (`….missing`). Forms do
 * not repeat rules of the contract.
 */
export function useFields(schema: { shape: Shape }, capability: string) {
  return useCallback(
    (name: string): FormItemProps => {
      const field = schema.shape[name]
      if (!field) throw new TypeError(`the schema has no field ${name}`)
      const mayBeEmpty = field.safeParse('').success
      const isRequired = !mayBeEmpty && !field.safeParse(undefined).success
      const check = async (_rule: unknown, value: unknown) => {
        const isEmpty = value === '' || value === null || value === undefined
        if (isEmpty && mayBeEmpty) return
        if (field.safeParse(isEmpty ? undefined : value).success) return
        const missing = `${capability}.${name}.missing`
        throw new Error(textOf(isBlank(value) && i18next.exists(missing) ? missing : `${capability}.${name}.invalid`))
      }
      return {
        name,
        label: textOf(`${capability}.${name}.label`),
        required: isRequired,
        rules: [{ validator: check }],
        validateTrigger: ['onBlur', 'onSubmit'],
      }
    },
    [schema, capability],
  )
}
