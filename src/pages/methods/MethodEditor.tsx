import { useQuery } from '@tanstack/react-query'
import { App, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Method, methods, type TestResult } from '#contract/methods.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../widgets/FormEnd.tsx'
import { formatList } from '../../widgets/format.ts'
import { useEnableAnyway } from './enable-anyway.tsx'
import { MethodAddress } from './MethodAddress.tsx'
import { MethodForm } from './MethodForm.tsx'
import { MethodRemove } from './MethodRemove.tsx'
import { MethodTest } from './MethodTest.tsx'
import { draftOf, type MethodStart, type MethodValues, needsReturnAddress, valuesOf } from './method-fields.ts'
import { plainAddresses, sentBy } from './plain.ts'

type Props = {
  start: MethodStart
  /** Null while it is new. */
  method: Method | null
  isDirty: boolean
  onDirty: (isDirty: boolean) => void
  onSaved: (method: Method) => void
  /** Asks first when something is not saved. */
  onClose: () => void
  onGone: () => void
  onChange: () => void
}

/** The form, with the addresses for the other site and the test beside it. */
export function MethodEditor({ start, method, isDirty, onDirty, onSaved, onClose, onGone, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<MethodValues>()
  const [edition, setEdition] = useState(0)
  const [tested, setTested] = useState<{ result: TestResult; edition: number } | null>(null)
  const isMeantAnyway = useEnableAnyway()
  const { run, isBusy, problem, showFailure } = useFormTask(form)
  const isFixed = method?.source === 'environment'
  const { data: places } = useQuery({
    queryKey: ['method-places', start.kind],
    queryFn: ({ signal }) => call(methods.places, { kind: start.kind }, { quiet: true, signal }),
    enabled: !method && needsReturnAddress(start.kind),
    // Each new method has addresses of its own, which stay while its drawer is open, also when the list is read again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

  function ownId() {
    const id = method?.id ?? places?.id
    return id ? { id } : {}
  }

  /** Whether a method that sends something unencrypted is to be saved; asked once for the same addresses. */
  async function isMeant({ config }: ReturnType<typeof draftOf>): Promise<boolean> {
    const known = plainAddresses(method?.config ?? {})
    const addresses = plainAddresses(config).filter((address) => !known.includes(address))
    if (!addresses.length) return true
    return modal.confirm({
      title: t('methods.plain.title'),
      content: (
        <>
          <p>{t(`methods.plain.sent.${sentBy[start.kind]}`)}</p>
          <p>{t('methods.plain.addresses', { addresses: formatList(addresses, i18n.language) })}</p>
          <p>{t(start.kind === 'ldap' ? 'methods.plain.useLdaps' : 'methods.plain.useHttps')}</p>
        </>
      ),
      okText: t('methods.plain.save'),
      cancelText: t('methods.cancel'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
    })
  }

  /** Whether a method that does not work is to be on. A failed test of these settings counts; to enable one is to test it. */
  async function isEnabledKnowingly(draft: ReturnType<typeof draftOf>): Promise<boolean> {
    if (!draft.isOn) return true
    const last = tested?.edition === edition ? tested.result : null
    if (!last && method?.isOn) return true
    const result = last ?? (await call(methods.test, { ...draft, ...ownId() }, { quiet: true }))
    return result.isOk || isMeantAnyway(result)
  }

  const save = (values: MethodValues) =>
    run(async () => {
      const draft = draftOf(start, values)
      if (!(await isMeant(draft)) || !(await isEnabledKnowingly(draft))) return
      const saved = await (method
        ? call(methods.update, { ...draft, id: method.id }, { quiet: true })
        : call(methods.create, { ...draft, ...(places && { id: places.id }) }, { quiet: true }))
      // The addresses of a new method say themselves that it is added.
      if (method || !needsReturnAddress(saved.kind))
        void message.success(t(method ? 'methods.saved' : 'methods.addedShort'))
      // Secrets are cleared from the form once the server has stored them.
      form.setFieldsValue({ ...valuesOf(start.kind, { ...start, ...saved }, saved), secrets: noSecrets(values) })
      onSaved(saved)
      onDirty(false)
      onChange()
      // A directory needs no return address, so its drawer closes; for other methods the addresses are shown.
      if (method || !needsReturnAddress(saved.kind)) onGone()
    })
  async function read() {
    const isRight = await form.validateFields(['config'], { recursive: true }).then(
      () => true,
      () => false,
    )
    if (!isRight) return null
    const draft = draftOf(start, form.getFieldsValue(true) as MethodValues)
    // A method can be tested before it has a name.
    const name = { zh: draft.name.zh || start.kind, en: draft.name.en || start.kind }
    return { ...draft, name, ...ownId() }
  }
  return (
    <>
      {isFixed && <p className="service-note">{t('methods.fixedHint')}</p>}
      <div className="method-editor">
        <div>
          <MethodAddress kind={start.kind} method={method} places={places} />
          <MethodForm
            form={form}
            kind={start.kind}
            secrets={method?.secrets ?? {}}
            isFixed={isFixed}
            initialValues={valuesOf(start.kind, start, method)}
            scrollToFirstError
            onFinish={save}
            onValuesChange={() => {
              setEdition((count) => count + 1)
              onDirty(true)
            }}
          />
        </div>
        <MethodTest
          kind={start.kind}
          read={read}
          showFailure={showFailure}
          edition={edition}
          onDone={(result) => {
            setTested({ result, edition })
            onChange()
          }}
        />
      </div>
      <FormEnd
        submit={isFixed ? null : t('methods.save')}
        isBusy={isBusy}
        problem={problem}
        onSubmit={form.submit}
        onCancel={onClose}
        cancel={t(method && !isDirty ? 'methods.close' : 'methods.cancel')}
      >
        {method && !isFixed && <MethodRemove method={method} onGone={onGone} onChange={onChange} />}
      </FormEnd>
    </>
  )
}

const noSecrets = (values: MethodValues) =>
  Object.fromEntries(Object.keys(values.secrets ?? {}).map((name) => [name, undefined]))
