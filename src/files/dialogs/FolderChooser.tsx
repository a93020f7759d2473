import { useQuery } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LIST_MAX_SIZE } from '#contract/core/limits.ts'
import { can, type SpaceType } from '#contract/core/policy.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import type { ActionContext } from '../action-context.ts'
import { ExposureWarning } from '../exposure.tsx'
import { FolderTree } from '../tree/FolderTree.tsx'
import { RootOf } from '../tree/RootOf.tsx'
import type { TreeFolder } from '../tree/tree-rows.ts'
import type { DialogProps } from './dialog-props.ts'

type Place = { id: string; name: string; type: SpaceType }

/** Chooses a folder to move or copy into, in this space or another. */
export default function FolderChooser({ context, about: { kind }, onClose }: DialogProps<'chooseFolder'>) {
  const { t } = useTranslation()
  const { places, error, refetch } = usePlaces(context)
  const [spaceId, setSpaceId] = useState(context.space.id)
  const [chosen, choose] = useState<TreeFolder | null>(null)
  const { isBusy, problem, run } = useTask()
  const space = places.find(({ id }) => id === spaceId) ?? context.space
  // Items cannot be moved or copied into themselves.
  const barred = useMemo(() => new Set(context.selected.map(({ hash }) => hash)), [context.selected])

  const finish = () =>
    run(async () => {
      if (!chosen) return
      const items = await context.allSelected()
      onClose()
      await context.relocate({ kind, items, target: { spaceId, hash: chosen.hash, name: chosen.name } })
    })
  return (
    <Modal
      open
      title={t(`files.actions.${kind}To`)}
      okText={t(`files.chooser.${kind}`)}
      cancelText={t('files.conflict.cancel')}
      okButtonProps={{ disabled: !chosen }}
      confirmLoading={isBusy}
      onOk={() => void finish()}
      onCancel={onClose}
    >
      <Select
        style={{ width: '100%', marginBottom: 12 }}
        aria-label={t('files.chooser.space')}
        value={spaceId}
        showSearch={{ optionFilterProp: 'label' }}
        options={places.map(({ id, name, type }) => ({ value: id, label: `${name} · ${t(`home.types.${type}`)}` }))}
        onChange={(id) => {
          setSpaceId(id)
          choose(null)
        }}
      />
      {error && <NotLoaded error={error} onRetry={refetch} isInline />}
      <div className="chooser-tree">
        <RootOf key={spaceId} space={space}>
          {(root) => (
            <FolderTree
              spaceId={spaceId}
              root={root}
              chosen={chosen?.hash ?? null}
              above={[]}
              onChoose={choose}
              barred={barred}
            />
          )}
        </RootOf>
      </div>
      <ExposureWarning from={context.space.type} to={space} />
      {problem && (
        <p className="name-error" role="alert">
          {problem}
        </p>
      )}
    </Modal>
  )
}

/** This space first, then the other spaces in which the user may create files. */
function usePlaces(context: ActionContext) {
  const { data, error, refetch } = useQuery({
    queryKey: ['spaces', 'to-fill'],
    queryFn: () =>
      call(spaces.list, { scope: 'mine', size: LIST_MAX_SIZE, sort: 'name', order: 'asc' }, { quiet: true }),
  })
  const others = (data?.list ?? []).filter(
    (space) => space.id !== context.space.id && can(context.actor, 'file.make', space),
  )
  const places: readonly Place[] = [context.space, ...others]
  return { places, error, refetch }
}
