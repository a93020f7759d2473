import { App, type MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { type SourceImport, sourceImports } from '#contract/source-imports.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useMayChange } from './menu.tsx'
import { isOpen } from './run-state.tsx'
import { isOver } from './schedule.ts'

type Needs = {
  space: Space
  record: SourceImport
  onEdit: (record: SourceImport) => void
  onGone?: () => void
}

/** The actions of its creator and of the space owner on an import. */
export function useImportActions({ space, record, onEdit, onGone }: Needs) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const renewImports = useResourceRenewal('sourceImports')
  const renewSources = useResourceRenewal('dataSources')
  const mayChange = useMayChange(space)(record)
  const { id, title, isOn, schedule, watermark, last } = record
  const one = { spaceId: space.id, id }
  const isRunning = last !== null && isOpen(last.state)
  // The shell shows a refusal; what changed meanwhile is shown too.
  const act = (work: () => Promise<unknown>) =>
    void work()
      .catch(() => undefined)
      .then(renewImports)

  const run = (isFromStart: boolean) =>
    act(async () => {
      await call(sourceImports.run, { ...one, isFromStart })
      void message.success(t('sourceImports.begun'))
    })
  const setOn = () => act(() => call(sourceImports.setOn, { ...one, isOn: !isOn }))
  async function remove() {
    await call(sourceImports.remove, one)
    void message.success(t('sourceImports.remove.done', { name: title }))
    onGone?.()
    renewImports()
    renewSources()
  }
  const ask = () =>
    modal.confirm({
      title: t('sourceImports.remove.title', { name: title }),
      content: t('sourceImports.remove.hint'),
      okText: t('sourceImports.remove.button'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      onOk: () => remove().catch(renewImports),
    })

  const items: MenuProps['items'] = [
    { key: 'run', label: t('sourceImports.run'), disabled: !mayChange || isRunning, onClick: () => run(false) },
    ...(watermark
      ? [
          {
            key: 'fromStart',
            label: t('sourceImports.runFromStart'),
            disabled: !mayChange || isRunning,
            onClick: () => run(true),
          },
        ]
      : []),
    ...(schedule && !isOver(schedule)
      ? [
          {
            key: 'setOn',
            label: t(isOn ? 'sourceImports.stop' : 'sourceImports.start'),
            disabled: !mayChange,
            onClick: setOn,
          },
        ]
      : []),
    { key: 'edit', label: t('sourceImports.edit'), disabled: !mayChange, onClick: () => onEdit(record) },
    { key: 'remove', label: t('sourceImports.remove.button'), danger: true, disabled: !mayChange, onClick: ask },
  ]
  return { items, mayChange, isRunning, run, setOn, edit: () => onEdit(record) }
}
