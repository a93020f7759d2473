import { useTranslation } from 'react-i18next'
import type { Hit } from '#contract/search.ts'
import { FileIcon } from '../widgets/file-icon.tsx'
import './search.css'

type Props = { hit: Hit /** Told where more spaces than one are looked into. */; hasSpace?: boolean }

/** A search hit: file name, location and the matching text. */
export function HitLines({ hit: { file, space, where, piece, highlights }, hasSpace = false }: Props) {
  const { t } = useTranslation()
  const folder = file.path.slice(0, file.path.length - file.name.length - 1) || '/'
  return (
    <>
      <FileIcon suffix={file.suffix} mime={file.mime} />
      <span className="hit-lines">
        <b>{where === 'name' ? <Highlighted text={piece} highlights={highlights} /> : file.name}</b>
        <small>{hasSpace ? `${space.name} · ${folder}` : folder}</small>
        {where !== 'name' && piece && (
          <small className="hit-piece">
            <i>{t(`search.where.${where}`)}</i> <Highlighted text={piece} highlights={highlights} />
          </small>
        )}
      </span>
    </>
  )
}

/** A text with the matches highlighted. */
function Highlighted({ text, highlights }: { text: string; highlights: Hit['highlights'] }) {
  let at = 0
  const parts = highlights.map(([from, to]) => {
    const before = text.slice(at, from)
    at = to
    return (
      <span key={from}>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </span>
    )
  })
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
