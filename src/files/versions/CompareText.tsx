import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { suffixOf } from '#contract/files.ts'
import { bytesAt } from '../../preview/bytes-at.ts'
import { decode } from '../../preview/decode.ts'
import { languageOf } from '../../preview/languages.ts'
import { useLoaded } from '../../preview/use-loaded.ts'
import { TextDiff } from '../../widgets/TextDiff.tsx'
import type { SidesProps } from './sides.ts'

const textAt = async (address: string, signal: AbortSignal) => decode(await bytesAt(address, signal), true)

/** Two texts side by side; unchanged parts are folded. */
export default function CompareText({ name, left, right }: SidesProps) {
  const { t } = useTranslation()
  const loaded = useLoaded(
    (signal) =>
      Promise.all([textAt(left.address, signal), textAt(right.address, signal), languageOf(suffixOf(name))] as const),
    [left.address, right.address, name],
  )
  const [text, otherText] = loaded ?? []
  const before = useMemo(() => ({ title: left.title, text: text ?? '' }), [left.title, text])
  const after = useMemo(() => ({ title: right.title, text: otherText ?? '' }), [right.title, otherText])
  if (!loaded) return <div className="stage-note">{t('preview.loading')}</div>
  // CodeMirror replaces `$` with the number of lines.
  const folded = t('versions.compare.folded', { lines: '$' })
  return <TextDiff before={before} after={after} language={loaded[2]} folded={folded} />
}
