import { useTranslation } from 'react-i18next'
import { BinWidth } from '#contract/queries/query.ts'
import { CheckedNumber } from '../../src/widgets/CheckedNumber.tsx'

type Props = {
  size?: 'small'
  label: string
  /** A decimal above 0; without one, each value is a group. */
  value: string | undefined
  mayBeEmpty?: boolean
  placeholder?: string
  onChange: (width: string | undefined) => void
}

/** The width of the intervals by which numbers are grouped. */
export function BinWidthField({ value, mayBeEmpty = false, onChange, ...looks }: Props) {
  const { t } = useTranslation()
  return (
    <CheckedNumber<string>
      {...looks}
      stringMode
      value={value ?? null}
      fits={(typed) => (typed === null ? mayBeEmpty : BinWidth.safeParse(typed).success)}
      wrong={t('dataViews.groups.widthWrong')}
      onChange={(typed) => onChange(typed ?? undefined)}
    />
  )
}
