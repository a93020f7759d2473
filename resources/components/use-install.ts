import { App } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Component, components, type MarketItem } from '#contract/components.ts'
import type { Parameter } from '#contract/custom-parameters.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { useComponentCache } from './cache.ts'
import type { Drafts } from './parameters.tsx'

type Kind = 'install' | 'update' | 'edit'

function formOf(file: Blob, fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  return form
}
/** Reads a package's description without installing it. */
export const lookAt = (file: Blob): Promise<MarketItem> =>
  call(components.installFile, formOf(file, { isDryRun: 'true' }), { quiet: true })

/**
 * Installs and edits components; success and failure close the form and are reported with the component's name. Source:
 * spec section 8.
 */
export function useInstall(close: () => void) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const refresh = useComponentCache()
  const drafts = useRef<Drafts>(new Map())
  const { run: runTask, isBusy, problem, clear } = useTask()
  const [name, setName] = useState('')

  const run = (kind: Kind, item: MarketItem | Component, work: () => Promise<unknown>) =>
    runTask(async () => {
      setName(item.name)
      try {
        await work()
        drafts.current.delete(item.id)
        void message.success(t(`components.done.${kind}`, { name: item.name }))
        await refresh()
      } finally {
        close()
      }
    })

  return {
    drafts: drafts.current,
    isBusy,
    failure: problem ? { name, text: problem } : null,
    forget: clear,
    install: (item: MarketItem, parameters: Parameter[], file: Blob | null) => {
      const { id, rights, sha256, installed } = item
      return run(installed ? 'update' : 'install', item, () =>
        file
          ? call(
              components.installFile,
              formOf(file, { isDryRun: 'false', sha256, parameters: JSON.stringify(parameters) }),
              { quiet: true },
            )
          : call(components.install, { componentId: id, parameters, rights, sha256 }, { quiet: true }),
      )
    },
    edit: (item: Component, parameters: Parameter[]) =>
      run('edit', item, () => call(components.edit, { id: item.id, parameters }, { quiet: true })),
  }
}
