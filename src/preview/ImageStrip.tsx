import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FileRecord, suffixOf } from '#contract/files.ts'
import { builtInViewers } from '#contract/preview.ts'
import { FileIcon } from '../widgets/file-icon.tsx'
import type { PreviewSource } from './source.ts'

const images = builtInViewers.find(({ id }) => id === 'image')?.suffixes ?? []
const THUMB_PX = 48

type Props = { source: PreviewSource; file: FileRecord; onStep: (file: FileRecord) => void }

/** The images of the folder in a row below the current one, including those that the list has not loaded. */
export function ImageStrip({ source, file, onStep }: Props) {
  const { t } = useTranslation()
  const { beside } = source
  const current = useRef<HTMLButtonElement>(null)
  const { data = [] } = useQuery({
    queryKey: ['pictures', source.id, file.phash],
    queryFn: () => beside?.list(file.hash, images) ?? [],
    enabled: beside !== undefined,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture, or the first time that they are there
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [file.hash, data.length])
  if (!beside || data.length < 2) return null
  return (
    <nav className="image-strip" aria-label={t('preview.pictures')}>
      {data.map(({ hash, name }) => (
        <button
          key={hash}
          ref={hash === file.hash ? current : null}
          type="button"
          title={name}
          aria-label={name}
          aria-current={hash === file.hash || undefined}
          onClick={() => void beside.open(hash).then(onStep)}
        >
          <Thumb src={beside.thumbOf(hash)} name={name} />
        </button>
      ))}
    </nav>
  )
}

/** A picture that can't be drawn is shown by the icon of its kind. */
function Thumb({ src, name }: { src: string; name: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <FileIcon suffix={suffixOf(name)} mime="" size={THUMB_PX} />
  return <img src={src} alt="" width={THUMB_PX} height={THUMB_PX} loading="lazy" onError={() => setBroken(true)} />
}
