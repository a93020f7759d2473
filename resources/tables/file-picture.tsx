import { useState } from 'react'
import { type FileRecord, files } from '#contract/files.ts'
import { thumbSuffixes } from '#contract/renditions.ts'
import { addressOf } from '#providers/address.ts'
import { FileIcon } from '../../src/widgets/file-icon.tsx'

const hasThumb = new Set(thumbSuffixes)
const ICON_PX = 28
type Props = { spaceId: string; file: Pick<FileRecord, 'hash' | 'suffix' | 'mime' | 'sha256'> }

/** The thumbnail of a file, else the icon of its type. */
export function FilePicture({ spaceId, file: { hash, suffix, mime, sha256 } }: Props) {
  const [isFailed, setFailed] = useState(false)
  if (isFailed || !sha256 || !hasThumb.has(suffix)) return <FileIcon suffix={suffix} mime={mime} size={ICON_PX} />
  const src = addressOf(files.thumb, { spaceId, hash, v: sha256 })
  return <img src={src} alt="" width={ICON_PX} height={ICON_PX} loading="lazy" onError={() => setFailed(true)} />
}
