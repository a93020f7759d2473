import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ENTRY_PREVIEW_BYTES } from '#contract/core/limits.ts'
import { suffixOf } from '#contract/files.ts'
import type { ViewerId } from '#contract/preview.ts'
import { Empty } from '../widgets/Empty.tsx'
import type { ArchiveNode } from './archive-tree.ts'
import { viewersOfBytes } from './of-bytes.ts'
import { sharedRecord } from './source.ts'
import { TooLarge } from './TooLarge.tsx'
import { useLoaded } from './use-loaded.ts'
import type { ViewerProps } from './viewer.ts'

type Props = { node: ArchiveNode; Inside: ViewerProps['Inside']; onBack: () => void }

/** The view of one archive entry, above the list that it was opened from. */
export function EntryView({ node, Inside, onBack }: Props) {
  const { t } = useTranslation()
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  return (
    <div className="entry-view">
      <div className="parts-bar">
        <button type="button" className="btn ghost" ref={back} onClick={onBack}>
          {`← ${t('preview.backToArchive')}`}
        </button>
        <span className="entry-path" title={node.path}>
          {node.path}
        </span>
      </div>
      <div className="parts-body">
        <Content node={node} Inside={Inside} />
      </div>
    </div>
  )
}

function Content({ node: { name, size, read }, Inside }: Omit<Props, 'onBack'>) {
  const { t } = useTranslation()
  const viewer = viewersOfBytes(suffixOf(name))[0]?.id
  if (!read) return <Empty title={t('preview.locked')} />
  if (!viewer) return <Empty title={t('preview.notexist')} hint={t('preview.entryHint')} />
  if (size > ENTRY_PREVIEW_BYTES) return <TooLarge limit={ENTRY_PREVIEW_BYTES} />
  return <Unpacked name={name} read={read} viewer={viewer} Inside={Inside} />
}

type UnpackedProps = Pick<Props, 'Inside'> & {
  name: string
  read: NonNullable<ArchiveNode['read']>
  viewer: ViewerId
}

function Unpacked({ name, read, viewer, Inside }: UnpackedProps) {
  const { t } = useTranslation()
  const opened = useLoaded(
    async (signal) => {
      const bytes = await read()
      signal.throwIfAborted()
      const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }))
      signal.addEventListener('abort', () => URL.revokeObjectURL(address))
      return { address, size: bytes.length }
    },
    [read],
  )
  if (!opened) return <div className="stage-note">{t('preview.loading')}</div>
  const { address, size } = opened
  const file = sharedRecord({ hash: address, name, suffix: suffixOf(name), mime: '', size, updateTime: '' })
  const framed = () => Promise.reject(new Error('an entry has no address for frames'))
  return (
    <Inside
      data={{ address, framed }}
      file={file}
      viewer={viewer}
      fallback={(message) => <Empty title={t('preview.failed')} hint={message} />}
    />
  )
}
