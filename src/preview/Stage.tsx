import { Component, lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileRecord } from '#contract/files.ts'
import { inTime } from '#widgets/in-time.ts'
import { loadViewer, type ViewerProps } from './registry.ts'
import type { PreviewSource } from './source.ts'

type StageProps = { source: PreviewSource; file: FileRecord; viewer: string; isSmall?: boolean; fallback: ReactNode }

/** Shows a file with one viewer: loading, then the content, or why not. */
export function Stage({ source, file, viewer, isSmall = false, fallback }: StageProps) {
  const { t } = useTranslation()
  const View = useMemo(() => {
    const load = loadViewer(viewer)
    return load ? lazy<React.ComponentType<ViewerProps>>(() => inTime(load())) : null
  }, [viewer])
  if (!View) return fallback
  return (
    <StageGuard key={`${file.hash} ${viewer}`} fallback={fallback}>
      <Suspense fallback={<div className="stage-note">{t('preview.loading')}</div>}>
        <View file={file} data={source.data(file.hash)} isSmall={isSmall} />
      </Suspense>
    </StageGuard>
  )
}

class StageGuard extends Component<{ fallback: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
