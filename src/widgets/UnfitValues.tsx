import { useTranslation } from 'react-i18next'
import { formatList } from './format.ts'
import './unfit-values.css'

type Props = { unfit: readonly { what: string; examples: string[] }[] }

/** Columns with values that do not fit, how many, and the first of them. */
export function UnfitValues({ unfit }: Props) {
  const { i18n } = useTranslation()
  if (unfit.length === 0) return null
  return (
    <ul className="unfit-values">
      {unfit.map(({ what, examples }) => (
        <li key={what}>
          {what}
          <small>{formatList(examples, i18n.language)}</small>
        </li>
      ))}
    </ul>
  )
}
