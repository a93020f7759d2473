import { useTranslation } from 'react-i18next'
import { shares } from '#contract/shares.ts'
import { call } from '#providers/call.ts'
import { ShareList } from '../../../shares/index.ts'
import { Section } from '../parts.tsx'

/** The user's share links of all spaces. */
export function Shares() {
  const { t } = useTranslation()
  return (
    <Section title={t('account.parts.shares')} hint={t('shares.mineHint')}>
      <ShareList
        id="mine"
        isSearched
        load={({ state, q, after }) =>
          call(
            shares.list,
            {
              state,
              ...(q && { q }),
              ...(after && { after }),
            },
            { quiet: true },
          )
        }
        none={t('shares.none')}
        hint={t('shares.noneHint')}
      />
    </Section>
  )
}
