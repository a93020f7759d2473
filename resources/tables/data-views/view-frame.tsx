import { ArrowLeftOutlined } from '@ant-design/icons'
import { App, Button, Input } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataViews, type ViewDefinition, type ViewDetails } from '#contract/data-views.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../../src/widgets/FormEnd.tsx'
import { Unsaved } from '../../../src/widgets/Unsaved.tsx'
import type { ViewAddress } from './address.ts'

export type EditorProps = { space: Space; view: ViewDetails | null; address: ViewAddress }
type Editing = ReturnType<typeof useViewEditing>

/** The name of a view that is edited, whether something is unsaved, and how it is saved and left. */
export function useViewEditing({ space, view, address }: EditorProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const renew = useResourceRenewal('dataViews')
  const [name, setName] = useState(view?.name ?? '')
  const [isDirty, setDirty] = useState(false)
  const [savedId, setSavedId] = useState<string | null>(null)
  const { isBusy, problem, run } = useTask()
  const save = (definition: ViewDefinition) =>
    run(async () => {
      const wish = { spaceId: space.id, name, definition }
      const saved = view
        ? await call(dataViews.edit, { ...wish, id: view.id, version: view.version }, { quiet: true })
        : await call(dataViews.create, wish, { quiet: true })
      setDirty(false)
      setSavedId(saved.id)
      renew()
      void message.success(t('tables.done.edit'))
    })
  useEffect(() => {
    // The page is left once nothing is unsaved any more.
    if (savedId && !isDirty) address.leaveEditor(savedId)
  }, [savedId, isDirty, address])
  return {
    name,
    isDirty,
    isBusy,
    problem,
    run,
    save,
    leave: () => (view ? address.edit(false) : address.open(null)),
    /** Something is unsaved. */
    touch: () => setDirty(true),
    rename: (next: string) => {
      setName(next)
      setDirty(true)
    },
  }
}

type Props = { editing: Editing; title: string; isReady: boolean; onSave: () => void; children: ReactNode }

/** The page of an editor of views: its name, the buttons of its end, and below them the editor. */
export function ViewFrame({ editing, title, isReady, onSave, children }: Props) {
  const { t } = useTranslation()
  const { name, isDirty, isBusy, problem, leave, rename } = editing
  return (
    <section className="table-page view-editor" aria-label={title}>
      <Unsaved isDirty={isDirty} />
      <header className="table-head">
        <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t('dataViews.back')} onClick={leave} />
        <Input
          className="view-name"
          aria-label={t('dataViews.name.label')}
          placeholder={t('dataViews.name.label')}
          value={name}
          onChange={({ target }) => rename(target.value)}
        />
        <span className="space" />
        <Problem text={problem} />
        <Button onClick={leave}>{t('common.cancel')}</Button>
        <Button type="primary" loading={isBusy} disabled={!isReady || !name.trim()} onClick={onSave}>
          {t('tables.submit.edit')}
        </Button>
      </header>
      <div className="view-builder">{children}</div>
    </section>
  )
}
