import type { FileRecord } from '#contract/files.ts'
import { FrameStage } from './FrameStage.tsx'
import type { PreviewSource } from './source.ts'

type Props = {
  source: Pick<PreviewSource, 'data' | 'beside'>
  file: FileRecord
  /** Id of the component. */
  id: string
  webPath: string
  onStep?: ((file: FileRecord) => void) | undefined
}

/** Shows a file with an installed component. */
export default function Installed({ source, file, id, webPath, onStep }: Props) {
  const { beside } = source
  return (
    <FrameStage
      src={webPath}
      title={file.name}
      load={(version) => source.data(file.hash).framed(id, version)}
      {...(beside && {
        siblings: (suffixes: string[]) => beside.list(file.hash, suffixes),
        onOpen: (hash: string) => void beside.open(hash).then(onStep),
      })}
    />
  )
}
