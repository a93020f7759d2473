import { Modal, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can, type SpaceType } from '#contract/core/policy.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useOwnSpaces } from '#providers/spaces.ts'
import { useTask } from '#providers/use-task.ts'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import { ExposureWarning } from './exposure.tsx'
import { FolderTree } from './FolderTree.tsx'
import { RootOf, useRoot } from './RootOf.tsx'
import type { TreeFolder } from './tree-rows.ts'

type Place = { id: string; name: string; type: SpaceType }
/** A folder that was chosen, and its space. */
export type ChosenFolder = { spaceId: string; hash: string; name: string }
type Props = {
  title: string
  /** Label of the button that confirms the chosen folder. */
  choose: string
  /** The space where what is put into the folder is. */
  space: Place
  /** Folders that can't be chosen. */
  barred?: ReadonlySet<string>
  /** The folder where it is already. */
  current?: string | undefined
  /** Further fields, shown above the folders. */
  children?: ReactNode
  /** A refusal stays in the dialog. */
  onChosen: (folder: ChosenFolder) => Promise<unknown>
  onClose: () => void
}

/** Chooses a folder to put something into, in this space or another in which the user may create files. */
export function FolderDialog({ title, choose, space, barred, current, children, onChosen, onClose }: Props) {
  const { t } = useTranslation()
  const { places, error, refetch } = usePlaces(space)
  const [spaceId, setSpaceId] = useState(space.id)
  const [chosen, setChosen] = useState<TreeFolder | null>(null)
  const { isBusy, problem, run } = useTask()
  const target = places.find(({ id }) => id === spaceId) ?? space
  const { root } = useRoot(target)
  const folder = chosen ?? (root && !barred?.has(root.hash) ? root : null)
  const finish = () => run(async () => folder && onChosen({ spaceId, hash: folder.hash, name: folder.name }))
  return (
    <Modal
      open
      title={title}
      okText={choose}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: !folder || folder.hash === current }}
      confirmLoading={isBusy}
      onOk={() => void finish()}
      onCancel={onClose}
    >
      {children}
      <Select
        style={{ width: '100%', marginBottom: 12 }}
        aria-label={t('files.chooser.space')}
        value={spaceId}
        showSearch={{ optionFilterProp: 'label' }}
        options={places.map(({ id, name, type }) => ({ value: id, label: `${name} · ${t(`home.types.${type}`)}` }))}
        onChange={(id) => {
          setSpaceId(id)
          setChosen(null)
        }}
      />
      {error && <NotLoaded error={error} onRetry={refetch} isInline />}
      <div className="chooser-tree">
        <RootOf key={spaceId} space={target}>
          {(root) => (
            <FolderTree
              spaceId={spaceId}
              root={root}
              chosen={folder?.hash ?? null}
              above={[]}
              onChoose={setChosen}
              {...(barred && { barred })}
            />
          )}
        </RootOf>
      </div>
      <ExposureWarning from={space.type} to={target} />
      {problem && (
        <p className="name-error" role="alert">
          {problem}
        </p>
      )}
    </Modal>
  )
}

/** This space first, then the other spaces in which the user may create files. */
function usePlaces(own: Place) {
  const actor = actorOf(useUser())
  const { data, error, refetch } = useOwnSpaces()
  const others = (data?.list ?? []).filter((space) => space.id !== own.id && can(actor, 'file.make', space))
  const places: readonly Place[] = [own, ...others]
  return { places, error, refetch }
}
