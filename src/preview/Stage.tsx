import { Component, lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type FileRecord, files } from '#contract/files.ts'
import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/limits.ts'
import { addressOf } from '#providers/address.ts'
import { loadViewer, type ViewerProps } from './registry.ts'

/** A viewer that has not come after the limit has failed. Source: spec section 8. */
function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the viewer did not load')), CHUNK_LOAD_TIMEOUT_MS)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

type StageProps = { spaceId: string; file: FileRecord; viewer: string; isSmall?: boolean; fallback: ReactNode }

/** Shows a file with one viewer: loading, then the content, or why not. */
export function Stage({ spaceId, file, viewer, isSmall = false, fallback }: StageProps) {
  const { t } = useTranslation()
  const View = useMemo(() => {
    const load = loadViewer(viewer)
    return load ? lazy<React.ComponentType<ViewerProps>>(() => inTime(load())) : null
  }, [viewer])
  if (!View) return fallback
  const address = addressOf(files.content, { spaceId, hash: file.hash })
  return (
    <StageGuard key={`${file.hash} ${viewer}`} fallback={fallback}>
      <Suspense fallback={<div className="stage-note">{t('preview.loading')}</div>}>
        <View file={file} address={address} isSmall={isSmall} />
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
