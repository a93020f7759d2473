import { useQuery } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LIST_MAX_SIZE } from '#contract/limits.ts'
import { can } from '#contract/policy.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import type { Desk } from '../desk.ts'
import { FolderTree } from '../tree/FolderTree.tsx'
import { RootOf } from '../tree/RootOf.tsx'
import type { TreeFolder } from '../tree/tree-rows.ts'
import type { DialogProps } from './dialog-props.ts'

type Place = { id: string; name: string }

/** A folder to move or copy into, of this space or of another. */
export default function FolderChooser({ desk, about: { kind }, onClose }: DialogProps<'chooseFolder'>) {
  const { t } = useTranslation()
  const places = usePlaces(desk)
  const [spaceId, setSpaceId] = useState(desk.space.id)
  const [chosen, choose] = useState<TreeFolder | null>(null)
  const { isBusy, problem, run } = useTask()
  const space = places.find(({ id }) => id === spaceId) ?? desk.space
  // What is on its way can't go into itself.
  const barred = useMemo(() => new Set(desk.marked.map(({ hash }) => hash)), [desk.marked])

  const finish = () =>
    run(async () => {
      if (!chosen) return
      const items = await desk.everyMarked()
      onClose()
      await desk.relocate({ kind, items, target: { spaceId, hash: chosen.hash, name: chosen.name } })
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
        options={places.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          setSpaceId(id)
          choose(null)
        }}
      />
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
      {problem && (
        <p className="name-error" role="alert">
          {problem}
        </p>
      )}
    </Modal>
  )
}

/** This space first, then the others in which the reader may make something. */
function usePlaces(desk: Desk): readonly Place[] {
  const { data } = useQuery({
    queryKey: ['spaces', 'to-fill'],
    queryFn: () =>
      call(spaces.list, { scope: 'mine', size: LIST_MAX_SIZE, sort: 'name', order: 'asc' }, { quiet: true }),
  })
  const others = (data?.list ?? []).filter((space) => space.id !== desk.space.id && can(desk.actor, 'file.make', space))
  return [desk.space, ...others]
}
