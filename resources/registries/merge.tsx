import { useQuery } from '@tanstack/react-query'
import { App, Button, Modal, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RegistryEntry, registries } from '#contract/registries.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'

/** Merges another entry into this one. */
export function MergeButton({ entry, onDone }: { entry: RegistryEntry; onDone: () => void }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('registries.merge.button')}</Button>
      {isOpen && <MergeDialog entry={entry} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  )
}

type Props = { entry: RegistryEntry; onClose: () => void; onDone: () => void }
function MergeDialog({ entry: { id, kind, name }, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('registries')
  const [typed, setTyped] = useState('')
  const [otherId, setOther] = useState<string | null>(null)
  const q = useDeferredValue(typed.trim())
  const { data, isFetching } = useQuery({
    queryKey: ['registries', 'merging', kind, q],
    queryFn: () => call(registries.list, { kind, q, size: 20 }, { quiet: true }),
    placeholderData: (previous) => previous,
  })
  const merge = () =>
    run(async () => {
      if (!otherId) return
      await call(registries.merge, { id, otherId }, { quiet: true })
      void message.success(t('registries.merge.done'))
      renew()
      onClose()
      onDone()
    })
  return (
    <Modal
      open
      title={t('registries.merge.title', { name })}
      okText={t('registries.merge.do')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: otherId === null, loading: isBusy }}
      onOk={() => void merge()}
      onCancel={onClose}
    >
      <p>{t('registries.merge.hint', { name })}</p>
      <Select
        className="registry-other"
        aria-label={t('registries.merge.other')}
        placeholder={t('registries.merge.other')}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={isFetching}
        value={otherId}
        onChange={setOther}
        notFoundContent={t('registries.noHit')}
        options={(data?.list ?? [])
          .filter((one) => one.id !== id)
          .map((one) => ({ value: one.id, label: [one.name, one.identifier].filter(Boolean).join(' · ') }))}
      />
      <Problem text={problem} />
    </Modal>
  )
}
