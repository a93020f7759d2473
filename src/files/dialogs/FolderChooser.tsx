import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FolderDialog } from '../../folders/FolderDialog.tsx'
import type { DialogProps } from './dialog-props.ts'

/** Chooses a folder to move or copy into, in this space or another. */
export default function FolderChooser({ context, about: { kind }, onClose }: DialogProps<'chooseFolder'>) {
  const { t } = useTranslation()
  const [only] = context.selected
  // Items cannot be moved or copied into themselves.
  const barred = useMemo(() => new Set(context.selected.map(({ hash }) => hash)), [context.selected])
  return (
    <FolderDialog
      title={
        context.count === 1 && only
          ? t(`files.chooser.one.${kind}`, { name: only.name })
          : t(`files.chooser.several.${kind}`, { count: context.count })
      }
      choose={t(`files.chooser.${kind}`)}
      space={context.space}
      barred={barred}
      current={kind === 'move' ? context.folder?.hash : undefined}
      onChosen={async (target) => {
        const items = await context.allSelected()
        onClose()
        await context.relocate({ kind, items, target })
      }}
      onClose={onClose}
    />
  )
}
