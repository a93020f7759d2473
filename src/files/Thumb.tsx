import { useEffect, useState } from 'react'
import { type FileRecord, files } from '#contract/files.ts'
import { thumbSuffixes } from '#contract/renditions.ts'
import { addressOf } from '#providers/address.ts'
import { FileIcon } from '../widgets/file-icon.tsx'

/** Images up to this size are shown directly while they have no thumbnail yet. */
const PICTURE_BYTES = 2 * 1_048_576
const PICTURES = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'svg', 'ico'])
const hasThumb = new Set(thumbSuffixes)

type Props = { spaceId: string; record: FileRecord; size: number }

/** The thumbnail of a file, else the image itself, else the icon of its type. */
export function Thumb({ spaceId, record, size }: Props) {
  const { hash, suffix, sha256 } = record
  const ways = [
    ...(sha256 && record.size > 0 && hasThumb.has(suffix)
      ? [addressOf(files.thumb, { spaceId, hash, v: sha256 })]
      : []),
    ...(PICTURES.has(suffix) && record.size > 0 && record.size <= PICTURE_BYTES
      ? [addressOf(files.content, { spaceId, hash })]
      : []),
  ]
  const [failed, setFailed] = useState(0)
  // When the folder was reloaded, a missing thumbnail may exist, so it is tried again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record is another one when its folder was read anew
  useEffect(() => setFailed(0), [record])
  const src = ways[failed]
  if (!src) return <FileIcon suffix={suffix} mime={record.mime} size={size} />
  return <img src={src} alt="" loading="lazy" draggable={false} onError={() => setFailed(failed + 1)} />
}
