import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { consents } from '#contract/consents.ts'
import { call } from '#providers/call.ts'
import { Loaded } from '../../../widgets/Loaded.tsx'
import { KeyRow } from '../KeyRow.tsx'
import { Section } from '../parts.tsx'
import { keys } from '../queries.ts'

/** The applications that may act for the person, each with what it may do. */
export function Consents() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery({ queryKey: keys.consents, queryFn: () => call(consents.list, {}, { quiet: true }) })
  async function remove(id: string) {
    await call(consents.remove, { id }, { quiet: true })
    await client.invalidateQueries({ queryKey: keys.consents })
  }
  return (
    <Section title={t('consents.mine')} hint={t('consents.mineHint')}>
      <Loaded query={query}>
        {(list) =>
          list.length ? (
            <ul className="personal-list">
              {list.map(({ id, application, groups, createdAt, lastUsedAt }) => (
                <KeyRow
                  key={id}
                  properties={{ name: application, createdAt, lastUsedAt }}
                  about={groups.map((group) => t(`applications.groups.${group}.name`)).join(t('applications.between'))}
                  ask={{
                    title: t('consents.revoke', { application }),
                    loss: t('consents.revokeLoses'),
                    act: { label: t('consents.revokeButton'), name: t('consents.revokeOne', { application }) },
                  }}
                  onRemove={() => remove(id)}
                />
              ))}
            </ul>
          ) : (
            <p className="personal-none">{t('consents.none')}</p>
          )
        }
      </Loaded>
    </Section>
  )
}
