import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { institutions } from '#contract/institutions.ts'
import { call } from '#providers/call.ts'
import type { Draft } from './use-draft.ts'

/** The place of publication: this site, or an institution that administrators registered. */
export function InstitutionChoice({ draft }: { draft: Pick<Draft, 'fields' | 'set'> }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery({
    queryKey: ['institutions', 'offered'],
    queryFn: () => call(institutions.offered, {}, { quiet: true, aside: true }),
  })
  const chosen = draft.fields.institution ?? ''
  if (!data.length && !chosen) return null
  const isGone = chosen !== '' && !data.some(({ id }) => id === chosen)
  const options = [
    { value: '', label: t('publications.ownRepository') },
    ...data.map(({ id, name }) => ({ value: id, label: name })),
    ...(isGone ? [{ value: chosen, label: t('publications.problems.institutionGone') }] : []),
  ]
  return (
    <Form.Item
      data-place="institution"
      label={t('publications.fields.institution')}
      htmlFor="publication-institution"
      required
    >
      <Select
        id="publication-institution"
        value={chosen}
        options={options}
        // The templates of another place are others.
        onChange={(institution: string) => draft.set({ institution, template: institution ? '' : 'dataset' })}
      />
    </Form.Item>
  )
}
