import { Component, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileRecord } from '#contract/files.ts'
import { withTimeout } from '#widgets/with-timeout.ts'
import { Empty } from '../widgets/Empty.tsx'
import { loadViewer } from './registry.ts'
import type { PreviewSource } from './source.ts'
import { useLoaded } from './use-loaded.ts'
import type { ViewerProps } from './viewer.ts'
import { whyNotShown } from './why-not-shown.ts'

type StageProps = {
  source: Pick<PreviewSource, 'data' | 'beside'>
  file: FileRecord
  viewer: string
  /** The page of an installed component, opened in its frame. */
  webPath?: string
  isSmall?: boolean
  /** Rendered after a failure, with the message of the server or viewer and a retry function. */
  fallback: (message: string, again: () => void) => ReactNode
  onStep?: (file: FileRecord) => void
}

/** Shows a file with one viewer: loading, then the content or the failure. */
export function Stage({ source, file, viewer, webPath, isSmall = false, fallback, onStep }: StageProps) {
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chunk that did not come is asked for again
  const View = useMemo(() => {
    const load = loadViewer(viewer)
    return load ? lazy<React.ComponentType<ViewerProps>>(() => withTimeout(load())) : null
  }, [viewer, attempt])
  // biome-ignore lint/correctness/useExhaustiveDependencies: so is this one
  const Installed = useMemo(() => lazy(() => withTimeout(import('./Installed.tsx'))), [attempt])
  const again = () => setAttempt(attempt + 1)
  if (!View && !webPath) return fallback('', again)
  if (!webPath && file.size === 0) return isSmall ? fallback('', again) : <Empty title={t('preview.empty')} />
  const { address } = source.data(file.hash)
  return (
    <StageGuard
      key={`${file.hash} ${viewer} ${attempt}`}
      fallback={(failure) => <NotShown failure={failure} address={address} say={(why) => fallback(why, again)} />}
    >
      <Suspense fallback={<div className="stage-note">{t('preview.loading')}</div>}>
        {webPath ? (
          <Installed source={source} file={file} id={viewer} webPath={webPath} onStep={onStep} />
        ) : (
          View && <View file={file} data={source.data(file.hash)} isSmall={isSmall} Inside={Inside} />
        )}
      </Suspense>
    </StageGuard>
  )
}

type NotShownProps = { failure: Error; address: string; say: (why: string) => ReactNode }

function NotShown({ failure, address, say }: NotShownProps) {
  return say(useLoaded((signal) => whyNotShown(failure, address, signal), [failure, address]) ?? '')
}

const Inside: ViewerProps['Inside'] = ({ data, ...props }) => <Stage source={{ data: () => data }} {...props} />

type GuardProps = { fallback: (failure: Error) => ReactNode; children: ReactNode }

class StageGuard extends Component<GuardProps, { failure: Error | null }> {
  override state = { failure: null as Error | null }
  static getDerivedStateFromError(failure: Error) {
    return { failure }
  }
  override render() {
    const { fallback, children } = this.props
    return this.state.failure ? fallback(this.state.failure) : children
  }
}
