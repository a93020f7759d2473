import { WHOLE_PREVIEW_BYTES } from '#contract/core/limits.ts'
import { FRAME_PATH } from '#contract/preview.ts'
import { FrameStage } from './FrameStage.tsx'
import { TooLarge } from './TooLarge.tsx'
import type { ViewerProps } from './viewer.ts'

/** A viewer that runs in the built-in frame. */
export function framed(id: string) {
  return function FramedViewer({ file, data }: ViewerProps) {
    // HTML is shown from its first part; other formats must be read completely.
    if (id !== 'html' && file.size > WHOLE_PREVIEW_BYTES) return <TooLarge limit={WHOLE_PREVIEW_BYTES} />
    const load = (version?: number) => data.framed(id, version)
    return <FrameStage src={`${FRAME_PATH}?viewer=${id}`} title={file.name} load={load} />
  }
}
