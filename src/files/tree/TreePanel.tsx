import { FolderTree } from '../../folders/FolderTree.tsx'
import { RootOf } from '../../folders/RootOf.tsx'
import type { ActionContext } from '../action-context.ts'
import { dropTarget } from '../drag.ts'
import './tree.css'

type Props = { context: ActionContext; above: readonly { hash: string }[]; onGo: (hash: string | null) => void }

/** The folder tree of the space, beside the list of the current folder. */
export default function TreePanel({ context, above, onGo }: Props) {
  const { space, folder } = context
  return (
    <aside className="tree-panel">
      <RootOf space={space}>
        {(root) => (
          <FolderTree
            spaceId={space.id}
            root={root}
            chosen={folder?.hash ?? null}
            above={above.map(({ hash }) => hash)}
            onChoose={({ hash }) => onGo(hash === root.hash ? null : hash)}
            lineProps={(line, open) => dropTarget(context, line, open)}
          />
        )}
      </RootOf>
    </aside>
  )
}
