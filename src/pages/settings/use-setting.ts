import { App, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useKeptForm } from '#providers/kept-form.ts'
import { useFormTask } from '#providers/use-task.ts'

type Question = { title: string; content: ReactNode; okText: string }
export type Plan<T> = {
  /** The stored settings when the page was opened. */
  kept: T
  read: () => Promise<T>
  write: (next: T) => Promise<T>
  /** The name of a field in the message about a concurrent change. */
  nameOf: (field: keyof T & string) => string
  /** The fields that a refusal concerns; if none, the refusal is shown above the buttons. */
  fieldsOf?: (refusal: string, next: T) => (keyof T & string)[]
  /** What is asked before saving, if it can't be taken back; null: nothing. */
  questionOf?: (next: T, kept: T) => Question | null
  /** Updates the other places that show the setting. */
  onSaved?: (kept: T) => void | Promise<void>
}

/** A chosen picture, which is not kept in the browser. */
const isFile = (value: unknown) => typeof value === 'string' && value.startsWith('data:')
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * A form of settings. Concurrent changes of other fields are kept; if both users changed the same field, the later save
 * wins after a question. A refusal keeps the typed values.
 */
export function useSetting<T extends object>({ kept, read, write, nameOf, fieldsOf, questionOf, onSaved }: Plan<T>) {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const [form] = Form.useForm()
  const [base, setBase] = useState(kept)
  const current = (): T => ({ ...base, ...(form.getFieldsValue(true) as Partial<T>) })
  const { run, isBusy, problem, clear } = useFormTask(form, ({ error, message: text, fields: named }) => {
    const wrong = fieldsOf?.(error, current()) ?? []
    return wrong.length ? wrong.map((field) => ({ field, message: text })) : named
  })
  const given = Form.useWatch([], { form, preserve: true }) as Partial<T> | undefined
  const now = { ...base, ...given }
  const fields = Object.keys(base) as (keyof T & string)[]
  const differing = (one: T, other: T) => fields.filter((field) => !same(one[field], other[field]))
  const pick = (from: T, names: readonly (keyof T)[]) =>
    Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<T>
  const show = (values: Partial<T>) => form.setFieldsValue(values as never)
  const isDirty = differing(now, base).length > 0

  useKeptForm(`${useLocation().pathname} ${fields.join()}`, {
    typed: () =>
      isDirty
        ? pick(
            now,
            differing(now, base).filter((field) => !isFile(now[field])),
          )
        : null,
    restore(typed) {
      const known = fields.filter((field) => field in typed && typeof typed[field] === typeof base[field])
      show(pick(typed as T, known))
      void message.info(t('common.restored'))
    },
  })

  const ask = (names: string) =>
    modal.confirm({
      title: t('settings.form.conflict'),
      content: t('settings.form.conflictIn', { names }),
      okText: t('settings.form.overwrite'),
      cancelText: t('settings.form.look'),
      autoFocusButton: 'cancel',
    })
  const askFirst = (question: Question) =>
    modal.confirm({
      ...question,
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
    })

  /** Applies my changes to the current settings; asks first if the same field was changed by somebody else. */
  async function merge(mine: T): Promise<void> {
    const there = await read()
    const changed = differing(mine, base)
    const theirs = differing(there, base)
    const both = changed.filter((field) => theirs.includes(field) && !same(mine[field], there[field]))
    const besides = theirs.filter((field) => !changed.includes(field))
    const names = (of: typeof fields) => of.map(nameOf).join(t('settings.form.comma'))
    if (both.length > 0 && !(await ask(names(both)))) {
      setBase(there)
      show(pick(there, besides))
      return
    }
    const next = { ...there, ...pick(mine, changed) }
    const question = questionOf?.(next, there)
    if (question && !(await askFirst(question))) return
    const saved = await write(next)
    setBase(saved)
    show(saved)
    const words = besides.length ? t('settings.form.savedBeside', { names: names(besides) }) : t('settings.form.saved')
    void message.success(words)
    await onSaved?.(saved)
  }

  const save = () => run(() => merge(current()))
  function discard(): void {
    // Removes errors that belong to discarded values.
    form.resetFields()
    show(base)
    clear()
  }
  return { form, now, isDirty, isBusy, problem, save, discard }
}
