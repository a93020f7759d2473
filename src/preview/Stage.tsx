import { Component, lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileRecord } from '#contract/files.ts'
import { inTime } from '#widgets/in-time.ts'
import { loadViewer, type ViewerProps } from './registry.ts'
import type { PreviewSource } from './source.ts'
import { Told } from './told.ts'

type StageProps = {
  source: PreviewSource
  file: FileRecord
  viewer: string
  /** The page of an installed component, which its frame opens. */
  webPath?: string
  isSmall?: boolean
  /** What shows instead, with what the viewer said of its failure. */
  fallback: ReactNode | ((message: string) => ReactNode)
  onStep?: (file: FileRecord) => void
}
const Installed = lazy(() => inTime(import('./Installed.tsx')))

/** Shows a file with one viewer: loading, then the content, or why not. */
export function Stage({ source, file, viewer, webPath, isSmall = false, fallback, onStep }: StageProps) {
  const { t } = useTranslation()
  const View = useMemo(() => {
    const load = loadViewer(viewer)
    return load ? lazy<React.ComponentType<ViewerProps>>(() => inTime(load())) : null
  }, [viewer])
  if (!View && !webPath) return typeof fallback === 'function' ? fallback('') : fallback
  return (
    <StageGuard key={`${file.hash} ${viewer}`} fallback={fallback}>
      <Suspense fallback={<div className="stage-note">{t('preview.loading')}</div>}>
        {webPath ? (
          <Installed source={source} file={file} id={viewer} webPath={webPath} onStep={onStep} />
        ) : (
          View && <View file={file} data={source.data(file.hash)} isSmall={isSmall} />
        )}
      </Suspense>
    </StageGuard>
  )
}

type GuardProps = Pick<StageProps, 'fallback'> & { children: ReactNode }

class StageGuard extends Component<GuardProps, { failure: Error | null }> {
  override state = { failure: null as Error | null }
  static getDerivedStateFromError(failure: Error) {
    return { failure }
  }
  override render() {
    const { fallback, children } = this.props
    const { failure } = this.state
    if (!failure) return children
    return typeof fallback === 'function' ? fallback(failure instanceof Told ? failure.message : '') : fallback
  }
}
