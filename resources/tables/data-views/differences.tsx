import { useTranslation } from 'react-i18next'
import type { SourceShape } from '#contract/queries/answer.ts'

/** How the files of a folder differ. */
export function Differences({ shape }: { shape: Pick<SourceShape, 'differences'> | null | undefined }) {
  const { t } = useTranslation()
  if (!shape?.differences.length) return null
  return (
    <ul className="view-fit">
      {shape.differences.map(({ column, kind, files }) => (
        <li key={`${kind} ${column}`} data-warns="true">
          {t(`dataViews.folder.differences.${kind}`, { column, count: files })}
        </li>
      ))}
    </ul>
  )
}
