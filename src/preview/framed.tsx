import { FRAME_PATH } from '#contract/preview.ts'
import { FrameStage } from './FrameStage.tsx'
import type { ViewerProps } from './registry.ts'

/** A viewer of the built-in frame. */
export function framed(id: string) {
  return function FramedViewer({ file, data }: ViewerProps) {
    const load = (version?: number) => data.framed(id, version)
    return <FrameStage src={`${FRAME_PATH}?viewer=${id}`} title={file.name} load={load} />
  }
}
