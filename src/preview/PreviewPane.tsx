import { useTranslation } from 'react-i18next'
import type { FileRecord } from '#contract/files.ts'
import { FileIcon } from '../widgets/file-icon.tsx'
import { firstViewerOf } from './registry.ts'
import { Stage } from './Stage.tsx'
import type { PreviewSource } from './source.ts'
import './preview.css'

/** Viewers that are useful at a small size. */
const SMALL = new Set(['image', 'markdown', 'text', 'csv', 'audio', 'video'])

type Props = { source: PreviewSource; file: FileRecord; onOpen: () => void }

/** A small preview in the details drawer; a click opens the full preview. */
export function PreviewPane({ source, file, onOpen }: Props) {
  const { t } = useTranslation()
  const viewer = firstViewerOf(file.suffix)
  const icon = (
    <button type="button" className="pane-icon" onClick={onOpen}>
      <span className="sr-only">{t('preview.open')}</span>
      <FileIcon suffix={file.suffix} mime={file.mime} size={56} />
    </button>
  )
  return (
    <div className="preview-pane">
      {viewer && SMALL.has(viewer) ? (
        <Stage source={source} file={file} viewer={viewer} isSmall fallback={() => icon} />
      ) : (
        icon
      )}
    </div>
  )
}
