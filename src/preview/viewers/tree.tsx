import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WHOLE_PREVIEW_BYTES } from '#contract/core/limits.ts'
import { layOut, parseNewick } from '../newick.ts'
import { TooLarge } from '../TooLarge.tsx'
import { TreeCanvas } from '../TreeCanvas.tsx'
import { useText } from '../use-text.ts'
import type { ViewerProps } from '../viewer.ts'

/** A phylogenetic tree by branch lengths or by depth. */
export default function TreeViewer(props: ViewerProps) {
  return props.file.size > WHOLE_PREVIEW_BYTES ? <TooLarge limit={WHOLE_PREVIEW_BYTES} /> : <Descent {...props} />
}

function Descent({ file, data: { address } }: ViewerProps) {
  const { t } = useTranslation()
  const [isByLength, setByLength] = useState(true)
  const read = useText(address, file.size, WHOLE_PREVIEW_BYTES)
  const root = useMemo(() => read && parseNewick(read.text), [read])
  const layout = useMemo(() => root && layOut(root, isByLength), [root, isByLength])
  if (!layout) return <div className="stage-note">{t('preview.loading')}</div>
  return (
    <div className="tree-viewer">
      <TreeCanvas key={address} layout={layout} label={file.name} />
      <div className="viewer-bar num">
        <span>{t('preview.leaves', { count: layout.leaves })}</span>
        {layout.hasLengths && isByLength && (
          <span>{t('preview.farthest', { length: Number(layout.farthest.toPrecision(4)) })}</span>
        )}
        {(layout.hasLengths || !isByLength) && (
          <button
            type="button"
            className="btn ghost"
            aria-pressed={isByLength}
            onClick={() => setByLength(!isByLength)}
          >
            {t('preview.byLength')}
          </button>
        )}
      </div>
    </div>
  )
}
