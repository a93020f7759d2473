import type { FileRecord } from '#contract/files.ts'
import { FrameStage } from './FrameStage.tsx'
import type { PreviewSource } from './source.ts'

type Props = {
  source: PreviewSource
  file: FileRecord
  /** Of the component. */
  id: string
  webPath: string
  onStep?: ((file: FileRecord) => void) | undefined
}

/** A file as an installed component shows it. */
export default function Installed({ source, file, id, webPath, onStep }: Props) {
  const { siblingsOf } = source
  const open = (hash: string) => {
    const record = source.siblings.find((one) => one.hash === hash)
    if (record) onStep?.(record)
  }
  return (
    <FrameStage
      src={webPath}
      title={file.name}
      load={(version) => source.data(file.hash).framed(id, version)}
      {...(siblingsOf && { siblings: (suffixes: string[]) => siblingsOf(file.hash, suffixes), onOpen: open })}
    />
  )
}
